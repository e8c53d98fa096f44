"""Every way in which a position that can be read breaks the rules of the game."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from pencilwright.games.errors import InputError
from pencilwright.games.shared.problems import Problem, too_many
from pencilwright.games.shared.refusals import unknown
from pencilwright.games.tianxia.components import MOST_PLAYERS, NEUTRAL, NEUTRAL_STEP, ROUNDS, TRACKS
from pencilwright.games.tianxia.marks import column_of, marks_of_goals, marks_of_pieces, to_marks
from pencilwright.games.tianxia.state import PalaceTrack, State, meeples_of, pieces
from pencilwright.templates.phrases import Word, phrase

NEEDS_NO_OPPONENT: Final = 3
"""Players from which on nobody is simulated."""


def problems(state: State) -> list[Problem]:
    """Return every way in which a position that can be read breaks the rules of the game."""
    results: list[Problem] = []
    holder: dict[str, int] = {}
    for index, player in enumerate(state.players):
        for goal in player.goals:
            if goal in holder:
                other = holder[goal]
                hands = {"one": state.players[other].letter, "other": player.letter}
                marks = (*marks_of_goals(state, other), *marks_of_goals(state, index))
                results.append(_problem(f"players[{index}].goals", "goal", marks, card=goal, **hands))
            holder[goal] = index
    for name in TRACKS:
        results += _track_problems(state, name)
    if state.setup is not None and state.buildings:
        results.append(_problem("buildings", "buildings"))
    for things in (
        [player.start for player in state.players if player.start],
        [player.board[0] for player in state.players if player.board],
    ):
        for thing in {thing: None for thing in things if things.count(thing) > 1}:
            results.append(Problem("players", phrase("json.again", field="players", what=thing)))
    return results + _piece_problems(state) + _phase_problems(state) + _setup_problems(state)


def _problem(field: str, rule: str, marks: tuple[str, ...] = (), **words: Word) -> Problem:
    """Return a problem by the last part of the key of its rule."""
    return Problem(field, phrase(f"tianxia.problem.{rule}", **words), marks=marks)


def _piece_problems(state: State) -> list[Problem]:
    """Return of which pieces a player has more than the box, whose numbers may be our house defaults."""
    results = []
    for index, owner in enumerate(state.players):
        letter, ships = owner.letter, owner.ships
        for part, count, most, name, field in (
            ("walls", pieces(state, letter, "walls"), len(state.box.wall_costs), "wall_costs", "wall"),
            ("towers", pieces(state, letter, "towers"), len(state.box.tower_costs), "tower_costs", "wall"),
            (
                "meeples",
                meeples_of(state, letter),
                state.box.meeples,
                "meeples",
                f"players[{index}].meeples",
            ),
            (
                "ships",
                ships.yan + ships.qi + ships.chu,
                state.box.ship_markers,
                "ship_markers",
                f"players[{index}].ships",
            ),
        ):
            if count > most:
                what = phrase(f"tianxia.pieces.{part}")
                marks = marks_of_pieces(state, index, part)
                item = too_many(field, count, most, what, letter, marks)
                if name in state.box.unverified:
                    option = "--components"
                    rule = phrase("tianxia.problem.default", said=item.rule, name=name, option=option)
                    item = replace(item, rule=rule)
                results.append(item)
        doubles = pieces(state, letter, "double")
        if doubles > 1:
            results.append(too_many("wall", doubles, 1, phrase("tianxia.pieces.double"), letter))
    return results


def _phase_problems(state: State) -> list[Problem]:
    """Return what cannot be when the game is over."""
    if not state.over:
        return []
    results = [] if state.round == ROUNDS else [_problem("over", "over", n=ROUNDS)]
    return results + [
        _problem(f"wall[{number}].battle", "battle")
        for number, section in enumerate(state.wall)
        if section.battle
    ]


def _setup_problems(state: State) -> list[Problem]:
    """Return where the players are not those of the setup; one and two may have the opponent as a seat.

    Nobody at the table breaks no rule: it is an empty sheet.
    """
    setup = state.setup
    if setup is None or not state.players:
        return []
    results = []
    if setup.players >= NEEDS_NO_OPPONENT and len(state.players) != setup.players:
        marks = _columns_amiss(state, setup.players)
        n = len(state.players)
        rule = phrase("setup.wrong.count", field="players", n=n, need=setup.players)
        results.append(Problem("players", rule, marks=marks))
    for index, player in enumerate(state.players):
        if player.start and player.start not in setup.starts:
            field = f"players[{index}].start"
            results.append(Problem(field, unknown(field, player.start, setup.starts).sentence))
    return results


def _columns_amiss(state: State, players: int) -> tuple[str, ...]:
    """Return the marks of the pad where players are too many, the emptiest columns, or are missing."""
    columns = [column_of(state, index) for index in range(len(state.players))]
    if len(columns) < players:
        return tuple(f"p{column}.name" for column in range(1, MOST_PLAYERS + 1) if column not in columns)
    try:
        visible = to_marks(state)
    except InputError:
        return ()
    filled = {column: [mark for mark in visible if mark.startswith(f"p{column}.")] for column in columns}
    emptiest = sorted(columns, key=lambda column: (len(filled[column]), -column))[: len(columns) - players]
    return tuple(mark for column in emptiest for mark in filled[column])


def _track_problems(state: State, name: str) -> list[Problem]:
    """Return what is wrong with the neutral marker of a palace track."""
    track: PalaceTrack = getattr(state.palace, name)
    has, rule = (
        NEUTRAL in track.order,
        phrase("tianxia.problem.neutral", most=MOST_PLAYERS, step=NEUTRAL_STEP),
    )
    if track.order and has != (len(state.players) < MOST_PLAYERS):
        return [Problem(f"palace.{name}.order", rule)]
    if has and track.steps and track.steps[track.order.index(NEUTRAL)] != NEUTRAL_STEP:
        return [Problem(f"palace.{name}.steps", rule)]
    return []
