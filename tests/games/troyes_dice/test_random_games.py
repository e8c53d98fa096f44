"""Random games: every position is a legal one, and random play scores what the dossier's simulator scored."""

import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pencilwright.games.rng import Stream
from pencilwright.games.troyes_dice.components import CATHEDRAL_NUMBER_BY_ORDER, STANDARD
from pencilwright.games.troyes_dice.play import move_text, rules
from pencilwright.games.troyes_dice.play.rules import Vector
from tests.games.troyes_dice.helpers import columns

DOSSIER_MEAN, DOSSIER_DEVIATION, DOSSIER_GAMES = 21.3, 4.3, 300
LETTERS = "RYW"


def random_table(stream: Stream, *, standard: bool) -> Vector:
    """Return a table at the start: shuffled plazas, and (unless standard) any numbering and three tiles."""
    plazas = [plaza if stream.below(2) else plaza[::-1] for plaza in stream.shuffled(STANDARD.plazas)]
    faces = [(LETTERS.index(plaza[0]), LETTERS.index(plaza[2])) for plaza in plazas]
    numbers = [list(range(1, 7))] * 3
    tiles: list[tuple[int, int]] = []
    if not standard:
        numbers = [stream.shuffled(range(1, 7)) for _ in range(3)]
        equal = [notch for notch, (up, hidden) in enumerate(faces) if up == hidden]
        tiles = list(zip(equal, stream.shuffled(range(1, 9))[:3], strict=True))
    return rules.new_table(faces, numbers, tiles)


