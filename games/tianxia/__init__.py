"""Tianxia: components, setup, states, battles, scoring, marks and paper."""
