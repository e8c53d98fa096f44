"""What is made once and never shipped: `python -m teaching`, from a checkout (docs/teaching.md).

Begin with photos/, synthetic photographs whose truth is known. marks/ and digits/ train the networks of the
reader, chances/ fits what makes one chance of all that is known of a mark, policy/ the policy for Troyes
Dice. It may import everything of pencilwright, and nothing imports it.
"""
