"""The commands of puzzles: a book made, one puzzle solved, an answer graded."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pypdfium2
import pytest

from pencilwright.app import make_puzzles
from pencilwright.app.answers.puzzle import digits_of, tree, weighed
from pencilwright.app.commands.puzzles import in_words
from pencilwright.app.make_puzzles import BookOrder, Harvest, harvest
from pencilwright.games import GAMES
from pencilwright.games.question import Question
from pencilwright.solver.puzzles import Weighed, module_of
from pencilwright.templates.phrases import ENGLISH
from tests.app.doors import Door
from tests.japanese import english_in
from tests.refusals import says

ORDER = BookOrder("terracotta-army", ("chancellor",), 4, "mixed", "7")
COMMAND = "puzzles terracotta-army --kind chancellor --count 2 --seed 7"


@pytest.fixture(scope="module")
def whole() -> Harvest:
    return harvest(ORDER, jobs=1)


@pytest.mark.slow
def test_one_process_and_two_make_the_same_book(door: Door) -> None:
    for name, jobs in (("one.pdf", 1), ("two.pdf", 2)):
        assert door(f"{COMMAND} --jobs {jobs} -o {name}").written == (name,)
    assert Path("one.pdf").read_bytes() == Path("two.pdf").read_bytes()


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_paper_without_a_drawing_is_refused_before_any_work(jobs: int, door: Door) -> None:
    door.refuses(f"{COMMAND} --jobs {jobs} --paper a5", "print.not_drawn", "paper", paper="a5")


def test_how_a_book_came_about_is_told_the_levels_in_order_and_the_most_usual_reasons_first() -> None:
    listed: Any = [SimpleNamespace(level=level) for level in (3, 0, 0)]
    text = in_words(Harvest(listed, 9, Counter(small=2, tied=4)), 18.0, "7", ENGLISH)
    assert re.search(r"2 .*1 .*\n9 .* 18 s.* 1,800 .*\n.*: 4 .*2 ", text)


@pytest.mark.slow
def test_the_puzzle_of_the_day_is_one_page_that_its_photograph_opens(door: Door) -> None:
    door("puzzles terracotta-army --one --seed d1 --jobs 1 -o day.pdf")
    pages = pypdfium2.PdfDocument("day.pdf")
    assert len(pages) == 1
    pages[0].render(scale=150 / 72).to_pil().save("day.png")
    code = door.data("solve day.png")["code"]
    (sheet,) = door.data("read day.png -o .")["photos"][0]["sheets"]
    assert door.data("solve", sheet["position"])["code"] == code


def test_the_book_holds_no_puzzle_twice_and_is_sorted_by_level(whole: Harvest) -> None:
    assert len({puzzle.key for puzzle in whole.puzzles}) == 4
    levels = [(puzzle.level, puzzle.difficulty) for puzzle in whole.puzzles]
    assert levels == sorted(levels)
    assert whole.candidates == 4 + whole.thrown.total()


def test_duplicates_are_thrown_away(whole: Harvest) -> None:
    basket = make_puzzles._Basket(ORDER)
    puzzle = whole.puzzles[0]
    basket.take(make_puzzles.Made(puzzle))
    basket.take(make_puzzles.Made(puzzle))
    assert len(basket.puzzles) == 1 and basket.thrown[make_puzzles.DUPLICATE] == 1


SMALL = {
    "troyes-dice": "line-2",
    "terracotta-army": "chancellor",
    "terra-mystica": "last-action",
    "tianxia": "deliveries",
}


@cache
def asked_of(game_id: str, kind: str) -> tuple[Question, str]:
    """The first question among some seeds that has answers, and its code."""
    own = module_of(game_id)
    for number in range(9):
        question = own.candidate(kind, f"shown {number}")
        if question is not None and own.weigh(question).options:
            return question, GAMES[game_id].puzzles.to_code(question)
    raise AssertionError(f"no question of {game_id} {kind}")


each_game = pytest.mark.parametrize(("game_id", "kind"), SMALL.items())


@each_game
def test_every_answer_shown_has_a_plan_that_the_rules_carry_out_and_is_graded_as_it_is_solved(
    game_id: str, kind: str, door: Door
) -> None:
    question, code = asked_of(game_id, kind)
    solved = door.data(f"solve '{code}'")
    answers, room = solved["answers"], GAMES[game_id].commands
    assert solved["code"] == code
    for answer in answers:
        plan = answer["plan"]
        measure = room.MEASURES[plan["measure"]]
        after = room.apply_actions(question.state, plan["who"], plan["commands"])
        gain = Fraction(measure(after, plan["who"])) - Fraction(measure(question.state, plan["who"]))
        assert gain == Fraction(plan["gain"]) if plan["exact"] else gain >= Fraction(plan["gain"])
        assert plan["exact"] or plan["left_out"]
    first, last = answers[0], answers[-1]
    for given in (first, last):
        graded = door.data(f"check '{code}' --reveal", given["name"])
        assert (graded["plan"], graded["best_plan"]) == (given["plan"], first["plan"])
        assert (graded["loss"], graded["best"]) == (given["loss"], first["name"])
    assert "credit 10 of 10" in door(f"check '{code}'", first["name"]).out


@each_game
def test_check_without_an_answer_asks_for_it_part_by_part(game_id: str, kind: str, door: Door) -> None:
    question, code = asked_of(game_id, kind)
    here, typed = tree(weighed(GAMES[game_id], question, confirm=False)), ["", "99"]
    while here.ways:
        typed.append(str(len(here.ways)))
        here = here.ways[-1]
    assert f"[{here.name}]" in door(f"check '{code}'", typed=typed).out


@each_game
def test_answers_are_told_in_words_of_the_language_beside_their_notation(
    game_id: str, kind: str, door: Door
) -> None:
    _, code = asked_of(game_id, kind)
    answers = door.data(f"solve '{code}' --lang ja")["answers"]
    for item in answers:
        assert item["text"] and [english_in(text) for text in item["text"] if english_in(text)] == []
    names = [entry["name"] for entry in answers]
    out = door(f"solve '{code}' --lang ja").out
    assert names[0] in out and "、".join(answers[0]["text"]) in out and english_in(out, *names, code) == []
    for options, name in (("--reveal", names[-1]), ("", names[0])):
        assert english_in(door(f"check '{code}' --lang ja {options}", name).out, *names) == []


@each_game
def test_a_false_value_is_never_shown(
    game_id: str, kind: str, door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, code = asked_of(game_id, kind)
    own = module_of(game_id)
    honest = own.weigh

    def wrong(question: Question) -> Weighed:
        weighed: Weighed = honest(question)
        first, *rest = weighed.options
        return weighed._replace(options=(first._replace(value=first.value + 50), *rest))

    monkeypatch.setattr(own, "weigh", wrong)
    name = wrong(GAMES[game_id].puzzles.from_code(code)).options[0].name
    for command in (["solve", code], ["check", code, name], ["check", code, name, "--json"]):
        ran = door("", *command, code=70)
        assert ran.out == "" and ran.err.count("\n") == 1


def test_a_typed_position_is_solved(door: Door) -> None:
    known = GAMES["troyes-dice"]
    Path("p.txt").write_text(known.to_text(known.examples.example("4", 2, 2)))
    out = door("solve p.txt --top 2").out
    assert says(out, "puzzles.solved") and says(out, "troyes.puzzle.proved")


@pytest.mark.parametrize(
    ("values", "digits"),
    [
        (("3", "1"), 0),
        (("64/5", "6"), 1),
        (("1/4", "0"), 2),
        (("371/7", "352/7", "52"), 1),
        (("371/7", "3709/70"), 2),
    ],
)
def test_the_values_of_a_table_have_as_many_decimals_as_part_the_best_two(
    values: tuple[str, ...], digits: int
) -> None:
    assert digits_of(Fraction(value) for value in values) == digits
