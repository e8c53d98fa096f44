"""Terracotta Army stated a second time: placing.py and chancellor_warrior.py, each of which stands alone."""
