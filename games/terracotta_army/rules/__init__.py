"""What a player may do and what it does: actions of the wheel (actions), pieces (building), the grid (grid).

Begin with actions.py: `legal_actions`, `apply_action`, the phases of a round. What is done with an action is
a Choice (choice.py); a whole turn is a line of text (turns.py).
"""
