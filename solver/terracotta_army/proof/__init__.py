"""Where to place one or two pieces, stated a second time for OR-Tools CP-SAT.

Begin with prove.py. placing.py has the grid, counting.py the scoring phases, ending.py the end of the game.
"""
