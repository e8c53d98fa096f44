"""What `advise` says for Terra Mystica, for each question."""

import re
from functools import cache

import pytest

from pencilwright.games.terra_mystica import own_values, reading, state
from pencilwright.games.terra_mystica.answer import Answer
from pencilwright.games.terra_mystica.example import example
from pencilwright.solver import cp
from pencilwright.solver.terra_mystica.advice import ASK, answer_for, in_words
from pencilwright.solver.terra_mystica.whole_round import target
from pencilwright.templates.phrases import Phrase, Sentence, phrase
from tests.refusals import refused, says

TEXT = "TM1 r6 | witches vp:20 ship:1 c:6 w:4 p:1 pw:2/4/2 cult:4/0/7/2 D:F4 | giants cult:5/3/2/8 D:G2,D7"


@cache
def answered(text: str, ask: str) -> Answer:
    """Return the answer to a question of the witches, worked out once for all tests of its words."""
    return answer_for(reading.parse(text), colour="witches", ask=ask)


@pytest.mark.parametrize(
    ("ask", "unit"),
    [
        pytest.param("area", "last-round", marks=pytest.mark.long),
        pytest.param("liquidate", "last-round", marks=pytest.mark.slow),
        ("cults", "last-round"),
        ("town", "goods"),
        ("first-dwellings", "measure"),
        ("round=dwellings-2", "actions"),
        ("round=stronghold", "actions"),
    ],
)
def test_each_question_is_answered_in_words_of_both_languages(ask: str, unit: str) -> None:
    text = TEXT.replace("D:F4", "D:C3,D5 SH:F4") if ask == "town" else TEXT
    text = text.replace("r6", "r0") if ask == "first-dwellings" else text
    answer = answered(text, ask)
    assert answer.ask == ask and answer.unit == phrase(f"mystica.unit.{unit}")
    assert answer.value is None if ask == "round=stronghold" else answer.value > 0
    words = in_words(answer, 5, "en")
    question = "round for 2 dwellings (round=dwellings-2)" if "-2" in ask else ask
    assert words.startswith(f"Witches, {question}: {answer.value}") or ask == "round=stronghold"
    assert says(words, "mystica.note.frozen")
    assert ("unverified" in words) == (ask in ("area", "town"))
    assert str(answer.note) in words
    assert all(f"[{step.notation}]" in words for step in answer.steps)
    assert tuple(step.notation for step in answer.steps) == answer.plan.commands
    message = in_words(answer, 0, "ja")
    plain = re.sub(r"\[[^]]*\]|（[a-z0-9=-]*）|（[A-Z0-9]*）", "", message)
    assert message.startswith("ウィッチ、") and not re.search("[A-Za-z]{3}", plain), plain


def test_before_round_1_there_are_first_dwellings_alone() -> None:
    position = reading.parse("TM1 r0 | witches vp:20 c:15 w:3 pw:5/7/0 D:F4 | nomads D:F3,E8")
    assert answer_for(position, colour="witches", seconds=5).ask == "first-dwellings"
    for ask in ("last-round", "area", "liquidate", "cults", "town", "round=temple"):
        with refused("mystica.advice.from_round_1", ask="first-dwellings"):
            answer_for(position, colour="witches", ask=ask)


FAR = "D:F4,F2 SH:E9"


@pytest.mark.parametrize(
    ("ask", "built"),
    [
        ("area", FAR),
        ("town", "D:F4,E7 SH:D5"),
        pytest.param("town", FAR, marks=pytest.mark.long),
        ("liquidate", FAR),
        ("cults", FAR),
        ("round=dwellings-1", FAR),
    ],
)
def test_an_answer_names_what_it_leaves_out(ask: str, built: str) -> None:
    note = answer_for(reading.parse(f"TM1 r6 | witches c:2 w:1 {built}"), ask=ask).note
    assert note == phrase(f"mystica.note.{ask.partition('=')[0]}", actions=10)


def test_a_round_without_proof_says_what_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    position = reading.parse("TM1 r3 | witches c:4 w:2 dig:2 ship:2 D:F4")
    sure = answer_for(position, ask="round=dwellings-2")
    result = target.best(position, "witches", target.Target("D", 2))
    assert [line.key for line in sure.lines] == ["mystica.advice.goods_left"]
    unproved = result._replace(at_least=1, at_most=result.coins + 3)
    monkeypatch.setattr(target, "best", lambda *_, **__: unproved)
    lines = answer_for(position, ask="round=dwellings-2").lines
    assert lines[1:] == (
        phrase("mystica.advice.not_fewest", n=1),
        phrase("mystica.advice.goods_at_most", n=result.coins + 3),
    )
    monkeypatch.setattr(target, "best", lambda *_, **__: target.Reached(None, 3))
    open_ = answer_for(position, ask="round=town")
    assert (open_.value, open_.figure) == (None, phrase("mystica.advice.none_found"))
    (line,) = open_.lines
    assert line.key == "mystica.advice.fewest_unreached" and dict(line.words)["n"] == 3


