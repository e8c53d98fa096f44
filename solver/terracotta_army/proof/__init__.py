"""A second statement of where to place: one or two pieces, for OR-Tools CP-SAT."""
