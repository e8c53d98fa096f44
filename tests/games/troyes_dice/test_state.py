"""A position is read and written without loss, in JSON and in one line; others are refused by field."""

import json
from typing import Any

import jsonschema
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.troyes_dice import rules, scoring, setup, state
from pencilwright.games.troyes_dice.example import example
from pencilwright.games.troyes_dice.state import parse, parse_text, to_json, to_text

FINAL: dict[str, Any] = {
    "format": "troyes-dice/1",
    "setup": None,
    "table": None,
    "sheet": {
        "player": "",
        "influence": {"circled": 18, "spent": 9},
        "deniers": {"circled": 18, "spent": 12},
        "knowledge": {"circled": 16, "spent": 6},
        "citizens": {"red": 7, "yellow": 16, "white": 10},
        "built": {
            "fortress": [4],
            "counts_palace": [],
            "great_market": [1, 2, 3, 4],
            "town_hall": [1, 2, 5],
            "cathedral": {"3": 1, "4": 1},
            "bishops_palace": [1, 5, 6],
        },
        "struck": {"red": [1, 2, 6], "yellow": [3, 6], "white": [2, 3, 6]},
        "links": ["L6", "L9"],
    },
}
LINE = "TD1 - - - 18-9/18-12/16-6 7/16/10 4/-/1234/125/3:1,4:1/156 126/36/236 69"


def text_of(value: Any) -> str:
    return json.dumps(value)


def with_table(**changes: object) -> dict[str, Any]:
    drawn = setup.draw(1)
    table = {"day": 1, "half": "am", "up": setup.letters(up for up, _ in drawn.plazas)} | changes
    sheet = json.loads(to_json(state.start(drawn)))["sheet"]
    return {"format": "troyes-dice/1", "setup": setup.to_code(drawn), "table": table, "sheet": sheet}


def refused(data: str | bytes) -> InputError:
    with pytest.raises(InputError) as caught:
        parse(data)
    return caught.value


# --- There and back -----------------------------------------------------------------------------------------


@given(st.integers(0, 400), st.integers(0, 16), st.integers(0, 3), st.booleans())
def test_a_played_position_comes_back_from_json_and_from_its_line(
    seed: int, left: int, rolls: int, expansion: bool
) -> None:
    played = example(seed, left, rolls=min(rolls, left), expansion=expansion)
    assert parse(to_json(played)) == played
    assert to_json(parse(to_json(played))) == to_json(played)
    assert parse(to_text(played)) == played
    assert to_text(parse_text(to_text(played))) == to_text(played)
    assert len(to_text(played)) <= 180


@given(st.integers(0, 400), st.integers(0, 15), st.booleans())
def test_vectors_and_state_say_the_same(seed: int, left: int, expansion: bool) -> None:
    played = example(seed, left, rolls=min(1, left), expansion=expansion)
    assert played.table is not None
    sheet, table = state.vectors(played)
    assert state.with_vectors(played, sheet, table, attacked=played.table.attacked) == played


def test_the_worked_games_final_sheet_is_one_line() -> None:
    final = parse(text_of(FINAL))
    assert to_text(final) == LINE
    assert parse(LINE) == final
    assert state.problems(final) == []
    assert rules.final_score(state.sheet_vector(final.sheet)) == 52


def test_json_is_written_in_one_form_only() -> None:
    shuffled = json.loads(json.dumps(FINAL))
    shuffled["sheet"]["built"]["great_market"] = [4, 2, 1, 3]
    shuffled["sheet"]["links"] = ["L9", "L6"]
    assert to_json(parse(text_of(shuffled))) == to_json(parse(text_of(FINAL)))


def test_a_byte_order_mark_and_blank_lines_do_no_harm() -> None:
    assert parse(b"\xef\xbb\xbf\n " + text_of(FINAL).encode()) == parse(text_of(FINAL))


def test_a_setup_may_be_written_out_or_given_as_its_code() -> None:
    drawn = setup.draw(9, numbering="random", expansion=True)
    short = with_table() | {"setup": setup.to_code(drawn), "table": None}
    long = short | {"setup": setup.as_dict(drawn)}
    assert parse(text_of(short)) == parse(text_of(long))


