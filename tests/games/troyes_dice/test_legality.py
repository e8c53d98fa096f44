"""What cannot arise is named with the nearest legal reading; what was played never is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pencilwright.games import game
from pencilwright.games.rng import Stream
from pencilwright.games.troyes_dice import scoring, setup
from pencilwright.games.troyes_dice.example import example
from pencilwright.games.troyes_dice.legality import problems
from pencilwright.games.troyes_dice.notation import to_text
from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.play.known_dice import with_rolls
from pencilwright.games.troyes_dice.play.vectors import position, sheet_vector, vectors, with_vectors
from pencilwright.games.troyes_dice.reading import parse
from pencilwright.games.troyes_dice.state import State, start
from tests.games.troyes_dice.refusals import sheet_problems
from tests.games.troyes_dice.written import FINAL, after_half_days, text_of, with_table
from tests.refusals import has, refused


@pytest.mark.parametrize("games", [20, pytest.param(2_000, marks=pytest.mark.long)])
@pytest.mark.parametrize("expansion", [False, True])
def test_no_position_of_a_random_game_has_a_problem(expansion: bool, games: int) -> None:
    dice = Stream.from_seed("legal play")
    for seed in range(games):
        fresh = start(setup.draw(seed, numbering="random", expansion=expansion))
        sheet, table = vectors(fresh)
        for _ in range(16):
            rules.place(table, *(dice.die() for _ in range(4)))
            rules.attack(sheet, table)
            here = with_vectors(fresh, sheet, table)
            assert problems(here) == [], to_text(here)
            assert problems(State(sheet=here.sheet)) == []
            code = _any(dice, rules.action_codes(sheet, table))
            counts, choices = rules.new_counts(), [dice.below(2) for _ in range(rules.MAX_CHOICES)]
            used = rules.apply(sheet[:], table, code, choices, 0, counts)
            choices = [0] * rules.MAX_CHOICES
            if used:
                choices[0] = dice.below(counts[0])
            rules.apply(sheet, table, code, choices, 1 if used else 0, counts)
            rules.end_half(table)
        done = with_vectors(fresh, sheet, table)
        assert problems(done) == [], to_text(done)


def _any(dice: Stream, options: list[int]) -> int:
    return options[dice.below(len(options))]


@given(st.integers(0, 3000), st.integers(0, 16), st.booleans())
def test_no_position_of_a_good_game_has_a_problem(seed: int, left: int, expansion: bool) -> None:
    assert problems(example(seed, left, rolls=min(left, 1), expansion=expansion)) == []


def test_a_building_in_a_box_struck_later_is_legal() -> None:
    """Great market 3, bishop's palace 6 and cathedral 3 stand in struck boxes of the worked game."""
    final = parse(text_of(FINAL))
    assert {3, 6} <= set(final.sheet.struck.white) | set(final.sheet.struck.yellow)
    assert game("troyes-dice").check(final) is final


def test_too_few_public_buildings_for_the_column_bonuses_is_a_problem() -> None:
    built, citizens = {"fortress": [4]}, {"red": 11, "yellow": 11, "white": 11}
    results = sheet_problems({"built": built, "links": [], "citizens": citizens})
    assert any(has(problem.rule, "troyes.problem.column citizens=11 n=2") for problem in results)


def test_resources_that_bonuses_gave_are_there() -> None:
    results = sheet_problems({"deniers": {"circled": 4, "spent": 0}})
    assert any(problem.field == "sheet.deniers.circled" for problem in results)


def test_more_buildings_than_actions_is_a_problem_of_the_day() -> None:
    early = with_table() | {"sheet": FINAL["sheet"]}
    results = problems(parse(text_of(early)))
    assert {"table.day", "sheet.struck"} <= {problem.field for problem in results}


def test_a_day_that_left_no_trace_is_a_problem() -> None:
    late = start(setup.draw(1))
    sheet, table = after_half_days(late, 10)
    results = problems(with_vectors(late, sheet, table))
    assert any(has(problem.rule, "troyes.problem.traces actions=10 n=0") for problem in results)
    assert any(has(problem.rule, "troyes.problem.no_strike") for problem in results)


