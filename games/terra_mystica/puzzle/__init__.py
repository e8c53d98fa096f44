"""Puzzles of Terra Mystica: their kinds, their codes, and what the page of a puzzle shows.

This is the room. dictionary.py has the typical text that codes are packed with.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from pencilwright.games import puzzlecode
from pencilwright.games.errors import InputError
from pencilwright.games.question import AnswerStep, Question, kind_numbered
from pencilwright.games.shared.problems import refuse
from pencilwright.games.terra_mystica import components as box
from pencilwright.games.terra_mystica.boards.factions import FACTIONS
from pencilwright.games.terra_mystica.boards.hexes import LAND
from pencilwright.games.terra_mystica.legality import problems
from pencilwright.games.terra_mystica.notation import parse_text, to_text
from pencilwright.games.terra_mystica.paper import placed
from pencilwright.games.terra_mystica.puzzle.dictionary import PRIMER
from pencilwright.games.terra_mystica.state import Player, State, factions_known
from pencilwright.games.terra_mystica.words import names
from pencilwright.templates.phrases import Atom, Phrase, phrase

PREFIX: Final = "TM"
WORDS: Final = "mystica"
KINDS_OF_PUZZLE: Final = ("last-action", "town", "liquidation")
"""The last action of the game; the cheapest town; the whole last round. `extra`: the faction that asks."""
NUMBERED: Final = ("last-action", "town", "area", "liquidation")
"""Kinds by their numbers in codes."""
SLOW_KINDS: Final = ()
TEMPLATE: Final = "terra_mystica/puzzle.svg.j2"
SHEET: Final = "map"
WINDOW: Final = (0.0, 0.0, 1.0, 1.0)
"""The document that is shown, reduced: what lies in its area "window"."""
COVER: Final = (
    ("dwelling", "trading_house", "temple", "stronghold"),
    ("cult_fire", "cult_water", "cult_earth", "cult_air"),
    ("sanctuary", "bridge", "dwelling", "ship"),
    ("priest", "spade", "power", "town_key"),
)
"""Drawings on the cover of a book, row by row; see the Protocol."""
HOW: Final = (("map", 2), ("power", 1), ("tasks", 3), ("moves", 1))
"""Sections of the page that says how to read, and how many paragraphs each has."""


def of_state(state: State, kind: str | None = None, who: str = "") -> Question:
    """Return the question that a typed position asks; without a kind, for the last action.

    who : the faction that asks; the first player's when not said.

    Raises InputError for a position that breaks the rules.
    """
    refuse(problems(factions_known(state)))
    return Question(kind or KINDS_OF_PUZZLE[0], state, who or state.players[0].faction)


def to_code(question: Question) -> str:
    """Return the code of a puzzle."""
    factions = [player.faction for player in question.state.players]
    seat = factions.index(question.extra)
    text = f"{NUMBERED.index(question.kind)}{seat} {to_text(question.state)}"
    return puzzlecode.encode(PREFIX, text, PRIMER)


def from_code(code: str) -> Question:
    """Return the puzzle of a code; the inverse of `to_code`. Raises InputError for a wrong one."""
    head, _, text = puzzlecode.decode(PREFIX, code, PRIMER).partition(" ")
    kind, seat = kind_numbered(head[:1], NUMBERED, KINDS_OF_PUZZLE, WORDS), head[1:]
    state = parse_text(text)
    if not seat.isdecimal() or int(seat) >= len(state.players):
        raise InputError(phrase("mystica.puzzle.no_player"), field="code")
    return of_state(state, kind, state.players[int(seat)].faction)


def key(question: Question) -> str:
    """Return what is the same for two puzzles that ask the same of the same position."""
    return f"{question.kind} {question.extra} {to_text(question.state)}"


def question_text(question: Question) -> tuple[Phrase, ...]:
    """Return the question in phrases."""
    kind = question.kind.replace("-", "_")
    return (phrase(f"mystica.puzzle.ask.{kind}", faction=names.who(question.extra)),)


def page(question: Question) -> dict[str, Any]:
    """Return the data of the puzzle's page: structures and terrain by place, goods, cults, what is used."""
    state: State = question.state
    player = state.player(question.extra)
    return {
        "legend": _legend(state),
        "kind": question.kind,
        "structures": [
            placed(name) | {"kind": kind, "colour": FACTIONS[seat.faction].colour, "yours": seat is player}
            for seat in state.seats.values()
            for name, kind in seat.structures.items()
        ],
        "changed": [
            placed(name) | {"colour": colour}
            for name, colour in sorted(state.terrain.items())
            if not state.owner(name)
        ],
        "bridges": [
            {"ends": [placed(end) for end in name.split("-")], "yours": owner == question.extra}
            for name, owner in state.bridges.items()
        ],
        "round": state.round,
        "tile": state.tile(),
        "used": sorted(state.used),
        "actions": [*box.POWER_ACTIONS] if question.kind in ("last-action", "liquidation") else [],
        "colour_of": {seat.faction: FACTIONS[seat.faction].colour for seat in state.seats.values()},
        "places": box.PRIEST_PLACES,
        "cults": [
            {
                "cult": cult,
                "places": list(state.places[cult]),
                "steps": [
                    {"step": seat.cults[index], "faction": seat.faction, "yours": seat is player}
                    for seat in state.seats.values()
                ],
            }
            for index, cult in enumerate(box.CULTS)
        ],
        "players": [_player(seat) | {"yours": seat is player} for seat in state.seats.values()],
    }