def test_dice_are_placed_and_the_raid_marked_only_when_it_was_not() -> None:
    drawn = setup.draw(1)
    fresh = state.start(drawn)
    later = state.with_vectors(fresh, *_after(fresh, 4))
    rolled = state.with_rolls(later, [(4, 1, 5, 6)])
    sheet, table = state.position(rolled)
    assert table[rules.BLACK] == 1
    assert sum(bin(mask).count("1") for mask in sheet[rules.STRUCK : rules.STRUCK + 3]) == 1
    marked = state.with_rolls(state.with_vectors(later, sheet, table), [(4, 1, 5, 6)], attacked=True)
    assert state.position(marked)[0] == sheet


def _after(fresh: state.State, half_days: int) -> tuple[list[int], list[int]]:
    sheet, table = state.vectors(fresh)
    for _ in range(half_days):
        rules.place(table, 1, 2, 3, 4)
        rules.end_half(table)
    return sheet, table


def test_dice_of_later_half_days_are_kept_when_time_goes_on() -> None:
    known = state.with_rolls(state.start(setup.draw(1)), [(1, 2, 3, 4), (2, 3, 4, 5), (6, 6, 6, 6)])
    sheet, table = state.vectors(known)
    rules.end_half(table)
    gone_on = state.with_vectors(known, sheet, table, attacked=False)
    assert gone_on.table is not None
    assert [roll.black for roll in gone_on.table.rolls] == [2, 6]
    assert state.further_rolls(known) == [(2, 3, 4, 5), (6, 6, 6, 6)]


def test_a_position_without_setup_or_table_cannot_be_played_on() -> None:
    with pytest.raises(InputError, match="no setup"):
        state.position(parse(text_of(FINAL)))
    with pytest.raises(InputError, match="no table"):
        state.position(state.State(setup.draw(1), None, parse(text_of(FINAL)).sheet))
    with pytest.raises(InputError, match="dice need a table"):
        state.with_rolls(parse(text_of(FINAL)), [(1, 2, 3, 4)])
    assert state.vectors(parse(text_of(FINAL)))[1] == []
    assert state.further_rolls(parse(text_of(FINAL))) == []
    assert state.start(None).table is None


# --- The schema ---------------------------------------------------------------------------------------------


def test_the_schema_is_a_schema_and_takes_what_we_write() -> None:
    schema = state.schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    check = jsonschema.Draft202012Validator(schema)
    check.validate(FINAL)
    for seed in range(12):
        check.validate(json.loads(to_json(example(seed, seed, rolls=min(seed, 2), expansion=seed % 2 == 0))))
    check.validate(with_table() | {"setup": setup.as_dict(setup.draw(3, expansion=True))})


@pytest.mark.parametrize(
    "path_and_value",
    [
        (("format",), "troyes-dice/2"),
        (("sheet", "influence", "circled"), 19),
        (("sheet", "influence", "circled"), 2),
        (("sheet", "citizens", "red"), 21),
        (("sheet", "built", "cathedral", "3"), 4),
        (("sheet", "built", "fortress"), [7]),
        (("sheet", "built", "fortress"), [1, 1]),
        (("sheet", "links"), ["L0"]),
        (("sheet", "colour"), "red"),
        (("sheet", "deniers"), 5),
        (("setup",), 5),
    ],
)
def test_the_schema_refuses_what_the_game_does_not_have(path_and_value: tuple[tuple[str, ...], Any]) -> None:
    path, value = path_and_value
    changed = json.loads(json.dumps(FINAL))
    part = changed
    for name in path[:-1]:
        part = part[name]
    part[path[-1]] = value
    assert not jsonschema.Draft202012Validator(state.schema()).is_valid(changed)


# --- What is no position ------------------------------------------------------------------------------------


def changed(*path: str, to: Any) -> str:
    value = json.loads(json.dumps(FINAL))
    part = value
    for name in path[:-1]:
        part = part[name]
    part[path[-1]] = to
    return text_of(value)


