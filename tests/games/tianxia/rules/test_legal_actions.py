"""The list of what may be done against the rules, on small positions in which all kinds of parts come up."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.tianxia.cards.catalogue import BUILDING, GOAL, MERCHANT
from pencilwright.games.tianxia.cards.effects import parse
from pencilwright.games.tianxia.commands import apply_actions
from pencilwright.games.tianxia.components import BARGES, GOODS, RESOURCES, SPACE_IDS, TRACKS
from pencilwright.games.tianxia.rules.advice_inputs import DeliveryPlan, LeftoverPlan, ShipOffer
from pencilwright.games.tianxia.rules.turns import legal_actions as turns
from pencilwright.games.tianxia.rules.turns.commands import apply_action
from pencilwright.games.tianxia.rules.turns.frame import Turns
from pencilwright.games.tianxia.state import player
from tests.games.listed import of_tianxia, turns_of
from tests.games.tianxia.positions import refuses, rich
from tests.solver.tianxia.test_turns_tried import small
from tests.solver.tianxia.turn_examples import e1, e5, e6

SEEDS = range(12)
REWARDS = ("+1 res", "+2 coin", "+1 good")


FREE = "merchant(1), soldier(1, calm), worker(1), wall(1), nomad(-1), track(lowest, 1), refresh(1)"


def all_of(turn: Turns | None) -> object:
    """Return all that there is of a turn, for comparing."""
    return turn and {**vars(turn), "owed": sorted(turn.owed), "pending": sorted(turn.pending)}


def further(seed: int, *, rich: bool = False) -> Turns:
    """Return a player's turns after some parts picked from the list, in the middle of a turn or between."""
    stream = Stream.from_seed(seed).fork("walk")
    state = small(seed)
    if rich:
        plan, own = state.plan, player(state, "B")
        stock = dict.fromkeys((*RESOURCES, *GOODS), 2)
        own = replace(own, coin=9, meeples=4, goals=("OB4", "OB9", "OB17"), **stock)
        state = replace(
            state,
            players=(own, *state.players[1:]),
            plan=replace(
                plan,
                governors=replace(plan.governors, markers=3),
                leftovers=LeftoverPlan(("BT-03", "BT-07", "BT-12")),
                turns=replace(
                    plan.turns, double=True, bonus=True, round=("BT-06",) * (seed % 2), used=("BT-06",)
                ),
                deliveries=DeliveryPlan((ShipOffer(name="yan", demand="D23", port="silk", spaces=REWARDS),)),
            ),
        )
    turn = Turns(state, "B")
    if stream.below(4):
        openers = [*turns.openers(turn)]
        if rich:
            openers += ["region yan", "region yan", "pass", "train", "fortify"] * 5
        opener = openers[stream.below(len(openers))]
        turn = turns.done(turn, opener) or turn
    for _ in range(stream.below(4)):
        listed = list(turns.legal_parts(turn))
        if listed:
            _, turn = listed[stream.below(len(listed))]
    for effect in parse(FREE) if rich else ():
        turn.owe(effect)
    return turn


def ended(turn: Turns) -> Turns | None:
    """Return a turn after its end, None where it may not end yet."""
    now = turn.copied()
    try:
        now.close()
    except InputError:
        return None
    return now


