"""Training of the networks that classify marks.

Begin with command.py; training.py trains one network on what examples.py and drawn.py make.
"""
