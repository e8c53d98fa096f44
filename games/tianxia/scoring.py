"""The final points of every player, line by line with their reasons, and who wins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.tianxia import goals
from pencilwright.games.tianxia.components import ITEMS_PER_POINT, JADE_POINTS, TRACKS
from pencilwright.games.tianxia.marks import LETTERS, SUMS
from pencilwright.games.tianxia.state import Player, State, goods_of, leftovers_of, pieces, resources_of
from pencilwright.games.tianxia.wording import plural

PART_OF: Final[Mapping[str, str]] = {
    "palace": "palace",
    "jade": "jade",
    "goal": "goals",
    "leftovers": "leftovers",
}
"""Second word of a line's id -> the sum on the pad that it belongs to."""


class Line(NamedTuple):
    """One scoring line: whose and what ("B.jade"), points, why, and the unproven components behind it."""

    id: str
    points: int
    reason: str
    unverified: tuple[str, ...] = ()


class Tie(NamedTuple):
    """What parts players of equal points: what is counted, how many, and whether a source proves it."""

    what: str
    number: int
    unverified: tuple[str, ...] = ()


class PlayerScore(NamedTuple):
    """One player's total, lines, the goal cards that are scored, and the tie-breaks in order."""

    letter: str
    name: str
    total: int
    lines: tuple[Line, ...]
    goals: tuple[str, ...]
    ties: tuple[Tie, ...]

    @property
    def sums(self) -> dict[str, int]:
        """What belongs where players write their own sums on the pad; none for letters without a column."""
        column = LETTERS.find(self.letter) + 1
        parts = dict.fromkeys(SUMS, 0)
        for line in self.lines:
            part = PART_OF.get(line.id.split(".")[1])
            if part is not None:
                parts[part] += line.points
        parts["total"] = self.total
        return {f"p{column}.sum.{name}": points for name, points in parts.items()} if column else {}


class Score(NamedTuple):
    """The scores in the order of the position, the winners' letters, what decided ("" when nobody tied)."""

    players: tuple[PlayerScore, ...]
    winners: str
    tie_break: str

    @property
    def lines(self) -> tuple[Line, ...]:
        """All lines of all players."""
        return tuple(line for entry in self.players for line in entry.lines)


def scores(state: State) -> tuple[tuple[str, PlayerScore], ...]:
    """Return each player's letter (and name) and score, in the order of the position.

    Raises InputError for a position without players.
    """
    return tuple(
        (entry.letter + (f" ({entry.name})" if entry.name else ""), entry) for entry in score(state).players
    )


def score(state: State) -> Score:
    """Score a position as if the game ended as it stands (dossier, section 8).

    Raises InputError for a position without players.
    """
    if not state.players:
        raise InputError("the position has no players", field="players")
    found = tuple(score_player(state, owner) for owner in state.players)
    top = max(entry.total for entry in found)
    tied = [entry for entry in found if entry.total == top]
    decided = ""
    for place, criterion in enumerate(state.box.tie_break):
        if len(tied) == 1:
            break
        most = max(entry.ties[place].number for entry in tied)
        tied = [entry for entry in tied if entry.ties[place].number == most]
        decided = criterion
    if len(tied) > 1:
        decided = "shared"
    return Score(found, "".join(entry.letter for entry in tied), decided)


def _ties(state: State, owner: Player) -> tuple[Tie, ...]:
    """Return the tie-breaks of a player: towers, walls, coins in the order that the box says (HD-20)."""
    doubts = ("tie_break",) if "tie_break" in state.box.unverified else ()
    return tuple(
        Tie(what, owner.coin if what == "coins" else pieces(state, owner.letter, what), doubts)
        for what in state.box.tie_break
    )


def score_player(state: State, owner: Player) -> PlayerScore:
    """Score one player: track so far, palace, jade, the best three goals, leftovers."""
    letter = owner.letter
    lines = [Line(f"{letter}.points", owner.points, "on the score track")]
    for track in TRACKS:
        points, place = goals.track_points(state, track, letter)
        reason = f"{place} on the {track} palace track"
        doubts = goals.track_doubts(state, track, letter)
        lines.append(Line(f"{letter}.palace.{track}", points, reason, doubts))
    lines.append(Line(f"{letter}.jade", JADE_POINTS[owner.jade], plural(owner.jade, "jade figurine")))
    values = [goals.value(state, letter, goal) for goal in owner.goals]
    kept = goals.best(values)
    lines += [
        Line(f"{letter}.goal.{card.goal}", card.points, f"{card.goal}: {card.reason}", card.unverified)
        for card in kept
    ]
    lines += [
        Line(f"{letter}.goal.{card.goal}", 0, f"{card.goal} is not scored ({card.points}): only three are")
        for card in values
        if card not in kept
    ]
    items = leftovers_of(owner)
    held = (owner.coin, "coin"), (resources_of(owner), "resource"), (goods_of(owner), "good")
    reason = f"leftovers: {' + '.join(plural(n, what) for n, what in held)} = {items}"
    lines.append(Line(f"{letter}.leftovers", items // ITEMS_PER_POINT, reason))
    total = sum(line.points for line in lines)
    kept_ids = tuple(card.goal for card in kept)
    return PlayerScore(letter, owner.name, total, tuple(lines), kept_ids, _ties(state, owner))
