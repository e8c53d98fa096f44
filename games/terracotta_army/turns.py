"""A turn as one line of text: who, ring turned, sector and worker, and a choice for each of the three rings.

    Y rotate inner, 3c / build officer E4 with sword row+1 / buy 1, do / archer C3 N

The grammar is in docs/formats.md.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import rules
from pencilwright.games.terracotta_army.building import AXES, Ability
from pencilwright.games.terracotta_army.grid import DIRECTIONS, Grid
from pencilwright.games.terracotta_army.rules import NOTHING, Choice
from pencilwright.games.terracotta_army.state import State

ARCHER: Final = "kneeling_archer"
BETWEEN: Final = " / "


class Turn(NamedTuple):
    """A whole turn: who, the ring turned first ("" for none), sector, artisan or craftsman, three choices."""

    letter: str
    ring: str
    sector: int
    artisan: bool
    choices: tuple[Choice, Choice, Choice]


def _signed(step: int) -> str:
    return f"{step:+d}"


def write_choice(grid: Grid, choice: Choice) -> str:
    """Return a choice as text."""
    if choice.token:
        return f"buy {choice.token}, {write_choice(grid, choice._replace(token=0))}"
    if choice == NOTHING:
        return "-"
    if choice.what == "build":
        return f"build {choice.kind} {grid.name(choice.cell)}" + _ability(grid, choice.ability)
    if choice.what == "specialist":
        kind = "archer" if choice.kind == ARCHER else choice.kind
        return f"{kind} {grid.name(choice.cell)} {choice.direction}".rstrip()
    words = [choice.what, choice.good]
    if choice.axis:
        words.append(choice.axis + _signed(choice.steps))
    if choice.stores:
        words.append("+".join(map(str, choice.stores)))
    return " ".join(word for word in words if word)


def _ability(grid: Grid, ability: Ability | None) -> str:
    if ability is None:
        return ""
    words = ["with", ability.weapon]
    if ability.axis:
        words.append(ability.axis + _signed(ability.step))
    if ability.source >= 0:
        words.append(f"{grid.name(ability.source)}-{grid.name(ability.target)}")
    if ability.direction:
        words.append(ability.direction)
    return " " + " ".join(words)


def write(grid: Grid, turn: Turn) -> str:
    """Return a turn as one line; `grid` is any grid of the board's size."""
    ring = f"rotate {turn.ring}, " if turn.ring else ""
    where = f"{turn.letter} {ring}{turn.sector}{'a' if turn.artisan else 'c'}"
    return BETWEEN.join([where, *(write_choice(grid, choice) for choice in turn.choices)])


def _unreadable(text: str) -> InputError:
    return InputError(
        f"{text[:60]!r} is no choice; write -, clay, coin, do, build officer E4, build guard E4 with pike "
        "B2-B5, footman C3, horse C3 N, or buy 1, do",
        field="choice",
    )


def read_choice(grid: Grid, text: str) -> Choice:
    """Return the choice of a text; the inverse of `write_choice`. Raises InputError for no choice."""
    words = text.split()
    if words[:1] == ["buy"] and len(words) > 2 and words[1].rstrip(",").isdecimal():
        return read_choice(grid, " ".join(words[2:]))._replace(token=int(words[1].rstrip(",")))
    match words:
        case ["-"]:
            return NOTHING
        case ["clay" | "coin" | "do" as what]:
            return Choice(what)
        case ["do", "clay" | "coin" as good]:
            return Choice("do", good=good)
        case ["do", word] if word[:3] in AXES and word[3:] in ("+1", "+2"):
            return Choice("do", axis=word[:3], steps=int(word[3:]))
        case ["do", word] if word[:1].isdecimal() and word[1:2] == "+" and word[2:].isdecimal():
            return Choice("do", stores=(int(word[0]), int(word[2:])))
        case ["build", kind, cell, *rest] if kind in box.TYPES:
            return Choice("build", kind, grid.cell(cell), ability=_read_ability(grid, rest, text))
        case ["horse" | "archer" as kind, cell, direction] if direction in DIRECTIONS:
            return Choice("specialist", ARCHER if kind == "archer" else kind, grid.cell(cell), direction)
        case ["footman" | "musician" as kind, cell]:
            return Choice("specialist", kind, grid.cell(cell))
        case _:
            raise _unreadable(text)


def _read_ability(grid: Grid, words: list[str], text: str) -> Ability | None:
    match words:
        case []:
            return None
        case ["with", weapon] if weapon in box.WEAPONS:
            return Ability(weapon)
        case ["with", "sword", word] if word[:3] in AXES and word[3:] in ("+1", "-1"):
            return Ability("sword", axis=word[:3], step=int(word[3:]))
        case ["with", "pike", word] if word.count("-") == 1:
            source, target = word.split("-")
            return Ability("pike", source=grid.cell(source), target=grid.cell(target))
        case ["with", "crossbow", direction] if direction in DIRECTIONS:
            return Ability("crossbow", direction=direction)
        case _:
            raise _unreadable(text)


def read(grid: Grid, text: str, mover: str = "") -> Turn:
    """Return the turn of a line; the inverse of `write`. Raises InputError for what is none.

    mover : the letter of who moves, where the line need not say it.
    """
    parts = [part.strip() for part in text.split("/")]
    letter, _, rest = parts[0].partition(" ")
    if mover and letter != mover:
        letter, rest = mover, parts[0]
    ring = ""
    if rest.startswith("rotate "):
        ring, _, rest = rest.removeprefix("rotate ").partition(", ")
    sector, worker = rest[:-1], rest[-1:]
    if len(parts) != 4 or not sector.isdecimal() or len(sector) > 2 or worker not in ("c", "a"):
        example = "3c / do / clay / -" if mover else "Y 3c / do / clay / -"
        raise InputError(f"{text[:60]!r} is no turn; write for example: {example}", field="turn")
    inner, middle, outer = (read_choice(grid, part) for part in parts[1:])
    return Turn(letter, ring, int(sector), worker == "a", (inner, middle, outer))


def play(state: State, turn: Turn) -> list[str]:
    """Play a human's turn on the state, and return what each part did in words.

    Raises InputError naming what is not allowed; the state may then be half changed, so play on a clone.
    """
    player = state.player(turn.letter)
    if state.to_move() is not player:
        raise InputError(f"it is not {player.colour}'s turn", field="turn")
    if state.is_him(player):
        raise InputError("the chancellor's turns follow from his dice", field="turn")
    if not 0 <= turn.sector < box.SECTORS:
        raise InputError(f"there is no sector {turn.sector}; sectors are 0 to 11", field="sector")
    said = [rules.rotate(state, player, turn.ring)] if turn.ring else []
    rules.place(state, player, turn.sector, turn.artisan)
    for ring, choice in zip(rules.RINGS, turn.choices, strict=True):
        said.append(rules.perform(state, player, turn.sector, ring, choice))
    return said
