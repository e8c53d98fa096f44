"""Whole turns as the rules have them: marker, price of the stack, palace step, actions in the order done.

A command is a turn with its parts between semicolons, or a free action. Begin with commands.py, which lists
the parts and which function carries each out; frame.py has what holds for every turn.
"""
