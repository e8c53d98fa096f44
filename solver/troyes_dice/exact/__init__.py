"""Exact chance: what every move is worth before the last roll of the game, or the last two (expectimax)."""
