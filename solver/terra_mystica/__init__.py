"""Answers for Terra Mystica: area, towns, cults, the last round, first dwellings."""
