"""What is printed on the boards: the map, hex by hex (hexes), and the fourteen faction boards (factions).

Both are read from box.toml. Begin with hexes.py: land and river by name, who is beside whom, how far it is.
"""
