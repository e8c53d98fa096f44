"""Pads of a person's own: one TOML file says what is written, and what it brings (docs/pads.md).

Begin with file.py, what may stand in it, then pad.py; game.py makes a game of it.
"""