def _legend(state: State) -> list[dict[str, Any]]:
    """Return the cards and tiles that somebody has."""
    held = {
        name
        for seat in state.seats.values()
        for name in (seat.bonus, *seat.favours, *(town.tile for town in seat.towns))
        if name
    }
    results: list[dict[str, Any]] = []
    for kind, tiles in (("card", box.BONUS), ("favour", box.FAVOURS), ("tile_of_town", box.TOWNS)):
        for name in filter(held.__contains__, tiles):
            favour = box.FAVOURS.get(name)
            steps = {"steps": favour.steps, "cult": favour.cult} if favour else {"steps": 0}
            results.append({"id": name, "kind": kind} | steps)
    return results


def _player(seat: Player) -> dict[str, Any]:
    """Return the goods, tiles and towns of a player."""
    return {
        "faction": seat.faction,
        "colour": FACTIONS[seat.faction].colour,
        "points": seat.points,
        "coins": seat.coins,
        "workers": seat.workers,
        "priests": seat.priests,
        "bowls": "/".join(map(str, seat.bowls)),
        "shipping": seat.shipping,
        "spades": seat.spade_level,
        "key_count": seat.keys,
        "bonus": seat.bonus,
        "tiles": [*seat.favours, *(town.tile or "TW" for town in seat.towns)],
        "towns": ["+".join(sorted(town.hexes)) for town in seat.towns],
    }


def steps(question: Question, name: str, messages: Sequence[Phrase]) -> tuple[AnswerStep, ...]:
    """Return an answer as sort and action, as hexes and structures, or as tracks, cults and powers."""
    words = name.split()
    nothing = phrase("mystica.puzzle.nothing")
    if question.kind == "last-action":
        sort = phrase(f"mystica.choose.{words[0]}")
        places = _of_action(question, words)
        which = AnswerStep(
            name, tuple(messages), phrase("mystica.choose.which"), is_whole=True, places=places
        )
        return AnswerStep(words[0], sort, phrase("mystica.choose.sort")), which
    if question.kind == "town":
        hexes = tuple(word.partition(">")[0] for word in words)
        built = AnswerStep(name, tuple(messages), phrase("mystica.choose.what"), is_whole=True)
        return AnswerStep(" ".join(hexes), hexes, phrase("mystica.choose.hexes"), places=hexes), built
    parts: dict[str, list[str]] = {"track": [], "cult": [], "power": []}
    for word in words:
        sort_of = "cult" if word in box.CULTS else "power" if _CARD.match(word) else "track"
        parts[sort_of] += [word] if word != "pass" else []
    return tuple(
        AnswerStep(
            " ".join(part),
            _counted(part, messages) or nothing,
            phrase(f"mystica.choose.{sort_of}s"),
            places=tuple(dict.fromkeys(place for word in part for place in _drawn(question, word))),
        )
        for sort_of, part in parts.items()
    )


_CARD: Final = re.compile("ACT|BON|FAV|SH")
"""What begins the name of a power action, a card, a tile or a stronghold that has an action."""


def _of_action(question: Question, words: Sequence[str]) -> tuple[str, ...]:
    """Return the places of a single action: its hexes, a track, a card, a cult or a priest's place there."""
    if words[0] == "send":
        return (f"{words[-3]}.{words[-1]}",)
    if words[0] in ("advance", "action"):
        return _drawn(question, words[1])
    return tuple(word for word in words if word in LAND)


def _drawn(question: Question, word: str) -> tuple[str, ...]:
    """Return where an action of a last round is drawn, () for nowhere."""
    name = re.split("[>+]", word)[0]
    if not _CARD.match(name) or name in box.POWER_ACTIONS:
        return (f"{name}.1" if name in box.CULTS else name,)
    if name.startswith(("BON", "FAV")):
        return ("card",)
    return tuple(at for at, kind in question.state.player(question.extra).structures.items() if kind == "SH")


def _counted(part: Sequence[str], messages: Sequence[Phrase]) -> tuple[Atom, ...]:
    """Return some actions of a last round in words, equal ones counted."""
    results: list[Atom] = []
    for word, n in Counter(part).items():
        name, _, cult = word.partition("+")
        if word in box.CULTS:
            results.append(phrase("mystica.choose.priests", n=n, cult=names.cult(word)))
        elif word in ("ship", "dig"):
            results.append(phrase(f"mystica.choose.{word}s", n=n))
        elif cult:
            results.append(phrase("mystica.choose.card", card=name, cult=names.cult(cult)))
        elif _CARD.match(word):
            results.append(names.thing(word))
        else:
            at = word.partition(">")[0]
            results += [item for item in messages if ("hex", at) in item.words] or [word]
    return tuple(results)
