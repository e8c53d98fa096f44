"""Every answer is carried out by the rules on the entered position; its gain is what the score then says."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from pencilwright.games.errors import InputError
from pencilwright.games.question import Question
from pencilwright.games.shared.answers import Plan
from pencilwright.games.terra_mystica import commands, notation, reading
from pencilwright.games.terra_mystica.answer import Answer
from pencilwright.games.terra_mystica.example import example
from pencilwright.games.terra_mystica.log import read
from pencilwright.games.terra_mystica.puzzle import KINDS_OF_PUZZLE
from pencilwright.games.terra_mystica.rules import apply
from pencilwright.games.terra_mystica.rules.turn import ACTIONS, begin
from pencilwright.games.terra_mystica.scoring import score
from pencilwright.games.terra_mystica.state import State, in_order
from pencilwright.solver.puzzles import Weighed
from pencilwright.solver.terra_mystica import puzzles
from pencilwright.solver.terra_mystica.advice import answer_for, in_words
from pencilwright.solver.terra_mystica.whole_round import playouts
from pencilwright.solver.terra_mystica.whole_round.context import PARTS
from pencilwright.solver.verify import Disagreement
from pencilwright.templates.phrases import phrase
from tests.refusals import check as check_error
from tests.refusals import keys_of, refused, says

GAMES_PLAYED = Path(__file__).parents[2] / "games" / "terra_mystica" / "games"
QUESTIONS = ("area", "town", "liquidate", "cults", "round=stronghold", "round=temple", "round=dwellings-2")
CHEAP = ("area", "cults")
TYPED = (
    "engineers vp:9 c:5 w:5 p:1 pw:2/4/3 cult:2/2/2/2 SH:C2 D:E7 TH:A2 bon:BON7 | nomads D:A5 cult:4/1/1/1",
    "darklings vp:9 c:4 w:2 p:2 pw:6/2/2 ship:2 D:E5,G5 TH:H5 bon:BON9 fav:FAV12 | giants D:D7 cult:3/0/0/4",
    "alchemists vp:30 c:1 w:1 pw:0/8/4 TH:E5,G5 D:H5 bon:BON10 ship:2 | giants D:D7,G2 cult:3/0/0/4",
    "mermaids vp:9 c:6 w:2 p:1 pw:0/2/4 ship:4 TH:E4,F2 TE:H4 D:G6 fav:FAV6 bon:BON2 | giants D:D7",
    "fakirs vp:9 c:6 w:3 p:1 pw:0/2/4 D:F3,E8,G4 bon:BON1 | giants D:D7,G2",
    "swarmlings c:9 w:5 vp:9 pw:4/1/2 SH:E4 TH:D2 D:E11,G6 bon:BON6 | nomads D:F3 passed",
    "witches c:9 w:9 p:1 vp:9 pw:4/4/4 SH:F4 D:E9 bon:BON6 passed | nomads D:F3",
)


def asked(position: State, who: str, questions: tuple[str, ...] = QUESTIONS) -> Iterator[tuple[str, Answer]]:
    """Yield each question with its answer, those left out that cannot be proved."""
    for ask in questions:
        try:
            yield ask, answer_for(position, colour=who, ask=ask)
        except InputError as error:
            check_error(error, "mystica.advice.too_large")


def positions() -> Iterator[State]:
    """Yield positions of play, of a recorded game on its way, and typed ones."""
    yield example("carried 2", 1, players=3)
    path = sorted(GAMES_PLAYED.glob("*.txt"))[0]
    record = read.parse(path.read_text(encoding="utf-8"))
    game = begin(record.setup)
    for line in record.lines[: len(record.lines) * 4 // 5]:
        apply.apply_turn(game, line.faction, line.commands)
    assert game.phase == ACTIONS
    yield in_order(game.state)
    yield from (reading.parse(f"TM1 r6 | {text}") for text in TYPED)


def claims(*, whole: bool) -> Iterator[tuple[str, State, Plan]]:
    """Yield question, position and plan of a cheap sample, or of the whole of it."""
    for number, position in enumerate(positions()):
        who = position.players[0].faction
        if position.setup:
            questions = QUESTIONS if whole or number else ("cults", "round=stronghold")
        else:
            questions = CHEAP if whole or number % 2 else ("cults",)
            questions += ("liquidate",) if who in ("engineers", "alchemists", "witches") and whole else ()
        for ask, answer in asked(position, who, questions):
            yield ask, position, answer.plan
    first = reading.parse("TM1 r0 | witches D:F4 | nomads D:F3,E8")
    yield "first-dwellings", first, answer_for(first, colour="witches", ask="first-dwellings").plan
    last = reading.parse("TM1 r6 | witches vp:9 c:2 w:2 D:F4 TH:E9 bon:BON7 | nomads D:F3 passed")
    yield "last-round", last, answer_for(last, colour="witches", ask="last-round").plan
    for kind in KINDS_OF_PUZZLE:
        for question, weighed in weighed_ones(kind, 2 if whole else 1):
            for index in range(len(weighed.options)):
                yield kind, question.state, puzzles.plan_of(question, weighed, index)


def weighed_ones(kind: str, count: int) -> Iterator[tuple[Question, Weighed]]:
    """Yield questions of puzzles with their answers."""
    for number in range(count):
        question = puzzles.candidate(kind, f"carried {kind} {number}")
        assert question is not None
        yield question, puzzles.weigh(question)


def passing_pays(position: State, who: str) -> int:
    """Return what passing pays, by passing."""
    player = position.player(who)
    if player.passed or not position.round:
        return 0
    if position.round == 6:
        return commands.apply_actions(position, who, ["pass"]).player(who).points - player.points
    card = "BON3" if player.bonus != "BON3" else "BON8"
    ready = msgspec.structs.replace(position, cards={card: 0})
    return commands.apply_actions(ready, who, [f"pass {card}"]).player(who).points - player.points


def independent(measure: str, position: State, who: str) -> Fraction:
    """Return a measure by the final scoring and the position alone."""
    player = position.player(who)
    goods = player.workers + player.coins + player.priests
    kinds = list(player.structures.values())
    results: dict[str, int | Fraction] = {
        "points": score(position).totals[who] + passing_pays(position, who),
        "goods at hand": goods,
        "towns": len(player.towns),
        "structures": len(kinds),
        "temples": kinds.count("TE"),
        "strongholds": kinds.count("SH"),
        "sanctuaries": kinds.count("SA"),
    }
    return Fraction(results[measure])


def check(ask: str, position: State, plan: Plan) -> None:
    """Compare a plan's gain with the score before and after it."""
    after = commands.apply_actions(position, plan.who, plan.commands)
    gain = independent(plan.measure, after, plan.who) - independent(plan.measure, position, plan.who)
    assert gain == plan.gain if plan.exact else gain >= plan.gain, (ask, plan, notation.to_text(position))
    assert plan.exact or plan.left_out


