"""One player's whole last round: the most points with everything, a line on the rules, and a proved bound."""
