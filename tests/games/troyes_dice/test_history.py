"""Where the black die lay tells the wheel: the same wheel as the rules' own engine, in every half-day."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pencilwright.games.rng import Stream
from pencilwright.games.troyes_dice import example, marks, rules, setup, transcript
from pencilwright.games.troyes_dice.components import COLOUR_LETTERS, COLOURS, HALF_DAYS
from pencilwright.games.troyes_dice.history import table_after
from pencilwright.games.troyes_dice.setup import Setup
from pencilwright.games.troyes_dice.state import State, Table, start
from pencilwright.games.troyes_dice.table import with_dice, with_table
from pencilwright.games.troyes_dice.vectors import with_vectors
from tests.games.troyes_dice import transcripts

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
        told = half.lines["wheel"].split("P")[1:]
        up = table_after(drawn, slots).up
        for plaza in told:
            assert up[int(plaza[0])] in COLOUR_LETTERS
            assert up[int(plaza[0])] == plaza.replace("**black** ", "")[2]
        slots += [slot for slot, plaza in enumerate(told) if "black" in plaza]
    assert len(slots) == len(written.half_days)


def played(seed: int, count: int, expansion: bool) -> State:
    """A position of random play that remembers where the black die lay."""
    drawn = setup.draw(seed, expansion=expansion)
    stream = Stream.from_seed(seed)
    game = transcript.begin(drawn, "Ana")
    for _ in range(count):
        roll = example.roll(stream)
        moves = rules.legal_moves(*game.rolled(roll))
        game = game.played(roll, moves[stream.below(len(moves))])
    if not game.turns:
        return start(drawn, player="Ana")
    table = game.turns[-1].table[:]
    rules.end_half(table)
    state = with_vectors(start(drawn, player="Ana"), game.turns[-1].after, table)
    slots = tuple(turn.table[rules.BLACK] for turn in game.turns)
    return State(drawn, state.table, msgspec.structs.replace(state.sheet, slots=slots))


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
    said = with_table(read, "2am", up)
    assert said.table == Table(2, "am", up)
    diced = with_dice(read, (3, 1, 5, 6)).table
    assert diced is not None
    assert (diced.day, diced.half, len(diced.rolls)) == (5, "pm", 1)
