"""Which documents Terracotta Army has on paper, and the plain data that each template is given."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from pencilwright.games.document import WITH_A5, WITH_A6, Document, Seated, document_of, listed, without_setup
from pencilwright.games.errors import InputError
from pencilwright.games.shared.marks import CIRCLED, for_template
from pencilwright.games.shared.options import Option
from pencilwright.games.shared.refusals import unknown
from pencilwright.games.shared.spaces import refusal
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import grid_marks, marks, scoring, sectors
from pencilwright.games.terracotta_army.chancellor import procedure
from pencilwright.games.terracotta_army.components import Components
from pencilwright.games.terracotta_army.rules import actions
from pencilwright.games.terracotta_army.rules.grid import from_codes
from pencilwright.games.terracotta_army.setup import Setup, to_code
from pencilwright.games.terracotta_army.state import COLOUR_OF, HIM, start
from pencilwright.games.terracotta_army.words import difficulty
from pencilwright.games.terracotta_army.words.difficulty import MEASURED
from pencilwright.templates.phrases import phrase

CARDS: Final = ("turn", "place", "decree", "actions", "masters", "type", "space", "specialist", "surprise")
"""The chancellor's cards, in order."""
RULES: Final[Mapping[str, tuple[str, ...]]] = {
    "turn": ("1", "2", "3", "4a", "4b", "5", "6", "6a", "6b", "6c", "7"),
    "type": ("1", "2", "3", "4"),
    "group": (*(f"1{letter}" for letter in box.LADDER), "2", "3", "4"),
    "space": tuple(str(number) for number in range(1, 8)),
    "option": tuple(str(number) for number in box.DIFFICULTIES),
}
"""Section of the chancellor's rules -> its numbers, in the order of play. "turn 6a" in an answer is 6a under
"His turn" on paper."""
_BACK: Final = "terracotta_army/card_back.svg.j2"
_CARD: Final = "terracotta_army/chancellor_card.svg.j2"


def _seats(text: str) -> int:
    """Return the number of who plays on a pad, a bit for each of SEATS.

    Raises InputError for an unknown word, for one player alone, and for the chancellor with more than one.
    """
    messages = [part.strip().lower() for part in re.split("[,、，]", text)]
    for item in messages:
        if item not in SEATS:
            raise unknown("colours", item, SEATS)
    solo = marks.CHANCELLOR in messages
    most = box.MOST_PLAYERS if not solo else 2
    if len(set(messages)) != len(messages) or not 2 <= len(messages) <= most or (solo and HIM in messages):
        raise refusal("colours", "count", n=len(messages), need=f"2-{most}")
    return sum(1 << SEATS.index(entry) for entry in messages)


def _seated(number: int) -> tuple[tuple[str, ...], bool]:
    """Return the colours of a number of `_seats`, and whether the chancellor is one. Raises InputError."""
    if not 0 <= number < 1 << len(SEATS):
        raise refusal("colours", "count", n=number, need=f"2-{box.MOST_PLAYERS}")
    messages = [seat for at, seat in enumerate(SEATS) if number >> at & 1]
    solo = marks.CHANCELLOR in messages
    return tuple(HIM if item == marks.CHANCELLOR else item for item in messages), solo


def _printed(number: int) -> Mapping[str, str]:
    """Return the mark that says that the chancellor plays."""
    return {marks.CHANCELLOR: CIRCLED} if _seated(number)[1] else {}


SEATS: Final = (*box.COLOURS, marks.CHANCELLOR)
"""Who may have a column on a pad without a setup; the chancellor's is that of his colour."""
_SEATED: Final = Seated(Option("colours", metavar="LIST"), _seats, _printed)
_BOUND, _TABLE = ("setup-card", "reference", "chancellor-reference"), "TA1-0000-51RE-VSCT"
DOCUMENTS: Final = listed(
    "terracotta_army",
    Document("score-sheet", 0, 2, fillable=True, seated=_SEATED, final=True, papers=WITH_A6),
    Document("setup-page", 1, 2),
    Document("setup-card", 2, 2, size="70x120"),
    Document("reference", 3, 2, papers=WITH_A5, small_parts=4, bound=_BOUND, table=_TABLE),
    Document("chancellor-cards", 4, 2, _CARD, "70x120", parts=len(CARDS), back=_BACK, is_last_behind=True),
    Document("chancellor-cards-small", 5, 2, _CARD, "63x88", parts=len(CARDS), back=_BACK),
    Document("grid-sheet", 6, 2, fillable=True, sheet="grid"),
    Document("chancellor-reference", 7, 1, papers=WITH_A5, small_parts=3),
)
WITH_SETUP: Final = ("score-sheet", "setup-page", "setup-card", "grid-sheet")
"""Documents that are made for one setup, so that their files are named after it."""
OPEN_BY_DEFAULT: tuple[str, ...] = ("score-sheet", "grid-sheet")
"""Documents that stay open unless a setup is given."""
NEED_SETUP: Final = ("setup-page", "setup-card")
ACTIONS: Final = (
    "gain", "build", "moisten", "upgrade", "priority", "weapon", "specialist", "master",
    "builder", "captain", "censor", "clay_maker", "chancellor", "blacksmith",
)  # fmt: skip
"""What he does on the wheel in his own way, in the order of his reference."""
GRID_ROWS, GRID_COLS = 6, 5
"""Forward steps that the picture of the placement table shows."""


