"""Who only hears a setup page lays the same table: its setup is built from the structure of the PDF alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import pytest

from pencilwright import games
from pencilwright.games.terra_mystica.boards.factions import FACTIONS
from pencilwright.games.terra_mystica.setup import Setup as Mystica
from pencilwright.games.terracotta_army.components import TILES, WEAPONS
from pencilwright.games.terracotta_army.setup import Setup as Army
from pencilwright.games.tianxia.components import SPACE_IDS, STANDARD
from pencilwright.games.tianxia.setup import Setup as Tianxia
from pencilwright.games.troyes_dice.components import COLOURS
from pencilwright.games.troyes_dice.setup import Setup as Troyes
from pencilwright.generator.documents import PrintOptions, build
from pencilwright.templates.phrases import word
from tests.generator.screen_reader import Heard, heard


def en(key: str, **params: object) -> str:
    return word("en", key, **params)


def sections(messages: Sequence[Heard]) -> dict[str, list[Heard]]:
    """Return what stands below each heading of the second level."""
    results: dict[str, list[Heard]] = {"": []}
    for item in messages:
        if item.role == "H2":
            results[item.words] = []
        else:
            results[[*results][-1]].append(item)
    return results


def spoken(messages: Sequence[Heard]) -> list[str]:
    return [item.words for item in messages]


def after(messages: Sequence[str], words: str) -> str:
    return messages[messages.index(words) + 1]


def numbers(text: str) -> list[int]:
    return [int(item) for item in re.findall(r"\d+", text)]


def troyes(part: dict[str, list[Heard]]) -> Troyes:
    wheel = next(item.words for item in part[en("troyes.setup.wheel")] if item.role == "Figure")
    plazas = tuple(tuple(pair) for pair in re.findall(r"P\d (\w+)/(\w+)", wheel))
    cells = [item.words for item in part[en("troyes.setup.numbers")] if "TR" in item.inside]
    rows = [
        cells[cells.index(en(f"district.{colour}")) + 1 :][: len(cells) // 4 - 1]
        for colour in ("red", "yellow", "white")
    ]
    tiles = spoken(part[en("troyes.setup.expansion")])
    places = [int(tile[1:]) for tile in tiles if re.fullmatch(r"P\d", tile)]
    laid = [int(found[1]) for tile in tiles if (found := re.search(r" X(\d)$", tile))]
    assert set(COLOURS) == {"red", "yellow", "white"}
    return Troyes(plazas, tuple(tuple(map(int, row)) for row in rows), tuple(zip(places, laid, strict=True)))


def army(part: dict[str, list[Heard]]) -> Army:
    tile_of = {en(f"terracotta.tile.{tile.replace(':', '.')}"): tile for tile in TILES}
    tiles = [tile_of[item] for item in spoken(part[en("terracotta.setup.tiles")]) if item in tile_of]
    at = {
        action: sector
        for text in spoken(part[en("terracotta.setup.wheel")])
        if (found := re.fullmatch(r"Sector (\d+): inner (.+), middle (.+), outer .+", text))
        for sector, action in ((int(found[1]), found[2]), (int(found[1]), found[3]))
    }
    standard = games.game("terracotta-army").components.STANDARD
    inner = (at[en("terracotta.act.upgrade")] - standard.inner.index("upgrade") - 1) % 12 + 1
    middle = (at[en("terracotta.master.builder")] - standard.middle.index("m:builder") - 1) % 12 + 1
    top = spoken(part[""])
    if not any(item.endswith(en("terracotta.setup.solo")) for item in top):
        seats = [numbers(item)[0] for item in top if item.startswith("Seat ")]
        return Army(len(seats), tuple(tiles), inner, middle, seats[0])
    start = spoken(part[en("terracotta.setup.start")])
    weapons = after(start, en("terracotta.setup.weapons")).split(", ")
    master_of = {
        en(f"terracotta.master.{item[2:]}"): item[2:] for item in standard.middle if item[:2] == "m:"
    }
    masters = [master_of[part] for part in after(start, en("terracotta.setup.masters")).split(", ")]
    weapon_of = {en(f"terracotta.weapon.{weapon}"): weapon for weapon in WEAPONS}
    board = spoken(part[en("terracotta.setup.board")])
    options = [int(item) for item in board if item.isdigit()]
    return Army(
        1,
        tuple(tiles),
        inner,
        middle,
        weapons=tuple(weapon_of[weapon] for weapon in weapons),
        masters=tuple(masters),
        difficulty=tuple(options),
    )


def mystica(part: dict[str, list[Heard]]) -> Mystica:
    faction_of = {en(f"mystica.faction.{name}"): name for name in FACTIONS}
    return Mystica(
        tuple(item for item in spoken(part[en("mystica.setup.rounds")]) if item.startswith("SCORE")),
        tuple(item for item in spoken(part[en("mystica.setup.cards")]) if item.startswith("BON")),
        tuple(faction_of[item] for item in spoken(part[en("mystica.setup.drawn")]) if item in faction_of),
    )


def tianxia(part: dict[str, list[Heard]]) -> Tianxia:
    players, *_ = numbers(part[""][1].words)
    regions = spoken(part[en("tianxia.card.map")])
    tile_on = {
        item.words: following.words
        for item, following in pairwise(part[en("tianxia.card.map")])
        if item.role == "Lbl"
    }
    several = (en(f"tianxia.region.{space[:-1]}") + space[-1] for space in SPACE_IDS)
    buildings = tuple(tile_on.get(space) or tile_on[space[:-1]] for space in several)
    colour_of = {en(f"tianxia.track.{name}"): name for name in ("white", "red", "black", "blue")}
    flags = tuple(colour_of[after(regions, en(f"tianxia.region.{dial[0]}"))] for dial in STANDARD.flag_dials)
    ships = spoken(part[en("tianxia.card.ships")])
    seats = [item for item in spoken(part[en("tianxia.card.seats")]) if item.startswith(("Seat", "board"))]
    board_of = {
        numbers(seat)[0]: numbers(board)[0] for seat, board in zip(seats[::2], seats[1::2], strict=True)
    }
    starts = tuple(item for item in spoken(part[en("tianxia.card.starts")]) if re.fullmatch(r"A\d+", item))
    return Tianxia(
        players,
        "easy" if "easy" in part[""][1].words else "normal",
        buildings,
        flags,
        tuple(after(ships, en(f"tianxia.region.{port}")) for port in ("yan", "qi", "chu")),
        tuple(ship for ship in ships if re.fullmatch(r"D\d+", ship)),
        tuple(board_of[seat] for seat in sorted(board_of)),
        numbers(seats[0])[0],
        starts,
    )


TABLES: dict[str, Callable[[dict[str, list[Heard]]], Any]] = {
    "troyes-dice": troyes,
    "terracotta-army": army,
    "terra-mystica": mystica,
    "tianxia": tianxia,
}
DRAWN: dict[str, Sequence[dict[str, Any]]] = {
    "troyes-dice": ({}, {"numbering": "random", "expansion": True}),
    "terracotta-army": ({}, {"difficulty": "2,4,7"}, {"players": 2}, {"players": 4}),
    "terra-mystica": ({"players": 2}, {"players": 5}),
    "tianxia": ({"players": 3}, {"players": 4, "difficulty": "easy"}),
}


def cases() -> Iterator[tuple[str, dict[str, Any]]]:
    assert set(TABLES) == set(games.GAMES)
    for game, all_said in DRAWN.items():
        yield from ((game, text) for text in all_said)


@pytest.mark.parametrize(("game", "said"), list(cases()))
def test_the_setup_is_built_from_what_is_heard(game: str, said: dict[str, Any]) -> None:
    setups = games.game(game).setups
    for seed in ("heard", "again"):
        setup = setups.draw(seed, **said)
        lines = heard(build(game, "setup-page", setup=setup, options=PrintOptions()))
        code = setups.to_code(setup)
        assert TABLES[game](sections([item for item in lines if item.words != code])) == setup
