"""The rooms of a pad: what is written one way is read back the same, and other pads are other codes."""

import json

import pytest
from jsonschema import Draft202012Validator

from pencilwright.games.errors import InputError
from pencilwright.games.markrules import holds
from pencilwright.games.pads.file import RECORDS, described, schema
from pencilwright.games.pads.game import PadGame, game_of
from tests.games.pads.gallery import PADS, TEXTS
from tests.games.pads.wrong import WRONG


@pytest.mark.parametrize("name", PADS)
def test_random_fillings_are_legal_and_come_back(name: str) -> None:
    rooms = PADS[name]
    validator = Draft202012Validator(rooms.schema())
    for seed in range(6):
        state = rooms.example(seed, seed % 3)
        assert rooms.problems(state) == []
        assert all(holds(rule, state.marks) for rule in rooms.RULES)
        written = rooms.to_json(state)
        validator.validate(json.loads(written))
        assert rooms.parse(written) == state
        assert rooms.parse(rooms.to_text(state)) == state
        again, problems = rooms.read(rooms.to_marks(state), state.setup)
        assert (again, problems) == (state, ())
        scores = dict(enumerate(score for _, score in rooms.scores(state)))
        assert all(score.total == sum(line.points for line in score.lines) for score in scores.values())


def test_totals_of_examples_have_room_where_smaller_numbers_can_be_drawn() -> None:
    rooms = PADS["terracotta"]
    assert not rooms.filled(1)[1]
    marks = rooms.example(1, 0).marks
    totals = {mark: number for mark, number in marks.items() if mark.startswith("total.")}
    assert len(totals) == rooms.draw(1).players
    assert all(0 < int(number) <= 999 for number in totals.values())


@pytest.mark.parametrize("name", PADS)
def test_sums_for_the_camera_hold(name: str) -> None:
    rooms = PADS[name]
    numbers = {mark.id for mark in rooms.MARKS if mark.kind == "number"}
    state = rooms.example(3, 0)
    for added in rooms.NUMBER_RULES.on(state.marks).sums:
        assert {*added.rows, added.total} <= numbers
    assert {*rooms.NUMBER_RULES.allowed, *rooms.NUMBER_RULES.most} <= numbers


def test_a_bonus_follows_from_its_sum_for_the_camera() -> None:
    follows = {rule.results: rule for rule in PADS["yatzy"].NUMBER_RULES.follows}
    assert set(follows) == {(f"bonus.{seat}",) for seat in "abcdef"}
    rule = follows["bonus.c",]
    assert rule.given == ("upper.c",)
    assert [list(rule.rule((number,))) for number in (62, 63)] == [[(0,)], [(50,)]]


def test_a_pad_with_other_rows_has_another_code_and_one_with_other_words_the_same() -> None:
    text = TEXTS["yatzy"]
    prefixes = [
        game_of(item).prefix
        for item in (text, text.replace("Two pairs", "Pairs"), text.replace("0..5", "0..6"), TEXTS["skat"])
    ]
    assert prefixes[0] == prefixes[1]
    assert len(set(prefixes[1:])) == 3
    assert prefixes[0][:5] == prefixes[2][:5]


def test_what_is_no_pad_is_refused() -> None:
    rooms: PadGame = PADS["yatzy"]
    for text in (
        '{"format": "yatzy/2"}',
        '{"format": "yatzy/1", "players": [{"twoes": 1}]}',
        "SPX1 a: twos=1",
    ):
        with pytest.raises(InputError):
            rooms.parse(text)


def test_the_schema_of_files_takes_the_gallery_and_finds_what_a_schema_can() -> None:
    import tomllib

    validator = Draft202012Validator(schema())
    for text in TEXTS.values():
        assert list(validator.iter_errors(tomllib.loads(text))) == []
    seen = [wrong for wrong in WRONG if wrong.in_schema]
    assert len(seen) >= 20
    for wrong in WRONG:
        try:
            table = tomllib.loads(wrong.text)
        except tomllib.TOMLDecodeError:
            continue
        assert validator.is_valid(table) != wrong.in_schema, wrong


def test_every_key_of_a_file_says_what_it_means() -> None:
    for kind in RECORDS:
        assert set(described(kind)) == set(kind.__struct_fields__)
        for text in schema()["$defs"][kind.__name__]["properties"].values():
            assert text["description"]
