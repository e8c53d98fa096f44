"""Puzzles of Tianxia: their kinds, their codes, and what the page of a puzzle shows.

This is the room. dictionary.py has the typical text that codes are packed with.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any, Final

from msgspec.structs import replace

from pencilwright.games import puzzlecode
from pencilwright.games.errors import InputError
from pencilwright.games.question import AnswerStep, Question, kind_numbered
from pencilwright.games.shared.problems import refuse
from pencilwright.games.tianxia import paper
from pencilwright.games.tianxia.cards import effects, phrases
from pencilwright.games.tianxia.cards.catalogue import DEMAND
from pencilwright.games.tianxia.components import GOODS, REGIONS, RICE_PER_SOLDIER, SPACE_IDS
from pencilwright.games.tianxia.legality import problems
from pencilwright.games.tianxia.notation import parse_text, to_text
from pencilwright.games.tianxia.puzzle.dictionary import PRIMER
from pencilwright.games.tianxia.rules.advice_inputs import DeliveryPlan, Plans, ShipOffer
from pencilwright.games.tianxia.rules.prices import stone_costs
from pencilwright.games.tianxia.rules.table import stone_for
from pencilwright.games.tianxia.state import State, pieces, player, tile_at
from pencilwright.templates.phrases import Phrase, phrase

PREFIX: Final = "TX"
WORDS: Final = "tianxia"
KINDS_OF_PUZZLE: Final = ("wall", "deliveries")
"""The wall before its battles, deliveries. `extra`: the player's letter; of deliveries a blank and the ships:
name, demand tile, port and the rewards of its spaces, see `ships_of`."""
NUMBERED: Final = ("goals", "wall", "deliveries")
"""Kinds by their numbers in codes."""
SLOW_KINDS: Final = ()
TEMPLATE: Final = "tianxia/puzzle.svg.j2"
SHEET: Final = ""
"""No document of this game shows a position: the page draws it itself."""
WINDOW: Final = (0.0, 0.0, 1.0, 1.0)
COVER: Final = (
    ("tower", "wall", "wall", "wall"),
    ("meeple", "soldier_tx", "nomad", "soldier_tx"),
    ("governor", "flag_black", "jade", "flag_red", "governor", "flag_white", "jade", "flag_blue"),
    ("ship", "goods", "ship", "junk"),
)
"""Drawings on the cover of a book, row by row; see the Protocol."""
HOW: Final = (("tables", 2), ("tasks", 2), ("moves", 1))
"""Sections of the page that says how to read, and how many paragraphs each has."""


def of_state(state: State, kind: str | None = None, extra: str = "") -> Question:
    """Return the question that a typed position asks; without a kind, for the wall.

    extra : see KINDS_OF_PUZZLE; the first player when nothing is said. Deliveries take the ships of the
        position's plan.

    Raises InputError for a player whom the position lacks, and for deliveries without ships.
    """
    refuse(problems(state))
    letter, _, ships = (extra or state.players[0].letter).partition(" ")
    player(state, letter)
    kind = kind or KINDS_OF_PUZZLE[0]
    if kind != "deliveries":
        return Question(kind, replace(state, plan=Plans()), letter)
    offered = ships_of(ships) if ships else state.plan.deliveries.ships
    if not offered:
        raise InputError(phrase("tianxia.wrong.ships"), field="plan.deliveries.ships")
    plan = Plans(deliveries=DeliveryPlan(ships=offered))
    return Question(kind, replace(state, plan=plan), f"{letter} {ships_in_text(offered)}")


def ships_of(text: str) -> tuple[ShipOffer, ...]:
    """Return the ships of a text such as "A D5 silk +1 res|+2 coin;B D17 jewel +1 pp". Raises InputError."""
    results = []
    for part in text.split(";"):
        name, demand, port, rewards = (*part.split(" ", 3), "", "", "", "")[:4]
        if demand not in DEMAND or port not in (*GOODS, "good") or not rewards:
            raise InputError(
                phrase("words.wrong", text=part[:40], example="A D5 silk +1 res|+2 coin"), field="code"
            )
        results.append(ShipOffer(name=name, demand=demand, port=port, spaces=tuple(rewards.split("|"))))
    return tuple(results)


def ships_in_text(ships: tuple[ShipOffer, ...]) -> str:
    """Return ships as text; the inverse of `ships_of`."""
    return ";".join(f"{ship.name} {ship.demand} {ship.port} {'|'.join(ship.spaces)}" for ship in ships)


def to_code(question: Question) -> str:
    """Return the code of a puzzle."""
    text = f"{NUMBERED.index(question.kind)}{question.extra}\n{to_text(question.state)}"
    return puzzlecode.encode(PREFIX, text, PRIMER)


def from_code(code: str) -> Question:
    """Return the puzzle of a code; the inverse of `to_code`. Raises InputError for a wrong one."""
    head, _, text = puzzlecode.decode(PREFIX, code, PRIMER).partition("\n")
    kind = kind_numbered(head[:1], NUMBERED, KINDS_OF_PUZZLE, WORDS)
    return of_state(parse_text(text), kind, head[1:])


def key(question: Question) -> str:
    """Return what is the same for two puzzles that ask the same of the same position."""
    return f"{question.kind} {question.extra} {to_text(question.state)}"


def question_text(question: Question) -> tuple[Phrase, ...]:
    """Return the question in phrases."""
    return (phrase(f"tianxia.puzzle.ask.{question.kind}", player=_on_the_pad(question)[question.extra[0]]),)


def _on_the_pad(question: Question) -> dict[str, str]:
    """Return the letter of each player's column on the pad, by the letter of the player's colour."""
    return {item.letter: "ABCD"[seat] for seat, item in enumerate(question.state.players)}


def page(question: Question) -> dict[str, Any]:
    """Return the data of the puzzle's page: the wall or the ships, and what of the table counts for them."""
    state, letter = question.state, question.extra[0]
    own = player(state, letter)
    letters = str.maketrans(_on_the_pad(question))
    return {
        "kind": question.kind,
        "asks": letter.translate(letters),
        "ships": [
            paper.ship("", ship.port, ship.demand)
            | {"name": ship.name, "spaces": [phrases.effects(effects.parse(text)) for text in ship.spaces]}
            | {"signs": [paper.signs("", (), effects.parse(text)) for text in ship.spaces]}
            for ship in state.plan.deliveries.ships
        ],
        "wall": [_section(state, number, letters) for number in range(1, len(state.wall) + 1)],
        "governors": [
            {
                "region": region,
                "spaces": [
                    (phrases.space(space), state.governors[space].translate(letters)) for space in spaces
                ],
            }
            for region, spaces in (
                (region, [space for space in SPACE_IDS if space[:-1] == region and space in state.governors])
                for region in REGIONS
            )
        ],
        "supply": [(name, getattr(own, name)) for name in PARTS_SHOWN[question.kind]],
        "numbers": phrases.NUMBERS,
        "most": _most(state, letter) if question.kind == "wall" else {},
        "walls_next": list(stone_costs(state.box.wall_costs, pieces(state, letter, "walls"))),
        "towers_next": list(stone_costs(state.box.tower_costs, pieces(state, letter, "towers"))),
        "buildings": [
            {"space": phrases.space(space), "tile": tile_at(state, space)}
            for space in SPACE_IDS
            if tile_at(state, space) in AT_THE_WALL and letter in state.governors.get(space, "")
        ],
    }


