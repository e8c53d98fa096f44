"""Measurements, in one run: `python -m benchmarks`; results in README.md.

A benchmark is a module with `measure(run)`, listed in __main__.py. Begin with startup.py; measuring.py and
table.py are what all of them use.
"""
