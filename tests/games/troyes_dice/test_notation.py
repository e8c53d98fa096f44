"""A position is one line of text, there and back; a wrong part of it is named."""

from pencilwright.games.troyes_dice.example import example
from pencilwright.games.troyes_dice.legality import problems
from pencilwright.games.troyes_dice.notation import to_text
from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.play.known_dice import with_rolls
from pencilwright.games.troyes_dice.play.vectors import sheet_vector
from pencilwright.games.troyes_dice.reading import parse
from tests.games.troyes_dice.written import FINAL, LINE, text_of


def test_the_worked_games_final_sheet_is_one_line() -> None:
    final = parse(text_of(FINAL))
    assert to_text(final) == LINE
    assert parse(LINE) == final
    assert problems(final) == []
    assert rules.final_score(sheet_vector(final.sheet)) == 52


def test_a_line_takes_small_letters_and_the_end_of_the_game() -> None:
    line = "td1-0000-1bn5-b8cq OVER rrwyrwyyr - 18-8/18-10/14-3 9/13/6 -/1/1246/34/3:1/- 12356/2/24 ?"
    read = parse(line)
    assert read.table is not None and read.table.half == "over"
    assert read.sheet.links is None
    assert to_text(read).split()[1] == "over"


def test_an_unmarked_raid_is_an_exclamation_mark_on_the_line() -> None:
    played = with_rolls(example(3, 2, rolls=0), [(3, 1, 2, 6), (1, 1, 1, 1)])
    assert to_text(played).split()[3] == "3:126!,1:111"
    assert parse(to_text(played)) == played


def test_dice_whose_raid_is_marked_have_no_exclamation_mark() -> None:
    played = with_rolls(example(3, 2, rolls=0), [(3, 1, 2, 6), (1, 1, 1, 1)], attacked=True)
    assert to_text(played).split()[3] == "3:126,1:111"
    assert parse(to_text(played)) == played