def _most(state: State, letter: str) -> dict[str, int]:
    """Return how many pieces of each sort a screen offers to put on a section: what can be paid, or more."""
    own = player(state, letter)
    payable = {
        part: sum(total <= own.stone for total in accumulate(stone_for(state, letter, part)))
        for part in ("walls", "towers")
    }
    return payable | {"soldiers": min(own.meeples, own.rice // RICE_PER_SOLDIER + FREE_SOLDIERS)}


FREE_SOLDIERS: Final = 2
"""Soldiers at most that buildings add without rice."""


def _section(state: State, number: int, letters: Mapping[int, str]) -> dict[str, Any]:
    """Return the data of a section of the wall, players by their letters on the pad."""
    section = state.wall[number - 1]
    return {
        "number": number,
        "battle": section.battle,
        "nomads": section.nomads,
        "soldiers": section.soldiers.translate(letters) or "–",
        "walls": section.walls.translate(letters) or "–",
        "towers": section.towers.translate(letters) or "–",
        "path": [phrases.space(space) for space in state.box.paths[number - 1]],
        "raids": list(state.box.raid_values[number - 1]),
    }


AT_THE_WALL: Final = ("P6", "P7", "P9", "P10", "P12")
"""Buildings that count in a question about the wall, for those who have a governor there."""
PARTS_SHOWN: Final = {
    "wall": ("coin", "stone", "rice", "meeples"),
    "deliveries": ("silk", "helmet", "jewel"),
}
"""What is shown of the supply of the player who is asked, by kind."""


def _put(word: str) -> tuple[str, ...]:
    """Return the places of the pieces that an answer puts on a section, such as "2:WWS"."""
    section, _, parts = word.partition(":")
    return tuple(
        f"put.{section}.{part}{n}" for part, many in Counter(parts).items() for n in range(1, many + 1)
    )


def steps(question: Question, name: str, messages: Sequence[Phrase]) -> tuple[AnswerStep, ...]:
    """Return an answer as the pieces of each section, or as ship and spaces."""
    words = name.split() if name != "nothing" else []
    if question.kind == "wall":
        put = dict(zip((word[0] for word in words), zip(words, messages, strict=False), strict=True))
        return tuple(
            AnswerStep(
                *put.get(str(number), ("", phrase("tianxia.puzzle.none"))),
                phrase("tianxia.choose.section", n=number),
                places=_put(put[str(number)][0]) if str(number) in put else (),
            )
            for number, section in enumerate(question.state.wall, 1)
            if section.battle
        )
    ask = phrase("tianxia.choose.ship")
    if not words:
        return (AnswerStep("", messages[0], ask),)
    ship = phrase("tianxia.choose.this_ship", ship=name[0])
    spaces = tuple(f"space.{name[0]}.{space}" for space in name[1:])
    which = AnswerStep(name[1:], messages[0], phrase("tianxia.choose.spaces"), is_whole=True, places=spaces)
    return AnswerStep(name[0], ship, ask), which
