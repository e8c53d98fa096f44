"""Answers for Troyes Dice by four engines, a folder each: docs/solver-troyes-dice.md tells them apart.

Begin with advice.py (dice known: known/ and proof/) and chances.py (dice to be rolled: exact/ and play/).
"""
