"""Views: what templates are given, as plain values.

Begin with sheet.py and board.py; fields.py makes a form of a game's options.
"""
