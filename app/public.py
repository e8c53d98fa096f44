"""Printed sheets for board games, and exact answers about the positions on them."""
