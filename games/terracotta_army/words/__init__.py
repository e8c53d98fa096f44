"""Words of the game: names of pieces, goods and places (names), why an action is barred (unavailable).

Begin with names.py. How hard the difficulty options are is in difficulty.py.
"""