def grammar(turn: Turns, stream: Stream) -> str:
    """Return a part made of words that come up, allowed or not."""

    def pick(*words: str) -> str:
        return words[stream.below(len(words))]

    plan, record = turn.state.plan, turn.typed_plan
    number, section = pick("1", "2", "3", "4"), pick("1", "2", "3", "4")
    track, barge, merchant = pick(*TRACKS), pick(*BARGES), pick(*MERCHANT)
    ship = pick(*(ship.name for ship in plan.deliveries.ships), "yan")
    space = pick(*(candidate.space for candidate in plan.governors.candidates), pick(*SPACE_IDS))
    card = pick(*turn.own.goals, pick(*GOAL))
    kinds = [f"{pick('1', '1', '2')} {kind}" for kind in (pick(*GOODS), pick(*RESOURCES))]
    some = pick(*kinds, ", ".join(kinds), f"2 {pick(*RESOURCES)}", f"1 {pick('wood', 'stone')}, 1 rice")
    price = pick("1 silk, 1 helmet", "2 silk", "1 jewel")
    pays, takes = pick("", f" pays {pick(some, price)}"), pick("", f" takes {some}", f" takes {kinds[0]}")
    tile = pick(*plan.leftovers.tiles, *record.round, "BT-06")
    cell = pick("BT-06", *(tile for tiles in record.palace.values() for tile in tiles))
    return pick(
        f"extra{takes}", f"step{pick('', f' {track}')}", f"govern {space}{takes}", "drop marker",
        f"exchange {pick('0', number)}{pick('', f' {pick(*RESOURCES)}')}{takes}", f"double {section}",
        f"deliver {ship} at {number}{pays}{takes}", f"leftmost {ship}{takes}", f"wall {section}",
        f"tower {section}", f"soldier {section}{pick('', f' {number}')}", f"tile {tile}", f"advance {track}",
        f"discard {card}{pick('', ' twice')}{takes}", f"use {pick(tile, merchant, 'bonus')}{pays}{takes}",
        f"use {merchant} on {track}", f"use BT-18 on {pick(*BUILDING)}{takes}", f"merchant back {merchant}",
        f"free {pick('wall', 'soldier', 'nomad')} {section}", f"free worker {barge}{takes}",
        f"free merchant{pick('', f' {merchant}')}", f"free track {track}", f"free govern {space}{takes}",
        f"free reward {ship} at {number}{takes}", f"refresh {tile}", f"take {cell}", f"void {card}",
    )  # fmt: skip


@pytest.mark.parametrize("seed", SEEDS)
def test_each_listed_command_is_allowed_and_listed_once(seed: int) -> None:
    turn = ended(further(seed)) or Turns(small(seed), "B")
    listed = list(turns_of(turn))
    assert len(listed) == len(set(listed)) and bool(listed) != turn.passed
    for text in listed:
        assert apply_action(turn.copied(), text), text


@pytest.mark.slow
def test_whatever_part_the_rules_allow_leads_to_what_a_listed_part_leads_to() -> None:
    seen = set()
    for seed in range(80):
        turn = further(seed, rich=bool(seed % 3))
        reached = [all_of(now) for _, now in turns.legal_parts(turn)]
        stream = Stream.from_seed(seed).fork("grammar")
        for _ in range(500):
            part = grammar(turn, stream)
            now = turns.done(turn, part)
            if now is not None:
                assert all_of(now) in reached, (seed, part)
                seen.add(" ".join(part.split()[: 2 if part.startswith("free") else 1]))
    assert {
        "drop", "step", "discard", "extra", "use", "exchange", "advance", "merchant", "soldier", "double",
        "tile", "govern", "tower", "wall", "deliver", "free merchant", "free soldier", "free track",
        "free worker", "free nomad", "free wall", "refresh",
    } <= seen  # fmt: skip


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_turn_of_one_part_the_rules_allow_is_listed(seed: int) -> None:
    turn = Turns(small(seed), "B")
    listed = set(of_tianxia(small(seed), "B"))
    for opener in turns.openers(turn):
        begun = turns.done(turn, opener)
        for text, now in turns.legal_parts(begun) if begun else ():
            whole = f"{opener}{'; ' if ':' in opener else ': '}{text}"
            assert (whole in listed) == (ended(now) is not None)


def test_turns_of_more_parts_are_listed_with_every_order() -> None:
    listed = set(of_tianxia(e6(), "B", 2))
    assert {"pass: tile BT-08", "pass: tile BT-08; advance blue", "pass: tile BT-01:c; advance red"} <= listed
    assert "pass: advance blue; tile BT-08" not in listed
    assert {"fortify: step white; wall 1", "fortify: wall 1; drop marker"} <= set(of_tianxia(e1(), "B", 2))


def test_listed_turns_may_be_typed_as_commands() -> None:
    for text in of_tianxia(e5(), "B"):
        after = apply_actions(e5(), "B", [text])
        assert (after.round, len(after.players)) == (e5().round, len(e5().players))


def test_nothing_is_listed_after_passing_and_after_the_end() -> None:
    turn = Turns(small(4), "B")
    passing = next(text for text in turns_of(turn) if text.startswith("pass"))
    apply_action(turn, passing)
    assert not list(turns_of(turn))
    done = apply_actions(small(4), "B", ["attack"])
    assert done.over and not list(of_tianxia(done, "B"))


@pytest.mark.parametrize("tile", ["BT-02", "BT-02:green"])
def test_a_palace_tile_without_a_track_goes_no_step(tile: str) -> None:
    text = f"drop marker; use {tile}"
    refuses("json.words", rich(tile), text)
    assert text not in of_tianxia(rich(tile), "B", 2)
