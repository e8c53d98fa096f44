"""Known dice: the best final score when all rolls to come are given, and every line that has it.

Begin with ask.py for values and lines.py for lines. search.py is branch and bound over groups.py, by
bound.py.
"""