@pytest.mark.parametrize(
    ("data", "field", "message"),
    [
        ("", "file", "empty"),
        ("[]", "file", "a position is a JSON object"),
        ("{", "file", "not complete JSON: line 1"),
        ("{}", "format", "has no format"),
        ('{"format": "troyes-dice/9"}', "format", "is of format 'troyes-dice/9'"),
        ('{"format": "troyes-dice/1"}', "sheet", "lacks the field 'sheet'"),
        ('{"a": 1, "a": 2}', "a", "twice"),
        ('{"a": NaN}', "file", "NaN is no number"),
        ('{"a": ' + "9" * 5000 + "}", "file", "too many digits"),
        ('{"a":' * 100_000, "file", "nested too deeply"),
        (b"\xff\xfe\x00", "file", "not text in UTF-8"),
        (b"x" * 1_000_001, "file", "at most 1000000"),
        (changed("sheet", "influense", to=3), "sheet.influense", "did you mean 'influence'?"),
        (changed("extra", to=1), "extra", "it has format, setup, table, sheet"),
        (changed("sheet", "influence", "circled", to="18"), "sheet.influence.circled", "a whole number"),
        (changed("sheet", "influence", "circled", to=2.5), "sheet.influence.circled", "a whole number"),
        (changed("sheet", "influence", "circled", to=-1), "sheet.influence.circled", "of at least 0"),
        (changed("sheet", "citizens", to=[1, 2, 3]), "sheet.citizens", "expected an object"),
        (changed("sheet", "citizens", "red", to=True), "sheet.citizens.red", "a whole number"),
        (changed("sheet", "built", "fortress", to=[7]), "sheet.built.fortress[0]", "of at most 6"),
        (changed("sheet", "built", "fortress", to=[2, 2]), "sheet.built.fortress", "has 2 twice"),
        (changed("sheet", "links", to=["L12"]), "sheet.links[0]", "is none of L1"),
        (changed("sheet", "player", to="a\u0007"), "sheet.player", "cannot be printed"),
        (changed("setup", to="TD1-0000"), "setup", "characters without hyphens"),
        (changed("setup", to=5), "setup", "a share code, an object or null"),
        (text_of(with_table(half="noon")), "table.half", "none of am, pm, over"),
        (text_of(with_table(up="RYW")), "table.up", "9 letters R, Y or W"),
        (text_of(with_table(rolls=[{"black": 1}])), "table.rolls[0].dice", "lacks the field 'dice'"),
        (
            text_of(with_table(rolls=[{"black": 1, "dice": [1, 2, 3], "red": 2}])),
            "table.rolls[0].red",
            "unknown",
        ),
    ],
)
def test_what_is_no_position_is_refused_by_its_field(data: str | bytes, field: str, message: str) -> None:
    caught = refused(data)
    assert caught.field == field
    assert message in str(caught)
    assert "\n" not in str(caught)


@pytest.mark.parametrize(
    ("part", "text", "message"),
    [
        (None, "TD1 8pm", "9 parts"),
        (0, "TD1-0000-1BN5-B8CR", "has a mistake"),
        (1, "9pm", "time"),
        (1, "8pn", "time"),
        (2, "RYWRRYWYX", "plazas"),
        (2, "RYWRRYWYR/", "plazas"),
        (3, "7:123", "dice"),
        (3, "1:12", "dice"),
        (4, "18-9/18-12", "resources"),
        (4, "18-9/18-12/x-6", "resources"),
        (5, "7/16", "citizens"),
        (6, "4/-/1234/125/3:1,4:1", "buildings"),
        (6, "4/-/1239/125/3:1/156", "digits 1 to 6"),
        (6, "4/-/1234/125/3:1,3:2/156", "buildings"),
        (6, "4/-/1234/125/3/156", "buildings"),
        (7, "126/36", "struck boxes"),
        (8, "0", "digits 1 to 9"),
    ],
)
def test_a_wrong_part_of_a_line_is_named(part: int | None, text: str, message: str) -> None:
    example_line = (
        "TD1-0000-1BN5-B8CQ 8am RRWYRWYYR 3:225,1:335 18-8/18-10/14-3 "
        + "9/13/6 -/1/1246/34/3:1/- 12356/2/24 7"
    )
    parts = example_line.split(" ")
    assert parse(" ".join(parts)).sheet.citizens.yellow == 13
    line = text if part is None else " ".join([*parts[:part], text, *parts[part + 1 :]])
    assert message in str(refused(line))


