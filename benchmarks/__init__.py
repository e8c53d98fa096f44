"""Measurements side by side in one run: `python -m benchmarks`; results in README.md."""
