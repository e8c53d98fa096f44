"""Realistic positions and logs to start from: games of simple players who take what looks best at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.shared.refusals import rounds_left
from pencilwright.games.terra_mystica.boards.hexes import EDGES, LAND, NEIGHBOURS, TERRAIN
from pencilwright.games.terra_mystica.components import CULTS, FAVOURS, POWER_ACTIONS, ROUNDS, TOWNS
from pencilwright.games.terra_mystica.rules import actions, apply
from pencilwright.games.terra_mystica.rules.networks import beside_opponent, reaches, skips
from pencilwright.games.terra_mystica.rules.prices import BUILT_FROM, SPADE_ACTIONS, spades_for
from pencilwright.games.terra_mystica.rules.turn import (
    CARDS,
    DWELLINGS,
    SPADES,
    Midgame,
    OpenRow,
    begin,
    income,
    offered,
    open_offers,
    whose,
)
from pencilwright.games.terra_mystica.setup import Setup, draw
from pencilwright.games.terra_mystica.state import Player, State, in_order

LEFT: Final = ("round", ROUNDS)
"""What `left` counts, and the most there can be."""
Played = tuple[str, tuple[str, ...]]
"""One row: faction and commands."""

# What a simple player values, in tenths of a point.
POINT, COIN, WORKER, PRIEST, POWER, STEP, STRUCTURE, INCOME, NOISE = 10, 3, 5, 9, 2, 7, 22, 2, 12


def worth(game: Midgame, player: Player) -> int:
    """Return what a simple player thinks of a position."""
    rounds = ROUNDS - game.state.round
    brings = income(game.state, player)
    flow = brings["C"] * COIN + brings["W"] * WORKER + brings["P"] * PRIEST + brings["PW"] * POWER
    goods = player.coins * COIN + player.workers * WORKER + player.priests * PRIEST
    power = (player.bowls[1] + 2 * player.bowls[2]) * POWER
    goods = (goods + power) * (rounds + 2) // (ROUNDS + 2)
    return (
        POINT * player.points
        + goods
        + flow * rounds * INCOME // 2
        + STRUCTURE * len(player.structures)
        + STEP * sum(player.cults)
        + 40 * len(player.towns)
    )


def ideas(game: Midgame, player: Player) -> Iterator[tuple[str, ...]]:
    """Yield rows of commands that a simple player thinks of; not all of them are allowed."""
    state = game.state
    burns = {card: max(0, act.cost - player.bowls[2]) for card, act in POWER_ACTIONS.items()}
    for name in LAND:
        if state.owner(name):
            continue
        count = spades_for(player, state.terrain_of(name), player.colour)
        near = reaches(state, player, name) or skips(player, name)
        if near and player.left("D"):
            yield (f"dig {count}", f"build {name}") if count else (f"build {name}",)
            yield from _with_free_spades(player, name, count, burns)
        if player.faction == "witches" and state.terrain_of(name) == player.colour:
            yield "action SH", f"build {name}"
        if player.faction == "nomads" and any(other in player.structures for other in NEIGHBOURS[name]):
            yield "action SH", f"build {name}"
    for name, kind in player.structures.items():
        for better, base in BUILT_FROM.items():
            if kind == base and player.left(better):
                yield (f"upgrade {name} to {better}",)
        if player.faction == "swarmlings" and kind == "D":
            yield "action SH", f"upgrade {name} to TH"
    for card in ("ACT2", "ACT3", "ACT4"):
        yield (f"burn {burns[card]}", f"action {card}") if burns[card] else (f"action {card}",)
    for bridge in state.bridge_places:
        a, b = bridge.split("-")
        if a in player.structures and b in player.structures:
            fire = (f"burn {burns['ACT1']}",) if burns["ACT1"] else ()
            yield *fire, "action ACT1", f"bridge {a}:{b}"
            yield "action BRIDGE", f"bridge {a}:{b}"
    for cult in CULTS:
        yield (f"send p to {cult}",)
        for special in ("BON2", "FAV6", "SH"):
            yield f"action {special}", f"+{cult}"
    yield ("advance ship",)
    yield ("advance dig",)
    if player.faction == "darklings":
        yield "advance ship", "convert 1p to 1w"


def _with_free_spades(
    player: Player, name: str, count: int, burns: dict[str, int]
) -> Iterator[tuple[str, ...]]:
    """Yield ways to build on a hex with spades from actions."""
    for card, free in SPADE_ACTIONS.items():
        if count < free:
            continue
        fire = (f"burn {burns[card]}",) if burns.get(card) else ()
        more = (f"dig {count - free}",) if count > free else ()
        yield *fire, f"action {card}", *more, f"build {name}"


def _choice(game: Midgame, player: Player, row: OpenRow, stream: Stream) -> str:
    """Return the command for the first thing that a row must still settle, "" when there is none."""
    if row.towns:
        order = [name for name in TOWNS if name in game.state.towns_left()]
        tops = " ".join(cult for cult in stream.shuffled(CULTS))
        choice = stream.shuffled(order)[0]
        return f"+{choice} {tops}" if TOWNS[choice].cults else f"+{choice}"
    if row.favours:
        free = [name for name in FAVOURS if name not in player.favours and game.state.favours_left(name)]
        return f"+{stream.shuffled(free)[0]}"
    if row.priests and player.workers:
        count = min(row.priests, player.workers, game.state.priests_at_most(player.faction) - player.priests)
        return f"convert {count}w to {count}p" if count > 0 else ""
    if row.free:
        targets = [
            name
            for name in LAND
            if not game.state.owner(name)
            and 0 < spades_for(player, game.state.terrain_of(name), player.colour) <= row.free
            and reaches(game.state, player, name, card=game.phase != SPADES)
        ]
        return f"transform {stream.shuffled(targets)[0]}" if targets else "drop spade"
    return ""


def _try(
    game: Midgame, name: str, commands: tuple[str, ...], stream: Stream, refused: set[tuple[str, ...]]
) -> tuple[Midgame, Played] | None:
    """Return the game after a row with its open choices made at random, or None when it is not allowed.

    refused : takes up the commands that ended with one that is not allowed; all rows that begin so are not.
    """
    if any(commands[: count + 1] in refused for count in range(len(commands))):
        return None
    after = game.copied()
    player = after.state.player(name)
    done: list[str] = []
    try:
        row = apply.begin_row(after, player)
        for command in commands:
            done.append(command)
            apply.act(after, player, row, command)
        while more := _choice(after, player, row, stream):
            try:
                apply.act(after, player, row, more)
            except InputError:
                if not more.startswith("transform"):
                    return None
                more = "drop spade"
                apply.act(after, player, row, more)
            done.append(more)
        actions.finish(after, player, row)
        apply.go_on(after)
    except InputError:
        refused.add(tuple(done))
        return None
    return after, (name, tuple(done))


def turn(game: Midgame, name: str, stream: Stream) -> tuple[Midgame, Played]:
    """Return the game after the best row that a simple player finds; passing is always there."""
    player = game.state.player(name)
    cards = stream.shuffled(game.state.cards) if game.state.round < ROUNDS else [""]
    passing = (f"pass {cards[0]}".strip(),)
    best: tuple[int, Midgame, Played] | None = None
    refused: set[tuple[str, ...]] = set()
    for row in ideas(game, player):
        results = _try(game, name, row, stream, refused)
        if results is None:
            continue
        value = worth(results[0], results[0].state.player(name)) + stream.below(NOISE)
        if best is None or value > best[0]:
            best = value, *results
    if best is not None and best[0] > worth(game, player):
        return best[1], best[2]
    results = _try(game, name, passing, stream, set())
    assert results is not None, "passing is always allowed"
    return results


def step(game: Midgame, stream: Stream) -> tuple[Midgame, Played]:
    """Return the game after the next row of a simple player, and the row."""
    name = whose(game)
    player = game.state.player(name)
    if questions := open_offers(game):
        offer = next(offer for offer in questions if offer.faction == name)
        can = offered(game.state, offer)
        word = "leech" if can <= 3 and player.points >= can else "decline"
        row: tuple[str, ...] = (f"{word} {can} from {offer.source}",)
    elif game.owed:
        row = (f"+{stream.shuffled(CULTS)[0]}",)
    elif game.phase == DWELLINGS:
        free = [hexa for hexa in LAND if TERRAIN[hexa] == player.colour and not game.state.owner(hexa)]
        chosen = max(stream.shuffled(free), key=lambda hexa: _site(game, player, hexa))
        row = (f"build {chosen}",)
    elif game.phase == CARDS:
        row = (f"+{stream.shuffled(game.state.cards)[0]}",)
    elif game.phase == SPADES:
        result = _try(game, name, (), stream, set())
        assert result is not None, "free spades can always be given up"
        return result
    else:
        return turn(game, name, stream)
    after = game.copied()
    apply.apply_turn(after, name, row)
    return after, (name, row)


def _site(game: Midgame, player: Player, name: str) -> int:
    """Return how much a first dwelling's place is liked: land and company around it."""
    company = 2 * beside_opponent(game.state, player, name)
    return company + len(NEIGHBOURS[name]) + 2 * any(other in player.structures for other in EDGES[name])


def play_game(setup: Setup, seed: int | str, rounds: int = ROUNDS) -> tuple[Midgame, list[Played]]:
    """Play a game of simple players to the end of a round; return it and its rows."""
    stream = Stream.from_seed(seed).fork("example play")
    game = begin(setup)
    played = []
    while not game.is_over and game.state.round <= rounds:
        game, row = step(game, stream)
        played.append(row)
    return game, played


def example(seed: int | str, left: int = 0, *, players: int = 4) -> State:
    """Return a position reached by play, at the start of the rounds left (0: the end of the game).

    Raises InputError when a number does not fit the game.
    """
    if not 0 <= left <= ROUNDS:
        raise rounds_left(left, ROUNDS)
    setup = draw(seed, players=players)
    game, _ = play_game(setup, seed, ROUNDS - left)
    return in_order(game.state)