def data(
    document: str,
    setup: Setup | None,
    *,
    components: Components = box.STANDARD,
    seats: int = 0,
    **_others: object,
) -> dict[str, Any]:
    """Return the plain data of a document's template; what only documents of other games ask is nothing here.

    Parameters
    ----------
    document : an id of DOCUMENTS.
    setup : the table's setup; only setup page and card need one.
    components : the box, with the user's own values where no source proves ours.
    seats : who plays on a pad without a setup, as its page code has it; 0: all four colours.

    Raises InputError for an unknown document, and for one that needs a setup and got none.
    """
    document_of(DOCUMENTS, document, phrase("game.terracotta-army"))
    if setup is None and document in NEED_SETUP:
        raise without_setup(document)
    result: dict[str, Any] = {"setup_code": "" if setup is None else to_code(setup)}
    result["option_words"] = {number: difficulty.option(number) for number in box.DIFFICULTIES}
    result["unverified"] = {name: name in components.unverified for name in box.BOX.open}
    if setup is not None:
        result |= _setup(setup, components)
    if document == "score-sheet":
        columns, solo = _seated(seats) if seats else (marks.seated(setup), False)
        result |= {
            "columns": columns,
            "chancellor": solo or (setup is not None and setup.solo),
            "marks": for_template(marks.MARKS),
            "rows": [
                {"id": line, "worth": worth} for line, worth in zip(marks.LINES[1:], _worths(), strict=True)
            ],
            "rounds": rounds_of(("",) * box.ROUNDS if setup is None else setup.tiles, components),
        }
    elif document == "grid-sheet":
        result |= _grid(setup, components)
    elif document == "reference":
        result |= _rules(components)
    else:
        result |= _chancellor(components)
    return result


def _grid(setup: Setup | None, components: Components) -> dict[str, Any]:
    """Return what the grid sheet shows. Raises InputError for a board of another size."""
    size = {"cols": grid_marks.EMPTY.cols, "rows": grid_marks.EMPTY.rows}
    if (components.columns, components.rows) != (size["cols"], size["rows"]):
        raise InputError(phrase("terracotta.error.grid_size", **size), field="components")
    return size | {
        "columns": marks.seated(setup),
        "solo": setup is not None and setup.solo,
        "marks": for_template(grid_marks.MARKS),
        "spaces": grid_marks.SPACES,
        "circles": (
            box.COLOURS,
            box.TYPES,
            (grid_marks.HORSE, *grid_marks.SPECIALISTS[:2]),
            tuple(grid_marks.FACINGS),
        ),
        "places": range(1, box.MOST_PLAYERS + 1),
        "numbers": grid_marks.NUMBERS,
        "weapons_of_box": box.WEAPONS,
        "choices": {"round": grid_marks.PLAYED, "row": grid_marks.ROWS, "col": grid_marks.LETTERS},
    }


def _worths() -> tuple[str, ...]:
    """Return what each row of the pad is worth: for the most and for others, for each, a share."""
    pairs = {"footmen": box.FOOTMAN_VP, "lead": box.GROUP_VP}
    worth = {name: f"{most} / {others}" for name, (most, others) in pairs.items()}
    worth |= {"groups": "1 ×", "archers": str(box.ARCHER_VP), "goods": f"÷ {box.GOODS_PER_POINT}"}
    return tuple(worth[line] for line in marks.LINES[1:])


def rounds_of(tiles: Sequence[str], components: Components) -> list[dict[str, Any]]:
    """Return each round with its scoring tile, "" for none, and what domination and presence bring."""
    return [
        {"round": n, "key": tile.replace(":", "."), "first": first, "second": second}
        for n, (tile, first, second) in enumerate(
            zip(tiles, components.domination, components.presence, strict=True), 1
        )
    ]


