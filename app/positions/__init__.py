"""Positions as people hand them in: files, folders, text, photographs.

Begin with sources.py, where a person has them; load.py is the only way from bytes to a position.
"""
