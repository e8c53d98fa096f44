"""Known dice: the best final score when all rolls to come are given, and every line that has it."""
