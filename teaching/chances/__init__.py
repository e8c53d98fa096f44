"""The fit of the weights that make one chance of all that is known of a mark."""
