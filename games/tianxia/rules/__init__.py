"""What the rules of Tianxia allow and bring.

Begin with turns/ for whole turns, acts.py for single acts, battle.py for the attack phase. income.py,
prices.py and goals.py say what things bring and cost; advice_inputs.py what a person tells `advise`.
"""
