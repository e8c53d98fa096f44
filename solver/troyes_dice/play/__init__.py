"""Play: advice at any time of the game, from a fitted policy, rollouts, hindsight and the exact engines.

Begin with adviser.py, which chooses the method. policy.py has the fitted policy on features.py and
policy.json; review.py looks back on a game.
"""
