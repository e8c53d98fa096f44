"""Exact chance: what every move is worth before the last one, two or three rolls of the game.

Begin with expectimax.py, which asks the kernels by engine.py; they are one_roll.py and two_rolls.py on
targets.py. three_rolls.py closes bounds until the best move is left.
"""
