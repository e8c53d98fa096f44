"""Positions as people hand them in: files, folders, text, photographs.

Begin with sources.py. What the bytes mean is read in ../answers/positions.py.
"""
