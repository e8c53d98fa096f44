"""Parts of the rules stated a second time, written from the rules and not from the product.

terracotta_army/ : where to place one or two pieces, for CP-SAT; where the chancellor builds which warrior.

Tests hold the product against them. An oracle shares with it no more than positions, the box and `solver.cp`
(tests/test_imports.py), and only tests import it.
"""
