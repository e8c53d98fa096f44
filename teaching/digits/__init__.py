"""Training of the networks that read the digits of combs.

Begin with command.py; examples.py and drawn.py make examples.
"""
