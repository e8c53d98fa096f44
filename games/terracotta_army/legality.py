"""Which rules a position breaks: counts of the box, workers on the wheel, players' goods, names of spaces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from pencilwright.games.shared.problems import Problem, refuse
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army.grid import Piece, rays
from pencilwright.games.terracotta_army.state import Player, State


def problems(state: State) -> list[Problem]:
    """Return every rule that a position breaks, in a fixed order."""
    return [
        *_table(state),
        *_grid(state),
        *_wheel(state),
        *(problem for player in state.players for problem in _player(state, player)),
        *_chancellor(state),
    ]


def check(state: State) -> State:
    """Return the state. Raises InputError with the first problem and the number of others."""
    refuse(problems(state))
    return state


def _table(state: State) -> Iterator[Problem]:
    """Players, tiles, inspectors."""
    colours = Counter(player.colour for player in state.players)
    for colour, count in colours.items():
        if count > 1:
            yield Problem("players", f"{colour} plays {count} times; a colour has one player")
    if not 2 <= len(state.players) <= box.MOST_PLAYERS:
        yield Problem("players", f"{len(state.players)} players are given; 2 to 4 can play")
    if state.chancellor is not None and len(state.players) != 2:
        yield Problem("players", "the chancellor plays against exactly one other")
    if len(set(state.tiles)) != len(state.tiles):
        yield Problem("tiles", "a tile is given twice; the box has one of each")
    if state.over and state.round != box.ROUNDS:
        yield Problem("over", f"the game is over in round {state.round}; it ends after round 5", "round 5")
    held = [player.priority for player in state.players if player.priority]
    if len(set(held)) != len(held):
        yield Problem("players", "two players hold the same priority token")
    if held and (state.chancellor is not None or max(held) > len(state.players) - 1):
        yield Problem("players", f"priority token {max(held)} is not in play with these players")


def _grid(state: State) -> Iterator[Problem]:
    """Counts of pieces, owners, archers that look off the grid."""
    grid = state.grid
    letters = {player.letter for player in state.players}
    for piece in grid.pieces:
        where = f"grid.{grid.name(piece.cells[0])}"
        if piece.owner and piece.owner not in letters:
            yield Problem(where, f"the warrior is of {piece.owner}, who does not play")
        if piece.facing and not rays(grid.cols, grid.rows)[piece.cells[0]][piece.facing]:
            yield Problem(where, "the kneeling archer looks off the grid")
    for kind in box.TYPES:
        yield from _too_many(state, grid.of_kind(kind), box.PER_TYPE, kind)
    for kind in box.SPECIALISTS:
        most = box.PER_SPECIALIST - (state.chancellor is not None and kind in box.SOLO_MISSING)
        if kind == "horse":
            found = [piece for piece in grid.pieces if len(piece.cells) > 1]
        else:
            found = grid.of_kind(kind)
        yield from _too_many(state, found, most, kind)
    for letter in sorted(letters):
        own = [piece for piece in grid.pieces if piece.owner == letter]
        yield from _too_many(state, own, box.BASES, f"warrior of {letter}")


def _too_many(state: State, pieces: list[Piece], most: int, name: str) -> Iterator[Problem]:
    """A piece count above the box, named by the spaces that are too many."""
    for piece in sorted(pieces, key=lambda piece: piece.cells)[most:]:
        rule = f"{name.replace('_', ' ')}: the grid has {len(pieces)}; the box has {most}"
        yield Problem(f"grid.{state.grid.name(piece.cells[0])}", rule, f"at most {most}")


def _wheel(state: State) -> Iterator[Problem]:
    """Workers of each sector, and how many each player has."""
    for sector, workers in enumerate(state.wheel):
        where = f"wheel[{sector}]"
        if len(workers) > box.SPOTS:
            yield Problem(where, f"holds {len(workers)} workers; a sector has two spots")
        elif len(workers) == box.SPOTS and [worker.artisan for worker in workers] != [False, True]:
            rule = "two workers in a sector are a craftsman and then an artisan"
            yield Problem(where, rule, "a craftsman and an artisan")
    for player in state.players:
        placed = sum(worker.owner == player.letter for workers in state.wheel for worker in workers)
        total, wanted = placed + player.in_hand, box.WORKERS.get(state.seats, 0)
        if total != wanted and not state.over:
            noun = "worker" if placed == 1 else "workers"
            rule = f"{player.colour} has {placed} {noun} on the wheel and {player.in_hand} in hand"
            yield Problem(f"players.{player.colour}", f"{rule}; together they are {wanted}")
    for workers in state.wheel:
        for worker in workers:
            if worker.owner not in {player.letter for player in state.players}:
                yield Problem("wheel", f"a worker is of {worker.owner}, who does not play")
    yield from _order(state)


def _order(state: State) -> Iterator[Problem]:
    """Turns go round: who comes earlier has as many workers in hand as who comes later, or one fewer."""
    hands = [player.in_hand for player in state.players]
    if any(a > b for a, b in pairwise(hands)) or (hands and max(hands) - min(hands) > 1):
        rule = f"workers in hand are {', '.join(map(str, hands))} in turn order; turns go round"
        yield Problem("players", rule)


def _player(state: State, player: Player) -> Iterator[Problem]:
    """Goods of one player."""
    where = f"players.{player.colour}"
    for name in ("coins", "wet", "dry", "craftsmen", "artisans", "score"):
        if getattr(player, name) < 0:
            yield Problem(f"{where}.{name}", f"is {getattr(player, name)}, less than nothing", "0")
    if len(player.masters) + len(player.tokens) != len(box.TOKEN_COSTS):
        rule = f"{len(player.masters)} masters and {len(player.tokens)} tokens are not the six of a player"
        yield Problem(f"{where}.masters", rule)
    if state.is_him(player) and player.dry:
        yield Problem(f"{where}.dry", "the chancellor's clay never dries", "wet")


def _chancellor(state: State) -> Iterator[Problem]:
    """The chancellor's row and his colour."""
    if state.chancellor is None:
        return
    if sorted(state.chancellor.row) != sorted(box.WEAPONS):
        yield Problem("chancellor.row", "holds each of the four weapons once")
    if state.chancellor.colour not in [player.colour for player in state.players]:
        yield Problem("chancellor.colour", f"nobody plays {state.chancellor.colour}")
    elif not state.is_him(state.players[0]):
        yield Problem("players", "the chancellor begins each round, so he is listed first")
