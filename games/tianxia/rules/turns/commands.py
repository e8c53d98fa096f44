"""Turns as commands: every part that there is, and what carries it out."""

from __future__ import annotations

import re
from typing import Final

from pencilwright.games.tianxia.components import BARGES, REGIONS, RESOURCES, TRACKS
from pencilwright.games.tianxia.rules import play
from pencilwright.games.tianxia.rules.amounts import refused
from pencilwright.games.tianxia.rules.turns import free_actions, parts, shipping
from pencilwright.games.tianxia.rules.turns.frame import Turns


def apply_action(turn: Turns, command: str) -> bool:
    """Carry a turn or a free action out; return whether it is one.

    Raises InputError for what the rules do not allow.
    """
    if turn.passed:
        raise refused("passed", who=turn.who)
    if not carry_out(turn, command):
        return False
    turn.close()
    return True


def carry_out(turn: Turns, command: str) -> bool:
    """Carry out a turn, or the beginning of one, without ending it; as `apply_action` else."""
    opened = _OPENED.fullmatch(command)
    kind, where, rest = opened.groups() if opened else ("", None, command)
    texts = [part for part in map(str.strip, (rest or "").split(";")) if part]
    if opened:
        if where not in {"region": REGIONS, "barge": BARGES}.get(kind, (None,)):
            return False
        if turn.open:
            turn.close()
        turn.begin_turn(kind, where or kind)
        if kind == "barge":
            taken = re.fullmatch(r"takes (.+)", texts[0]) if texts else None
            parts.embark(turn, str(where), taken and taken[1])
            texts = texts[1:] if taken else texts
    return bool(opened or texts) and all(play.carry_out(PARTS, turn, text) for text in texts)


PARTS: Final[play.Commands] = (
    (r"extra(?: takes (.+))?", parts.extra),
    (rf"step(?: ({'|'.join(TRACKS)}))?", parts.step),
    (r"govern (\S+?)(?: takes (.+))?", parts.govern),
    (rf"exchange ([0-4])(?: ({'|'.join(RESOURCES)}))?(?: takes (.+))?", parts.exchange),
    (r"deliver (.+?) at ([1-9])(?: pays (.+?))?(?: takes (.+))?", shipping.deliver),
    (r"leftmost (.+?)(?: takes (.+))?", shipping.leftmost),
    (r"(wall|tower) ([1-4])", parts.build),
    (r"soldier ([1-4])(?: ([1-9]\d?))?", parts.train),
    (r"tile (.+)", parts.take_tile),
    (rf"advance ({'|'.join(TRACKS)})", parts.advance),
    (r"drop marker", free_actions.drop),
    (r"discard (OB\d+)( twice)?(?: takes (.+))?", free_actions.discard),
    (r"use (.+?)(?: on (\S+))?(?: pays (.+?))?(?: takes (.+))?", free_actions.use),
    (r"merchant back (\S+)", free_actions.back),
    (r"double ([1-4])", free_actions.double_tower),
    (r"free (wall|soldier|nomad) ([1-4])", Turns.free),
    (rf"free worker ({'|'.join(BARGES)})(?: takes (.+))?", free_actions.worker),
    (r"free merchant(?: (\S+))?", free_actions.merchant),
    (rf"free track ({'|'.join(TRACKS)})", free_actions.step),
    (r"free govern (\S+?)(?: takes (.+))?", free_actions.govern),
    (r"free reward (.+?) at ([1-9])(?: takes (.+))?", free_actions.reward),
    (r"refresh (.+)", free_actions.refresh),
    (r"take (.+)", free_actions.choose),
    (r"draws (.+)", free_actions.draws),
    (r"void (OB\d+)", free_actions.void),
)
_OPENED: Final = re.compile(r"(region|barge|fortify|train|pass)(?: (\w+))?(?:: ?(.*))?", re.DOTALL)
