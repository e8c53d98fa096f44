"""Tests of games/tianxia/cards."""
