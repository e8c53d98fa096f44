"""The best whole turn: every legal one valued, its goods and its pieces apart."""