def test_a_line_takes_small_letters_and_the_end_of_the_game() -> None:
    line = "td1-0000-1bn5-b8cq OVER rrwyrwyyr - 18-8/18-10/14-3 9/13/6 -/1/1246/34/3:1/- 12356/2/24 ?"
    read = parse(line)
    assert read.table is not None and read.table.half == "over"
    assert read.sheet.links is None
    assert to_text(read).split()[1] == "over"


def test_an_unmarked_raid_is_an_exclamation_mark_on_the_line() -> None:
    played = state.with_rolls(example(3, 2, rolls=0), [(3, 1, 2, 6), (1, 1, 1, 1)])
    assert to_text(played).split()[3] == "3:126!,1:111"
    assert parse(to_text(played)) == played


# --- Legality -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("expansion", [False, True])
def test_no_position_of_a_random_game_has_a_problem(expansion: bool) -> None:
    dice = Stream.from_seed("legal play")
    for seed in range(150):
        fresh = state.start(setup.draw(seed, numbering="random", expansion=expansion))
        sheet, table = state.vectors(fresh)
        for _ in range(16):
            rules.place(table, *(dice.die() for _ in range(4)))
            rules.attack(sheet, table)
            here = state.with_vectors(fresh, sheet, table)
            assert state.problems(here) == [], to_text(here)
            assert state.problems(state.State(None, None, here.sheet)) == []
            code = _any(dice, rules.action_codes(sheet, table))
            counts, choices = rules.new_counts(), [dice.below(2) for _ in range(rules.MAX_CHOICES)]
            used = rules.apply(sheet[:], table, code, choices, 0, counts)
            choices = [0] * rules.MAX_CHOICES
            if used:
                choices[0] = dice.below(counts[0])
            rules.apply(sheet, table, code, choices, 1 if used else 0, counts)
            rules.end_half(table)
        done = state.with_vectors(fresh, sheet, table)
        assert state.problems(done) == [], to_text(done)


def _any(dice: Stream, options: list[int]) -> int:
    return options[dice.below(len(options))]


@given(st.integers(0, 3000), st.integers(0, 16), st.booleans())
def test_no_position_of_a_good_game_has_a_problem(seed: int, left: int, expansion: bool) -> None:
    assert state.problems(example(seed, left, rolls=min(left, 1), expansion=expansion)) == []


def sheet_with(**changes: Any) -> state.State:
    """The worked game's final sheet, played without expansion, with some fields changed."""
    value = json.loads(json.dumps(FINAL)) | {"setup": setup.to_code(setup.draw(1))}
    for path, new in changes.items():
        part, names = value["sheet"], path.split("__")
        for name in names[:-1]:
            part = part[name]
        part[names[-1]] = new
    return parse(text_of(value))


