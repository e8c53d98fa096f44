"""The proof: known dice once more, as a CP-SAT model and a checker that share no rule with games/.

Begin with prove.py. model.py, sheet_model.py and wheel.py are the model, check.py marks a finished line step
by step.
"""
