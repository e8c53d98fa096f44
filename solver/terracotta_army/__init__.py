"""Answers for Terracotta Army: the best turn, and the best placements as a part of it.

Begin with advice.py, which asks turn/ or placing.py. puzzles.py makes puzzles. tests/oracles/ states placing
and the chancellor's warrior a second time.
"""
