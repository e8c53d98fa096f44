"""The best whole turn: every legal one valued, its goods and its pieces apart.

Begin with best.py: wheel.py goes through ring, sector, worker and actions, leaves.py and kernel.py through
spaces. review.py judges a turn that was played, chancellor_dice.py the chancellor's luck.
"""
