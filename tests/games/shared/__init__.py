"""Tests of games/shared."""