def test_more_spent_than_actions_can_spend_is_a_problem() -> None:
    fresh = start(setup.draw(1))
    sheet, table = after_half_days(fresh, 1)
    sheet[rules.GOT + 1], sheet[rules.USED + 1], sheet[rules.CIT + 1] = 8, 5, 1
    results = problems(with_vectors(fresh, sheet, table))
    assert any(problem.field == "sheet.deniers.spent" for problem in results)


def test_a_plaza_shows_one_of_its_faces() -> None:
    drawn = setup.draw(1)
    notch = next(n for n, (up, hidden) in enumerate(drawn.plazas) if up == hidden)
    up = list(setup.letters(up for up, _ in drawn.plazas))
    up[notch] = "W" if up[notch] != "W" else "R"
    impossible = parse(text_of(with_table(up="".join(up))))
    assert any(problem.field == "table.up" for problem in problems(impossible))
    with refused("troyes.problem.plaza"):
        vectors(impossible)


def test_a_wheel_that_no_dice_could_turn_is_a_problem() -> None:
    """Nothing has been raided before the first half-day, so no plaza can be turned."""
    drawn = setup.draw(1)
    notch = next(n for n, (up, hidden) in enumerate(drawn.plazas) if up != hidden)
    up = list(setup.letters(up for up, _ in drawn.plazas))
    up[notch] = setup.letters([drawn.plazas[notch][1]])
    results = problems(parse(text_of(with_table(up="".join(up)))))
    assert [problem.field for problem in results] == ["table.up"]


def test_a_raid_said_to_be_marked_must_be_on_the_sheet() -> None:
    fresh = start(setup.draw(1))
    played = example(1, 4, rolls=0)
    assert played.table is not None
    _, table = vectors(played)
    struck_before = sheet_vector(played.sheet)
    for black in range(1, 7):
        marked = with_rolls(played, [(black, 6, 6, 6)], attacked=True)
        after, _ = position(with_rolls(played, [(black, 6, 6, 6)]))
        if after != struck_before:
            assert any(problem.field == "table.attacked" for problem in problems(marked))
            break
    else:
        pytest.fail("every raid was blocked; choose another position")
    assert fresh.table is not None and table


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ("TD1-0000-1BN5-B8CQ 1pm {up} - 6-4/3-0/3-0 1/0/0 -/-/-/-/-/- -/-/- -", "sheet.influence.spent"),
        ("TD1-0000-1BN5-B8CQ 1pm {up} - 3-3/3-2/3-3 0/0/0 -/-/-/-/5:1/- -/-/- -", "sheet"),
        ("TD1-0000-1BN5-B8CQ 1pm {up} - 4-0/4-0/4-0 0/0/0 -/-/-/-/-/- -/-/- -", "table.day"),
    ],
)
def test_a_first_action_that_nobody_can_take_is_a_problem(line: str, field: str) -> None:
    """More than the start gave; two places on the wheel; a fallback with nine resources at hand."""
    fresh = start(setup.from_code("TD1-0000-1BN5-B8CQ"))
    sheet, table = after_half_days(fresh, 1)
    wheel = with_vectors(fresh, sheet, table).table
    assert wheel is not None
    assert field in {problem.field for problem in problems(parse(line.format(up=wheel.up)))}


def test_a_sheet_is_scored_whatever_the_table_says() -> None:
    impossible = with_table(up="RRRRRRRRR", rolls=[{"black": 6, "dice": [1, 2]}])
    assert scoring.score(parse(text_of(impossible))).total == 3
    assert problems(parse(text_of(impossible)))


def test_more_rolls_than_half_days_are_a_problem() -> None:
    results = problems(parse(text_of(with_table(rolls=[{"black": 1, "dice": [1, 2, 3]}] * 17))))
    assert [problem.field for problem in results] == ["table.rolls"]
