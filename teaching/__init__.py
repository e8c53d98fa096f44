"""What is made once and never shipped: `python -m teaching`, from the folder of a checkout.

photos    synthetic photographs whose truth is known, and how well they are read
marks     training of the networks that classify marks
policy    the fit of the policy for Troyes Dice

It may import everything of pencilwright, and nothing imports it.
"""
