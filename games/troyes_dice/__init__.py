"""Troyes Dice: components, setup, states, rules, scoring, marks and paper."""
