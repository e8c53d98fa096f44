"""What a log shows beside its position: words, tables, plain data, the sheet of the end."""

from __future__ import annotations

import re

import pytest

from pencilwright.games.terra_mystica import log
from pencilwright.games.terra_mystica.log import points_by_source
from pencilwright.games.terra_mystica.log.replay import History
from pencilwright.games.terra_mystica.rules.turn import whose
from pencilwright.templates.phrases import phrase, say
from tests.games.terra_mystica.log.test_read import made
from tests.games.terra_mystica.log.writing import to_ledger, to_text
from tests.refusals import has, noted, refused


@pytest.fixture(scope="module")
def half(text: str) -> History:
    """The first half of it."""
    lines = text.splitlines()
    return log.replayed("\n".join(lines[: len(lines) // 2]))


# --- one game -----------------------------------------------------------------------------------------------


def test_a_log_stands_on_the_way_at_its_end_or_says_who_is_next(
    game: History, text: str, half: History
) -> None:
    assert noted(log.stands(game)) == "wrong.over"
    following = whose(half.game)
    assert noted(log.stands(half)) == f"mystica.log.under_way who=(mystica.faction.{following})"
    early = log.replayed(text, "r2")
    assert noted(log.stands(early)) == "mystica.log.on_the_way" and log.position(early).round == 2
    assert log.position(game).round == 6 and log.position(half).player(following).faction == following


def test_differences_are_told_one_by_one_up_to_ten_and_the_others_counted(text: str) -> None:
    """Points that go up and down by one are wrong in every row."""
    count = iter(range(10_000))
    wrong = re.sub(r"\t(\d+) VP\t", lambda row: f"\t{int(row[1]) + next(count) % 2} VP\t", text)
    result = log.replayed(wrong)
    assert len(result.differences) > log.MOST_SHOWN and not log.is_right(result)
    compared, *told = log.checks(result)
    many = len({item.line for item in result.differences})
    assert noted(compared) == f"mystica.log.compared many={many} n={result.compared}"
    assert noted(told.pop()) == f"mystica.log.more n={len(result.differences) - log.MOST_SHOWN}"
    assert {line.key for line in told} == {"mystica.log.differs"} and len(told) == log.MOST_SHOWN
    assert {dict(line.words)["what"] for line in told} == {phrase("mystica.log.column.points")}


def test_awards_that_differ_are_called_by_their_cult_and_the_area(text: str) -> None:
    wrong = re.sub(r".*\+\d+vp for (AIR|network)\n", "", text)
    told = [
        dict(message.words) for message in log.checks(log.replayed(wrong)) if "told" in dict(message.words)
    ]
    for what in ("mystica.cult.air", "mystica.source.area"):
        assert any(has(words["what"], what) and words["told"] == "-" for words in told)


def test_an_offer_to_who_has_passed_that_the_log_does_not_answer_is_counted_as_refused() -> None:
    game = made(14, 4)
    lines = to_text(game).splitlines()
    number = lines.index("giants: decline 6 from mermaids")
    assert "giants: pass BON7" in lines[number - 5 : number]
    del lines[number]
    result = log.replayed("\n".join(lines))
    assert [noted(message) for message in log.checks(result)] == ["mystica.log.unanswered n=1"]
    assert result.score == game.score


def test_lines_that_are_neither_rows_nor_of_the_head_are_counted_as_remarks(text: str) -> None:
    messages = log.checks(log.replayed(f"List players\n{text}"))
    assert noted(messages[-1]) == "mystica.log.remarks n=1"


def test_the_course_has_a_line_for_each_row_and_names_what_came_by_itself(game: History) -> None:
    table = log.rows(game)
    assert len(table.rows) == len(game.entries) and len(table.head) == len(table.rows[0]) == 10
    acts = [row for row, entry in zip(table.rows, game.entries, strict=True) if entry.commands]
    assert [row[-1] for row in acts] == [
        ". ".join(entry.commands) for entry in game.entries if entry.commands
    ]
    itself = {
        say(row[-1], "en")
        for row, entry in zip(table.rows, game.entries, strict=True)
        if not entry.commands and not isinstance(row[-1], int | str)
    }
    assert {"income", "cult bonus"} <= itself and len(itself) > 6, "the awards of the end, too"


def test_notes_for_the_sheet_are_points_after_rounds_and_the_winner(game: History, half: History) -> None:
    notes, points = log.notes(game), points_by_source.points(game)
    assert log.setup_of(game).players == 4 and len(notes) == 4 * 5 + len(game.score.winners)
    for seat, who in enumerate(game.setup.factions, start=1):
        rounds = [int(notes[f"p{seat}.round.{n}"]) for n in range(1, 6)]
        by_round = [sum(by.get(n, 0) for by in points[who].values()) for n in range(6)]
        assert rounds == [sum(by_round[: n + 1]) for n in range(1, 6)]
        assert (f"p{seat}.winner" in notes) == (who in game.score.winners)
    assert len(log.notes(half)) == 4 * (half.game.state.round - 1), "the round that is going on has none yet"


def test_a_program_has_the_points_by_source_and_each_row_when_it_wants_them(
    game: History, half: History
) -> None:
    data = log.as_data(game, rows=True)
    assert data["over"] and not data["next"] and data["differences"] == []
    assert len(data["rows"]) == len(game.entries) and data["rows"][0].keys() >= {"line", "coins", "bowls"}
    totals = {who: sum(sum(by.values()) for by in what.values()) for who, what in data["points"].items()}
    assert totals == game.score.totals
    short = log.as_data(half)
    assert "rows" not in short and short["next"] == whose(half.game)


def test_a_table_of_points_has_the_players_name_where_the_log_tells_it(game: History, text: str) -> None:
    assert [say(table.title, "en").lower() for table in log.points(game)] == list(game.game.state.seats)
    named = log.replayed("\n".join(f"Player {n}: {name}" for n, name in enumerate("ABCD", 1)) + "\n" + text)
    assert [say(table.title, "en")[-3:] for table in log.points(named)] == ["(A)", "(B)", "(C)", "(D)"]
    for table, who in zip(log.points(named), named.game.state.seats, strict=True):
        assert table.rows[-1][-1] == game.score.totals[who]


# --- pasted text --------------------------------------------------------------------------------------------


def test_rows_cut_at_one_width_are_put_together(game: History, text: str) -> None:
    cut = "\n".join(re.sub(r"(.{64})(?=.)", r"\1\n", line.expandtabs(8)) for line in text.splitlines())
    assert max(map(len, cut.splitlines())) == 64
    assert log.replayed(cut).score == game.score


def test_a_row_with_a_line_for_each_cell_is_one_row(game: History, text: str) -> None:
    assert log.replayed(re.sub(r"\t+", "\n", text)).score == game.score


def test_numbers_before_rows_are_no_part_of_them(game: History, text: str) -> None:
    numbered = "\n".join(f"{n:4}  {line}" for n, line in enumerate(text.splitlines(), start=1))
    assert log.replayed(numbered).score == game.score


def test_a_game_that_stands_there_twice_is_one(game: History, text: str) -> None:
    assert log.replayed(f"{text}\n{text}").score == game.score
    begun = "\n".join(text.splitlines()[: len(text.splitlines()) // 2])
    for twice in (f"{text}\n{begun}", f"{begun}\n{text}"):
        assert log.replayed(twice).game.is_over, "the beginning of a game goes into the whole of it"


def test_several_games_are_no_log_of_one(text: str) -> None:
    with refused("mystica.ledger.several", n=2):
        log.replayed(f"{text}\n{to_ledger(made(12, 2))}")


@pytest.mark.parametrize(
    ("pasted", "words"),
    [
        ("Game board: Base Game\n", "mystica.ledger.site.bga"),
        ("~ Income phase ~\n", "mystica.ledger.site.bga"),
        ("ann places a Dwelling [F5]\n", "mystica.ledger.site.bga"),
        ("Move 54 :\nann gets 1 power via Structures [E6]\n", "mystica.ledger.site.bga"),
        ("bob chooses 1 Bonus card and gets 2 coins\n", "mystica.ledger.site.bga"),
        ("bob builds a Dwelling for 1 2 [E7]\nbob declines doing Conversions\n", "mystica.ledger.site.bga"),
        ("ScoringTiles: 1,2,3\n", "mystica.ledger.site.grid"),
    ],
)
def test_logs_of_other_programs_are_called_by_their_name(pasted: str, words: str) -> None:
    assert log.has_rows(pasted)
    with refused(words):
        log.replayed(pasted)
