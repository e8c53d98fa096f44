"""Every way in which a position that can be read breaks the rules of the game."""

from __future__ import annotations

from typing import Final

from pencilwright.games.shared.problems import Problem, refuse
from pencilwright.games.tianxia.components import MOST_PLAYERS, NEUTRAL, NEUTRAL_STEP, ROUNDS, TRACKS
from pencilwright.games.tianxia.state import State, Track, meeples_of, pieces

NEEDS_NO_OPPONENT: Final = 3
"""Players from which on nobody is simulated."""


def problems(state: State) -> list[Problem]:
    """Return every way in which a position that can be read breaks the rules of the game."""
    found: list[Problem] = []
    holder: dict[str, str] = {}
    for index, player in enumerate(state.players):
        for goal in player.goals:
            if goal in holder:
                rule = (
                    f"{goal} is in two hands, those of {holder[goal]} and {player.letter}; there is one card"
                )
                found.append(Problem(f"players[{index}].goals", rule, f"{goal} in one hand"))
            holder[goal] = player.letter
    for name in TRACKS:
        found += _track_problems(state, name)
    if state.setup is not None and state.buildings:
        rule = "the setup says which building lies where"
        found.append(Problem("buildings", rule, "no buildings beside the setup"))
    starts = [player.start for player in state.players if player.start]
    if len(set(starts)) < len(starts):
        found.append(Problem("players", "two players have one starting building", "different ones"))
    boards = [player.board[0] for player in state.players if player.board]
    if len(set(boards)) < len(boards):
        found.append(Problem("players", "two players have one player board", "different ones"))
    return found + _piece_problems(state) + _phase_problems(state) + _setup_problems(state)


def check(state: State) -> State:
    """Return the state when it obeys the rules. Raises InputError with the first problem."""
    refuse(problems(state))
    return state


def _piece_problems(state: State) -> list[Problem]:
    """Return of which pieces a player has more than the box, whose numbers may be our house defaults."""
    found = []
    for index, owner in enumerate(state.players):
        letter, ships = owner.letter, owner.ships
        for what, count, most, name, field in (
            ("walls", pieces(state, letter, "walls"), len(state.box.wall_costs), "wall_costs", "wall"),
            ("towers", pieces(state, letter, "towers"), len(state.box.tower_costs), "tower_costs", "wall"),
            (
                "meeples in supply, on the wall, at buildings and on barges",
                meeples_of(state, letter),
                state.box.meeples,
                "meeples",
                f"players[{index}].meeples",
            ),
            (
                "shipping markers",
                ships.yan + ships.qi + ships.chu,
                state.box.ship_markers,
                "ship_markers",
                f"players[{index}].ships",
            ),
        ):
            if count > most:
                rule = f"{letter} has {count} {what}; the box has {most} of a colour"
                if name in state.box.unverified:
                    rule += f", a house default that no source proves ({name}; --components changes it)"
                found.append(Problem(field, rule, f"{most} at most"))
        doubles = pieces(state, letter, "double")
        if doubles > 1:
            rule = f"{letter} has {doubles} double-tower tiles on the wall; there is one of a colour"
            found.append(Problem("wall", rule, "1 at most"))
    return found


def _phase_problems(state: State) -> list[Problem]:
    """Return what cannot be when the game is over."""
    if not state.over:
        return []
    found = []
    if state.round != ROUNDS:
        found.append(Problem("over", f"the game is over after round {ROUNDS}", f"round {ROUNDS}"))
    for number, section in enumerate(state.wall):
        if section.battle:
            rule = "after the last attack phase no chieftain stands on a battle space"
            found.append(Problem(f"wall[{number}].battle", rule, "no battle"))
    return found


def _setup_problems(state: State) -> list[Problem]:
    """Return where the players are not those of the setup; one and two may have the opponent as a seat."""
    setup = state.setup
    if setup is None:
        return []
    found = []
    if setup.players >= NEEDS_NO_OPPONENT and len(state.players) != setup.players:
        rule = f"the setup is for {setup.players} players, not {len(state.players)}"
        found.append(Problem("players", rule, f"{setup.players} players"))
    for index, player in enumerate(state.players):
        if player.start and player.start not in setup.starts:
            rule = f"the setup lays out {', '.join(setup.starts)}, not {player.start}"
            found.append(Problem(f"players[{index}].start", rule, "one of them"))
    return found


def _track_problems(state: State, name: str) -> list[Problem]:
    """Return what is wrong with the neutral marker of a palace track."""
    track: Track = getattr(state.palace, name)
    field, place = f"palace.{name}", f"on step {NEUTRAL_STEP}"
    if NEUTRAL not in track.order:
        if len(state.players) < MOST_PLAYERS and track.order:
            rule = f"with fewer than {MOST_PLAYERS} players a neutral marker N stands {place} of each track"
            return [Problem(f"{field}.order", rule, f"N {place}")]
        return []
    if len(state.players) == MOST_PLAYERS:
        return [Problem(f"{field}.order", "with four players there is no neutral marker", "no N")]
    if track.steps and track.steps[track.order.index(NEUTRAL)] != NEUTRAL_STEP:
        return [Problem(f"{field}.steps", f"the neutral marker stays {place}", f"N {place}")]
    return []
