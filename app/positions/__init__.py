"""Positions as people hand them in: files, folders, text, photographs.

Begin with sources.py, where a person has them; load.py is the only way from bytes to a position. What a
photograph leaves open is in open_sheet.py: questions, answers, the position. open_marks.py tells which of a
position's open marks matter, and the points in between.
"""
