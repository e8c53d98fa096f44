"""Terra Mystica, the base game of 2012 for two to five players, with the items of the mini-expansion."""
