"""Parts of the rules stated a second time, written from the rules and not from the product.

troyes_dice/value.cpp : the exact worth of a small sheet; a program of its own, compiled by its test.
terracotta_army/ : what each placement of a piece is worth; where the chancellor builds which warrior.

Tests hold the product against them. An oracle shares with it no more than positions and the
box (tests/test_imports.py), and only tests import it.
"""
