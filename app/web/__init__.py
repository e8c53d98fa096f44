"""The web page: a small server on the player's own computer."""
