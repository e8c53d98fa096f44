"""Answers: best moves, optima and their proofs. Knows games and templates, never paper."""
