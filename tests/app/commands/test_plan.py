"""`pencilwright plan`: plans of every game, followed command by command."""

import json
from pathlib import Path
from typing import Any

import pytest

from pencilwright.games import GAMES
from pencilwright.games.terracotta_army import scoring
from pencilwright.games.terracotta_army.commands import MEASURES, points_of
from pencilwright.games.terracotta_army.example import example
from pencilwright.games.terracotta_army.reading import to_json
from pencilwright.templates.phrases import Word, phrase, say
from tests.app.doors import Door
from tests.refusals import says

POSITION = (
    "TM1 r3 | witches vp:20 c:20 w:9 p:1 pw:2/4/6 D:F4,F2 bon:BON9 | nomads passed vp:20 D:F3"
)  # fmt: skip


def told(door: Door, *arguments: str, status: int = 0) -> Any:
    """Return the JSON answer of a plan."""
    answer = door.data("plan", *arguments, code=status)
    assert answer["format"] == "pencilwright-plan/1"
    return answer


def coming(answer: Any) -> dict[str, list[str]]:
    """Return what comes after a plan: the key of a heading -> lines."""
    return {row["what_phrase"]["key"]: row["lines"] for row in answer["ahead"]}


def refusal(door: Door, *arguments: str) -> str:
    """Return why the command of a plan is not allowed."""
    return str(told(door, *arguments, status=1)["refused"]["why"])


def test_goods_after_each_command_and_what_comes(door: Door) -> None:
    answer = told(door, POSITION, "dig 1. build E7. action ACT4", "--for", "green")
    goods = [[20, 20, 9, 1], [20, 20, 6, 1], [20, 18, 5, 1], [20, 25, 5, 1]]
    assert [[has["value"] for has in step["has"][:4]] for step in answer["steps"]] == goods
    assert answer["refused"] is None and "E7" in answer["position"]
    assert coming(answer)["mystica.forecast.income"][:1] == ["4 workers"]
    assert coming(answer)["mystica.forecast.now"] == [
        "20 points",
        say(phrase("mystica.forecast.passing", n=3), "en"),
    ]


def test_the_first_command_that_is_not_allowed_is_named_with_its_rule(door: Door) -> None:
    answer = told(door, POSITION, "dig 1. build E6. build E7", "--for", "witches", status=1)
    assert len(answer["steps"]) == 2 and answer["refused"]["command"] == "build E6"
    assert says(answer["refused"]["why"], "mystica.refused.few_spades", hex="E6", n=3)
    assert says(refusal(door, POSITION, "action ACT5", "--for", "witches"), "mystica.left.spades", n=1)
    assert "passed" in refusal(door, POSITION, "pass BON1", "--for", "nomads")


def test_a_build_has_to_say_what_it_costs(door: Door) -> None:
    state = example("plan", 3)
    free = state.grid.name(state.grid.empty()[0])
    state.human.wet += 3
    Path("position.json").write_bytes(to_json(state))
    why = refusal(door, "position.json", f"build officer {free}")
    assert says(why, "terracotta.error.unpaid", example=f"'build officer {free} for 3 clay'")
    wet = []
    for clay in (0, 3):
        answer = told(door, "position.json", f"build officer {free} for {clay} clay")
        assert answer["refused"] is None
        wet += [has["value"] for has in answer["steps"][-1]["has"] if has["what"] == "wet clay"]
    assert wet == [state.human.wet, state.human.wet - 3]


def test_it_is_said_whose_plan_is_missing_and_how_much_it_may_have(door: Door) -> None:
    assert door.refused("plan", POSITION, "dig 1").says("plan.who")
    assert door.refused("plan", POSITION, "dig 1. " * 61, "--for", "witches").says("plan.many", n=61, most=60)


@pytest.mark.parametrize("game", [game.id for game in GAMES.values() if "forecast" in game.rooms])
@pytest.mark.parametrize("language", ("en", "ja"))
def test_each_game_shows_what_is_at_hand_and_refuses_nonsense(game: str, language: str, door: Door) -> None:
    door(f"example {game} --seed 2 -o position.json")
    seat = (json.loads(Path("position.json").read_text(encoding="utf-8")).get("players") or [{}])[0]
    who = seat.get("faction") or seat.get("letter") or seat.get("colour") or ""
    more = f"--lang {language} {f'--for {who}' if who and game != 'troyes-dice' else ''}"
    assert len(door(f"plan position.json {more}").out.splitlines()) > 4
    assert "nonsense" in door(f"plan position.json nonsense {more}", code=1).out


def test_tianxia_tells_income_exchange_and_prices_with_its_house_defaults(door: Door) -> None:
    data = door("example tianxia --seed 2").data | {"round": 2}
    Path("position.json").write_text(json.dumps(data), encoding="utf-8")
    answer = told(door, "position.json", "--for", "B")
    exchange = coming(answer)["tianxia.forecast.exchange"]
    assert "tianxia.forecast.income" in coming(answer) and len(exchange) == 4
    assert says(exchange[0], "tianxia.forecast.exchange.line", paid="1 rice", gained="1 silk", most=4)
    assert {"exchange", "wall_costs"} <= set(answer["unverified"])


@pytest.mark.parametrize("language", ["en", "ja"])
def test_score_plan_and_advise_say_in_the_same_words_what_points_are(door: Door, language: str) -> None:
    """On the track now; if the game ended here; if it ended after this round: one number for each."""
    state = example("q1", 2)
    Path("position.json").write_bytes(to_json(state))

    def said(line: str) -> str:
        return door(f"{line} --lang {language}").out

    def words(what: str, **blanks: Word) -> str:
        return say(phrase(f"terracotta.points.{what}", **blanks), language)

    own = next(player for player in state.players if not state.is_him(player))
    ((_, scored),) = [score for score in scoring.scores(state) if str(score[0]) == own.colour]
    after = MEASURES[points_of(1)](state, own.letter)
    plan = said(f"plan position.json '' --for {own.colour}")
    points = {
        words("now"): own.score,
        words("track"): own.score + scoring.total(scoring.phase(state)).get(own.letter, 0),
        words("here"): scored.total,
        words("round"): after,
    }
    for what, n in points.items():
        message = say(phrase("terracotta.forecast.points", n=n), language)
        assert any(line.startswith(what) and line.endswith(message) for line in plan.splitlines()), what
    score = said("score position.json")
    assert words("now") in score and say(phrase("score.total.when", when=words("here")), language) in score
