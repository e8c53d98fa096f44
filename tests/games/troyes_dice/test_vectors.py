"""State and vectors say the same; dice are placed, and the raid is marked once."""

from hypothesis import given
from hypothesis import strategies as st

from pencilwright.games.troyes_dice import setup
from pencilwright.games.troyes_dice.example import example
from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.play.known_dice import with_rolls
from pencilwright.games.troyes_dice.play.vectors import further_rolls, position, vectors, with_vectors
from pencilwright.games.troyes_dice.reading import parse
from pencilwright.games.troyes_dice.state import State, start
from tests.games.troyes_dice.written import FINAL, after_half_days, text_of
from tests.refusals import refused


@given(st.integers(0, 400), st.integers(0, 15), st.booleans())
def test_vectors_and_state_say_the_same(seed: int, left: int, expansion: bool) -> None:
    played = example(seed, left, rolls=min(1, left), expansion=expansion)
    assert played.table is not None
    sheet, table = vectors(played)
    assert with_vectors(played, sheet, table, attacked=played.table.attacked) == played


def test_dice_are_placed_and_the_raid_marked_only_when_it_was_not() -> None:
    drawn = setup.draw(1)
    fresh = start(drawn)
    later = with_vectors(fresh, *after_half_days(fresh, 4))
    rolled = with_rolls(later, [(4, 1, 5, 6)])
    sheet, table = position(rolled)
    assert table[rules.BLACK] == 1
    assert sum(bin(mask).count("1") for mask in sheet[rules.STRUCK : rules.STRUCK + 3]) == 1
    marked = with_rolls(with_vectors(later, sheet, table), [(4, 1, 5, 6)], attacked=True)
    assert position(marked)[0] == sheet


def test_dice_of_later_half_days_are_kept_when_time_goes_on() -> None:
    known = with_rolls(start(setup.draw(1)), [(1, 2, 3, 4), (2, 3, 4, 5), (6, 6, 6, 6)])
    sheet, table = vectors(known)
    rules.end_half(table)
    gone_on = with_vectors(known, sheet, table, attacked=False)
    assert gone_on.table is not None
    assert [roll.black for roll in gone_on.table.rolls] == [2, 6]
    assert further_rolls(known) == [(2, 3, 4, 5), (6, 6, 6, 6)]


def test_a_position_without_setup_or_table_cannot_be_played_on() -> None:
    with refused("troyes.refused.no_setup"):
        position(parse(text_of(FINAL)))
    with refused("troyes.refused.no_table"):
        position(State(setup=setup.draw(1), sheet=parse(text_of(FINAL)).sheet))
    with refused("troyes.refused.no_table"):
        with_rolls(parse(text_of(FINAL)), [(1, 2, 3, 4)])
    assert vectors(parse(text_of(FINAL)))[1] == []
    assert further_rolls(parse(text_of(FINAL))) == []
    assert start(None).table is None