def _setup(setup: Setup, components: Components) -> dict[str, Any]:
    """Return what setup page and card show."""
    state, middle = start(setup, components), components.middle
    builder_at = sectors.on(setup.middle, middle.index("m:builder")) if "m:builder" in middle else None
    return {
        "solo": setup.solo,
        "players": setup.players,
        "first": setup.first,
        "tiles": rounds_of(setup.tiles, components),
        "sectors": [
            {
                "inner": _action(state.inner_action(sector)),
                "middle": _action(state.middle_action(sector)),
                "outer": _action(state.outer_action(sector)),
                "store": state.store_at(sector),
            }
            for sector in sectors.NUMBERS
        ],
        "upgrade_at": sectors.on(setup.inner, components.inner.index("upgrade")),
        "builder_at": builder_at,
        "seats": [
            {
                "coins": player.coins,
                "clay": player.wet,
                "workers": player.craftsmen,
                "artisans": player.artisans,
            }
            for player in state.players
        ],
        "priority": list(range(1, setup.players)) if not setup.solo else [],
        "weapons": list(setup.weapons),
        "masters": list(setup.masters),
        "overseer": state.chancellor.overseer if state.chancellor is not None else 0,
        "options": list(setup.difficulty),
        "harder": {option: MEASURED[option].rounded for option in setup.difficulty},
        "pieces": [_pieces(weapon, setup, components) for weapon in box.WEAPONS],
        "bases": box.BASES,
        "token_costs": list(box.TOKEN_COSTS),
        "grid": {"columns": components.columns, "rows": components.rows},
        "inspectors": {
            name: getattr(components.inspectors, name) for name in ("row", "col", "row_step", "col_step")
        },
        "priority_clay": list(components.priority_clay),
    }


def _pieces(weapon: str, setup: Setup, components: Components) -> dict[str, Any]:
    """Return the warriors and specialists beside a weapon's storehouse."""
    specialists = {
        name: box.PER_SPECIALIST - (setup.solo and name in box.SOLO_MISSING)
        for name, used in components.specialist_weapon.items()
        if used == weapon
    }
    return {
        "weapon": weapon,
        "type": box.TYPE_OF_WEAPON[weapon],
        "warriors": box.PER_TYPE,
        "specialists": specialists,
    }


def _action(name: str) -> dict[str, Any]:
    """Return an action of the wheel as key of words and number: "build3" -> build, 3."""
    if name.startswith("m:"):
        return {"key": f"master.{name[2:]}", "n": 0}
    if name.startswith("w:"):
        return {"key": f"weapon.{name[2:]}", "n": 0}
    if name[-1].isdigit():
        return {"key": f"act.{name[:-1]}", "n": int(name[-1])}
    return {"key": f"act.{name}", "n": 0}


def _rules(components: Components) -> dict[str, Any]:
    """Return the numbers of the rules for 2 to 4 players, and what each ring of the wheel offers."""
    return {
        "tables": [
            {"players": n, "workers": box.WORKERS[n], "tokens": list(range(1, n))}
            for n in range(2, box.MOST_PLAYERS + 1)
        ],
        "rotate": box.ROTATE_COST,
        "wheel": {ring: _kinds(getattr(components, ring)) for ring in ("inner", "middle", "outer")},
        "masters": [(box.COIN_MASTERS[n], box.CLAY_MASTERS[n]) for n in range(len(box.COIN_MASTERS))],
        "tokens": [min(box.TOKEN_COSTS), max(box.TOKEN_COSTS)],
        "weapon_of": dict(box.WEAPON_OF_TYPE),
        "specialists": dict(components.specialist_weapon),
        "organizer": _strips(components),
        "tile_vp": list(zip(components.domination, components.presence, strict=True)),
        "priority_clay": list(components.priority_clay),
        "inspector_vp": box.INSPECTOR_VP,
        "footman_vp": box.FOOTMAN_VP,
        "group_vp": box.GROUP_VP,
        "archer_vp": box.ARCHER_VP,
        "goods_per_point": box.GOODS_PER_POINT,
        "worked": _worked(components),
    }


EXAMPLE: Final = (
    ".   .   Ys  .   .   .   .   .   .",
    ".   Gs  Ps  .   .   .   .   .   .",
    "Yg  .   .   .   A>  Gc  .   .   .",
    ".   M   .   .   .   .   .   .   .",
    ".   .   Po  F   .   .   .   .   .",
    ".   Yo  Po  Go  .   .   .   .   .",
    ".   .   .   .   .   .   .   .   .",
)
"""The grid of the page that scores a round and the end of the game; its inspectors, round and tile."""
ROW, COLUMN, ROUND, TILE = 2, 2, 3, "quad:NW"


