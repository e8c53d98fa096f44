"""The doors: the command line. Talks to people, files and clocks; knows no rules."""
