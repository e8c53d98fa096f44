"""A game in one sitting: what has been played, what comes next, and how it stands.

This is the room. Begin with `turn`; questions.py asks for each decision, picture.py draws a position.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pencilwright.games.errors import InputError
from pencilwright.games.shared.options import SWITCH, Option
from pencilwright.games.shared.reading import printable_name
from pencilwright.games.shared.session import Conversation, Session
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import transcript
from pencilwright.games.terracotta_army.session.picture import drawing
from pencilwright.games.terracotta_army.session.picture import tell as picture
from pencilwright.games.terracotta_army.session.questions import his_turn, players_turn, round_end, say
from pencilwright.games.terracotta_army.state import State
from pencilwright.games.terracotta_army.transcript import Record, lines
from pencilwright.games.terracotta_army.transcript.lines import who_plays as mover
from pencilwright.templates.phrases import Phrase, phrase

OPTIONS: Final = (Option("player", metavar="NAMES"), Option("roll", SWITCH))
TYPED: Final = (("12, E4", phrase("sitting.help.pick")), ("3 5", phrase("sitting.help.dice")))

__all__ = [
    "OPTIONS", "TYPED", "advice_of", "begun", "drawing", "mover", "opened", "picture", "record_of",
    "turn", "verdict",
]  # fmt: skip


def opened(record: Record, answers: Sequence[str] = ()) -> Session:
    """Return the game of a transcript, to be gone on with; `answers` of the turn that is going on."""
    return Session(record.begin, turn, transcript.seed(record.begin), record.turns, answers)


def record_of(session: Session) -> Record:
    """Return the transcript of completed turns."""
    return Record(session.begin, tuple(session.turns))


def begun(state: State, names: Sequence[str]) -> Record:
    """Return a game of which nothing is played.

    names : of the players in the order of their seats, yellow first; in a solo game yours alone.

    Raises InputError for a position that cannot arise, and for more names than players.
    """
    named = state.clone()
    seats = [player for player in named.players if not named.is_him(player)]
    seats.sort(key=lambda player: box.COLOURS.index(player.colour))
    if len(names) > len(seats):
        raise InputError(say("names", n=len(names), players=len(seats)), field="player")
    for player, name in zip(seats, names, strict=False):
        player.name = printable_name(name, "player")
    return transcript.begin(named)


def advice_of(session: Session) -> tuple[State, Mapping[str, object]] | None:
    """Return the position that advice is asked about, and the options; None where nobody asks."""
    state: State = session.state
    player = state.to_move()
    return None if player is None or state.is_him(player) else (state, {"for": player.colour})


def verdict(state: State) -> Phrase:
    """Return who has won, and by how much; of equal points who is earlier in turn order, so he before you."""
    if state.chancellor is not None:
        lead = state.human.score - state.him.score
        fields = {"you": state.human.score, "him": state.him.score}
        return (
            say("won", **fields, n=lead) if lead > 0 else say("lost" if lead else "level", **fields, n=-lead)
        )
    ranked = sorted(state.players, key=lambda player: -player.score)
    first, second = ranked[:2]
    name, lead = lines.name_of(first), first.score - second.score
    return say("wins", player=name, n=lead) if lead else say("wins.tie", player=name, n=first.score)


def turn(state: State) -> Conversation | None:
    """Return the conversation of what comes next: a player's turn, the chancellor's, the end of the round."""
    if state.over:
        return None
    player = state.to_move()
    if player is None:
        return round_end(state)
    return his_turn(state) if state.is_him(player) else players_turn(state, player.letter)