class Player:
    """Plays uniformly over the legal actions, then uniformly over each choice inside the cascade."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        self.codes = [0] * rules.MAX_MOVES
        self.choices = [0] * rules.MAX_CHOICES
        self.counts = rules.new_counts()

    def move(self, sheet: Vector, table: Vector) -> Vector:
        """Return the sheet after one action."""
        code = self.codes[self.stream.below(rules.main_moves(sheet, table, self.codes))]
        known = 0
        while True:
            after = sheet[:]
            used = rules.apply(after, table, code, self.choices, known, self.counts)
            if used == known:
                return after
            self.choices[known] = self.stream.below(self.counts[known])
            known += 1


def check_sheet(sheet: Vector) -> None:
    """Assert what holds for a sheet by itself at any time."""
    for kind in range(3):
        got, used, people = sheet[rules.GOT + kind], sheet[rules.USED + kind], sheet[rules.CIT + kind]
        assert 3 <= got <= 18
        assert 0 <= used <= got
        assert 0 <= people <= 20
    assert all(0 <= mask < 64 for mask in sheet[rules.BUILT : rules.CATHEDRAL_NUMBER])
    numbers = sheet[rules.CATHEDRAL_NUMBER :]
    assert [column for column in range(1, 7) if numbers[column - 1]] == columns(sheet, "cathedral")
    written = sorted(number for number in numbers if number)
    assert written == list(CATHEDRAL_NUMBER_BY_ORDER[: len(written)])
    spaces = sum(sheet[rules.GOT + kind] // 6 for kind in range(3))
    assert sum(sheet[rules.CIT : rules.CIT + 3]) >= min(60, spaces)


def check_step(before: Vector, after: Vector) -> None:
    """Assert what holds between the sheet before an action and after it: nothing is ever taken back."""
    assert all(new >= old for old, new in zip(before[: rules.BUILT], after, strict=False))
    for kind in range(6):
        old, new = before[rules.BUILT + kind], after[rules.BUILT + kind]
        assert old & new == old
        assert (new & ~old) & before[rules.STRUCK + kind // 2] == 0
    assert before[rules.STRUCK : rules.STRUCK + 3] == after[rules.STRUCK : rules.STRUCK + 3]
    for old, new in zip(before[rules.CATHEDRAL_NUMBER :], after[rules.CATHEDRAL_NUMBER :], strict=True):
        assert old in (new, 0)
    for kind in range(3):
        assert after[rules.USED + kind] <= before[rules.GOT + kind]  # paid from what was there before


def check_raid(before: Vector, after: Vector, table: Vector) -> None:
    """Assert what a raid may do: strike at most one box for each raiding die, never beside a fortress."""
    new = [after[rules.STRUCK + colour] & ~before[rules.STRUCK + colour] for colour in range(3)]
    raids = sum(rules.die_raids(table, slot) for slot in range(4))
    assert sum(mask.bit_count() for mask in new) <= (raids if table[rules.HALF] >= 4 else 0)
    assert all(mask & before[rules.BUILT] == 0 for mask in new)
    assert before[: rules.STRUCK] == after[: rules.STRUCK]


def play_game(stream: Stream, *, standard: bool, check: bool = True) -> Vector:
    """Play one random game, checking every position, and return the last sheet."""
    table = random_table(stream, standard=standard)
    sheet = rules.new_sheet()
    player = Player(stream)
    half_days = 0
    while table[rules.HALF] < rules.OVER:
        rules.place(table, stream.die(), stream.die(), stream.die(), stream.die())
        before = sheet[:]
        rules.attack(sheet, table)
        after = player.move(sheet, table)
        if check:
            check_raid(before, sheet, table)
            check_step(sheet, after)
            check_sheet(after)
        sheet = after
        rules.end_half(table)
        half_days += 1
    assert half_days == 16
    return sheet


@pytest.mark.parametrize("games", [1_000, pytest.param(10_000, marks=pytest.mark.long)])
def test_random_games_meet_no_illegal_position_and_score_like_the_dossier_s_simulator(games: int) -> None:
    stream = Stream.from_seed("random games")
    scores = [rules.final_score(play_game(stream, standard=True)) for _ in range(games)]
    mean = sum(scores) / games
    window = 4 * DOSSIER_DEVIATION * math.sqrt(1 / games + 1 / DOSSIER_GAMES)
    assert abs(mean - DOSSIER_MEAN) < window
    deviation = math.sqrt(sum((score - mean) ** 2 for score in scores) / (games - 1))
    assert 3.5 < deviation < 5.1


@pytest.mark.parametrize("games", [300, pytest.param(3_000, marks=pytest.mark.long)])
def test_random_games_with_expansion_and_own_numberings_meet_no_illegal_position(games: int) -> None:
    stream = Stream.from_seed("random games with tiles")
    for _ in range(games):
        play_game(stream, standard=False)


@given(st.integers(0, 2**64 - 1), st.booleans())
def test_in_any_game_tracks_never_shrink_and_struck_boxes_are_never_built(seed: int, standard: bool) -> None:
    play_game(Stream.from_seed(seed), standard=standard)


@given(st.integers(0, 2**64 - 1), st.integers(0, 15), st.booleans())
def test_after_any_half_days_legal_moves_are_sorted_different_and_lead_to_legal_sheets(
    seed: int, half_days: int, standard: bool
) -> None:
    stream = Stream.from_seed(seed)
    table = random_table(stream, standard=standard)
    sheet = rules.new_sheet()
    player = Player(stream)
    for _ in range(half_days):
        rules.place(table, stream.die(), stream.die(), stream.die(), stream.die())
        rules.attack(sheet, table)
        sheet = player.move(sheet, table)
        rules.end_half(table)
    rules.place(table, stream.die(), stream.die(), stream.die(), stream.die())
    rules.attack(sheet, table)
    result = rules.successors(sheet, table)
    moves = [move for move, _ in result]
    assert moves == sorted(set(moves)) != []
    for move, after in result:
        assert len(move.choices) <= rules.MAX_CHOICES
        check_step(sheet, list(after))
        check_sheet(list(after))
    texts = [move_text.notation(sheet, table, move) for move in moves[:: 1 + len(moves) // 60]]
    assert [
        move_text.notation(sheet, table, move_text.parse_move(text, sheet, table)) for text in texts
    ] == texts


@given(st.lists(st.integers(1, 6), min_size=4, max_size=4), st.integers(0, 15))
def test_placing_sorts_the_dice_with_black_before_its_equals(dice: list[int], half: int) -> None:
    table = random_table(Stream.from_seed(1), standard=True)
    table[rules.HALF] = half
    rules.place(table, *dice)
    placed = table[rules.DICE : rules.DICE + 4]
    assert placed == sorted(dice)
    assert placed.index(dice[0]) == table[rules.BLACK]


@given(st.permutations(range(6)))
def test_cathedral_numbers_follow_the_order_of_building_whatever_the_columns(order: list[int]) -> None:
    sheet = rules.new_sheet()
    table = random_table(Stream.from_seed(1), standard=True)
    for column in order:
        rules.build(sheet, table, 4, column, 0, [], 0, rules.new_counts())
    assert [sheet[rules.CATHEDRAL_NUMBER + column] for column in order] == list(CATHEDRAL_NUMBER_BY_ORDER)


def test_random_games_reach_every_bonus_and_every_tile_side() -> None:
    stream = Stream.from_seed("coverage of the game")
    seen: Counter[int] = Counter()
    for _ in range(300):
        table = random_table(stream, standard=False)
        sheet = rules.new_sheet()
        player = Player(stream)
        while table[rules.HALF] < rules.OVER:
            rules.place(table, stream.die(), stream.die(), stream.die(), stream.die())
            rules.attack(sheet, table)
            seen.update(rules.die_effect(table, slot) for slot in range(4))
            sheet = player.move(sheet, table)
            rules.end_half(table)
    assert set(seen) == set(range(17))
