"""Answers for Terracotta Army: the best turn, and the best placements as a part of it."""
