"""What must hold for a position to be read: names that there are, pieces of players, lists in their order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from pencilwright.games.errors import InputError
from pencilwright.games.shared.reading import printable_name
from pencilwright.games.shared.refusals import nobody, unknown
from pencilwright.games.tianxia import components as box
from pencilwright.games.tianxia.cards import catalogue
from pencilwright.games.tianxia.cards.effects import parse
from pencilwright.games.tianxia.rules.advice_inputs import DeliveryPlan, Plans, TurnPlan
from pencilwright.games.tianxia.state import PalaceTrack, Player, State
from pencilwright.templates.phrases import phrase

STEPS_WITH_TILES: Final = tuple(f"{track}-{step}" for track in box.TRACKS for step in (3, 7))
MARKED: Final = (*box.REGIONS, "fortify", "train")
"""Action spaces, where markers lie."""
CONVERSIONS: Final = (*catalogue.BONUS, *(entry.id for entry in catalogue.MERCHANTS), *catalogue.GOAL)
"""What may stand in the leftovers' tiles."""


def normalize(state: State) -> State:
    """Return the state with lists in their usual order. Raises InputError naming the field at fault."""
    letters = _letters(state.players)
    for name in box.TRACKS:
        _check_track(getattr(state.palace, name), f"palace.{name}", letters)
    for number, section in enumerate(state.wall):
        for part in ("soldiers", "walls", "towers", "double"):
            _check_owners(getattr(section, part), f"wall[{number}].{part}", letters)
    for space, owners in state.governors.items():
        where = f"governors.{space}"
        _known(space, box.SPACE_IDS, where)
        _check_owners(owners, where, letters)
        _check_once(owners, where)
    for space, tile in state.buildings.items():
        _known(space, box.SPACE_IDS, f"buildings.{space}")
        _known(tile, catalogue.TILE_IDS, f"buildings.{space}")
    _check_once(state.buildings.values(), "buildings")
    for space in state.tokens:
        _known(space, box.SPACE_IDS, "tokens")
    for barge in box.BARGES:
        _check_barge(getattr(state.barges, barge), f"barges.{barge}", letters)
    check_plan(state.plan)
    return msgspec.structs.replace(
        state,
        players=tuple(_player(player, f"players[{i}]") for i, player in enumerate(state.players)),
        governors={space: state.governors[space] for space in box.SPACE_IDS if state.governors.get(space)},
        buildings={space: state.buildings[space] for space in box.SPACE_IDS if space in state.buildings},
        tokens=tuple(sorted(state.tokens, key=box.SPACE_IDS.index)),
    )


def _known(value: str, names: Iterable[str], field: str) -> None:
    """Raise InputError when a name is none of those that there are, with the nearest one."""
    there = tuple(names)
    if value not in there:
        raise unknown(field, value, there)


def _letters(players: Iterable[Player]) -> str:
    """Return the players' letters. Raises InputError when they are not different, or the neutral one."""
    field = "players"
    letters = "".join(player.letter for player in players)
    if box.NEUTRAL in letters:
        raise InputError(phrase("json.wanted", where=field, wanted=phrase("form.letter")), field=field)
    _check_once(letters, field)
    return letters


def _check_owners(owners: str, field: str, letters: str) -> None:
    """Raise InputError for a letter that no player has."""
    for letter in owners:
        if letter not in letters:
            raise nobody(letter, tuple(letters), field=field)


def _check_once(values: Iterable[str], field: str) -> None:
    """Raise InputError when a value comes twice."""
    seen: set[str] = set()
    for value in values:
        if value in seen:
            raise InputError(phrase("json.again", field=field, what=value), field=field)
        seen.add(value)


def _check_track(track: PalaceTrack, field: str, letters: str) -> None:
    """Raise InputError for a palace track that cannot be."""
    _check_owners(track.order, f"{field}.order", letters + box.NEUTRAL)
    _check_once(track.order, f"{field}.order")
    field, markers = f"{field}.steps", len(track.order)
    if track.steps and len(track.steps) != markers:
        text = phrase("setup.wrong.count", field=field, n=len(track.steps), need=markers)
        raise InputError(text, field=field)
    falling = sorted(track.steps, reverse=True)
    if list(track.steps) != falling:
        raise InputError(phrase("setup.wrong.order", field=field, known=tuple(falling)), field=field)


