"""Which marks the picture settles, which the rules of the game, and which a person must be asked about."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pencilwright.games import Game
from pencilwright.solver.photo import decode, tuning
from pencilwright.solver.photo.classify import Seen
from pencilwright.solver.photo.records import BLANK, EYE, PERSON, RULES, UNSURE, Contradiction
from pencilwright.templates.page import Mark


class Settled(NamedTuple):
    """What the marks are after the rules have spoken, and who settled each.

    Attributes
    ----------
    kinds, by : mark id -> kind, and "eye", "rules" or "asked".
    contradictions : rules that clear marks break.
    """

    kinds: dict[str, str]
    by: dict[str, str]
    contradictions: tuple[Contradiction, ...]


def sure(kind: str, chances: Mapping[str, float]) -> bool:
    """Return whether the picture alone makes a mark certain."""
    return kind != UNSURE and chances[kind] >= tuning.SURE


def unclear(seen: Mapping[str, Seen], settled: Settled) -> list[str]:
    """Return the marks that are asked about though they can be seen, without clear ones that break rules."""
    return [
        name
        for name, item in seen.items()
        if settled.by[name] == PERSON and item.seen >= tuning.LEAST_SEEN and not sure(item.kind, item.chances)
    ]


def by_eye(seen: Mapping[str, Seen]) -> Settled:
    """Settle the marks that the picture alone makes certain; all others are asked about."""
    certain = {name: sure(item.kind, item.chances) for name, item in seen.items()}
    kinds = {name: item.kind if certain[name] else UNSURE for name, item in seen.items()}
    return Settled(kinds, {name: EYE if certain[name] else PERSON for name in seen}, ())


def by_rules(game: Game, setup_code: str | None, marks: Sequence[Mark], seen: Mapping[str, Seen]) -> Settled:
    """Settle marks by the picture where that is certain, else by the rules where they leave no doubt.

    When the likeliest legal sheet is not what clear marks say, these are asked about, and the rules settle
    nothing on this sheet.
    """
    kinds, by, _ = by_eye(seen)
    doubtful = [name for name, kind in kinds.items() if kind == UNSURE]
    chances = {name: _softened(item.chances) for name, item in seen.items()}
    setup = game.setups.from_code(setup_code) if setup_code else None
    rules = game.mark_rules(setup)
    likely = decode.likeliest(chances)
    legal = decode.game_judge(game, {mark.id: mark.kind for mark in marks}, setup)
    if not doubtful and not decode.broken(rules, likely) and legal(likely):
        return Settled(kinds, by, ())
    open_to_rules = [name for name in doubtful if seen[name].kind != UNSURE]
    best = decode.decode(chances, rules, open_to_rules, legal)
    if best is None:
        return Settled(kinds, by, tuple(decode.broken(rules, likely)))
    overruled = [name for name in seen if by[name] == EYE and best.kinds[name] != kinds[name]]
    for name in open_to_rules:
        if (
            _may_settle(seen[name], best.kinds[name])
            and by_the_rules(chances[name], best.kinds[name], best.margins.get(name, 0.0))
            and not overruled
        ):
            kinds[name], by[name] = best.kinds[name], RULES
    for name in overruled:
        kinds[name], by[name] = UNSURE, PERSON
    contradictions = tuple(decode.broken(rules, likely)) if overruled else ()
    return Settled(kinds, by, contradictions)


def _may_settle(seen: Seen, kind: str) -> bool:
    """Return whether the rules may settle a doubtful mark as this kind.

    What the picture does not show at all is never settled. A look that may be none of the kinds is settled
    only as the drawn kind that it is most like: the rules know which place must be blank, but not what
    somebody wanted to say with a scribble there.
    """
    if seen.chances[kind] < tuning.SETTLED_AT_LEAST:
        return False
    none = 1 - sum(seen.chances.values())
    return none <= tuning.NONE_AT_MOST or kind == seen.kind != BLANK


def by_the_rules(chances: Mapping[str, float], kind: str, margin: float) -> bool:
    """Return whether the rules exclude the other kinds of a mark, beyond what its picture says."""
    other = max((chance for name, chance in chances.items() if name != kind), default=0.0)
    picture = math.log(chances[kind] / max(other, tuning.LEAST_CHANCE))
    return margin >= tuning.ENOUGH_MARGIN and margin - picture >= tuning.ENOUGH_MARGIN


def _softened(chances: Mapping[str, float]) -> dict[str, float]:
    """Chances that add up to 1, none of them nothing; a look that is none of the kinds says nothing."""
    floor = tuning.ODD_FLOOR
    total = sum(chances.values()) + floor * len(chances)
    return {kind: (chance + floor) / total for kind, chance in chances.items()}
