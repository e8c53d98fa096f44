"""What stands in a ledger between its commands: income, answers of neighbours, awards; and mistakes."""

from __future__ import annotations

import re

import pytest

from pencilwright.games.terra_mystica import log
from pencilwright.games.terra_mystica.log import points_by_source
from pencilwright.games.terra_mystica.log.read import CORRECTED
from pencilwright.games.terra_mystica.log.replay import History
from pencilwright.games.terra_mystica.rules.turn import whose
from pencilwright.games.terra_mystica.state import in_order
from tests.games.terra_mystica.helpers import example_log
from tests.games.terra_mystica.log.test_read import course, made
from tests.games.terra_mystica.log.writing import to_ledger, to_text
from tests.refusals import has, refused

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


# --- as the server has it -----------------------------------------------------------------------------------

HEAD = """option errata-cultist-power
option strict-leech
score SCORE2,SCORE3,SCORE4,SCORE5,SCORE6,SCORE8
"""
CULTISTS = """delete BON3
delete BON6
delete {out}
delete BON9
setup cultists
setup witches
cultists: build E6
witches: build F4
witches: build A10
cultists: build H3
witches: +BON5
cultists: +BON1
cultists: upgrade E6 to TP
witches: leech 1 from cultists
cultists: +FIRE
witches: burn 5. upgrade F4 to TP
cultists: decline 2 from witches
cultists: pass BON2
witches: pass {card}
cultists: upgrade E6 to TE. +FAV9
witches: {row}
cultists: pass BON5
"""


@pytest.mark.parametrize("declined", ["", "decline 2 from cultists. "])
@pytest.mark.parametrize(
    ("out", "card", "row", "bowls"),
    [
        ("BON8", "BON4", "action ACT4", (3, 9, 0)),
        ("BON7", "BON8", "send p to air for 3", (2, 10, 0)),
        ("BON7", "BON8", "convert 1w to 1c. send p to air for 3", (2, 10, 0)),
    ],
)
def test_an_offer_left_open_is_refused_as_the_bowls_were_before_the_row(
    out: str, card: str, row: str, bowls: tuple[int, int, int], declined: str
) -> None:
    """Full bowls could take nothing; what the action itself brings or fills does not count."""
    row = declined * (bowls[0] == 2) + row
    result = log.replayed(HEAD + CULTISTS.format(out=out, card=card, row=row))
    assert result.game.state.seats["cultists"].bowls == bowls


GIANTS = """delete BON3
delete BON6
delete BON7
delete BON9
setup giants
setup witches
giants: build D4
witches: build A10
witches: build F2
giants: build I12
witches: +BON5
giants: +BON2
giants: upgrade D4 to TP
witches: pass BON1
giants: upgrade D4 to TE. +FAV3
giants: action BON2. +EARTH
giants: pass BON4
giants: -SPADE
witches: pass BON5
"""


def test_giants_give_an_odd_spade_of_a_cult_up_in_a_row_which_a_log_may_lack() -> None:
    result = log.replayed(HEAD + GIANTS)
    assert [entry.commands for entry in result.entries if entry.round == 1][-1] == ("-SPADE",)
    written = to_ledger(result)
    assert "\t-SPADE\n" in written and log.replayed(written).differences == []
    without = log.replayed(HEAD + GIANTS.replace("giants: -SPADE\n", ""))
    assert in_order(without.game.state) == in_order(result.game.state)
    waiting = log.replayed(HEAD + GIANTS.partition("giants: -SPADE")[0])
    assert whose(waiting.game) == "giants" and waiting.game.state.round == 1


LEFT = """delete BON1
delete BON4
delete BON9
setup cultists
setup witches
setup dwarves
cultists: build E6
witches: build F4
dwarves: build E7
dwarves: build H8
witches: build A10
cultists: build H3
dwarves: +BON8
witches: +BON5
cultists: +BON2
cultists: upgrade E6 to TP
{rows}
cultists: burn 1
"""


@pytest.mark.parametrize(
    ("rows", "bowls"),
    [
        ("witches: decline 1 from cultists\ndrop-faction dwarves", (5, 5, 1)),
        ("drop-faction dwarves\nwitches: decline 1 from cultists", (5, 5, 1)),
        ("witches: decline 1 from cultists\ndwarves: decline 1 from cultists", (4, 6, 1)),
    ],
)
def test_who_leaves_has_not_refused_the_cultists(rows: str, bowls: tuple[int, int, int]) -> None:
    rows += "\nwitches: pass BON3" + "\ndwarves: pass BON6" * ("drop" not in rows)
    assert log.replayed(HEAD + LEFT.format(rows=rows)).game.state.seats["cultists"].bowls == bowls


# --- corrected by hand --------------------------------------------------------------------------------------


def test_goods_corrected_by_hand_are_taken_in_any_turn_and_marked() -> None:
    rows = example_log(5, 3).splitlines()
    at = next(n for n, row in enumerate(rows) if "pass" in row)
    name = next(row.partition(":")[0] for row in rows[1:] if not row.startswith(rows[at].partition(":")[0]))
    plain = log.replayed("\n".join(rows[:at])).game.state.seats[name]
    result = log.replayed("\n".join([*rows[:at], f"{name}: +2w. +2pw. -3vp", f"{name}: -1w", *rows[at:]]))
    entries = [entry for entry in result.entries if entry.label == CORRECTED]
    assert entries[-1].after[:4] == (plain.points - 3, plain.coins, plain.workers + 1, plain.priests)
    assert result.corrected == 2 and any(has(text, "mystica.log.corrected") for text in log.checks(result))
    assert points_by_source.points(result)[name]["corrected"] == {1: -3}
    assert course(log.replayed(to_text(result))) == course(result)
    with refused("mystica.price.correction"):
        log.replayed("\n".join([*rows[:at], f"{name}: -99w"]))


def test_a_command_that_no_rule_knows_is_named_before_whose_turn_it_is() -> None:
    rows = example_log(5, 3).splitlines()
    other = next(row.partition(":")[0] for row in rows[2:] if not row.startswith(rows[1].partition(":")[0]))
    with refused("json.word", word="dance"):
        log.replayed("\n".join([rows[0], f"{other}: dance"]))
