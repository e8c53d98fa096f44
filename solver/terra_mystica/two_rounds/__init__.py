"""One player's last two rounds in a game that was played, the others' rows replayed as they were.

Begin with answer.py. script.py exchanges the player's rows, bound.py says what no line exceeds (CP-SAT).
"""
