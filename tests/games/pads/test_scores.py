"""Points of pads against scorers that know nothing of them; the files' own examples."""

import random
from itertools import product

import pytest

from pencilwright.games.pads.game import Components, State, failures
from tests.games.pads.gallery import PADS


def state(pad: str, marks: dict[str, str]) -> State:
    return State(marks, None, Components(PADS[pad].pad.file.values))


def totals(pad: str, marks: dict[str, str]) -> list[int]:
    return [score.total for _, score in PADS[pad].scores(state(pad, marks))]


@pytest.mark.parametrize("name", PADS)
def test_examples_of_the_files_hold(name: str) -> None:
    assert PADS[name].pad.file.example
    assert failures(PADS[name].pad) == []


# --- bowling ----------------------------------------------------------------------------------------------


def frames(rolls: list[int]) -> dict[str, str]:
    """Return the marks of a game from the pins of its balls, as a player writes them."""
    result, at = {}, 0
    for n in range(1, 10):
        if rolls[at] == 10:
            result[f"strike.{n}.a"] = "ticked"
            at += 1
            continue
        result[f"ball1.{n}.a"] = str(rolls[at])
        is_spare = sum(rolls[at : at + 2]) == 10
        result |= {f"spare.{n}.a": "ticked"} if is_spare else {f"ball2.{n}.a": str(rolls[at + 1])}
        at += 2
    up, fresh = 10, True
    for k, pins in enumerate(rolls[at:], 1):
        if pins == up:
            result[f"{'x' if fresh else 's'}{k}.a"], up, fresh = "ticked", 10, True
        else:
            result[f"t{k}.a"], up, fresh = str(pins), up - pins, False
    return result


def ball_by_ball(rolls: list[int]) -> int:
    """Score a game from its balls: each counts once, and once for each bonus that is open."""
    total, frame, first, owed = 0, 1, -1, []
    for pins in rolls:
        total += pins * (len(owed) + (frame <= 10))
        owed = [left - 1 for left in owed if left > 1]
        if frame <= 10 and first < 0 and pins == 10:
            owed.append(2)
            frame += 1
        elif frame <= 10 and first < 0:
            first = pins
        elif frame <= 10:
            owed += [1] if first + pins == 10 else []
            first, frame = -1, frame + 1
    return total


def rolled(chance: random.Random) -> list[int]:
    def ball(up: int) -> int:
        return up if chance.random() < 0.4 else chance.randint(0, up)

    rolls: list[int] = []
    for _ in range(9):
        rolls.append(ball(10))
        if rolls[-1] < 10:
            rolls.append(ball(10 - rolls[-1]))
    last = [ball(10)]
    last.append(ball(10 if last[0] == 10 else 10 - last[0]))
    if last[0] == 10 or sum(last) == 10:
        last.append(ball(10 - last[1] if last[0] == 10 and last[1] < 10 else 10))
    return rolls + last


@pytest.mark.parametrize(
    ("rolls", "total"),
    [([10] * 12, 300), ([9, 1] * 10 + [9], 190), ([0] * 20, 0), ([0] * 18 + [10, 10, 10], 30)],
)
def test_known_games_of_bowling(rolls: list[int], total: int) -> None:
    assert totals("bowling", frames(rolls)) == [total] == [ball_by_ball(rolls)]


def test_random_games_of_bowling() -> None:
    chance = random.Random(1)
    for _ in range(300):
        rolls = rolled(chance)
        marks = frames(rolls)
        assert totals("bowling", marks) == [ball_by_ball(rolls)], rolls
        assert PADS["bowling"].problems(state("bowling", marks)) == [], rolls


@pytest.mark.parametrize(
    ("marks", "remedy"),
    [
        ({"ball1.3.a": "6", "ball2.3.a": "7"}, {"ball2.3.a": "3"}),
        ({"strike.2.a": "ticked", "ball2.2.a": "4"}, {"ball2.2.a": ""}),
    ],
)
def test_what_cannot_be_bowled_is_mended(marks: dict[str, str], remedy: dict[str, str]) -> None:
    (problem,) = PADS["bowling"].problems(state("bowling", marks))
    assert problem.remedy is not None
    assert dict(problem.remedy.marks) == remedy
    assert PADS["bowling"].problems(state("bowling", marks | remedy)) == []


# --- skat -------------------------------------------------------------------------------------------------


