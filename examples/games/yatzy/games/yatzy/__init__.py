"""Yatzy, a pad for four: five dice, fifteen rows, each filled once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import combinations_with_replacement, permutations
from typing import Any, Final

from msgspec.structs import replace

from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.shared import fixing, own_values, reading
from pencilwright.games.shared.fixing import NOTHING_FIXED, Fixed
from pencilwright.games.shared.marks import for_template
from pencilwright.games.shared.problems import Problem
from pencilwright.games.shared.refusals import nobody
from pencilwright.games.shared.scores import Score, ScoreLine
from pencilwright.games.shared.tables import SetupRow
from pencilwright.games.yatzy import table
from pencilwright.games.yatzy.table import PAD, ROWS, Components, Player, Setup, State
from pencilwright.templates.phrases import Phrase, Sentence, phrase

ADVISE, DRAW, EXAMPLE = table.ADVISE, table.DRAW, table.EXAMPLE
SETUPS, STANDARD = table.SETUPS, table.STANDARD
DOCUMENTS, WITH_SETUP, OPEN_BY_DEFAULT = table.DOCUMENTS, table.WITH_SETUP, table.OPEN_BY_DEFAULT
MARKS, CONTROLS, marks_of_field = PAD.marks, PAD.controls, PAD.marks_of_field
to_code, from_code, as_dict = SETUPS.to_code, SETUPS.from_code, SETUPS.as_dict
write = partial(own_values.write, table.BOX, table.HEAD)
load = partial(own_values.load, standard=STANDARD, box=table.BOX)
parse_fixed = partial(fixing.parse, parts=table.FIXED, examples=("first=2",))
to_json = partial(SETUPS.position_json, table.Position)
schema = partial(SETUPS.position_schema, table.Position, "Yatzy")


def value_lines(_components: Components = STANDARD) -> tuple[own_values.ValueLine, ...]:
    """Return the house rules line by line."""
    return own_values.value_lines(table.BOX.defaults, {})


def points(row: str, dice: Sequence[int]) -> int:
    """Return what five dice bring in a row."""
    count = Counter(dice)
    if row in table.UPPER:
        return (table.UPPER.index(row) + 1) * count[table.UPPER.index(row) + 1]
    if row == "chance":
        return sum(dice)
    if row in table.STRAIGHTS:
        return sum(dice) if sorted(dice) == table.STRAIGHTS[row] else 0
    if row == "yatzy":
        return 50 if table.DICE in count.values() else 0
    wanted = table.EQUAL[row]
    ways = (dict(zip(faces, wanted, strict=True)) for faces in permutations(count, len(wanted)))
    return max((sum(f * n for f, n in way.items()) for way in ways if Counter(way) <= count), default=0)


def draw(seed: int | str, *, players: int = 4, fixed: Fixed = NOTHING_FIXED) -> Setup:
    """Return the setup of a seed. Raises InputError for a wish that cannot be met."""
    SETUPS.check_option("players", players)
    return SETUPS.drawn(Stream.from_seed(seed), {"players": players}, fixed)


def rows(setup: Setup, _components: object = None) -> tuple[SetupRow, ...]:
    """Return who plays and begins."""
    return tuple(
        SetupRow(phrase(f"yatzy.setup.{name}"), (str(value),)) for name, value in as_dict(setup).items()
    )


def start(setup: Setup, components: Components = STANDARD) -> State:
    """Return the position at the start of a game: empty columns."""
    return State(tuple(Player(seat) for seat in range(1, setup.players + 1)), setup, components)


def _ordered(rows: Mapping[str, int]) -> dict[str, int]:
    """Return rows in the order of the pad."""
    return {row: rows[row] for row in ROWS if row in rows}


def _state(position: table.Position) -> State:
    """Return the state of a file's position: printable names, rows in the order of the pad."""
    players = (
        replace(one, name=reading.printable_name(one.name, f"players[{at}].name"), rows=_ordered(one.rows))
        for at, one in enumerate(position.players)
    )
    return State(tuple(players), position.setup)


def to_text(state: State) -> str:
    """Return the state as text: share code or YZ1, then the seats; names are left out."""
    seats = {str(player.seat): [player.rows.get(row) for row in ROWS] for player in state.players}
    return table.TEXT.write({"setup": state.setup, **seats})


def parse_text(text: str) -> State:
    """Return the state of a text. Raises InputError naming the part."""
    values = table.TEXT.read(text)
    players = [
        {"seat": int(seat), "rows": {row: n for row, n in zip(ROWS, given, strict=True) if n is not None}}
        for seat, given in values.items()
        if seat != "setup"
    ]
    return _state(SETUPS.position({"players": players, "setup": values.get("setup")}, table.Position))


@cache
def possible(row: str) -> tuple[int, ...]:
    """Return the points that a row may hold, ascending; 0 where it was crossed out."""
    rolls = combinations_with_replacement(range(1, 7), table.DICE)
    return tuple(sorted({points(row, dice) for dice in rolls}))


def _of_all(state: State) -> Iterator[Phrase]:
    seats = [player.seat for player in state.players]
    if len(set(seats)) < len(seats):
        yield phrase("yatzy.problem.twice")
    if state.setup is not None and max(seats, default=1) > state.setup.players:
        yield phrase("yatzy.problem.seat", seat=max(seats), n=state.setup.players)
    filled = [len(player.rows) for player in state.players] or [0]
    if max(filled) > min(filled) + 1:
        yield phrase("yatzy.problem.turns", most=max(filled), least=min(filled))


