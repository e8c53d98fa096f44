"""A random setup of Terra Mystica from a seed, and its share code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from types import MappingProxyType
from typing import Any, Final

import msgspec

from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.shared import fixing
from pencilwright.games.shared.fixing import NOTHING_FIXED, Fixable, Fixed
from pencilwright.games.shared.spaces import FLAG, Among, Each, Range, Setups, Subset, once, refusal
from pencilwright.games.terra_mystica import components as box
from pencilwright.games.terra_mystica.boards.factions import FACTION_IDS, FACTIONS, faction
from pencilwright.games.terra_mystica.words import names
from pencilwright.templates.phrases import phrase

PREFIX: Final = "TM1"
EXAMPLES: Final = (
    "R3=SCORE1", "BON4", "P1=witches", "only=witches,auren", "without=giants", "extras=towns,bonus,scoring",
    "start=revised", "order=passing", "factions=none",
)  # fmt: skip
"""Parts of a setup as they are typed: a round, a card, a place in the turn order, factions, options."""
PICKS: Final = ("drawn", "open", "pool", "auction")
"""How players come to their factions: each draws one; they choose of all in turn order; of as many drawn ones
as there are players; or bid points for these and for their places in the turn order."""
_FIXED_PICKS: Final = MappingProxyType({"all": "drawn", "none": "open", "some": "pool", "auction": "auction"})
"""How much of the factions is drawn, as it is typed -> how players come to them."""
_ALL_TILES: Final = tuple(box.SCORING)
_ALL_CARDS: Final = tuple(box.BONUS)
_FIRST: Final = ("witches", "nomads")
FIRST_GAME: Final[Mapping[int, tuple[str, ...]]] = MappingProxyType(
    {
        2: _FIRST,
        3: (*_FIRST, "alchemists"),
        4: (*_FIRST, "halflings", "mermaids"),
        5: (*_FIRST, "halflings", "mermaids", "giants"),
    }
)
"""Players -> factions that are suggested for a first game."""


class Setup(msgspec.Struct, frozen=True):
    """Everything that is random before play.

    Attributes
    ----------
    scoring : scoring tiles of rounds 1 to 6.
    bonus : bonus cards in play, players + 3, in the order of their numbers.
    factions : faction of each player, in turn order; those that lie open where players choose or bid, none
        where they choose of all.
    extras : items of the mini-expansion that were drawn from, in the order of EXTRAS.
    revised_start : whether points at the start follow the league's table instead of 20 for all.
    pass_order : whether the order of passing is the order of turns of the next round.
    pick : how players come to their factions, one of PICKS.
    """

    scoring: tuple[str, ...]
    bonus: tuple[str, ...]
    factions: tuple[str, ...]
    extras: tuple[str, ...] = ()
    revised_start: bool = False
    pass_order: bool = False
    pick: str = PICKS[0]

    @property
    def players(self) -> int:
        """Number of players."""
        return len(self.factions) or len(self.bonus) - 3

    @property
    def seated(self) -> tuple[str, ...]:
        """The faction of each player in turn order; nobody's where they are chosen at the table."""
        return self.factions if self.pick == PICKS[0] else ()


# --- what a setup is ----------------------------------------------------------------------------------------


def _check_spades(setup: Setup, field: str) -> None:
    """Raise InputError when the spade tile is in a round where it is never laid."""
    for number in box.SPADE_TILE_NEVER_IN:
        if setup.scoring[number - 1] == box.SPADE_TILE:
            raise _late_spades(number, field)


def _late_spades(number: int, field: str) -> InputError:
    never = box.SPADE_TILE_NEVER_IN
    text = phrase("mystica.draw.late_spades", field=field, tile=box.SPADE_TILE, n=number, never=never)
    return InputError(text, field=field)


def check_colours(factions: Iterable[str], field: str) -> None:
    """Raise InputError when two factions share a board."""
    seen: dict[str, str] = {}
    for name in factions:
        colour = FACTIONS[name].colour
        if seen.get(colour) == name:
            raise InputError(phrase("words.twice", name=names.who(name)), field=field)
        if colour in seen:
            first, other = names.who(seen[colour]), names.who(name)
            raise InputError(phrase("mystica.problem.one_board", one=first, other=other), field=field)
        seen[colour] = name


def _bonus(known: Mapping[str, Any]) -> Subset:
    """Return the space of the bonus cards: players + 3, numbered among all sets of that size."""
    count = known["players"] + 3
    return Subset(_ALL_CARDS, count, box.bonus_cards(known["extras"]), tuple(combinations(_ALL_CARDS, count)))


