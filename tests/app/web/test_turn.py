"""A turn on the tapped sheet: three questions, and the marks that the rules write."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from unicodedata import east_asian_width

import pytest

from pencilwright.app.web import posted
from pencilwright.app.web.routes.sheet import blank
from pencilwright.app.web.views import sheet, turn
from pencilwright.games import GAMES, game
from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.troyes_dice import marks
from pencilwright.games.troyes_dice.components import KINDS
from pencilwright.games.troyes_dice.play import known_dice, move_text, rules, transcript
from pencilwright.games.troyes_dice.play.history import table_after
from pencilwright.games.troyes_dice.setup import draw
from pencilwright.templates.page import VALUES
from pencilwright.templates.phrases import languages
from tests.refusals import refused

GAME = game("troyes-dice")
BLANK = blank(GAME, GAME.setups.to_code(draw("turn")), "en")


def told(code: str, written: Mapping[str, str], answers: Sequence[str], language: str) -> dict[str, Any]:
    """What the page of a sheet is told of the turn that goes on on it."""
    known, session = turn.session_of(code, written, answers)
    return turn.turn_fields(known, session, written, language)


def played(half_days: int) -> transcript.Transcript:
    """A game of random legal moves with the dice of its share code."""
    record, stream = transcript.begin(draw("turn")), Stream.from_seed("turns on a sheet")
    for roll in transcript.fair_rolls(GAME.setups.to_code(record.setup))[:half_days]:
        legal = rules.legal_actions(*record.rolled(roll))
        record = record.played(roll, legal[stream.below(len(legal))])
    return record


def test_a_whole_game_is_written_on_the_sheet_turn_by_turn_without_a_problem() -> None:
    written = {"name": "Ana", "total": "7"}
    record = played(16)
    for number, item in enumerate(record.turns):
        move = move_text.notation(item.sheet, item.table, item.move)
        answers = [transcript.dice_in_words(item.roll)]
        fields = told(BLANK, written, answers, "en")
        if fields["prompt"] is not None:  # else there is one legal move
            fields = told(BLANK, written, [*answers, move], "en")
        assert fields["prompt"] is None and fields["events"]
        written = {mark: value for mark, value in {**written, **fields["changes"]}.items() if value}
        position = posted.of_sheet(BLANK, written)
        assert not position.problems()
        assert position.state.sheet == record.back_to(number + 1)._replace(player="Ana").state().sheet
    assert written["name"] == "Ana" and written["total"] == "7"
    with refused("session.over"):
        told(BLANK, written, [], "en")


def test_spent_spaces_that_are_crossed_elsewhere_are_counted_once() -> None:
    record = played(6)
    before = marks.to_marks(record.state())
    spent = [mark for mark, value in before.items() if value == "spent"]
    track = spent[0].partition(".")[0]
    held = [f"{track}.{n}" for n in range(1, 19) if before.get(f"{track}.{n}") == "circled"]
    other = {**before, spent[0]: "circled", held[-1]: "spent"}
    first = told(BLANK, other, [], "en")
    assert first["prompt"] is not None
    answers = ["b3 2 4 6"]
    while (fields := told(BLANK, other, answers, "en"))["prompt"] is not None:
        answers = [*fields["answers"], fields["prompt"]["picks"][0]["key"]]
    after = {mark: value for mark, value in {**other, **fields["changes"]}.items() if value}
    plain = told(BLANK, before, answers, "en")
    straight = {mark: value for mark, value in {**before, **plain["changes"]}.items() if value}
    assert posted.of_sheet(BLANK, after).state == posted.of_sheet(BLANK, straight).state


def test_every_sheet_with_turns_asks_in_every_language_and_others_say_that_they_have_none() -> None:
    for known in GAMES.values():
        for document in known.paper.DOCUMENTS.values():
            if not document.fillable:
                continue
            code = blank(known, "", "en", document.id)
            for language in languages():
                if turn.has_turns(code):
                    assert told(code, {}, [], language)["prompt"]["words"]
                else:
                    with refused("web.turn.none"):
                        told(code, {}, [], language)


def test_what_is_built_by_hand_brings_what_the_rules_say_and_no_problem() -> None:
    written: dict[str, str] = {}
    for kind in KINDS:
        for column in range(1, 7):
            mark = f"building.{kind}.{column}"
            changes = turn.brought(BLANK, written, mark)
            assert changes[mark] == "circled"
            again = {**written, **changes}
            if kind in ("great_market", "fortress"):  # what they bring hangs on dice, or ends in a choice
                continue
            if len([item for item in again if item.startswith("citizens")]) < 15:
                assert sheet.score(BLANK, again, "en")["problems"] == [], mark
                written = again
            assert turn.brought(BLANK, again, mark) == {}
    assert any(mark.startswith("link") for mark in written)
    assert {mark for mark in written if mark.startswith("cathedral")} == {
        f"cathedral.{column}.{(column + 1) // 2}" for column in range(1, 7)
    }
    assert turn.brought(BLANK, {}, "die.red.1") == {}


@pytest.mark.parametrize("language", languages())
def test_a_problem_in_sight_is_one_short_sentence(language: str) -> None:
    stream, result = Stream.from_seed("problems in short"), set()
    ids = [mark.id for mark in GAME.marks.MARKS if VALUES[mark.kind]]
    values = {mark.id: VALUES[mark.kind][0] for mark in GAME.marks.MARKS if VALUES[mark.kind]}
    for _ in range(60):
        chosen = [ids[stream.below(len(ids))] for _ in range(1 + stream.below(4))]
        for problem in sheet.score(BLANK, {mark: values[mark] for mark in chosen}, language)["problems"]:
            wide = sum(1 + (east_asian_width(sign) in "WF") for sign in problem["short"])
            assert 0 < wide <= 60
            result.add(problem["short"])
    assert len(result) > 5


def test_a_sheet_that_does_not_tell_the_wheel_asks_for_it_and_keeps_it_turn_by_turn() -> None:
    record = played(16)
    first = 9
    every = marks.to_marks(record.back_to(first).state())
    written = {mark: value for mark, value in every.items() if not mark.startswith("slot.")}
    table = record.back_to(first).state().table
    prompt = told(BLANK, written, [], "ja")["prompt"]
    assert [part["is_open"] for part in prompt["parts"]] == [True, True] + [False] * 9
    assert [part["picks"][0]["key"] for part in prompt["parts"][2:]] == list(table_after(record.setup, ()).up)
    with pytest.raises(InputError):
        told(BLANK, written, [f"9 am {' '.join(table.up)}"], "en")
    asked = told(BLANK, written, [f"{table.day} {table.half} {' '.join(table.up)}"], "en")
    assert asked["prompt"] is None and asked["changes"] == {marks.WHEEL: known_dice.table_text(table)}
    written |= asked["changes"]
    for number, item in enumerate(record.turns[first:], first):
        assert posted.of_sheet(BLANK, written).state.table == record.back_to(number).state().table
        answers = [transcript.dice_in_words(item.roll)]
        fields = told(BLANK, written, answers, "en")
        if fields["prompt"] is not None:
            move = move_text.notation(item.sheet, item.table, item.move)
            fields = told(BLANK, written, [*answers, move], "en")
        written = {mark: value for mark, value in {**written, **fields["changes"]}.items() if value}
        assert not any(mark.startswith("slot.") for mark in written)
    assert posted.of_sheet(BLANK, written).state.table.half == "over"
    with refused("session.over"):
        told(BLANK, written, [], "en")


def test_half_days_that_are_marked_after_the_wheel_was_told_go_before_it() -> None:
    record = played(6)
    early, late = (marks.to_marks(record.back_to(n).state()) for n in (4, 6))
    text = known_dice.table_text(record.back_to(5).state().table)
    assert posted.of_sheet(BLANK, {**late, marks.WHEEL: text}).state.table == record.state().table
    table = posted.of_sheet(BLANK, {**early, marks.WHEEL: text}).state.table
    assert known_dice.table_text(table) == text


def test_the_wheel_of_a_setup_with_tiles_says_which_are_turned_to_pillage() -> None:
    setup = draw("tiles", expansion=True)
    code = blank(GAME, GAME.setups.to_code(setup), "en")
    written = {"die.red.1": "struck"}
    parts = told(code, written, [], "en")["prompt"]["parts"]
    keys = ["4", "pm", *(part["picks"][-1]["key"] for part in parts[2:])]
    changes = told(code, written, [" ".join(keys)], "en")["changes"]
    table = posted.of_sheet(code, {**written, **changes}).state.table
    assert table.pillage == tuple(sorted(notch for notch, _ in setup.expansion)) != ()


@pytest.mark.parametrize(
    "text", ["x", "9am YRWYWWYRR", "3am YRWYWWYR", "3am YRWYWWYRR 9", "3am YRWYWWYRR 44", "3over YRWYWWYRR"]
)
def test_a_wheel_that_is_none_is_a_problem_and_is_asked_again(text: str) -> None:
    written = {marks.WHEEL: text, "die.red.1": "struck"}
    position = posted.of_sheet(BLANK, written)
    assert position.state.table is None and marks.WHEEL in [problem.field for problem in position.problems()]
    assert told(BLANK, written, [], "en")["prompt"]["parts"]
