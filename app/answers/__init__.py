"""Answers: functions of states and bytes, never of a path or a terminal; doors are thin over them.

Begin with positions.py, the only way from bytes to a position, then score.py and advice.py.
"""
