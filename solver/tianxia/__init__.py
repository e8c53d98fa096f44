"""Tianxia's questions, each answered to the optimum.

Begin with advice.py, which asks last_turns/ (a CP-SAT model of the rest of round 4) or building_defence.py.
puzzles.py makes puzzles with wall.py and deliveries.py; cross_check.py solves them once more.
"""