class _Factions(Each, frozen=True):
    """The factions of all players, or none: that has the code of one faction for all."""

    def index(self, value: Sequence[Any]) -> int:
        return super().index(value) if value else 0

    def at(self, index: int) -> tuple[Any, ...]:
        return super().at(index) if index else ()

    def check(self, value: Sequence[Any], field: str, most: int = 0) -> None:
        if value:
            super().check(value, field, most)

    def schema(self, *, unique: bool = False, room: int = 0) -> dict[str, Any]:
        return super().schema(unique=unique, room=room) | {"minItems": 0}


def _check_pick(setup: Setup, field: str) -> None:
    """Raise InputError where factions are told that nobody has drawn, or none that somebody has."""
    if (setup.pick == "open") == bool(setup.factions):
        raise InputError(phrase("mystica.draw.pick", field=field, pick=setup.pick), field=field)


SETUPS: Final = Setups(
    PREFIX,
    Setup,
    {
        "pick": Among(PICKS),
        "pass_order": FLAG,
        "factions": lambda known: _Factions(Among(FACTION_IDS), known["players"], most=1),
        "bonus": _bonus,
        "scoring": lambda known: Each(
            Among(_ALL_TILES, box.scoring_tiles(known["extras"])), box.ROUNDS, most=1
        ),
        "extras": Subset(box.EXTRAS),
        "revised_start": FLAG,
        "players": Range(box.PLAYERS[0], box.PLAYERS[-1]),
    },
    sample={"players": box.PLAYERS[-1], "extras": box.EXTRAS},
    rules={
        "scoring": _check_spades,
        "factions": lambda setup, field: check_colours(setup.factions, field),
        "pick": _check_pick,
    },
    derived={"players": "factions"},
)
check, to_code, from_code = SETUPS.check, SETUPS.to_code, SETUPS.from_code


# --- drawing ------------------------------------------------------------------------------------------------


# A parameter for each choice that the setup of this game has, all but the seed by keyword.
def draw(
    seed: int | str,
    *,
    players: int = 4,
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
    extras: Sequence[str] = (),
    revised_start: bool = False,
    pass_order: bool = False,
    first_game: bool = False,
    expansion: bool = False,
    pick: str = PICKS[0],
    fixed: Fixed = NOTHING_FIXED,
) -> Setup:
    """Draw a setup: the same seed and options give the same setup in every version of Python.

    The order of scoring tiles is uniform over the legal orders: a whole order is thrown away when the spade
    tile is in round 5 or 6. (Replacing only that tile at the table gives slightly other chances.) Factions
    are uniform over the ways to give each player one with all boards different.

    Parameters
    ----------
    seed : see games.rng.
    players : 2 to 5.
    include, exclude : factions to draw from (all when none is named), and factions to leave out.
    extras : items of the mini-expansion to draw from: "towns", "bonus", "scoring".
    revised_start : points at the start by the league's table instead of 20 for all.
    pass_order : the order of passing is the order of turns of the next round.
    first_game : only the factions that are suggested for a first game.
    expansion : all extras.
    pick : how players come to their factions: "drawn", "open", "pool" or "auction".
    fixed : parts to keep; the rest is drawn round them.

    Raises InputError for what can't be met.
    """
    SETUPS.check_option("players", players)
    for extra in extras:
        Among(box.EXTRAS).check(extra, "extras")
    wanted = (*extras, *fixed.get("extras", ()))
    items = box.EXTRAS if expansion else tuple(extra for extra in box.EXTRAS if extra in wanted)
    stream = Stream.from_seed(seed)
    SETUPS.check_option("pick", pick)
    pick = _FIXED_PICKS[fixed["pick"]] if "pick" in fixed else pick
    suggested = FIRST_GAME[players] if first_game else ()
    wished = (*include, *suggested, *fixed.get("include", ()))
    left_out = (*exclude, *fixed.get("exclude", ()))
    if pick == "open" and (wished or left_out or fixed.get("factions")):
        raise InputError(phrase("mystica.draw.open"), field="fix")
    pool = _pool(wished, left_out)
    factions = (
        ()
        if pick == "open"
        else _draw_factions(stream.fork("factions"), pool, players, fixed.get("factions", {}))
    )
    given = {
        "players": players,
        "scoring": _draw_scoring(stream.fork("scoring"), box.scoring_tiles(items), fixed.get("scoring", {})),
        "factions": factions if pick == PICKS[0] else tuple(sorted(factions, key=FACTION_IDS.index)),
        "extras": items,
        "revised_start": revised_start or "revised_start" in fixed,
        "pass_order": pass_order or "pass_order" in fixed,
        "pick": pick,
    }
    return SETUPS.drawn(stream, given, fixed)