@pytest.mark.parametrize(
    ("changes", "field", "rule", "nearest"),
    [
        ({"links": ["L6", "L7", "L9"]}, "sheet.links", "L7 needs town halls 3 and 4", "without L7"),
        ({"links": ["L9"]}, "sheet.links", "so link bonus L6 was gained", "with L6"),
        (
            {"built__cathedral": {"1": 1, "2": 2, "3": 2, "4": 3, "5": 3}},
            "sheet.built.cathedral",
            "5 cathedrals carry 1, 1, 2, 2, 3 in the order",
            "cathedral 1: 1, cathedral 2: 1, cathedral 3: 2, cathedral 4: 2, cathedral 5: 3",
        ),
        (
            {"built__cathedral": {"2": 3}},
            "sheet.built.cathedral",
            "the first cathedral built carries 1",
            "2: 1",
        ),
        (
            {"influence__spent": 19},
            "sheet.influence.spent",
            "19 influence spent, but only 18 ever circled",
            "18 spent",
        ),
        ({"deniers__circled": 19}, "sheet.deniers.circled", "the track has 18", "18 circled"),
        (
            {"deniers": {"circled": 2, "spent": 0}},
            "sheet.deniers.circled",
            "circled from the start",
            "3 circled",
        ),
        ({"citizens__red": 21}, "sheet.citizens.red", "the track has 20", "20 red"),
        (
            {"built__fortress": [1]},
            "sheet.struck.red",
            "struck first it could not be built",
            "red box 1 not struck",
        ),
        (
            {"struck__red": [1, 2, 3, 5, 6], "struck__yellow": [1, 2, 3, 4, 5, 6]},
            "sheet.struck",
            "at most 12",
            "12",
        ),
        ({"citizens__red": 6}, "sheet.citizens.red", "red", "7 red citizens"),
        ({"citizens__yellow": 17}, "sheet.citizens.yellow", "which does not lead to", "yellow citizens"),
        (
            {"built__great_market": [], "built__cathedral": {}, "built__fortress": []},
            "sheet.built",
            "15th citizen (yellow) builds a prestige building",
            "with that building",
        ),
    ],
)
def test_what_cannot_arise_is_named_with_the_nearest_legal_reading(
    changes: dict[str, Any], field: str, rule: str, nearest: str
) -> None:
    found = state.problems(sheet_with(**changes))
    matching = [problem for problem in found if problem.field == field and rule in problem.rule]
    assert matching, found
    assert nearest in matching[0].nearest
    with pytest.raises(InputError, match="nearest legal reading"):
        state.check(sheet_with(**changes))


def test_a_building_in_a_box_struck_later_is_legal() -> None:
    """Great market 3, bishop's palace 6 and cathedral 3 stand in struck boxes of the worked game."""
    final = parse(text_of(FINAL))
    assert {3, 6} <= set(final.sheet.struck.white) | set(final.sheet.struck.yellow)
    assert state.check(final) is final


def test_too_few_public_buildings_for_the_column_bonuses_is_a_problem() -> None:
    bare = sheet_with(
        built={"fortress": [4]},
        links=[],
        citizens={"red": 11, "yellow": 11, "white": 11},
    )
    assert any("public buildings as a bonus" in problem.rule for problem in state.problems(bare))


def test_resources_that_bonuses_gave_are_there() -> None:
    poor = sheet_with(deniers={"circled": 4, "spent": 0})
    assert any(problem.field == "sheet.deniers.circled" for problem in state.problems(poor))


def test_more_buildings_than_actions_is_a_problem_of_the_day() -> None:
    early = with_table() | {"sheet": FINAL["sheet"]}
    found = state.problems(parse(text_of(early)))
    assert {"table.day", "sheet.struck"} <= {problem.field for problem in found}


def test_a_day_that_left_no_trace_is_a_problem() -> None:
    late = state.start(setup.draw(1))
    sheet, table = _after(late, 10)
    found = state.problems(state.with_vectors(late, sheet, table))
    assert any("each of which builds or circles" in problem.rule for problem in found)
    assert any("no box is struck" in problem.rule for problem in found)


def test_more_spent_than_actions_can_spend_is_a_problem() -> None:
    fresh = state.start(setup.draw(1))
    sheet, table = _after(fresh, 1)
    sheet[rules.GOT + 1], sheet[rules.USED + 1], sheet[rules.CIT + 1] = 8, 5, 1
    found = state.problems(state.with_vectors(fresh, sheet, table))
    assert any(problem.field == "sheet.deniers.spent" for problem in found)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"day": 9}, "table.day"),
        ({"day": 3, "half": "over"}, "table.half"),
        ({"rolls": [{"black": 1, "dice": [1, 2]}]}, "table.rolls[0].dice"),
        ({"rolls": [{"black": 7, "dice": [1, 2, 3]}]}, "table.rolls[0].black"),
        ({"rolls": [{"black": 1, "dice": [0, 2, 3]}]}, "table.rolls[0].dice"),
        ({"rolls": [{"black": 1, "dice": [1, 2, 3]}] * 17}, "table.rolls"),
        ({"pillage": [1]}, "table.pillage"),
    ],
)
def test_a_table_that_cannot_be_is_named(changes: dict[str, Any], field: str) -> None:
    found = state.problems(parse(text_of(with_table(**changes))))
    assert field in {problem.field for problem in found}


