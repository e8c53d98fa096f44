"""Synthetic photographs of filled sheets, and how well a reader reads them.

Begin with sample.py: a position of real play (positions) is filled in by a writer (writers, strokes,
recorded, written_numbers, ink) on printed paper (printing, damage) that curls (surface), lies on a
table (table) and is photographed (scene, sensor). levels has the numbers of each level, corpus keeps
samples. measure holds the reader against the truth; ways tries what else may happen to a picture.
"""
