"""Mutants: small changes of the program that some test should notice; see docs/testing.md."""
