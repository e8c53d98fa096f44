"""Known dice: the best final score when all rolls to come are given, by enumeration or branch and bound."""