def test_a_town_over_a_river_that_no_structure_touches_yet_is_planned() -> None:
    position = example("target 7", 3, players=3)
    answer = answer_for(position, colour="mermaids", ask="round=town")
    assert answer.value and "+TW" in answer.plan.commands[-1]


@pytest.mark.slow
@pytest.mark.parametrize("ask", [pytest.param("last-round", marks=pytest.mark.long), "area"])
def test_more_time_never_gives_a_lesser_answer_or_a_higher_bound(ask: str) -> None:
    longer = answered(TEXT, ask)
    short = answer_for(reading.parse(TEXT), colour="witches", ask=ask, seconds=0.05)
    assert short.value <= longer.value <= longer.at_most < short.at_most


@pytest.mark.slow
@pytest.mark.parametrize("calls", [1, 40, pytest.param(400, marks=pytest.mark.long)])
def test_who_stops_gets_the_best_line_so_far_and_its_bound(
    calls: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cp, "LOOK_AGAIN", 0.001)
    best, lines = answered(TEXT, "last-round"), list[Phrase]()

    def stop(now: Sentence, done: int, whole: int) -> None:
        assert isinstance(now, Phrase) and done <= whole == 20
        lines.append(now)
        if len(lines) == calls:
            raise KeyboardInterrupt

    answer = answer_for(reading.parse(TEXT), colour="witches", ask="last-round", progress=stop)
    assert answer.stopped and not best.stopped and phrase("answer.stopped") in answer.lines
    assert answer.value <= best.value <= best.at_most <= answer.at_most
    so_far = dict(lines[-1].words)
    assert so_far["n"] <= answer.value and so_far.get("most", answer.at_most) >= answer.value


@pytest.mark.slow
def test_a_short_time_finds_no_town_in_a_round() -> None:
    assert answer_for(reading.parse(TEXT), colour="witches", ask="round=town", seconds=0.05).value is None


@pytest.mark.parametrize(
    ("ask", "seconds", "key", "values"),
    [
        ("town", 5.0, "mystica.advice.no_time", {"name": "town"}),
        ("cults", 0.0, "mystica.advice.time", {"most": 3600}),
        ("last-round", 3601.0, "mystica.advice.time", {"most": 3600}),
    ],
)
def test_a_time_is_refused_where_nothing_is_searched_and_out_of_range(
    ask: str, seconds: float, key: str, values: dict[str, object]
) -> None:
    with refused(key, **values):
        answer_for(reading.parse(TEXT), colour="witches", ask=ask, seconds=seconds)


def test_a_player_is_named_by_faction_or_terrain_and_the_only_one_by_nothing() -> None:
    read = reading.parse(TEXT)
    assert answer_for(read, colour="green", ask="cults") == answer_for(read, colour="Witches", ask="cults")
    assert answer_for(reading.parse("TM1 | witches D:F4"), ask="cults").faction == "witches"


@pytest.mark.parametrize(
    ("who", "ask", "key", "values"),
    [
        ("", "cults", "plan.who", {}),
        ("auren", "cults", "wrong.nobody.known", {}),
        ("witches", "moon", "json.words", {"known": ", ".join(ASK)}),
        ("witches", "area=2", "hint.near", {"name": "area"}),
        ("witches", "round", "mystica.advice.target", {}),
        ("witches", "round=dwellings-9", "mystica.advice.no_target", {"name": "dwellings-9"}),
        ("giants", "first-dwellings", "mystica.advice.placed", {}),
    ],
)
def test_a_question_that_has_no_answer_is_refused(
    who: str, ask: str, key: str, values: dict[str, object]
) -> None:
    with refused(key, **values):
        answer_for(reading.parse(TEXT), colour=who or None, ask=ask)


def test_with_the_users_own_board_nothing_is_unverified() -> None:
    own = state.with_components(reading.parse(TEXT), own_values.load('bridge_places = ["F4-G3"]'))
    assert answer_for(own, colour="witches", ask="area", seconds=0.05).unverified == ()


@pytest.mark.slow
@pytest.mark.parametrize(
    "others",
    [
        "TH:G3 SH:E7 TE:I6 fav:FAV5 tw:TW1=A3",
        pytest.param("TH:G3,I6,I11,E7 tw:TW1=A3", marks=pytest.mark.long),
    ],
)
def test_when_all_dwellings_stand_a_town_improves_one_first(others: str) -> None:
    full = reading.parse(f"TM1 | witches ship:3 D:A3,A10,C3,C4,D1,E9,F2,F4 {others}")
    assert any(step.notation.endswith(" to TH") for step in answer_for(full, ask="town").steps)
