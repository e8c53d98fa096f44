"""Short ways to a position, a game under way and a row of commands."""

from __future__ import annotations

import re

from pencilwright.games.terra_mystica import notation
from pencilwright.games.terra_mystica.boards.factions import FACTION_IDS
from pencilwright.games.terra_mystica.components import CULTS, EXTRAS, TERRAINS
from pencilwright.games.terra_mystica.example import play_game
from pencilwright.games.terra_mystica.paper import DOCUMENTS
from pencilwright.games.terra_mystica.rules import apply, normalize
from pencilwright.games.terra_mystica.rules.turn import ACTIONS, Midgame
from pencilwright.games.terra_mystica.setup import Setup, draw, to_code
from pencilwright.games.terra_mystica.state import Player, Position, State
from pencilwright.templates.phrases import Phrase, Sentence, say

TOWN = "TM1 | witches D:E4,E5 TH:E6 SH:E7"
"""A position with a town whose terrain, tile and hexes are not typed."""


def at(text: str) -> State:
    """Return the table of a position in the short text form, not completed; "TM1 r3" stands before."""
    return normalize.as_entered(notation.position(f"TM1 r3 | {text}"))


def example_log(seed: int | str, players: int = 4) -> str:
    """Return the log of a whole game of simple players."""
    setup = draw(seed, players=players)
    _, played = play_game(setup, seed)
    rows = [f"{name}: {'. '.join(commands)}" for name, commands in played]
    return "\n".join([to_code(setup), *rows]) + "\n"


def lay(table: State, scoring: tuple[str, ...], extras: tuple[str, ...] = ()) -> None:
    """Lay a setup of scoring tiles and extras under a position."""
    table.setup = Setup(scoring, (), tuple(table.seats), extras)


def under_way(text: str, scoring: tuple[str, ...] = (), free: tuple[str, ...] = ("BON3",)) -> Midgame:
    """Return a game in round 3 at the turn of the first player of a position."""
    table = at(text)
    lay(table, scoring or ("SCORE9",) * 6)
    table.cards = dict.fromkeys(free, 0)
    first = next(iter(table.seats))
    table.start = first
    return Midgame(table, phase=ACTIONS, current=first)


def do(game: Midgame, row: str) -> Player:
    """Play a row such as "witches: build E7" and return its player's things."""
    for line in row.splitlines():
        faction, _, commands = line.partition(":")
        apply.apply_turn(game, faction, [part.strip() for part in commands.split(".")])
    return game.state.seats[faction]


# --- Japanese ----------------------------------------------------------------------------------------------

FIELDS = (
    *Player.__struct_fields__,
    "format",
    *Position.__struct_fields__,
    "scoring",
    "bonus",
    "factions",
    "bridge_places",
    "fixed",
    "hex",
    "setup",
)
NAMES = (
    *FACTION_IDS,
    *CULTS,
    *TERRAINS,
    *EXTRAS,
    *DOCUMENTS,
    "extras",
    "revised",
    "only",
    "without",
    "order",
    "passing",
)
FORMATS = ("BON", "FAV", "ACT", "SCORE", "FIRE", "BRIDGE", "III", "JSON", "TOML", "UTF")
TYPED = {*FIELDS, *NAMES, *FORMATS, *re.findall("[A-Za-z]+", " ".join(apply.COMMANDS)), "from", "page"}
"""Words that people type: notation, fields, formats, documents."""
QUOTED = "「[^」]*」|'[^']*'|TM[0-9]-[0-9A-Z-]+|--[a-z]+"
"""What somebody has typed, codes, and options of commands."""


def in_japanese(sentence: Sentence) -> str:
    """A sentence in Japanese. Fails where it is none, or has English words."""
    assert isinstance(sentence, Phrase), f"no phrase: {sentence!r}"
    message = say(sentence, "ja")
    english = set(re.findall("[A-Za-z_]{3,}", re.sub(QUOTED, "", message)))
    assert re.search("[ぁ-んァ-ヶ一-龠]", message) and english <= TYPED, (message, english - TYPED)
    return message
