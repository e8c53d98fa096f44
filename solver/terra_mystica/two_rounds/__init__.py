"""One player's last two rounds in a game that was played, the others' rows replayed as they were."""
