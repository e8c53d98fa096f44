"""The rules, played on a game under way (turn.Game): what may be done, what it costs, what it brings.

apply.py does a command in the notation of logs, legal_actions.py lists those that are allowed; building.py
and actions.py are what they rest on. Begin with turn.py, then apply.py.
"""
