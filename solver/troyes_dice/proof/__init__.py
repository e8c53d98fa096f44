"""The proof: known dice once more, as a CP-SAT model and a checker that share no rule with games/."""