def _worked(components: Components) -> dict[str, Any]:
    """Return a grid and what it scores in a scoring phase and at the end, each event as the rules tell it."""
    grid = from_codes(EXAMPLE, len(EXAMPLE[0].split()), len(EXAMPLE))
    phase = [
        scoring.inspector(grid, "row", ROW),
        scoring.inspector(grid, "col", COLUMN),
        *scoring.musicians(grid),
        scoring.tile(grid, TILE, ROUND, components, {}),
    ]
    return {
        "cols": grid.cols,
        "rows": grid.rows,
        "row": ROW,
        "col": COLUMN,
        "pieces": [
            {
                "kind": piece.kind,
                "colour": COLOUR_OF.get(piece.owner, ""),
                "cell": divmod(piece.cells[0], grid.cols),
                "facing": piece.facing,
            }
            for piece in grid.pieces
        ],
        "phases": [
            [
                [(COLOUR_OF[owner], points, award.why[owner]) for owner, points in award.points.items()]
                for award in awards
            ]
            for awards in (phase, [*scoring.footmen(grid), *scoring.groups(grid), *scoring.archers(grid)])
        ],
    }


def _strips(components: Components) -> list[dict[str, Any]]:
    """Return the VP of the organizer: one strip for all types where they agree, else one for each weapon."""
    strips = [
        {"weapon": weapon, "vp": list(components.organizer[name])}
        for weapon, name in box.TYPE_OF_WEAPON.items()
    ]
    return [strips[0] | {"weapon": ""}] if all(strip["vp"] == strips[0]["vp"] for strip in strips) else strips


KINDS: Final = ("coins", "clay", "moisten", "upgrade", "build", "priority", "master", "weapon", "specialist")
"""Kinds of actions, in the order of the reference."""


def _kinds(ring: tuple[str, ...]) -> list[dict[str, str]]:
    """Return each kind of action of a ring with its numbers: build2, build3, build4 -> build, "2–4"."""
    results: dict[str, set[int]] = {}
    for name in ring:
        kind = {"m:": "master", "w:": "weapon"}.get(name[:2], name.rstrip("0123456789"))
        results.setdefault(kind, set()).update(int(digit) for digit in name[-1:] if digit.isdigit())
    rows = []
    for kind in KINDS:
        if kind in results:
            numbers = sorted(results[kind])
            run = len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1))
            text = f"{numbers[0]}–{numbers[-1]}" if run else ", ".join(map(str, numbers))
            rows.append({"kind": kind, "numbers": text})
    return rows


def _chancellor(components: Components) -> dict[str, Any]:
    """Return the sections, the decree table and the placement table."""
    rows = []
    for row in box.DECREE_ROWS:
        ways = 6 - abs(7 - row)  # how many of the 36 throws of two dice mark it in an empty table
        ring, action = components.decree[row]
        what, _, value = action.partition(":")
        if action == "weapon:leftmost":
            what, value = "leftmost", ""
        value, _, kind = value.partition(":")
        rows.append({"row": row, "ways": ways, "ring": ring, "what": what, "value": value, "kind": kind})
    priorities = components.priorities()
    return {
        "rules": {name: list(numbers) for name, numbers in RULES.items()},
        "cards": list(CARDS),
        "actions": list(ACTIONS),
        "decree": rows,
        "placement": [list(row[:GRID_COLS]) for row in priorities[:GRID_ROWS]],
        "musician_lead": components.musician_lead,
        "side": components.weapon_preference,
        "weapon_of": dict(components.specialist_weapon),
        "his": _numbers(),
    }


def _numbers() -> dict[str, Any]:
    """Return the numbers of the chancellor's own rules."""
    limits: dict[int, list[int]] = {}
    for number, most in enumerate(box.PRIORITY_LIMIT, 1):
        limits.setdefault(most, []).append(number)
    points = (procedure.SWORD_VP, procedure.PIKE_VP, procedure.CROSSBOW_VP, procedure.SPEAR_VP)
    return {
        "reserve": box.RESERVE_VP,
        "reserve_from": box.RESERVE_CLAY_FROM,
        "censor": (procedure.CENSOR_COINS, procedure.CENSOR_STEPS),
        "clay_maker": procedure.CLAY_MAKER_CLAY,
        "lead": box.EXCEPTION_LEAD,
        "limits": [(rounds, most) for most, rounds in limits.items()],
        "bonus": list(zip(box.WEAPONS, points, strict=True)),
        "spear_coins": procedure.SPEAR_COINS,
        "surprise": [("clay_wet", *box.SURPRISE_CLAY), ("coin", *box.SURPRISE_COINS)],
        "priority_vp": actions.SOLO_PRIORITY_VP,
    }
