"""Which rules a position breaks: counts of the box, workers on the wheel, players' goods, names of spaces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from pencilwright.games.errors import InputError
from pencilwright.games.shared.problems import Problem, refuse, too_many
from pencilwright.games.shared.refusals import nobody_plays
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import sectors
from pencilwright.games.terracotta_army.rules.grid import GridPiece, rays
from pencilwright.games.terracotta_army.state import ARTISAN, CRAFTSMAN, Player, State
from pencilwright.games.terracotta_army.words import names
from pencilwright.templates.phrases import Phrase, Word, phrase


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
    """Return the state. Raises InputError with the first problem and the number of others.

    A position that is played on needs its scoring tiles, too.
    """
    refuse(problems(state))
    if not state.tiles and not state.over:
        raise InputError(phrase("terracotta.error.no_tiles"), field="tiles")
    return state


def _problem(field: str, what: str, nearest: Phrase | str = "", /, **words: Word) -> Problem:
    return Problem(field, phrase(f"terracotta.problem.{what}", **words), nearest)


def _table(state: State) -> Iterator[Problem]:
    """Players, tiles, inspectors."""
    colours = Counter(player.colour for player in state.players)
    for colour, count in colours.items():
        if count > 1:
            yield too_many("players", count, 1, names.colour(colour))
    seats = 2 if state.chancellor is not None else box.MOST_PLAYERS
    if len(state.players) > seats:
        yield Problem("players", phrase("json.list.most", n=seats))
    if len(state.players) < 2:
        yield Problem("players", phrase("json.list.least", n=2))
    for tile, count in Counter(state.tiles).items():
        if count > 1:
            yield too_many("tiles", count, 1, names.tile(tile))
    if state.over and state.round != box.ROUNDS:
        last = phrase("terracotta.setup.round", n=box.ROUNDS)
        yield _problem("over", "over", last, n=state.round, last=box.ROUNDS)
    held = [player.priority for player in state.players if player.priority]
    for number, count in Counter(held).items():
        if count > 1:
            yield too_many("players", count, 1, phrase("terracotta.did.priority", n=number))
    if held and (state.chancellor is not None or max(held) > len(state.players) - 1):
        yield _problem("players", "priority", n=max(held))


def _grid(state: State) -> Iterator[Problem]:
    """Counts of pieces, owners, archers that look off the grid."""
    grid = state.grid
    letters = {player.letter for player in state.players}
    for piece in grid.pieces:
        where = f"grid.{grid.name(piece.cells[0])}"
        if piece.owner and piece.owner not in letters:
            yield Problem(where, nobody_plays(piece.owner))
        if piece.facing and not rays(grid.cols, grid.rows)[piece.cells[0]][piece.facing]:
            at = names.place(grid.name(piece.cells[0]), piece.facing)
            yield Problem(where, phrase("terracotta.error.spot", piece=names.one(piece.kind), where=at))
    for kind in box.TYPES:
        yield from _too_many(state, grid.of_kind(kind), box.PER_TYPE, names.piece(kind))
    for kind in box.SPECIALISTS:
        most = box.PER_SPECIALIST - (state.chancellor is not None and kind in box.SOLO_MISSING)
        if kind == "horse":
            results = [piece for piece in grid.pieces if len(piece.cells) > 1]
        else:
            results = grid.of_kind(kind)
        yield from _too_many(state, results, most, names.piece(kind))
    for letter in sorted(letters):
        own_pieces = [piece for piece in grid.pieces if piece.owner == letter]
        of = phrase("terracotta.problem.warrior_of", letter=letter)
        yield from _too_many(state, own_pieces, box.BASES, of)


def _too_many(state: State, pieces: list[GridPiece], most: int, what: Phrase) -> Iterator[Problem]:
    """A piece count above the box, named by the spaces that are too many."""
    for piece in sorted(pieces, key=lambda piece: piece.cells)[most:]:
        yield too_many(f"grid.{state.grid.name(piece.cells[0])}", len(pieces), most, what)


def _wheel(state: State) -> Iterator[Problem]:
    """Workers of each sector, and how many each player has."""
    for sector in sectors.NUMBERS:
        workers, where = state.workers(sector), f"wheel.{sector}"
        if len(workers) > box.SPOTS:
            yield too_many(where, len(workers), box.SPOTS, phrase("terracotta.forecast.in_hand"))
        elif len(workers) == box.SPOTS and [code[-1] for code in workers] != [CRAFTSMAN, ARTISAN]:
            yield _problem(where, "pair")
    for player in state.players:
        placed = "".join(state.wheel).count(player.letter)
        total, wanted = placed + player.in_hand, box.WORKERS.get(state.seats, 0)
        if total != wanted and not state.over:
            who, counts = names.colour(player.colour), {"placed": placed, "hand": player.in_hand}
            yield _problem(f"players.{player.colour}", "workers", colour=who, wanted=wanted, **counts)
    for code in " ".join(state.wheel).split():
        if code[0] not in {player.letter for player in state.players}:
            yield Problem("wheel", nobody_plays(code[0]))
    yield from _order(state)


def _order(state: State) -> Iterator[Problem]:
    """Turns go round: who comes earlier has as many workers in hand as who comes later, or one fewer."""
    hands = [player.in_hand for player in state.players]
    if any(a > b for a, b in pairwise(hands)) or (hands and max(hands) - min(hands) > 1):
        yield _problem("players", "order", hands=tuple(hands))


def _player(state: State, player: Player) -> Iterator[Problem]:
    """Goods of one player."""
    where = f"players.{player.colour}"
    for name in ("coins", "wet", "dry", "craftsmen", "artisans", "score"):
        if getattr(player, name) < 0:
            yield Problem(f"{where}.{name}", phrase("json.number.least", n=0), "0")
    if len(player.masters) + len(player.tokens) != len(box.TOKEN_COSTS):
        counts = {"masters": len(player.masters), "tokens": len(player.tokens)}
        yield _problem(f"{where}.masters", "tokens", **counts)
    if player.final and not (
        state.over and len(player.final) == len(box.FINAL_ROWS) and sum(player.final) <= player.score
    ):
        yield _problem(f"{where}.final", "final", n=len(box.FINAL_ROWS), score=player.score)
    if state.is_him(player) and player.dry:
        yield _problem(f"{where}.dry", "dry", "0")


def _chancellor(state: State) -> Iterator[Problem]:
    """The chancellor's row and his colour."""
    if state.chancellor is None:
        return
    if sorted(state.chancellor.row) != sorted(box.WEAPONS):
        yield _problem("chancellor.row", "row")
    if state.chancellor.colour not in [player.colour for player in state.players]:
        who = names.colour(state.chancellor.colour)
        yield Problem("chancellor.colour", nobody_plays(who))
    elif not state.is_him(state.players[0]):
        yield _problem("players", "first")
