"""What a player may do, in commands that the rules carry out on a position.

The notation stands in docs/formats.md: whole turns, and single acts for the questions about a part of a turn.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from pencilwright.games.errors import InputError
from pencilwright.games.shared.refusals import in_command, unknown
from pencilwright.games.tianxia import scoring
from pencilwright.games.tianxia.components import GOODS, PENALTY_POINTS
from pencilwright.games.tianxia.rules import acts
from pencilwright.games.tianxia.rules.amounts import refused
from pencilwright.games.tianxia.rules.battle import attack_phase, resolve
from pencilwright.games.tianxia.rules.play import Play, carry_out
from pencilwright.games.tianxia.rules.turns import commands as turns
from pencilwright.games.tianxia.rules.turns.frame import Turns
from pencilwright.games.tianxia.state import State, player

EXAMPLES: Final = (
    "region yan: step; govern yan1", "fortify: step white; wall 3", "train: soldier 4 2", "barge rice",
    "pass: tile BT-08; advance blue", "drop marker", "discard OB3 takes 1 rice",
    "use BT-12 pays 1 silk takes 2 wood", "attack",
)  # fmt: skip
"""Commands of whole turns, for who types none of them."""


def apply_actions(state: State, who: str, commands: Sequence[str]) -> State:
    """Return the position after a player's commands, carried out in order.

    Raises InputError naming the command that the rules do not allow, and for a player that there is not.
    """
    return deque(states(state, who, commands), maxlen=1).pop()


def states(state: State, who: str, commands: Sequence[str]) -> Iterator[State]:
    """Yield the position and what it is after each of a player's commands; whole turns and acts do not mix.

    What is allowed both ways, such as discarding a card, is read as single acts.

    Raises InputError naming the command that the rules do not allow, and for a player that there is not.
    """
    who = player(state, who).letter
    are_acts = all(map(acts.is_act, commands)) and (
        _allowed(state, who, commands, True) or not _allowed(state, who, commands, False)
    )
    yield from _carried_out(state, who, commands, are_acts)


def _allowed(state: State, who: str, commands: Sequence[str], are_acts: bool) -> bool:
    """Return whether all commands may be carried out."""
    try:
        deque(_carried_out(state, who, commands, are_acts), maxlen=0)
    except InputError:
        return False
    return True


def _carried_out(state: State, who: str, commands: Sequence[str], are_acts: bool) -> Iterator[State]:
    """Yield the position and what it is after each command. Raises InputError naming the command."""
    play = Play(state, who) if are_acts else Turns(state, who)
    yield play.state
    for command in commands:
        try:
            if command == "attack":
                play.state, _ = attack_phase(play.state)
            elif not (
                turns.apply_action(play, command)
                if isinstance(play, Turns)
                else carry_out(acts.ACTS, play, command)
            ):
                raise refused("unknown", commands=EXAMPLES)
        except InputError as error:
            raise in_command(command, error) from error
        yield play.state


# --- What is counted --------------------------------------------------------------------------------------


def score(state: State, who: str) -> int:
    """Return a player's points if the game ended as the position stands."""
    return scoring.score_player(state, player(state, who)).known


def with_worths(state: State, who: str) -> Fraction:
    """Return the points, and what commands brought that no rule scores, by the plan's worths."""
    return score(state, who) + Fraction(state.valued, 10)


def tenths(state: State, who: str) -> int:
    """Return what deliveries brought and the goods not spent are worth by the plan, in tenths of a point."""
    own = player(state, who)
    left: int = state.plan.deliveries.worth.left * sum(getattr(own, good) for good in GOODS)
    return state.valued + left


def attack_worth(state: State, who: str) -> int:
    """Return what the attack phase brings a player as the position stands, by the rules.

    Points won, the plan's worth of each own governor that still stands on an attacked path, less 3 points
    for each point of a breakthrough's penalty (paid in coins or not).
    """
    done, battles = attack_phase(state)
    total = 0
    for battle in battles:
        total += sum(gain.points for gain in battle.gains if gain.player == who and gain.step != "3f")
        total -= PENALTY_POINTS * battle.penalty
        path = state.box.paths[battle.section - 1]
        standing = sum(who in done.governors.get(space, "") for space in path)
        total += int(state.plan.wall.governor) * standing
    return total


def defence(state: State, who: str) -> int:
    """Return how much strength the building of the plan's `save` lacks to stand, as a number below 0."""
    space = state.plan.save.space
    number = next((n for n, path in enumerate(state.box.paths, 1) if space in path), 0)
    if not number:
        raise unknown("plan.save.space", space, sum(state.box.paths, ()))
    play = Play(state, who)
    lacking = 0
    while space in resolve(play.state, number).raided:
        play.section(str(number), "soldiers")
        lacking += 1
    return -lacking


def at_the_end(state: State, who: str) -> Fraction:
    """Return the points after the attack phase, unknown cards and tiles that were drawn at their worth."""
    return with_worths(state if state.over else attack_phase(state)[0], who)


MEASURES: Final[Mapping[str, Callable[[State, str], int | Fraction]]] = MappingProxyType(
    {
        "points": score,
        "points and worths": with_worths,
        "tenths": tenths,
        "attack": attack_worth,
        "defence": defence,
        "last turns": at_the_end,
    }
)
"""What a plan's gain counts; docs/solver-tianxia.md says which question counts what."""