def _pool(include: Sequence[str], exclude: Sequence[str]) -> tuple[str, ...]:
    """Return the factions to draw from. Raises InputError for one that is both wanted and not."""
    wanted = [faction(text, "include").id for text in include] or list(FACTION_IDS)
    out = [faction(text, "exclude").id for text in exclude]
    both = [name for name in out if include and name in wanted]
    if both:
        raise InputError(phrase("mystica.draw.both", who=names.who(both[0])), field="exclude")
    return tuple(name for name in FACTION_IDS if name in wanted and name not in out)


def _draw_scoring(stream: Stream, tiles: Sequence[str], fixed: Mapping[int, str]) -> tuple[str, ...]:
    """Draw the scoring tiles round the fixed ones, uniformly over the legal orders."""
    stored = once(fixed)
    for number, tile in fixed.items():
        Among(tiles).check(tile, "fix")
        if tile == box.SPADE_TILE and number in box.SPADE_TILE_NEVER_IN:
            raise _late_spades(number, "fix")
    free = [number for number in range(1, box.ROUNDS + 1) if number not in fixed]
    rest = [tile for tile in tiles if tile not in stored]
    while True:
        order = dict(fixed) | dict(zip(free, stream.shuffled(rest), strict=False))
        if all(order[number] != box.SPADE_TILE for number in box.SPADE_TILE_NEVER_IN):
            return tuple(order[number] for number in range(1, box.ROUNDS + 1))


def _draw_factions(
    stream: Stream, pool: Sequence[str], count: int, fixed: Mapping[int, str]
) -> tuple[str, ...]:
    """Draw factions for the free places of the turn order, all boards different."""
    for place in fixed:
        if place > count:
            raise refusal("fix", "range", n=place, low=1, high=count)
    check_colours(fixed.values(), "fix")
    taken = {FACTIONS[name].colour for name in fixed.values()}
    rest = [name for name in pool if FACTIONS[name].colour not in taken]
    free = [place for place in range(1, count + 1) if place not in fixed]
    boards = len({FACTIONS[name].colour for name in rest})
    if boards < len(free):
        raise InputError(phrase("mystica.draw.few_boards", n=len(free), boards=boards), field="include")
    while True:
        drawn = stream.shuffled(rest)[: len(free)]
        if len({FACTIONS[name].colour for name in drawn}) == len(drawn):
            order = dict(fixed) | dict(zip(free, drawn, strict=True))
            return tuple(order[place] for place in range(1, count + 1))


def parse_fixed(texts: Iterable[str]) -> Fixed:
    """Return the parts to keep, as people write them.

    "R3=SCORE1" a round's tile, "BON4" a card in play, "P1=witches" the start player's faction;
    "only=witches,auren" and "without=giants" factions to draw from,
    "extras=towns,bonus,scoring" items of the mini-expansion, "start=revised" points at the
    start by the league's table, "order=passing" turns in the order of passing; "factions=none" no faction is
    drawn, "some" as many as there are players, to choose from, "auction" to bid for, "all" one for each.

    Raises InputError for a part that says nothing, or two things about one place.
    """
    parts = (
        Fixable("scoring", {f"r{number}": number for number in range(1, box.ROUNDS + 1)}, _ALL_TILES),
        Fixable("bonus", {card.lower(): card for card in _ALL_CARDS}, ("",)),
        Fixable("pick", {"factions": None}, tuple(_FIXED_PICKS)),
        Fixable("factions", {f"p{n}": n for n in range(1, box.PLAYERS[-1] + 1)}, read=_faction),
        Fixable("include", {"only": None}, read=fixing.nonempty, several=True),
        Fixable("exclude", {"without": None}, read=fixing.nonempty, several=True),
        Fixable("extras", {"extras": None}, box.EXTRAS, several=True),
        Fixable("revised_start", {"start": None}, ("revised",)),
        Fixable("pass_order", {"order": None}, ("passing",)),
    )
    return fixing.parse(tuple(texts), parts, EXAMPLES)


def _faction(text: str) -> str:
    """Return the faction of a name. Raises InputError for a name of none."""
    return faction(fixing.nonempty(text), "fix").id


def as_dict(setup: Setup) -> dict[str, Any]:
    """Return the setup as plain data for JSON."""
    return {"code": to_code(setup)} | SETUPS.as_dict(setup)
