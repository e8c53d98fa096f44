"""A position as lines of text: wheel and mausoleum side by side, everybody's goods, prices and tiles."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

from pencilwright.games.shared.session import BoardDrawing, Sector
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import sectors
from pencilwright.games.terracotta_army.figures import sign_of
from pencilwright.games.terracotta_army.rules import actions, building
from pencilwright.games.terracotta_army.state import ARTISAN, Player, State
from pencilwright.games.terracotta_army.words import names
from pencilwright.templates.phrases import Phrase, Sentence, Word, folded, joined, padded, phrase, say, width

COLUMNS: Final = 100
GAP: Final = 3
OVERSEER: Final = "*"
HERE: Final = ">"


def tell(state: State, language: str) -> str:
    """Return the position for a terminal of 100 columns."""
    left, right = _wheel(state, language), _grid(state, language)
    room = max(map(width, left)) + GAP
    both = [padded(first, room) + other for first, other in zip_longest(left, right, fillvalue="")]
    parts = [*_tiles(state, language), "", *both, "", *_players(state, language), *_prices(state, language)]
    return "\n".join(line.rstrip() for line in parts)


def _folded(what: str, language: str, /, **items: Sequence[Phrase]) -> list[str]:
    """Return a sentence with a list as lines that fit, broken between things; the later ones are indented."""
    ((name, messages),) = items.items()
    before, _, after = _say(what, language, **{name: HERE}).partition(HERE)
    texts = [say(item, language) for item in messages] or ["-"]
    between = joined(("", ""), language)
    parts = [*(text + between for text in texts[:-1]), texts[-1] + after]
    lines = [before + parts[0]]
    for part in parts[1:]:
        if width((lines[-1] + part).rstrip()) > COLUMNS:
            lines.append("  ")
        lines[-1] += part
    return [line.rstrip() for line in lines]


def drawing(state: State) -> BoardDrawing:
    """Return what a page draws of the position."""
    overseer = 0 if state.chancellor is None else state.chancellor.overseer
    wheel = tuple(
        Sector(
            tuple(sign_of(actions.action(state, sector, ring)) for ring in actions.RINGS),
            tuple((code[0], code.endswith(ARTISAN)) for code in state.workers(sector)),
            state.store_at(sector),
            sector == overseer,
        )
        for sector in sectors.NUMBERS
    )
    points = ((_called(state, player), player.score, not state.is_him(player)) for player in state.players)
    return BoardDrawing(
        tuple(points),
        phrase("terracotta.status.over")
        if state.over
        else phrase("terracotta.status.round", n=state.round, rounds=box.ROUNDS),
        tuple(tuple(row.split()) for row in state.grid.rows_of_codes()),
        (state.row, state.col),
        wheel,
        state.stores,
    )


def _called(state: State, player: Player) -> Sentence:
    """Return a player's name, the colour where there is none; the chancellor by his title."""
    if state.is_him(player):
        return phrase("terracotta.session.him")
    return player.name or names.colour(player.colour)


def _say(what: str, language: str, /, **words: Word) -> str:
    return say(phrase(f"terracotta.status.{what}", **words), language)


