"""Answers for Terra Mystica: last rounds and their parts, targets, towns, first dwellings.

Begin with advice.py, which asks whole_round/ (CP-SAT), town.py or first_dwellings.py. puzzles.py and
action_puzzles.py make puzzles.
"""
