"""Command line: the program and its groups, shared options, languages, questions at the terminal, output.

Begin with main.py; the commands themselves are in ../commands.
"""
