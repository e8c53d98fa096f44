"""One player's whole last round: the most points with everything, a line on the rules, and a proved bound.

Begin with answer.py. bound.py is the model (CP-SAT) without an order, its parts are context, holdings,
tracks, towns and area; layers.py adds moments of time, playouts.py finds a line that the rules carry out.
"""
