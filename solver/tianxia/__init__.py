"""Tianxia: goal hands, wall, deliveries, jade, leftovers, governors, saved buildings, each to the optimum."""
