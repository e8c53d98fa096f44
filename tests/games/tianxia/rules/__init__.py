"""Tests of games/tianxia/rules."""
