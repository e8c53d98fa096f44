"""Tests of solver/tianxia."""