def test_random_lists_of_skat() -> None:
    chance = random.Random(2)
    for _ in range(300):
        marks, right = {}, dict.fromkeys("abc", 0)
        for deal in range(1, 13):
            who, worth, lost = chance.choice("abc"), chance.randint(18, 264), chance.random() < 0.3
            marks[f"worth_of.{deal}.{who}"] = str(worth)
            if lost:
                marks[f"lost.{deal}.{who}"] = "ticked"
            right[who] += -2 * worth - 50 if lost else worth + 50
            for other in "abc".replace(who, ""):
                right[other] += 40 if lost else 0
        results = {mark.split(".")[-1] for mark in marks}
        assert totals("skat", marks) == [right[seat] for seat in "abc" if seat in results]
        assert PADS["skat"].problems(state("skat", marks)) == []


def test_a_negative_total_has_its_sign() -> None:
    lost = {"worth_of.1.b": "48", "lost.1.b": "ticked", "total.b": "146"}
    (problem,) = PADS["skat"].problems(state("skat", lost))
    assert problem.remedy is not None
    assert dict(problem.remedy.marks) == {"total.minus.b": "ticked"}
    assert PADS["skat"].problems(state("skat", lost | {"total.minus.b": "ticked"})) == []


# --- bridge -----------------------------------------------------------------------------------------------

DOWN = {1: 100, 2: 300, 3: 500}
"""What the first three tricks down cost doubled and not vulnerable; each further one costs 300."""


def contract(level: int, suit: str, tricks: int, times: int, *, red: bool) -> int:
    """Return the points of the declarer, below 0 what the others get: by the laws, case by case."""
    if tricks < level + 6:
        down = level + 6 - tricks
        if times == 1:
            return -down * (100 if red else 50)
        doubled = 200 + 300 * (down - 1) if red else DOWN.get(down, 500 + 300 * (down - 3))
        return -doubled * times // 2
    trick = 20 if suit in ("c", "d") else 30
    below = times * (trick * level + (10 if suit == "nt" else 0))
    over = (tricks - level - 6) * (trick if times == 1 else {2: 100, 4: 200}[times] * (2 if red else 1))
    game = (500 if red else 300) if below >= 100 else 50
    slam = {6: (500, 750), 7: (1000, 1500)}.get(level, (0, 0))[red]
    return below + over + game + slam + {1: 0, 2: 50, 4: 100}[times]


def test_random_deals_of_bridge() -> None:
    chance = random.Random(3)
    for _ in range(300):
        marks, right = {}, {"ns": 0, "ew": 0}
        for deal in range(1, 5):
            who, level, suit = (
                chance.choice(("ns", "ew")),
                chance.randint(1, 7),
                chance.choice(["c", "d", "h", "s", "nt"]),
            )
            tricks, times = chance.randint(0, 13), chance.choice((1, 2, 4))
            marks |= {f"level.{deal}.{who}": str(level), f"tricks.{deal}.{who}": str(tricks)}
            marks[f"suit.{deal}.{suit}.{who}"] = "circled"
            if times > 1:
                marks[f"doubled.{deal}.{'x' * (times // 2)}.{who}"] = "circled"
            red = deal == 4 or (deal, who) in ((2, "ew"), (3, "ns"))
            points = contract(level, suit, tricks, times, red=red)
            other = "ew" if who == "ns" else "ns"
            right[who if points > 0 else other] += abs(points)
        results = {mark.split(".")[-1] for mark in marks}
        assert totals("chicago", marks) == [right[seat] for seat in ("ns", "ew") if seat in results]


# --- yatzy, ranks -----------------------------------------------------------------------------------------


def test_numbers_of_yatzy_are_those_of_five_dice() -> None:
    rolls = list(product(range(1, 7), repeat=5))
    twice = [{face for face in roll if roll.count(face) > 1} for roll in rolls]
    pairs = {2 * (a + b) for faces in twice for a in faces for b in faces if a < b}
    house = {sum(roll) for roll in rolls if {roll.count(face) for face in roll} == {2, 3}}
    allowed = PADS["yatzy"].pad.allowed
    assert set(allowed["pairs"]) == {0} | pairs
    assert set(allowed["house"]) == {0} | house
    assert set(allowed["chance"]) == {0} | {sum(roll) for roll in rolls}


def test_a_number_that_cannot_be_counts_as_the_nearest() -> None:
    (problem,) = PADS["yatzy"].problems(state("yatzy", {"twos.a": "7"}))
    assert (problem.marks, problem.nearest) == (("twos.a",), "6")
    assert totals("yatzy", {"twos.a": "7"}) == [6]


def test_house_rules_count() -> None:
    rooms = PADS["yatzy"]
    marks = {"sixes.a": "30", "fives.a": "25", "fours.a": "8"}
    own = rooms.with_components(state("yatzy", marks), rooms.load("bonus_worth = 35"))
    assert [score.total for _, score in rooms.scores(own)] == [98]
    assert totals("yatzy", marks) == [113]
