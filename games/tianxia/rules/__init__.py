"""What the rules of Tianxia allow and bring: turns and single acts, their prices, income, goals, plans."""