@pytest.mark.long
@pytest.mark.parametrize(("whole", "exact"), [(False, 40), (True, 80)], ids=["sample", "whole"])
def test_each_answer_of_a_sample_gains_what_the_score_says(whole: bool, exact: int) -> None:
    seen: dict[str, int] = {}
    for ask, position, plan in claims(whole=whole):
        seen[ask] = seen.get(ask, 0) + plan.exact
        if ask != "first-dwellings":
            check(ask, position, plan)
    assert seen.keys() == {*QUESTIONS, "last-round", "first-dwellings", *KINDS_OF_PUZZLE}
    assert sum(seen.values()) > exact, "most claims are exact, not bounds"


@pytest.mark.long
@pytest.mark.parametrize("number", range(12))
def test_each_answer_of_many_positions_gains_what_the_score_says(number: int) -> None:
    position = example(f"carried long {number}", number % 3, players=2 + number % 4)
    for player in position.players:
        for ask, answer in asked(position, player.faction):
            check(ask, position, answer.plan)


# --- what the answers say -----------------------------------------------------------------------------------

FULL = (
    "TM1 r6 | witches vp:50 c:8 w:3 D:F4,F2,F6,C1,C2,H4,E6{} TE:I10,G2 fav:FAV10,FAV11 "
    "| nomads vp:10 cult:9/9/9/9 D:F3,G4 passed"
)


def answer_to(text: str, ask: str = "liquidate") -> Answer:
    read = reading.parse(text)
    return answer_for(read, colour=read.players[0].faction, ask=ask)


def test_the_cults_alone_take_the_step_of_the_bonus_card() -> None:
    """From 0 to 1 on a cult on which nobody stands: 8 points."""
    answer = answer_to("TM1 r6 | witches D:F4 bon:BON2 cult:9/4/9/0 | nomads D:F3 cult:9/9/9/0", "cults")
    assert answer.plan.commands == ("action BON2. +air",) and answer.plan.gain == 8


@pytest.mark.parametrize("eighth", ["", ",H7"])
def test_an_improvement_gives_back_the_dwelling_that_scores(eighth: str) -> None:
    answer = answer_to(FULL.format(eighth))
    assert answer.value == 18 + 6 and len(answer.plan.commands) == 2
    built = answer_to(FULL.format(eighth), "round=dwellings-1")
    assert built.value == (2 if eighth else 1)


@pytest.mark.parametrize(
    ("player", "points"),
    [
        ("witches TH:F4,G3 bon:BON7", 4),
        ("witches SH:F4 SA:G3 fav:FAV7,FAV8 bon:BON6", 8),
        ("witches D:F4,G3,E9 bon:BON9", 3),
        ("witches D:F4 ship:2 bon:BON10", 6),
        ("dwarves D:E7 bon:BON10", 0),
        ("witches TH:F4,G3 fav:FAV12", 3),
        ("witches TH:F4,G3 fav:FAV12 bon:BON7", 7),
        ("engineers SH:C2 D:D4 bri:C2-D4", 3),
        ("witches TH:F4,G3 bon:BON7 passed", 0),
        ("witches TH:F4,G3 fav:FAV12 passed", 0),
    ],
)
def test_points_still_to_come_are_those_for_passing_with_what_stands(player: str, points: int) -> None:
    bridge = " bri:C2-D4=engineers" if "bri:" in player else ""
    text = f"TM1 r6{bridge} | {player.replace(' bri:C2-D4', '')} | nomads D:A5"
    answer = answer_to(text)
    area = commands.points_of_line(reading.parse(text), player.split(maxsplit=1)[0], "area")
    assert (answer.value - area, answer.plan.gain) == (points, 0)