def test_a_plaza_shows_one_of_its_faces() -> None:
    drawn = setup.draw(1)
    notch = next(n for n, (up, hidden) in enumerate(drawn.plazas) if up == hidden)
    up = list(setup.letters(up for up, _ in drawn.plazas))
    up[notch] = "W" if up[notch] != "W" else "R"
    impossible = parse(text_of(with_table(up="".join(up))))
    assert any(problem.field == "table.up" for problem in state.problems(impossible))
    with pytest.raises(InputError, match=r"table\.up shows"):
        state.vectors(impossible)


def test_a_wheel_that_no_dice_could_turn_is_a_problem() -> None:
    """Nothing has been raided before the first half-day, so no plaza can be turned."""
    drawn = setup.draw(1)
    notch = next(n for n, (up, hidden) in enumerate(drawn.plazas) if up != hidden)
    up = list(setup.letters(up for up, _ in drawn.plazas))
    up[notch] = setup.letters([drawn.plazas[notch][1]])
    found = state.problems(parse(text_of(with_table(up="".join(up)))))
    assert [problem.field for problem in found] == ["table.up"]


def test_a_raid_said_to_be_marked_must_be_on_the_sheet() -> None:
    fresh = state.start(setup.draw(1))
    played = example(1, 4, rolls=0)
    assert played.table is not None
    _, table = state.vectors(played)
    struck_before = state.sheet_vector(played.sheet)
    for black in range(1, 7):
        marked = state.with_rolls(played, [(black, 6, 6, 6)], attacked=True)
        after, _ = state.position(state.with_rolls(played, [(black, 6, 6, 6)]))
        if after != struck_before:
            assert any(problem.field == "table.attacked" for problem in state.problems(marked))
            break
    else:
        pytest.fail("every raid was blocked; choose another position")
    assert fresh.table is not None and table


def test_a_name_that_is_too_long_is_refused() -> None:
    assert "at most 100 fit" in str(refused(changed("sheet", "player", to="x" * 101)))


def test_frozen_states_can_be_compared_and_copied() -> None:
    one = example(2, 3)
    assert one == example(2, 3)
    assert msgspec.structs.replace(one, table=None) != one


# --- Found in review ----------------------------------------------------------------------------------------


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
    fresh = state.start(setup.from_code("TD1-0000-1BN5-B8CQ"))
    sheet, table = _after(fresh, 1)
    wheel = state.with_vectors(fresh, sheet, table).table
    assert wheel is not None
    assert field in {problem.field for problem in state.problems(parse(line.format(up=wheel.up)))}


def test_a_newline_after_the_colours_is_refused() -> None:
    value = with_table()
    value["table"]["up"] += "\n"
    assert refused(text_of(value)).field == "table.up"


@pytest.mark.parametrize("sign", ["\x9b", "\u202e", "\u2028", "\x1b"])
def test_a_name_that_could_steer_a_terminal_is_refused(sign: str) -> None:
    assert "cannot be printed" in str(refused(changed("sheet", "player", to=f"Eve{sign}2J")))


def test_blanks_round_a_name_do_not_count() -> None:
    assert parse(changed("sheet", "player", to="  Ann\u3000")).sheet.player == "Ann"


def test_a_sheet_is_scored_whatever_the_table_says() -> None:
    impossible = with_table(up="RRRRRRRRR", rolls=[{"black": 7, "dice": [1, 2, 3]}])
    assert scoring.score(parse(text_of(impossible))).total == 3
    assert state.problems(parse(text_of(impossible)))
