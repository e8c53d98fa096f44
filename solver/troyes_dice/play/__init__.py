"""Play: advice at any time of the game, from a fitted policy, rollouts, hindsight and the exact engines."""
