"""The attack phase of a position: each battle step by step, with the reason of every point."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from pencilwright.games.errors import InputError
from pencilwright.games.shared.options import Option
from pencilwright.games.shared.own_values import named
from pencilwright.games.tianxia import notation
from pencilwright.games.tianxia.components import SECTIONS
from pencilwright.games.tianxia.rules.battle import Battle, attack_phase, resolve, rests_on
from pencilwright.games.tianxia.state import State
from pencilwright.templates.phrases import Phrase, phrase, say, word
from pencilwright.templates.tables import table

GAME: Final = "tianxia"
OPTIONS: Final = (Option("section", metavar="N", choices=tuple(map(str, range(1, SECTIONS + 1)))),)
MOVES_ON: Final = False


def answer_to(
    state: State, fields: Mapping[str, Any], _fresh_seed: Callable[[], str]
) -> tuple[dict[str, Any], Callable[[], State]]:
    """Return the battles that are due, or that of the section that is said; the position stays."""
    answer = answer_for(state, int(fields["section"]) if "section" in fields else None)
    return answer, lambda: state


def answer_for(state: State, section: int | None = None) -> dict[str, Any]:
    """Return what `--json` gives: every battle that is due, or that of one section, due or not.

    Raises InputError where no battle is due.
    """
    line = None
    if section is None:
        after, battles = attack_phase(state)
        line = notation.to_text(after)
    else:
        battles = (resolve(state, section),)
    if not battles:
        raise InputError(phrase("tianxia.battle.none", option="--section"), field="wall")
    return {
        "format": "pencilwright-battle/1",
        "game": GAME,
        "battles": [_battle(battle) for battle in battles],
        "after": line,
        "unverified": rests_on(state),
    }


def _battle(battle: Battle) -> dict[str, Any]:
    """Return a battle as plain values, what is said as phrases."""
    return {
        "section": battle.section,
        "won": battle.won,
        "contributions": dict(battle.contributions),
        "gains": [gain._asdict() for gain in battle.gains],
        "events": list(battle.events),
        "raided": list(battle.raided),
        "penalty": battle.penalty,
    }


def in_words(answer: Mapping[str, Any], language: str) -> str:
    """Return an answer: the battles, the position after them, the house defaults that they rest on."""
    messages = [_in_words(item, language) for item in answer["battles"]]
    if answer["after"]:
        messages.append(say(phrase("tianxia.battle.after", line=answer["after"]), language))
    if answer["unverified"]:
        names = named(answer["game"], answer["unverified"])
        messages.append(say(phrase("tianxia.unverified", names=names), language))
    return "\n\n".join(messages)


def _in_words(item: Mapping[str, Any], language: str) -> str:
    """Return a battle: its events, then the points of each player."""
    messages = (phrase("tianxia.section", n=item["section"]), *item["events"])
    rows = [
        (gain["player"], gain["points"], say(_source(gain["step"]), language), say(gain["reason"], language))
        for gain in item["gains"]
    ]
    head = [word(language, f"tianxia.battle.head.{name}") for name in ("player", "points", "step", "why")]
    gained = table(rows, head=head, right=[1]) if rows else word(language, "tianxia.battle.nothing")
    return "\n".join((*(say(event, language) for event in messages), gained))


def _source(step: str) -> Phrase:
    """Return what brings points: a step of the battle, or a building such as P6."""
    if step.startswith("P"):
        return phrase("tianxia.battle.tile", tile=step)
    return phrase("tianxia.battle.step", step=step)
