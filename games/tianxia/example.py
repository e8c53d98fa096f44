"""Made-up positions at the end of a game to try things on: legal, and of usual size, but not played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.tianxia import components as box
from pencilwright.games.tianxia import state as states
from pencilwright.games.tianxia.cards.catalogue import GOAL_IDS, SIDES
from pencilwright.games.tianxia.rules import advice_inputs
from pencilwright.games.tianxia.rules.battle import defence
from pencilwright.games.tianxia.rules.normalize import normalize
from pencilwright.games.tianxia.setup import Setup, draw
from pencilwright.templates.phrases import phrase

LEFT: Final = ("round", 1)
"""What `left` counts, and the most there can be."""
LETTERS = "BOPG"
MOST_GOALS = 5
PIECES = {"walls": 5, "towers": 3}
SPACES_OF_A_SHIP = ("+1 res", "+2 pp")
CONVERSIONS = ("BT-08", "BT-12")
CANDIDATES = 4


def example(seed: int | str, left: int = 1, *, players: int = 3) -> states.State:
    """Return a made-up position of round 4, before its attack phase or (`left` 0) after it.

    Raises InputError for a number of players that the scoring does not cover.
    """
    if players not in (3, 4):
        raise InputError(
            phrase("setup.wrong.range", field="players", n=players, low=3, high=4), field="players"
        )
    over = not left
    stream = Stream.from_seed(seed).fork("example")
    letters = LETTERS[:players]
    setup = draw(seed, players=players)
    deck = stream.shuffled(GOAL_IDS)
    wall = _wall(stream, letters, over)
    everyone = tuple(_player(stream, letter, deck, setup.boards[i]) for i, letter in enumerate(letters))
    governors: dict[str, str] = {}
    for space in box.SPACE_IDS:
        owners = stream.shuffled(letters)[: stream.below(3)]
        if owners:
            governors[space] = "".join(owners)
    state = normalize(
        states.State(
            setup=setup,
            over=over,
            players=everyone,
            palace=states.Palace(**{track: _track(stream, letters) for track in box.TRACKS}),
            wall=wall,
            governors=governors,
            plan=advice_inputs.Plans() if over else _plan(setup, governors, wall),
        )
    )
    return replace(state, players=tuple(_within_the_box(state, owner) for owner in state.players))


def _within_the_box(state: states.State, owner: states.Player) -> states.Player:
    """Return a player with no more meeples and shipping markers than the box has."""
    spare = max(box.STANDARD.meeples - (states.meeples_of(state, owner.letter) - owner.meeples), 0)
    ships, most = owner.ships, box.STANDARD.ship_markers
    yan, qi = ships.yan, min(ships.qi, most - ships.yan)
    chu = min(ships.chu, most - yan - qi)
    return replace(owner, meeples=min(owner.meeples, spare), ships=states.Ships(yan, qi, chu))


def _plan(
    setup: Setup, governors: Mapping[str, str], wall: tuple[states.Section, ...]
) -> advice_inputs.Plans:
    """Return what each question of `advise` needs besides: made up, too, but for the demand at the ports."""
    ships = tuple(
        advice_inputs.ShipOffer(name=port, demand=demand, port=good, spaces=SPACES_OF_A_SHIP)
        for port, good, demand in zip(box.COASTAL, setup.ports, setup.demand, strict=False)
    )
    free = [space for space in box.SPACE_IDS if space not in governors][:CANDIDATES]
    weakest = max(range(box.SECTIONS), key=lambda number: wall[number].nomads - defence(wall[number]))
    return advice_inputs.Plans(
        deliveries=advice_inputs.DeliveryPlan(ships=ships),
        leftovers=advice_inputs.LeftoverPlan(tiles=CONVERSIONS),
        governors=advice_inputs.GovernorPlan(
            2, {}, tuple(advice_inputs.Candidate(space=space, wood=1) for space in free)
        ),
        save=advice_inputs.SavePlan(space=box.STANDARD.paths[weakest][0]),
    )


def _player(stream: Stream, letter: str, deck: list[str], board: int) -> states.Player:
    """Return a player with a hand from the top of the deck and a small supply."""
    hand = tuple(deck.pop() for _ in range(3 + stream.below(MOST_GOALS - 2)))
    stock: dict[str, Any] = {name: stream.below(3) for name in ("coin", *box.RESOURCES, *box.GOODS)}
    return states.Player(
        letter=letter,
        points=35 + stream.below(50),
        goals=hand,
        jade=stream.below(7),
        meeples=stream.below(9),
        tiles=4 + stream.below(10),
        ships=states.Ships(stream.below(4), stream.below(4), stream.below(4)),
        board=SIDES[2 * (board - 1) + stream.below(2)],
        **stock,
    )


def _track(stream: Stream, letters: str) -> states.PalaceTrack:
    """Return a palace track with random heights, the neutral marker on its step for three players."""
    markers = [(1 + stream.below(box.STEPS), letter) for letter in letters if stream.below(6)]
    if len(letters) < len(LETTERS):
        markers.append((box.NEUTRAL_STEP, box.NEUTRAL))
    markers = sorted(stream.shuffled(markers), key=lambda marker: -marker[0])
    return states.PalaceTrack("".join(letter for _, letter in markers), tuple(step for step, _ in markers))


def _wall(stream: Stream, letters: str, over: bool) -> tuple[states.Section, ...]:
    """Return the wall: each player's pieces and soldiers over the sections; nomads before a battle."""
    rows: dict[str, list[list[str]]] = {
        part: [[] for _ in range(box.SECTIONS)] for part in ("walls", "towers", "soldiers")
    }
    for letter in letters:
        for part, most in (("walls", PIECES["walls"]), ("towers", PIECES["towers"]), ("soldiers", 4)):
            for _ in range(stream.below(most + 1)):
                rows[part][stream.below(box.SECTIONS)].append(letter)
    sections = []
    for number in range(box.SECTIONS):
        order = {part: "".join(stream.shuffled(rows[part][number])) for part in rows}
        battle = not over and stream.below(4) > 0
        sections.append(states.Section(nomads=0 if over else 4 + stream.below(9), battle=battle, **order))
    return tuple(sections)
