"""Answers for Troyes Dice: every optimal line of a known-dice tail, and a second, independent proof."""
