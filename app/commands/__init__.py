"""Commands: a module each, or one for several that share their options.

Begin with score.py, one of the short ones. Options of several commands and the program are in ../cli.
"""
