"""Realistic positions to start from: games of a simple player against the chancellor or others like it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.shared.refusals import game_over, rounds_left
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army.chancellor import procedure, simulation
from pencilwright.games.terracotta_army.rules import actions, building
from pencilwright.games.terracotta_army.rules.choice import NOTHING, SUBSTITUTES, ActionChoice
from pencilwright.games.terracotta_army.rules.grid import neighbours
from pencilwright.games.terracotta_army.setup import draw
from pencilwright.games.terracotta_army.state import Player, State, start
from pencilwright.templates.phrases import Phrase, phrase

LEFT: Final = ("round", box.ROUNDS)
"""What `left` counts, and the most there can be."""
TRIES: Final = 4


def example(seed: int | str, left: int = 2, *, players: int = box.SOLO, his_turn: bool = False) -> State:
    """Return a position reached by real play.

    Parameters
    ----------
    seed : decides the setup, all dice and what everybody does.
    left : rounds still to be played, the current one included: 0 (the game is over) to 5.
    players : 2 to 4, or 1 for the solo game. There the chancellor has had his first turn of the round, so
        that you are to move.
    his_turn : stop before that turn, so that the chancellor is to move.

    Raises InputError when a number does not fit the game, and for a turn of his in a game without him.
    """
    if not 0 <= left <= box.ROUNDS:
        raise rounds_left(left, box.ROUNDS)
    state = start(draw(seed, players=players))
    if his_turn and state.chancellor is None:
        raise InputError(phrase("terracotta.error.solo"), field="his-turn")
    if his_turn and not left:
        raise game_over("his-turn")
    stream = Stream.from_seed(seed).fork("example")
    while not state.over and box.ROUNDS + 1 - state.round > left:
        state = play_round(state, stream)
    if state.chancellor is not None and not state.over and not his_turn:
        state = turn_of_his(state, stream)
    return state


def play_round(state: State, stream: Stream) -> State:
    """Return the position after a whole round; all dice and choices come from the stream."""
    while state.to_move() is not None:
        player = state.to_move()
        assert player is not None
        if state.is_him(player):
            state = turn_of_his(state, stream)
        else:
            simple_turn(state, player, stream)
    if state.chancellor is not None:
        return simulation.follow(procedure.finish_round, state, stream=stream).state
    actions.score_phase(state)
    actions.end_phase(state)
    return state


def turn_of_his(state: State, stream: Stream) -> State:
    """Return the position after a turn of the chancellor with dice from the stream."""
    dice = (stream.die(), stream.die())
    return simulation.follow(procedure.turn(dice), state, stream=stream).state


def simple_turn(state: State, player: Player, stream: Stream) -> list[Phrase]:
    """Play a turn of a simple player on the state, and return it in words."""
    messages = []
    if player.coins >= box.ROTATE_COST and stream.below(5) == 0:
        messages.append(actions.rotate(state, player, actions.RINGS[stream.below(2)]))
    places = actions.places(state, player)
    sector, artisan = places[stream.below(len(places))]
    actions.place(state, player, sector, artisan)
    for ring in actions.RINGS:
        choice = simple_choice(state, player, sector, ring, stream)
        messages.append(actions.apply_action(state, player, sector, ring, choice))
    return messages


def simple_choice(state: State, player: Player, sector: int, ring: str, stream: Stream) -> ActionChoice:
    """Return what the simple player does with an action: the action itself if he can, else a substitute."""
    choice = _performance(state, player, sector, actions.action(state, sector, ring), stream)
    if choice is not None:
        return choice
    return NOTHING if ring == "outer" else SUBSTITUTES[stream.below(2)]


def _performance(state: State, player: Player, sector: int, name: str, stream: Stream) -> ActionChoice | None:
    """Return a way to perform an action, None when there is none."""
    if name.startswith("build"):
        if player.wet < int(name.removeprefix("build")):
            return None
        return _build(state, player, building.available_types(state, player.letter), stream, weapon=True)
    if name == "specialist":
        return _specialist(state, player, stream)
    if name.startswith("m:"):
        return _master(state, player, sector, name.removeprefix("m:"), stream)
    results = list(actions.legal_actions_for(state, player, sector, name))
    return results[stream.below(len(results))] if results else None


def _build(
    state: State, player: Player, types: Sequence[str], stream: Stream, *, weapon: bool
) -> ActionChoice | None:
    """Return a build of the type worth most, beside its own kind when a few tries find such a space."""
    if not types:
        return None
    best = max(state.value_of_type(kind) for kind in types)
    good = [kind for kind in types if state.value_of_type(kind) == best]
    kind = good[stream.below(len(good))]
    empty, grid = state.grid.empty(), state.grid
    near = neighbours(grid.cols, grid.rows)
    cell = empty[stream.below(len(empty))]
    for _ in range(TRIES):
        if any(other in grid.at and grid.at[other].kind == kind for other in near[cell]):
            break
        cell = empty[stream.below(len(empty))]
    ability = None
    if weapon:
        uses = list(building.abilities(state, player, kind, cell))
        ability = uses[stream.below(len(uses))] if uses else None
    return ActionChoice("build", kind, cell, ability=ability)


def _specialist(state: State, player: Player, stream: Stream) -> ActionChoice | None:
    """Return a purchase at random."""
    kinds = building.purchasable(state, player)
    if not kinds:
        return None
    kind = kinds[stream.below(len(kinds))]
    places = list(building.specialist_places(state.grid, player.letter, kind))
    return ActionChoice("specialist", kind, *places[stream.below(len(places))]) if places else None


def _master(state: State, player: Player, sector: int, master: str, stream: Stream) -> ActionChoice | None:
    """Return a use of a master; the cheapest token is bought for the first two."""
    token = 0
    if master not in player.masters:
        if len(player.masters) > 1 or not player.tokens or player.tokens[0] > player.coins:
            return None
        token = player.tokens[0]
    choice: ActionChoice | None = None
    if master == "builder":
        if player.coins - token >= state.round:
            types = building.plentiful_types(state, player.letter)
            choice = _build(state, player, types, stream, weapon=False)
    elif master == "captain":
        purse = player.coins
        player.coins -= token
        choice = _performance(state, player, sector, state.inner_action(sector), stream)
        player.coins = purse
    else:
        results = list(actions.powers(state, player, sector, master))
        choice = results[stream.below(len(results))]
    if choice is None:
        return NOTHING._replace(token=token) if token else None
    return choice._replace(token=token)
