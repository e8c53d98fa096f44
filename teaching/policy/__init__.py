"""The fit of the policy for Troyes Dice."""
