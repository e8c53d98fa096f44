"""Terracotta Army stated a second time.

Begin with prove.py for CP-SAT's placing of one or two pieces: placing.py has the grid, counting.py the
scoring phases, ending.py the end of the game. chancellor_warrior.py stands alone.
"""
