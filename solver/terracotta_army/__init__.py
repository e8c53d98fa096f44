"""Answers for Terracotta Army: the best placement now, and the best plan of the next pieces."""
