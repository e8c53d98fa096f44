"""The fit of the policy for Troyes Dice.

Begin with command.py; fit.py iterates, samples.py plays the games. The weights are
solver/troyes_dice/play/policy.json.
"""
