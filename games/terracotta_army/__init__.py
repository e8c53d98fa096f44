"""Terracotta Army: components, setup, state, rules of both sides, scoring, marks and paper."""
