"""The fit of the weights that make one chance of all that is known of a mark.

Begin with command.py; fit.py has the logistic formulas. The weights are solver/photo/chances.json.
"""
