"""What stands in a ledger between its commands: income, answers of neighbours, awards; and mistakes."""

from __future__ import annotations

import re

import pytest

from pencilwright.games.terra_mystica import log
from pencilwright.games.terra_mystica.log.replay import History
from tests.games.terra_mystica.log.test_read import course, made
from tests.games.terra_mystica.log.writing import to_ledger
from tests.refusals import refused

BONUS, INCOME = "\tcult_income_for_faction", "\tother_income_for_faction"
TAKEN, REFUSED = "[opponent accepted power]", "[all opponents declined power]"


@pytest.fixture(scope="module")
def game() -> History:
    """A whole game with the Cultists, and with spades of a cult before the last round."""
    return made(20, 4)


@pytest.fixture(scope="module")
def text(game: History) -> str:
    """Its ledger."""
    result = to_ledger(game)
    assert TAKEN in result and REFUSED in result
    return result


def number_of(text: str, words: str) -> int:
    """The number of the first line with some words."""
    return next(n for n, line in enumerate(text.splitlines(), start=1) if words in line)


def differs(text: str) -> list[tuple[int, str]]:
    """The lines and columns that are not as the rules have them."""
    return [(difference.line, difference.column) for difference in log.replayed(text).differences]


# --- income -------------------------------------------------------------------------------------------------


def old_form(text: str) -> str:
    """A ledger as the server wrote them first: bonus and income in one row, spades after them."""
    results: list[str] = []
    late: list[str] = []
    is_between = False
    for line in text.splitlines():
        if line.endswith(BONUS):
            is_between = True
        elif is_between and "\t" in line and not line.endswith(INCOME):
            late.append(line)
        elif line.endswith(INCOME):
            results.append(line.replace("other_income", "all_income"))
            for at, other in enumerate(late):  # the row of spades has the goods after income, too
                if other.split("\t")[0] == line.split("\t")[0]:
                    late[at] = "\t".join([*line.split("\t")[:-1], other.split("\t")[-1]])
        else:
            if line.startswith("Round ") and "turn" in line:
                results += late
                late, is_between = [], False
            results.append(line)
    return "\n".join(results)


def test_old_ledgers_tell_bonus_and_income_in_one_row_and_spades_after_them(game: History, text: str) -> None:
    old = old_form(text)
    at = number_of(old, "Round 6, turn 1")
    assert "-SPADE" in old.splitlines()[at - 2] and BONUS not in old
    result = log.replayed(old)
    assert result.differences == [] and result.score == game.score
    assert result.compared == sum("\t" in line for line in old.splitlines())
    assert course(log.replayed(to_ledger(result))) == course(game)


@pytest.mark.parametrize("words", ["all_income_for_faction", "-SPADE"])
def test_a_wrong_number_in_an_old_ledger_is_named(text: str, words: str) -> None:
    lines = old_form(text).splitlines()
    at = max(n for n, line in enumerate(lines) if words in line and "\t" in line)
    lines[at] = re.sub(r"(\d+) C", lambda match: f"{int(match[1]) + 3} C", lines[at])
    assert differs("\n".join(lines)) == [(at + 1, "coins")]


def test_rows_without_words_are_what_comes_next_to_that_player(game: History, text: str) -> None:
    bare = text.replace(BONUS, "\t").replace(INCOME, "\t")
    result = log.replayed(bare)
    assert result.differences == [] and result.compared == log.replayed(text).compared
    assert result.score == game.score


def test_income_before_everyone_has_passed_is_refused_with_who_has_to_act(text: str) -> None:
    lines = text.splitlines()
    at = number_of(text, "Round 1, turn 1") + 1
    later = next(line for line in lines[at:] if line.endswith(INCOME))
    lines.insert(at, later)
    next_ = lines[at + 1].split("\t")[0]
    with refused("mystica.ledger.early", n=at + 1, who=f"mystica.faction.{next_}"):
        log.replayed("\n".join(lines))


# --- answers of neighbours ----------------------------------------------------------------------------------


def test_notes_of_accepted_and_refused_power_agree_with_the_answers(text: str) -> None:
    notes = sum(line.endswith((TAKEN, REFUSED)) for line in text.splitlines())
    assert notes > 5 and log.replayed(text).differences == []


@pytest.mark.parametrize(("one", "other"), [(TAKEN, REFUSED), (REFUSED, TAKEN)])
def test_a_note_of_another_answer_than_was_given_differs(text: str, one: str, other: str) -> None:
    at = number_of(text, one)
    changed = text.replace(one, other, 1)
    assert {line for line, _ in differs(changed)} == {at}


def test_a_notes_columns_are_compared(text: str) -> None:
    lines = text.splitlines()
    at = number_of(text, TAKEN) - 1
    lines[at] = re.sub(r"(\d+) W", lambda match: f"{int(match[1]) + 1} W", lines[at])
    assert differs("\n".join(lines)) == [(at + 1, "workers")]


# --- the end ------------------------------------------------------------------------------------------------


def test_an_award_to_whom_the_rules_give_none_differs(text: str) -> None:
    lines = text.splitlines()
    wins = {line.split("\t")[0] for line in lines if "vp for AIR" in line}
    other = next(name for name in ("fakirs", "witches", "cultists", "alchemists") if name not in wins)
    at = max(n for n, line in enumerate(lines) if "vp for AIR" in line)
    lines.insert(at + 1, re.sub(r"^\w+", other, lines[at]))
    assert (at + 2, "air") in differs("\n".join(lines))


def test_a_log_may_end_before_the_points_are_counted(game: History, text: str) -> None:
    cut = text[: text.index("Scoring FIRE")]
    result = log.replayed(cut)
    assert result.differences == [] and result.score == game.score


# --- mistakes -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("nomads: build A5", "wrong.nobody who=(mystica.faction.nomads)"),
        ("alchemists: build Z9", "json.word where=build word=Z9"),
        (
            "cultists: +AIR",
            "mystica.log.turn next=(mystica.faction.alchemists) who=(mystica.faction.cultists)",
        ),
        ("alchemists: upgrade E11 to TP", "mystica.refused.no_structure"),
    ],
)
def test_a_row_that_cannot_be_is_refused_with_its_line(text: str, row: str, words: str) -> None:
    lines = text.splitlines()
    at = number_of(text, "Round 1, turn 1")
    lines.insert(at, row)
    with refused(words, n=at + 1):
        log.replayed("\n".join(lines))


def test_a_players_words_in_brackets_end_no_command(text: str) -> None:
    at = number_of(text, "Round 1, turn 1")
    lines = text.splitlines()
    lines[at] += ". [good luck. have fun. pass BON1]"
    result = log.replayed("\n".join(lines))
    assert result.differences == []
    brackets = "[" * 900 + "]" * 900
    assert log.replayed("\n".join([*lines[:at], f"{lines[at]}. {brackets}"])).differences == []
