"""Answers for Troyes Dice by four engines, a folder each: docs/solver-troyes-dice.md tells them apart.

Begin with advice.py (dice known: known/ and proof/) and chances.py (dice to be rolled: exact/ and play/).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pencilwright.games.troyes_dice.answer import Answer, Review
    from pencilwright.games.troyes_dice.play.transcript import Transcript
    from pencilwright.games.troyes_dice.setup import Setup
    from pencilwright.games.troyes_dice.state import State
    from pencilwright.solver import rooms
    from pencilwright.solver.troyes_dice import advice, kernels, match, puzzles, review

    _advice: rooms.Advice[State, Answer] = advice
    _kernels: rooms.Kernels = kernels
    _match: rooms.Match[Setup, Transcript] = match
    _puzzles: rooms.Puzzles = puzzles
    _review: rooms.Review[Transcript, Review] = review