def _check_barge(workers: str, field: str, letters: str) -> None:
    """Raise InputError for a barge with strangers or more than three workers."""
    _check_owners(workers, field, letters + box.NEUTRAL)
    if len(workers) > box.BARGE_PLACES:
        text = phrase("setup.wrong.most", field=field, n=len(workers), most=box.BARGE_PLACES)
        raise InputError(text, field=field)


def _player(player: Player, field: str) -> Player:
    """Return a player with goals in order. Raises InputError naming what is not in the box."""
    for goal in player.goals:
        _known(goal, catalogue.GOAL, f"{field}.goals")
    _check_once(player.goals, f"{field}.goals")
    for value, names, name in (
        (player.start, catalogue.START_IDS, "start"),
        (player.board, catalogue.SIDES, "board"),
    ):
        if value:
            _known(value, names, f"{field}.{name}")
    order = list(catalogue.GOAL)
    return msgspec.structs.replace(
        player,
        name=printable_name(player.name, f"{field}.name"),
        goals=tuple(sorted(player.goals, key=order.index)),
    )


def check_plan(plan: Plans) -> None:
    """Raise InputError for a name in a plan that there is not, with its field and the nearest name."""
    _check_deliveries(plan.deliveries)
    _check_turns(plan.turns)
    for index, tile in enumerate(plan.leftovers.tiles):
        _check_tile(tile, f"plan.leftovers.tiles[{index}]", CONVERSIONS)
    for region in plan.governors.stacks:
        _known(region, MARKED, f"plan.governors.stacks.{region[:20]}")
    for index, candidate in enumerate(plan.governors.candidates):
        _known(candidate.space, box.SPACE_IDS, f"plan.governors.candidates[{index}].space")
    if plan.save.space:
        _known(plan.save.space, box.SPACE_IDS, "plan.save.space")


def _check_tile(text: str, field: str, kinds: Iterable[str] = tuple(catalogue.BONUS)) -> None:
    """Raise InputError for a bonus tile, with what it shows, that cannot be."""
    kind, _, shows = text.partition("/palace")[0].partition(":")
    _known(kind, kinds, field)
    if kind == "BT-02":
        _known(shows, box.TRACKS, field)
    elif kind == "BT-04":
        _check_effects(shows, field)


def _check_effects(text: str, field: str) -> None:
    """Raise InputError for effects that cannot be read."""
    try:
        parse(text)
    except InputError as error:
        raise InputError(phrase("problem.at", field=field, rule=error.sentence), field=field) from error


def _check_turns(plan: TurnPlan) -> None:
    """Raise InputError for a region, track, step, tile or merchant action that there is not."""
    for region, track in plan.flags.items():
        _known(region, box.REGIONS, "plan.turns.flags")
        if track:
            _known(track, box.TRACKS, f"plan.turns.flags.{region}")
    for region, text in plan.extras.items():
        _known(region, box.REGIONS, "plan.turns.extras")
        _check_effects(text, f"plan.turns.extras.{region}")
    for space, tile in plan.beside.items():
        _known(space, box.SPACE_IDS, "plan.turns.beside")
        _check_tile(tile, f"plan.turns.beside.{space}")
    for cell, tiles in plan.palace.items():
        _known(cell, STEPS_WITH_TILES, "plan.turns.palace")
        for tile in tiles:
            _check_tile(tile, f"plan.turns.palace.{cell}")
    for name in ("round", "used"):
        for tile in getattr(plan, name):
            _check_tile(tile, f"plan.turns.{name}")
    for action in plan.merchants:
        _known(action, [entry.id for entry in catalogue.MERCHANTS], "plan.turns.merchants")


def _check_deliveries(plan: DeliveryPlan) -> None:
    """Raise InputError for a ship's name, tile, port or reward, or a discount's group, that cannot be."""
    _check_once((ship.name for ship in plan.ships), "plan.deliveries.ships")
    for index, ship in enumerate(plan.ships):
        field = f"plan.deliveries.ships[{index}]"
        _known(ship.demand, catalogue.DEMAND, f"{field}.demand")
        _known(ship.port, (*box.GOODS, "good"), f"{field}.port")
        for name in ("spaces", "taken"):
            for place, reward in enumerate(getattr(ship, name)):
                _check_effects(reward, f"{field}.{name}[{place}]")
    groups = {ship.group for ship in plan.ships}
    discounts: tuple[tuple[str, Iterable[str]], ...] = (
        ("less", plan.less),
        ("own_less", plan.own_less),
        ("port_less", plan.port_less),
    )
    for name, saved in discounts:
        for group in saved:
            _known(group, sorted(groups), f"plan.deliveries.{name}")
