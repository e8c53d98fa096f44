"""Answers: best moves, optima and their proofs. Knows games and templates, never paper.

A folder a game; begin with its advice.py. rooms.py says what a game's solver may have, verify.py executes
every answer by the rules, compiled.py compiles kernels, cp.py asks OR-Tools. photo/ reads photographs.
"""