def problems(state: State) -> list[Problem]:
    """Return every way in which a position breaks the rules."""
    result = [Problem("players", rule) for rule in _of_all(state)]
    for at, player in enumerate(state.players):
        for row, value in player.rows.items():
            if value not in possible(row):
                near = min(possible(row), key=lambda one: abs(one - value))
                rule = phrase("yatzy.problem.points", n=value)
                result.append(Problem(f"players[{at}].rows.{row}", rule, str(near)))
    return result


parse = partial(SETUPS.parse_position, table.Position, parse_text, _state)


def scores(state: State) -> list[tuple[Sentence, Score]]:
    """Return each player's name and score."""
    return [
        (one.name or phrase("yatzy.seat", seat=one.seat), _score(one, state.box)) for one in state.players
    ]


def _score(player: Player, box: Components) -> Score:
    lines = [
        ScoreLine(f"{row}.{player.seat}", n, phrase(f"yatzy.row.{row}")) for row, n in player.rows.items()
    ]
    upper = sum(player.rows.get(row, 0) for row in table.UPPER)
    bonus = box.bonus if upper >= box.bonus_from else 0
    reason = phrase("yatzy.score.bonus", n=upper, least=box.bonus_from)
    lines.append(ScoreLine(f"bonus.{player.seat}", bonus, reason, box.unverified))
    total = sum(line.known for line in lines)
    sums = {f"upper.{player.seat}": upper, f"total.{player.seat}": total}
    return Score(total=total, lines=tuple(lines), sums=sums)


def to_marks(state: State) -> dict[str, str]:
    """Return the marks of a state: id -> value, without blank ones."""
    return PAD.to_marks({str(player.seat): player for player in state.players})


RULES = PAD.rules


def read(values: Mapping[str, str], setup: Setup | None) -> tuple[State, tuple[Problem, ...]]:
    """Return the state that marks show, the seats with a name or a tick, and two boxes for one digit."""
    marked, players = PAD.read(values), []
    for seat in table.SEATS:
        given: dict[str, int] = {}
        for row, groups in table.BOXES.items():
            boxes = [marked.one_of(table.ids(row, seat, group)) for group in groups]
            if any(boxes):
                given[row] = sum(int(box.rpartition(".")[2]) for box in boxes if box)
        if (name := marked.name(f"name.{seat}")) or given:
            players.append(Player(seat, name, given))
    return State(tuple(players), setup), tuple(marked.problems)


def data(
    _document: str, _setup: Setup | None, *, blank_numbers: bool = False, components: Components = STANDARD
) -> dict[str, Any]:
    """Return the plain data of the pad's template: the rows, each with its boxes in lines of six."""
    rows = {row: sum(groups, ()) for row, groups in table.BOXES.items()}
    return {
        "seats": table.SEATS,
        "marks": for_template(MARKS),
        "rows": [(row, [all_[at : at + 6] for at in range(0, len(all_), 6)]) for row, all_ in rows.items()],
        "bonus": components.bonus,
        "bonus_from": components.bonus_from,
        "unverified": bool(components.unverified),
    }


LEFT: Final = ("round", len(ROWS))
ROLLS: Final = 3


def apply_actions(state: State, who: str, commands: Sequence[str]) -> State:
    """Return the position after commands of a seat, such as "4 4 4 4 2 as four_of_a_kind".

    Raises InputError naming one that is not allowed.
    """
    player = _player(state, who)
    for command in commands:
        dice, _, row = command.partition(" as ")
        faces = [int(face) for face in dice.split() if face in tuple("123456")]
        if not len(faces) == len(dice.split()) == table.DICE or row not in ROWS or row in player.rows:
            raise InputError(phrase("yatzy.no_command", command=command[:60]), field="command")
        player = _filled(player, row, faces)
    players = tuple(player if str(one.seat) == who else one for one in state.players)
    return replace(state, players=players)


def _filled(player: Player, row: str, dice: Sequence[int]) -> Player:
    """Return a player who has written dice into a row."""
    return replace(player, rows=_ordered({**player.rows, row: points(row, dice)}))


def _player(state: State, who: str) -> Player:
    seats = {str(player.seat): player for player in state.players}
    if who not in seats:
        raise nobody(who, tuple(seats), field="player")
    return seats[who]


MEASURES: Final[Mapping[str, Callable[[State, str], int]]] = {
    "points": lambda state, who: _score(_player(state, who), state.box).known
}


def example(seed: int | str, left: int, *, players: int = 4) -> State:
    """Return a position with so many rounds left, played for most of a kind and the row that brings most."""
    stream = Stream.from_seed(seed).fork("dice")
    state = start(draw(seed, players=players))
    for _ in range(len(ROWS) - left):
        state = replace(state, players=tuple(_turn(player, stream) for player in state.players))
    return state


def _turn(player: Player, stream: Stream) -> Player:
    """Return a player after three rolls."""
    kept: list[int] = []
    dice = kept
    for _ in range(ROLLS):
        dice = kept + [stream.die() for _ in range(table.DICE - len(kept))]
        most = max(dice, key=lambda face: (dice.count(face), face))
        kept = [face for face in dice if face == most]
    row = max((row for row in ROWS if row not in player.rows), key=lambda row: points(row, dice))
    return _filled(player, row, dice)
