"""The final points of every player, line by line with their reasons, and who wins."""

from __future__ import annotations

from typing import NamedTuple

from games.errors import InputError
from games.tianxia import goals
from games.tianxia.components import ITEMS_PER_POINT, JADE_POINTS, STANDARD, TRACKS, Components
from games.tianxia.state import Player, State, goods_of, leftovers_of, pieces, resources_of

RESTS_ON = ("tie_break", "neutral_marker_ranks", "rank_start_space", "jade_counts_as_tiles")
"""House defaults that final scoring rests on."""


class Line(NamedTuple):
    """One scoring line: whose and what ("B.jade"), points, and why."""

    id: str
    points: int
    reason: str


class PlayerScore(NamedTuple):
    """One player's total, lines, and the goal cards that are scored."""

    letter: str
    name: str
    total: int
    lines: tuple[Line, ...]
    goals: tuple[str, ...]


class Score(NamedTuple):
    """The scores in the order of the position, the winners' letters, what decided ("" when nobody tied)."""

    players: tuple[PlayerScore, ...]
    winners: str
    tie_break: str

    @property
    def lines(self) -> tuple[Line, ...]:
        """All lines of all players."""
        return tuple(line for entry in self.players for line in entry.lines)

    @property
    def total(self) -> int:
        """The winner's points."""
        return max(entry.total for entry in self.players)


def score(state: State, components: Components = STANDARD) -> Score:
    """Score a position as if the game ended as it stands (dossier, section 8).

    Raises InputError for a position without players.
    """
    if not state.players:
        raise InputError("the position has no players", field="players")
    scores = tuple(score_player(state, owner, components) for owner in state.players)
    top = max(entry.total for entry in scores)
    tied = [entry.letter for entry in scores if entry.total == top]
    decided = ""
    for criterion in components.tie_break:
        if len(tied) == 1:
            break
        counts = {letter: _criterion(state, letter, criterion) for letter in tied}
        tied = [letter for letter in tied if counts[letter] == max(counts.values())]
        decided = criterion
    if len(tied) > 1:
        decided = "shared"
    return Score(scores, "".join(tied), decided)


def _criterion(state: State, letter: str, criterion: str) -> int:
    """Return what a tie-break counts for a player."""
    if criterion == "coins":
        return next(entry.coin for entry in state.players if entry.letter == letter)
    return pieces(state, letter, criterion)


def score_player(state: State, owner: Player, components: Components = STANDARD) -> PlayerScore:
    """Score one player: track so far, palace, jade, the best three goals, leftovers."""
    letter = owner.letter
    lines = [Line(f"{letter}.points", owner.points, "on the score track")]
    for track in TRACKS:
        points, place = goals.track_points(state, track, letter, components)
        lines.append(Line(f"{letter}.palace.{track}", points, place))
    lines.append(Line(f"{letter}.jade", JADE_POINTS[owner.jade], f"{owner.jade} jade figurines"))
    values = [goals.value(state, letter, goal, components) for goal in owner.goals]
    kept = goals.best(values)
    lines += [Line(f"{letter}.goal.{card.goal}", card.points, card.reason) for card in kept]
    lines += [
        Line(f"{letter}.goal.{card.goal}", 0, f"not scored ({card.points}): only three are")
        for card in values
        if card not in kept
    ]
    items = leftovers_of(owner)
    reason = f"{owner.coin} coins + {resources_of(owner)} resources + {goods_of(owner)} goods = {items}"
    lines.append(Line(f"{letter}.leftovers", items // ITEMS_PER_POINT, reason))
    total = sum(line.points for line in lines)
    return PlayerScore(letter, owner.name, total, tuple(lines), tuple(card.goal for card in kept))
