"""Troyes Dice as it is played: the rules on two vectors, moves in words, games written down.

Begin with rules.py; vectors.py makes its two lists of a position, move_text.py says a move and reads one.
totals.py and history.py say what a sheet and a wheel tell of the half-days played.
"""