@pytest.mark.parametrize(
    "ask",
    [
        pytest.param("area", marks=pytest.mark.slow),
        *("town", "liquidate", "cults", "round=stronghold", "round=town"),
    ],
)
def test_whoever_has_passed_gets_no_action(ask: str) -> None:
    text = "TM1 r6 | witches vp:9 c:7 w:5 p:1 pw:9/0/3 TH:F4 D:E9 passed | nomads D:F3"
    answer = answer_to(text, ask)
    assert answer.plan.commands == () and "mystica.refused.passed" in keys_of(answer.lines[0])
    assert answer.value == (15 + (7 + 5 + 1 + 3) // 3 if ask in PARTS else None)
    if ask in ("area", "cults", "round=stronghold"):
        others = answer_to(text.replace(" passed", ""), ask).lines
        assert not any("mystica.refused.passed" in keys_of(line) for line in others)


@pytest.mark.parametrize("kind", KINDS_OF_PUZZLE)
def test_whoever_has_passed_has_no_puzzle(kind: str) -> None:
    position = reading.parse("TM1 r6 | witches vp:9 c:9 w:9 p:1 pw:9/0/3 TH:F4 D:E9 passed | nomads D:F3")
    with refused("mystica.refused.passed", who="Witches"):
        puzzles.weigh(Question(kind, position, "witches"))


@pytest.mark.parametrize(("rounds", "more"), [(6, 0), (5, 1), (3, 3)])
def test_an_answer_before_the_last_round_says_that_rounds_follow(rounds: int, more: int) -> None:
    for ask in ("area", "liquidate", "cults"):
        answer = answer_to(f"TM1 r{rounds} | witches vp:9 c:2 D:F4", ask)
        head = in_words(answer, 1, "en").splitlines()[0]
        early = says(str(answer.note), "mystica.note.early", n=more, round=rounds)
        assert early == says(head, "mystica.advice.head_early", n=rounds) == (more > 0)


@pytest.mark.parametrize("ask", ["round=stronghold", "round=dwellings-3", "town"])
def test_what_cannot_be_reached_has_no_figure(ask: str) -> None:
    text = "TM1 r6 | witches c:1 w:1 TH:F4"
    if ask == "town":
        tiles = " | ".join(
            f"{who} D:{hexa} tw:{','.join(f'TW{n}={hexa}' for n in range(1, 6))}"
            for who, hexa in (("giants", "D7"), ("nomads", "F3"))
        )
        text = f"{text} | {tiles}"
    answer = answer_to(text, ask)
    assert answer.value is None and answer.plan.commands == ()
    head, first, *_ = in_words(answer, 1, "en").splitlines()
    assert (
        ask in head and head.endswith(f": {phrase('mystica.advice.impossible')}") and first.startswith("- ")
    )


def test_the_price_of_a_town_is_granted_and_spent_to_the_last_coin() -> None:
    position = reading.parse("TM1 r3 act:ACT1 | witches SH:F4")
    answer = answer_for(position, ask="town")
    grant, *rows = answer.plan.commands
    assert (answer.value, grant, answer.plan.gain) == (21, "grant 10w 8c 0p 3pw ACT1", 0)
    assert sum("+TW" in row for row in rows) == 1
    after = commands.apply_actions(position, "witches", [grant, *rows])
    assert (commands.goods(after, "witches"), after.used) == (0, ("ACT1",))


def test_shipping_that_joins_parts_of_the_area_brings_more_than_the_answer_weighs() -> None:
    question = puzzles.candidate("liquidation", "wide 4")
    assert question is not None
    weighed = puzzles.weigh(question)
    index = puzzles.index_of(question, weighed, "ship ACT2 BON2+air")
    plan = puzzles.plan_of(question, weighed, index)
    after = commands.apply_actions(question.state, plan.who, plan.commands)
    gain = independent("points", after, plan.who) - independent("points", question.state, plan.who)
    assert (plan.gain, plan.exact, gain) == (4, False, 10)
    assert "shipping" in str(plan.left_out)


def test_an_answer_that_the_rules_do_not_bear_out_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    position = reading.parse("TM1 r6 | witches vp:9 c:9 D:F4 TH:E9,G3 bon:BON7")
    monkeypatch.setattr(playouts, "passing", lambda table, seat: {})
    with pytest.raises(Disagreement, match="rules give 0 for doing nothing"):
        answer_for(position, ask="cults")
