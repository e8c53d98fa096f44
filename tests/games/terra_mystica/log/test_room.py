"""What a log shows beside its position: words, tables, plain data, what players did over many games."""

from __future__ import annotations

import re

import pytest

from pencilwright.games.terra_mystica import log
from pencilwright.games.terra_mystica.log.points_by_source import END
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
    notes = log.notes(game)
    assert log.setup_of(game).players == 4 and len(notes) == 4 * 5 + len(game.score.winners)
    for seat, who in enumerate(game.setup.factions, start=1):
        rounds = [int(notes[f"p{seat}.round.{n}"]) for n in range(1, 6)]
        line = next(line for line in log.played(game) if line.who == who)
        assert rounds == [line.until(n) for n in range(1, 6)]
        assert (f"p{seat}.winner" in notes) == (line.place == 1)
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


# --- what players did ---------------------------------------------------------------------------------------


def test_what_players_did_adds_up_and_every_passing_has_its_place(game: History, half: History) -> None:
    lines = log.played(game)
    assert [line.who for line in lines] == list(game.setup.factions)
    assert {line.who: line.total for line in lines} == game.score.totals
    assert all(line.is_whole for line in lines) and not any(line.is_whole for line in log.played(half))
    for n in range(6):
        assert sorted(line.facts["passing"].split()[n] for line in lines) == ["1", "2", "3", "4"]
    assert all(len(line.facts["cards"].split()) == 6 for line in lines)
    assert {line.facts["passing"].split()[-1] for line in log.played(half)} == {"-"}


@pytest.mark.parametrize(
    ("commands", "opening"),
    [
        ("build E5. build E6", "2 D"),
        ("build E5. upgrade E5 to TP", "1 TH"),
        ("upgrade E5 to TH. upgrade E5 to SH", "SH"),
        ("upgrade E5 to TE. upgrade E6 to TE", "2 TE"),
        ("upgrade E5 to TE. upgrade E5 to SA", "SA"),
        ("upgrade E5 to TE. upgrade E5 to SA. upgrade E6 to TE. upgrade G3 to SH", "SA + SH + TE"),
    ],
)
def test_an_opening_is_the_dearest_that_was_built_by_the_end_of_round_1(
    game: History, commands: str, opening: str
) -> None:
    first = game.entries[0]
    own = [
        first._replace(round=1, commands=tuple(commands.split(". ")), label=""),
        first._replace(round=2, commands=("upgrade A1 to SH",), label=""),
    ]
    entries, game.entries = game.entries, own
    try:
        (line,) = [line for line in log.played(game) if line.who == first.faction]
    finally:
        game.entries = entries
    assert line.facts["opening"] == opening and say(log.seasons._built(opening), "en")


def test_tables_over_many_games_leave_out_what_was_rare_and_say_how_often(game: History) -> None:
    lines = (*log.played(game), *log.played(made(12, 4)))
    openings, passing, cards = log.seasons.season(lines)
    assert [row[0] for row in passing.rows] == ["1", "2", "3", "4"]
    assert [row[1] for row in passing.rows] == [12] * 4, "two games of six rounds"
    assert sum(row[1] for row in cards.rows) <= 48 and all(
        row[1] >= 2 for row in (*cards.rows, *openings.rows)
    )
    by_often = [row[1] for row in cards.rows]
    assert by_often == sorted(by_often, reverse=True)
    for table in (openings, passing, cards):
        assert say(table.title, "ja") and len(table.head) == 4
    alone = log.seasons.season(lines[:1])[0].rows
    assert [row[1] for row in alone] == [1], "a single game is all there is, and nothing of it is left out"


def test_columns_of_a_season_are_the_start_six_rounds_and_the_end(game: History) -> None:
    heads = [say(head, "en") for head in log.seasons.rounds()]
    assert len(heads) == END + 1 and len(set(heads)) == END + 1
    sources = {what for line in log.played(game) for what in line.points}
    grouped = [what for some in log.seasons.GROUPS.values() for what in some]
    assert len(grouped) == len(set(grouped)) and sources <= {*grouped}, "each source is in one group"
    assert all(say(log.seasons.group(name), "en") for name in log.seasons.GROUPS)
    assert say(log.seasons.who("chaosmagicians"), "en") == "Chaos Magicians"


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


def test_games_in_one_text_are_told_apart_and_a_game_that_stands_there_twice_is_one(text: str) -> None:
    other = to_ledger(made(12, 3))
    parts = log.split(f"{text}\n{other}")
    assert [log.replayed(part).setup.players for part in parts] == [4, 3]
    assert len(log.split(f"{text}\n{text}")) == 1
    begun = "\n".join(text.splitlines()[: len(text.splitlines()) // 2])
    for twice in (f"{text}\n{begun}", f"{begun}\n{text}"):
        (whole,) = log.split(twice)
        assert log.replayed(whole).game.is_over, "the beginning of a game goes into the whole of it"
    assert log.split("") == ("",)


def test_several_games_are_no_log_of_one_and_too_many_are_refused(text: str) -> None:
    with refused("mystica.ledger.several", n=2):
        log.replayed(f"{text}\n{to_ledger(made(12, 2))}")
    many = "".join("TM1-0000\n" + "".join(f"witches: build A{n}\n" for n in range(5)) for _ in range(501))
    with refused("mystica.ledger.most", n=501, most=500):
        log.split(many)


@pytest.mark.parametrize(
    ("pasted", "words"),
    [
        ("Game board: Base Game\n", "mystica.ledger.site.bga"),
        ("~ Income phase ~\n", "mystica.ledger.site.bga"),
        ("ann places a Dwelling [F5]\n", "mystica.ledger.site.bga"),
        ("ScoringTiles: 1,2,3\n", "mystica.ledger.site.grid"),
    ],
)
def test_logs_of_other_programs_are_called_by_their_name(pasted: str, words: str) -> None:
    assert log.has_rows(pasted)
    with refused(words):
        log.replayed(pasted)
