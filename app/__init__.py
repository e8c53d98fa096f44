"""The command line, the page and the Python API: people, files and clocks; no rules."""
