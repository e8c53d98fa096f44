"""What things (names) and commands (action_words) are called, as phrases of templates/words."""
