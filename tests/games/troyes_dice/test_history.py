"""Where the black die lay tells the wheel: the same wheel as the rules' own engine, in every half-day."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pencilwright.games import GAMES, sheets
from pencilwright.games.rng import Stream
from pencilwright.games.troyes_dice import example, marks, setup
from pencilwright.games.troyes_dice.components import COLOUR_LETTERS, COLOURS, HALF_DAYS
from pencilwright.games.troyes_dice.play import rules, transcript
from pencilwright.games.troyes_dice.play.history import raids_by_colour, table_after
from pencilwright.games.troyes_dice.play.known_dice import needed, with_dice, with_table, with_time
from pencilwright.games.troyes_dice.play.vectors import with_vectors
from pencilwright.games.troyes_dice.setup import Setup
from pencilwright.games.troyes_dice.state import State, Table, start
from tests.games.troyes_dice import transcripts
from tests.refusals import has, refused

DICE = st.tuples(*[st.integers(1, 6)] * 4)


def wheels(drawn: Setup, rolls: Sequence[Sequence[int]]) -> Iterator[tuple[list[int], Table]]:
    """The places of the black die so far and the table that the engine leaves, before and after each roll."""
    fresh = start(drawn)
    vector = rules.new_table(setup.faces(drawn), drawn.numbers, drawn.expansion)
    slots: list[int] = []
    for roll in (*rolls, None):
        table = with_vectors(fresh, rules.new_sheet(), vector).table
        assert table is not None
        yield slots, table
        if roll is not None:
            rules.place(vector, *roll)
            slots.append(vector[rules.BLACK])
            rules.end_half(vector)


@given(st.integers(0, 10**6), st.booleans(), st.lists(DICE, min_size=HALF_DAYS, max_size=HALF_DAYS))
def test_the_places_tell_the_wheel_of_any_game(
    seed: int, expansion: bool, rolls: list[tuple[int, ...]]
) -> None:
    drawn = setup.draw(seed, expansion=expansion)
    for slots, table in wheels(drawn, rolls):
        assert table_after(drawn, slots) == table


@pytest.mark.parametrize("path", sorted(transcripts.FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_the_places_tell_the_wheel_of_the_games_written_down(path: transcripts.Path) -> None:
    written = transcripts.read(path)
    vector = transcripts.first_table(written)
    colour = [COLOURS[vector[rules.COLOUR + face]] for face in range(18)]
    tiles = tuple((notch, tile) for notch, tile in enumerate(vector[rules.TILE : rules.TILE + 9]) if tile)
    drawn = Setup(tuple(zip(colour[::2], colour[1::2], strict=True)), ((1, 2, 3, 4, 5, 6),) * 3, tiles)
    slots: list[int] = []
    for half in written.half_days:
        lines = half.lines["wheel"].split("P")[1:]
        up = table_after(drawn, slots).up
        for plaza in lines:
            assert up[int(plaza[0])] in COLOUR_LETTERS
            assert up[int(plaza[0])] == plaza.replace("**black** ", "")[2]
        slots += [slot for slot, plaza in enumerate(lines) if "black" in plaza]
    assert len(slots) == len(written.half_days)


def played(seed: int, count: int, expansion: bool) -> State:
    """A position of random play that remembers where the black die lay."""
    drawn = setup.draw(seed, expansion=expansion)
    stream = Stream.from_seed(seed)
    game = transcript.begin(drawn, "Ana")
    for _ in range(count):
        roll = example.roll(stream)
        moves = rules.legal_actions(*game.rolled(roll))
        game = game.played(roll, moves[stream.below(len(moves))])
    if not game.turns:
        return start(drawn, player="Ana")
    table = game.turns[-1].table[:]
    rules.end_half(table)
    state = with_vectors(start(drawn, player="Ana"), game.turns[-1].after, table)
    slots = tuple(turn.table[rules.BLACK] for turn in game.turns)
    sheet = msgspec.structs.replace(state.sheet, slots=slots)
    return msgspec.structs.replace(state, setup=drawn, sheet=sheet)


@given(st.integers(0, 10**6), st.integers(1, HALF_DAYS), st.booleans())
def test_a_marked_sheet_of_a_real_game_has_its_table(seed: int, count: int, expansion: bool) -> None:
    state = played(seed, count, expansion)
    values = marks.to_marks(state)
    read, faults = marks.read(values, state.setup)
    assert not faults
    assert read.table == state.table
    assert read.sheet.slots == state.sheet.slots
    assert marks.to_marks(read) == values
    assert marks.read(values)[0].table is None, "nobody knows the wheel without its setup"


def test_a_contradicted_memory_is_no_table_and_what_is_said_goes_before_it() -> None:
    state = played(5, 9, expansion=False)
    values = marks.to_marks(state)
    few, _ = marks.read({name: value for name, value in values.items() if name < "slot.2"}, state.setup)
    assert few.sheet.slots
    assert few.table is None
    read, _ = marks.read(values, state.setup)
    up = read.table.up if read.table else ""
    form = with_table(read, "2am", up)
    assert form.table == Table(2, "am", up)
    diced = with_dice(read, (3, 1, 5, 6)).table
    assert diced is not None
    assert (diced.day, diced.half, len(diced.rolls)) == (5, "pm", 1)


@given(st.integers(0, 10**6), st.integers(1, HALF_DAYS), st.booleans())
def test_raids_of_real_games_strike_boxes_of_the_plazas_that_the_black_die_lay_on(
    seed: int, count: int, expansion: bool
) -> None:
    state = played(seed, count, expansion)
    raids = raids_by_colour(setup.draw(seed, expansion=expansion), state.sheet.slots)
    struck = [len(getattr(state.sheet.struck, colour)) for colour in COLOURS]
    assert all(boxes <= most for boxes, most in zip(struck, raids, strict=True))
    if not expansion:
        assert sum(raids) == max(0, count - rules.FIRST_ATTACK)


def test_a_struck_box_of_a_colour_that_was_never_raided_contradicts_the_ringed_places() -> None:
    for seed in range(40):
        state = played(seed, 5, expansion=False)
        raids = dict(zip(COLOURS, raids_by_colour(setup.draw(seed), state.sheet.slots), strict=True))
        never = next(colour for colour, count in raids.items() if not count)
        values = marks.to_marks(state)
        others = [name for name in values if name.startswith("die.")]
        if len(others) != 1:
            continue
        moved = {name: value for name, value in values.items() if name not in others}
        read, (fault,) = marks.read({**moved, f"die.{never}.1": "struck"}, state.setup)
        if read.table is None and fault.rule.key == "troyes.marks.contradicted":
            assert set(fault.marks) > {f"die.{never}.1"}
            return
    raise AssertionError("no such sheet in 40 games")


def test_a_building_without_its_black_die_asks_for_the_die_before_it_is_taken_back() -> None:
    """A person alone knows where it lay: no place is picked for him."""
    game, drawn = GAMES["troyes-dice"], setup.draw(5)
    halls = {"building.town_hall.1": "circled", "building.town_hall.4": "circled"}
    values = {**halls, **{f"citizens.yellow.{n}": "circled" for n in range(1, 5)}, "slot.1.0": "circled"}
    read = sheets.read(game, values, drawn)
    (fault,) = sheets.with_remedies(game, values, drawn, read.problems)
    assert fault.missing == fault.marks[:4] == tuple(f"slot.2.{place}" for place in range(4))
    assert fault.remedy is not None and fault.other is not None
    assert fault.remedy.marks == {} and has(fault.remedy.words, "mark.slot.pm day=1 slot=0")
    assert fault.other.marks == {"slot.1.0": ""}
    for place in fault.missing:
        assert not sheets.read(game, {**values, place: "circled"}, drawn).problems


def test_a_forgotten_place_is_named_and_an_earlier_half_day_can_be_asked_for() -> None:
    state = played(5, 9, expansion=False)
    values = marks.to_marks(state)
    gap = next(name for name in values if name.startswith("slot.6."))
    _, faults = marks.read({name: value for name, value in values.items() if name != gap}, state.setup)
    assert has(needed(faults).sentence, "troyes.marks.pm day=3")
    assert has(needed(faults).sentence, "troyes.refused.table_needed")
    assert with_time(state, "5am").table == table_after(setup.draw(5), state.sheet.slots[:8])
    with refused("troyes.refused.no_table"):
        with_time(state, "8pm")
