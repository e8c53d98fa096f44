"""Tests of games/tianxia."""
