"""What a player does with one action of the wheel: as a record, as text that is typed, and in words."""

from __future__ import annotations

from typing import Final, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army.rules.building import AXES, Ability
from pencilwright.games.terracotta_army.rules.grid import DIRECTIONS, Grid
from pencilwright.games.terracotta_army.words import names
from pencilwright.templates.phrases import Phrase, phrase

ARCHER: Final = "kneeling_archer"
EXAMPLE: Final = "build guard E4 with pike B2-B5"


class ActionChoice(NamedTuple):
    """What a player does with one action.

    Attributes
    ----------
    what : "nothing"; "clay" or "coin" instead of the action; "do" the action as it is; "build"; "specialist".
    kind, cell : of the statue built or bought; a horse's cell is its rider's.
    direction : where an archer looks or a horse stretches.
    ability : how the weapon is used after a build, None when it is not.
    good : "clay" or "coin" with the priority action of the solo game.
    token : cost of the master token that is paid for and placed first, 0 for none.
    axis, steps : the inspector that the censor moves.
    stores : the two storehouses that the chancellor master empties.
    """

    what: str
    kind: str = ""
    cell: int = -1
    direction: str = ""
    ability: Ability | None = None
    good: str = ""
    token: int = 0
    axis: str = ""
    steps: int = 0
    stores: tuple[int, ...] = ()


NOTHING: Final = ActionChoice("nothing")
SUBSTITUTES: Final = (ActionChoice("clay"), ActionChoice("coin"))


# --- as it is typed ---------------------------------------------------------------------------------------


def write_choice(grid: Grid, choice: ActionChoice) -> str:
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
    parts = [choice.what, choice.good]
    if choice.axis:
        parts.append(f"{choice.axis}{choice.steps:+d}")
    if choice.stores:
        parts.append("+".join(map(str, choice.stores)))
    return " ".join(part for part in parts if part)


def _ability(grid: Grid, ability: Ability | None) -> str:
    if ability is None:
        return ""
    parts = ["with", ability.weapon]
    if ability.axis:
        parts.append(f"{ability.axis}{ability.step:+d}")
    if ability.source >= 0:
        parts.append(f"{grid.name(ability.source)}-{grid.name(ability.target)}")
    if ability.direction:
        parts.append(ability.direction)
    return " " + " ".join(parts)


def _unreadable(text: str) -> InputError:
    return InputError(phrase("words.wrong", text=text[:60], example=EXAMPLE), field="choice")


def read_choice(grid: Grid, text: str) -> ActionChoice:
    """Return the choice of a text; the inverse of `write_choice`. Raises InputError for no choice."""
    parts = text.split()
    if parts[:1] == ["buy"] and len(parts) > 2 and parts[1].rstrip(",").isdecimal():
        return read_choice(grid, " ".join(parts[2:]))._replace(token=int(parts[1].rstrip(",")))
    match parts:
        case ["-"]:
            return NOTHING
        case ["clay" | "coin" | "do" as what]:
            return ActionChoice(what)
        case ["do", "clay" | "coin" as good]:
            return ActionChoice("do", good=good)
        case ["do", word] if word[:3] in AXES and word[3:] in ("+1", "+2"):
            return ActionChoice("do", axis=word[:3], steps=int(word[3:]))
        case ["do", word] if word[:1].isdecimal() and word[1:2] == "+" and word[2:].isdecimal():
            return ActionChoice("do", stores=(int(word[0]), int(word[2:])))
        case ["build", kind, cell, *rest] if kind in box.TYPES:
            return ActionChoice("build", kind, grid.cell(cell), ability=_read_ability(grid, rest, text))
        case ["horse" | "archer" as kind, cell, direction] if direction in DIRECTIONS:
            return ActionChoice(
                "specialist", ARCHER if kind == "archer" else kind, grid.cell(cell), direction
            )
        case ["footman" | "musician" as kind, cell]:
            return ActionChoice("specialist", kind, grid.cell(cell))
        case _:
            raise _unreadable(text)


def _read_ability(grid: Grid, parts: list[str], text: str) -> Ability | None:
    match parts:
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


# --- in words ---------------------------------------------------------------------------------------------


def in_words(grid: Grid, choice: ActionChoice) -> tuple[Phrase, ...]:
    """Return a placement in phrases: the piece and its space, then how the weapon is used."""
    cell = grid.name(choice.cell)
    if choice.what == "specialist":
        key = f"terracotta.puzzle.put.{choice.kind}"
        if choice.direction:
            return (phrase(key, cell=cell, direction=names.way(choice.direction)),)
        return (phrase(key, cell=cell),)
    put = phrase("terracotta.puzzle.put.warrior", type=names.piece(choice.kind), cell=cell)
    return (put,) if choice.ability is None else (put, _used(grid, choice.ability))


def _used(grid: Grid, ability: Ability) -> Phrase:
    """Return how a weapon is used."""
    if ability.weapon == "sword" and ability.axis:
        inspector = phrase(f"terracotta.grid.{ability.axis}")
        return phrase("terracotta.puzzle.use.step", inspector=inspector, step=f"{ability.step:+d}")
    if ability.weapon == "pike" and ability.source >= 0:
        source, target = grid.name(ability.source), grid.name(ability.target)
        return phrase("terracotta.puzzle.use.slide", source=source, target=target)
    if ability.weapon == "crossbow" and ability.direction:
        return phrase("terracotta.puzzle.use.crossbow", direction=names.way(ability.direction))
    return phrase("terracotta.puzzle.use.weapon", weapon=names.weapon(ability.weapon))