def _columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Lay rows out in columns."""
    widths = [max(width(row[column]) for row in rows) for column in range(len(rows[0]))]
    return ["  ".join(padded(cell, size) for cell, size in zip(row, widths, strict=True)) for row in rows]


def _tiles(state: State, language: str) -> list[str]:
    """Return the tiles from this round on, with what each brings."""
    if state.over:
        return [_say("over", language)]
    messages: list[Phrase] = []
    for number in range(state.round, box.ROUNDS + 1):
        first, second = state.board.domination[number - 1], state.board.presence[number - 1]
        tile = names.tile(state.tiles[number - 1])
        messages.append(phrase("terracotta.status.tile", n=number, tile=tile, first=first, second=second))
    head = _say("round", language, n=state.round, rounds=box.ROUNDS)
    return [head, *_folded("tiles", language, tiles=messages)]


def _wheel(state: State, language: str) -> list[str]:
    """Return a line for each sector: its three actions, the workers in it, its storehouse."""
    heads = ("sector", "inner", "middle", "outer", "workers", "store")
    rows = [[_say(f"head.{name}", language) for name in heads]]
    overseer = 0 if state.chancellor is None else state.chancellor.overseer
    for sector in sectors.NUMBERS:
        texts = [say(names.action(actions.action(state, sector, ring)), language) for ring in actions.RINGS]
        mark = OVERSEER if sector == overseer else " "
        store = state.store_at(sector)
        rows.append([f"{sector:2}{mark}", *texts, state.wheel[sector - 1], f"{store}: {state.stores[store]}"])
    return _columns(rows)


def _grid(state: State, language: str) -> list[str]:
    """Return the mausoleum with the inspectors at its edges."""
    grid = state.grid
    column = "  ".join(f"{chr(ord('A') + index):2}" for index in range(grid.cols))
    lines = [_say("grid", language), f"     {column}"]
    for index, row in enumerate(grid.rows_of_codes()):
        mark = HERE if index == state.row else " "
        cells = " ".join(f"{code:3}" for code in row.split())
        lines.append(f" {mark} {index + 1} {cells}")
    at = " ".join(f"{'^' if index == state.col else '':3}" for index in range(grid.cols))
    return [*lines, f"     {at}", *_key(state, language)]


def _key(state: State, language: str) -> list[str]:
    """Return what the signs of the wheel and of the mausoleum mean."""
    lines = [_say(f"key.{what}", language) for what in ("inspectors", "workers", "store")]
    if state.chancellor is not None:
        lines.append(_say("key.overseer", language, sign=OVERSEER))
    return lines


def _players(state: State, language: str) -> list[str]:
    """Return a line for each player, and what lies before each on a second one."""
    heads = ("player", "vp", "coins", "wet", "dry", "hand", "weapons")
    rows = [[_say(f"head.{name}", language) for name in heads]]
    for player in state.players:
        goods = map(str, (player.score, player.coins, player.wet, player.dry))
        hand = f"{player.craftsmen}c {player.artisans}a"
        name = f"{player.letter} {say(_called(state, player), language)}"
        rows.append([name, *goods, hand, _weapons(state, player, language)])
    lines = _columns(rows)
    for player in state.players:
        if player.masters or player.priority:
            lines += folded(say(_before(player), language), COLUMNS)
    return lines


def _weapons(state: State, player: Player, language: str) -> str:
    """Return the active weapons; the chancellor's in the order of his row, the inactive ones in brackets."""
    if state.is_him(player) and state.chancellor is not None:
        row = [
            say(names.weapon(name), language)
            if name in player.active
            else _say("inactive", language, weapon=names.weapon(name))
            for name in state.chancellor.row
        ]
        return " ".join(row)
    return joined(map(names.weapon, player.active), language) or "-"


def _before(player: Player) -> Phrase:
    """Return masters with a token, tokens left, and a priority token, of one player."""
    masters = tuple(map(names.master, player.masters)) or "-"
    fields = {"letter": player.letter, "masters": masters, "tokens": player.tokens or "-"}
    if player.priority:
        return phrase("terracotta.status.before.priority", **fields, n=player.priority)
    return phrase("terracotta.status.before", **fields)


def _prices(state: State, language: str) -> list[str]:
    """Return what the next warrior of each type brings, and what the next specialist of each kind costs."""
    warriors = tuple(
        phrase("terracotta.session.kind.worth", piece=names.piece(kind), n=state.value_of_type(kind))
        for kind in box.TYPES
        if state.left_of_type(kind)
    )
    specialists = tuple(
        phrase(
            "terracotta.status.specialist",
            piece=names.piece(kind),
            n=building.cost_of(state, kind),
            weapon=names.weapon(state.board.specialist_weapon[kind]),
        )
        for kind in box.SPECIALISTS
        if state.bought(kind) < box.PER_SPECIALIST
    )
    return [
        *_folded("warriors", language, pieces=warriors),
        *_folded("specialists", language, pieces=specialists),
    ]
