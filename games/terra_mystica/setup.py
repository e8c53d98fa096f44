"""A random setup of Terra Mystica from a seed, and its share code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from pencilwright.games import sharecode
from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.terra_mystica import naming
from pencilwright.games.terra_mystica.components import (
    BONUS,
    EXTRAS,
    PLAYERS,
    ROUNDS,
    SCORING,
    SPADE_TILE,
    SPADE_TILE_NEVER_IN,
    STANDARD,
    Components,
    bonus_cards,
    scoring_tiles,
)
from pencilwright.games.terra_mystica.factions import FACTION_IDS, FACTIONS, faction
from pencilwright.templates.phrases import phrase

PREFIX: Final = "TM1"
PARTS: Final = ("scoring", "bonus", "factions")
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


class Setup(NamedTuple):
    """Everything that is random before play.

    Attributes
    ----------
    scoring : scoring tiles of rounds 1 to 6.
    bonus : bonus cards in play, players + 3, in the order of their numbers.
    factions : faction of each player, in turn order.
    extras : items of the mini-expansion that were drawn from, in the order of EXTRAS.
    revised_start : whether points at the start follow the league's table instead of 20 for all.
    pass_order : whether the order of passing is the order of turns of the next round.
    """

    scoring: tuple[str, ...]
    bonus: tuple[str, ...]
    factions: tuple[str, ...]
    extras: tuple[str, ...] = ()
    revised_start: bool = False
    pass_order: bool = False


class Fixed(NamedTuple):
    """Parts to keep while the rest is drawn.

    Attributes
    ----------
    scoring : round (1 to 6) -> scoring tile.
    bonus : bonus cards that must be in play.
    factions : place in the turn order (1 is the start player) -> faction.
    include, exclude, extras, revised_start, pass_order : as for `draw`; what is said here is added there.
    """

    scoring: Mapping[int, str] = MappingProxyType({})
    bonus: tuple[str, ...] = ()
    factions: Mapping[int, str] = MappingProxyType({})
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    extras: tuple[str, ...] = ()
    revised_start: bool = False
    pass_order: bool = False


NOTHING_FIXED: Final = Fixed()


def players(setup: Setup) -> int:
    """Return the number of players."""
    return len(setup.factions)


# --- checking -----------------------------------------------------------------------------------------------


def check(setup: Setup) -> Setup:
    """Return the setup when it is legal, else raise InputError naming the field."""
    if players(setup) not in PLAYERS:
        raise InputError(phrase("mystica.draw.players", n=players(setup)), field="setup.factions")
    for extra in setup.extras:
        if extra not in EXTRAS:
            raise _no_extra(extra, "setup.extras")
    _check_scoring(setup.scoring, scoring_tiles(setup.extras))
    _check_cards(setup.bonus, bonus_cards(setup.extras), players(setup) + 3)
    for name in setup.factions:
        if name not in FACTIONS:
            known = phrase("mystica.draw.factions", field="setup.factions", name=name, known=FACTION_IDS)
            raise InputError(known, field="setup.factions")
    check_colours(setup.factions, "setup.factions")
    return setup


def _no_extra(extra: str, field: str) -> InputError:
    return InputError(phrase("mystica.draw.no_extra", name=extra, known=EXTRAS), field=field)


def _unknown(what: str, name: str, known: Sequence[str], field: str) -> InputError:
    """Return the refusal of a tile or a card that is not in this game; `what` ends its key."""
    return InputError(phrase(f"mystica.draw.{what}", field=field, name=name, known=tuple(known)), field=field)


def _check_scoring(tiles: Sequence[str], known: Sequence[str]) -> None:
    """Raise InputError unless there are six different tiles and the spade tile is in none of rounds 5, 6."""
    field = "setup.scoring"
    if len(tiles) != ROUNDS:
        raise InputError(
            phrase("mystica.draw.tile_count", field=field, n=len(tiles), most=ROUNDS), field=field
        )
    for tile in tiles:
        if tile not in known:
            raise _unknown("tiles", tile, known, field)
    if len(set(tiles)) != len(tiles):
        raise InputError(phrase("mystica.draw.tile_twice", field=field), field=field)
    if SPADE_TILE in tiles and tiles.index(SPADE_TILE) + 1 in SPADE_TILE_NEVER_IN:
        raise _late_spades(tiles.index(SPADE_TILE) + 1, field)


def _late_spades(number: int, field: str) -> InputError:
    return InputError(phrase("mystica.draw.late_spades", field=field, tile=SPADE_TILE, n=number), field=field)


def _check_cards(cards: Sequence[str], known: Sequence[str], wanted: int) -> None:
    """Raise InputError unless there are players + 3 different cards."""
    field = "setup.bonus"
    for card in cards:
        if card not in known:
            raise _unknown("cards", card, known, field)
    if len(cards) != wanted or len(set(cards)) != wanted:
        n = len(set(cards))
        raise InputError(phrase("mystica.draw.card_count", field=field, n=n, must=wanted), field=field)


def check_colours(factions: Iterable[str], field: str) -> None:
    """Raise InputError when two factions share a board."""
    seen: dict[str, str] = {}
    for name in factions:
        colour = FACTIONS[name].colour
        if colour in seen:
            one, other = naming.who(seen[colour]), naming.who(name)
            raise InputError(phrase("mystica.draw.one_board", field=field, one=one, other=other), field=field)
        seen[colour] = name


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
    fixed: Fixed = NOTHING_FIXED,
    components: Components = STANDARD,
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
    fixed : parts to keep; the rest is drawn round them.
    components : the box; a setup does not depend on it.

    Raises InputError for what can't be met.
    """
    del components
    if players not in PLAYERS:
        raise InputError(phrase("mystica.draw.so_many", n=players), field="players")
    for extra in extras:
        if extra not in EXTRAS:
            raise _no_extra(extra, "extras")
    items = EXTRAS if expansion else tuple(extra for extra in EXTRAS if extra in extras)
    items = tuple(extra for extra in EXTRAS if extra in (*items, *fixed.extras))
    stream = Stream.from_seed(seed)
    suggested = FIRST_GAME[players] if first_game else ()
    pool = _pool((*include, *suggested, *fixed.include), (*exclude, *fixed.exclude))
    return check(
        Setup(
            _draw_scoring(stream.fork("scoring"), scoring_tiles(items), fixed.scoring),
            _draw_cards(stream.fork("bonus"), bonus_cards(items), players + 3, fixed.bonus),
            _draw_factions(stream.fork("factions"), pool, players, fixed.factions),
            items,
            revised_start or fixed.revised_start,
            pass_order or fixed.pass_order,
        )
    )


def redraw(setup: Setup, part: str, seed: int | str) -> Setup:
    """Draw one part anew ("scoring", "bonus" or "factions") and keep all others."""
    if part not in PARTS:
        raise InputError(phrase("mystica.draw.no_part", name=part, known=PARTS), field="part")
    new = draw(seed, players=players(setup), extras=setup.extras)
    return check(setup._replace(**{part: getattr(new, part)}))


def _pool(include: Sequence[str], exclude: Sequence[str]) -> tuple[str, ...]:
    """Return the factions to draw from. Raises InputError for one that is both wanted and not."""
    wanted = [faction(text, "include").id for text in include] or list(FACTION_IDS)
    out = [faction(text, "exclude").id for text in exclude]
    both = [name for name in out if include and name in wanted]
    if both:
        raise InputError(phrase("mystica.draw.both", who=naming.who(both[0])), field="exclude")
    return tuple(name for name in FACTION_IDS if name in wanted and name not in out)


def _draw_scoring(stream: Stream, tiles: Sequence[str], fixed: Mapping[int, str]) -> tuple[str, ...]:
    """Draw the scoring tiles round the fixed ones, uniformly over the legal orders."""
    field = "fixed.scoring"
    for number, tile in fixed.items():
        if not 1 <= number <= ROUNDS:
            raise InputError(phrase("mystica.draw.no_round", field=field, n=number, most=ROUNDS), field=field)
        if tile not in tiles:
            raise _unknown("tiles", tile, tiles, field)
        if tile == SPADE_TILE and number in SPADE_TILE_NEVER_IN:
            raise _late_spades(number, field)
    if len(set(fixed.values())) != len(fixed):
        raise InputError(phrase("mystica.draw.tile_twice", field=field), field=field)
    free = [number for number in range(1, ROUNDS + 1) if number not in fixed]
    rest = [tile for tile in tiles if tile not in fixed.values()]
    while True:
        order = dict(fixed) | dict(zip(free, stream.shuffled(rest), strict=False))
        if all(order[number] != SPADE_TILE for number in SPADE_TILE_NEVER_IN):
            return tuple(order[number] for number in range(1, ROUNDS + 1))


def _draw_cards(stream: Stream, cards: Sequence[str], wanted: int, fixed: Sequence[str]) -> tuple[str, ...]:
    """Draw the bonus cards, the fixed ones among them."""
    field = "fixed.bonus"
    for card in fixed:
        if card not in cards:
            raise _unknown("cards", card, cards, field)
    if len(set(fixed)) != len(fixed) or len(fixed) > wanted:
        raise InputError(phrase("mystica.draw.most_cards", field=field, n=wanted), field=field)
    others = stream.shuffled(card for card in cards if card not in fixed)
    chosen = {*fixed, *others[: wanted - len(fixed)]}
    return tuple(card for card in cards if card in chosen)


def _draw_factions(
    stream: Stream, pool: Sequence[str], count: int, fixed: Mapping[int, str]
) -> tuple[str, ...]:
    """Draw factions for the free places of the turn order, all boards different."""
    field = "fixed.factions"
    for place, name in fixed.items():
        if not 1 <= place <= count:
            raise InputError(phrase("mystica.draw.no_place", field=field, n=place, most=count), field=field)
        if name not in FACTIONS:
            known = phrase("mystica.draw.factions", field=field, name=name, known=FACTION_IDS)
            raise InputError(known, field=field)
    check_colours(fixed.values(), field)
    taken = {FACTIONS[name].colour for name in fixed.values()}
    rest = [name for name in pool if FACTIONS[name].colour not in taken]
    free = [place for place in range(1, count + 1) if place not in fixed]
    boards = len({FACTIONS[name].colour for name in rest})
    if boards < len(free):
        raise InputError(phrase("mystica.draw.few_boards", n=len(free), boards=boards), field="include")
    while True:
        names = stream.shuffled(rest)[: len(free)]
        if len({FACTIONS[name].colour for name in names}) == len(names):
            order = dict(fixed) | dict(zip(free, names, strict=True))
            return tuple(order[place] for place in range(1, count + 1))


def parse_fixed(texts: Iterable[str]) -> Fixed:
    """Return the parts to keep, as people write them.

    "R3=SCORE1" a round's tile, "BON4" a card in play, "P1=witches" the start player's faction;
    "only=witches,auren" and "without=giants" factions to draw from,
    "extras=towns,bonus,scoring" items of the mini-expansion, "start=revised" points at the
    start by the league's table, "order=passing" turns in the order of passing.

    Raises InputError for a part that says nothing, or two things about one place.
    """
    scoring: dict[int, str] = {}
    cards: list[str] = []
    factions: dict[int, str] = {}
    lists: dict[str, list[str]] = {"only": [], "without": [], "extras": []}
    revised = passing = False
    for text in texts:
        where, _, what = text.partition("=")
        head, number = where.strip().upper()[:1], where.strip()[1:]
        card = where.strip().upper()
        if where.strip().lower() in lists and what:
            lists[where.strip().lower()] += [part.strip() for part in what.split(",")]
        elif text.strip().lower() == "start=revised":
            revised = True
        elif text.strip().lower() == "order=passing":
            passing = True
        elif not what and card in BONUS:
            cards.append(card)
        elif head == "R" and number.isdecimal() and what.strip().upper() in SCORING:
            _add(scoring, int(number), what.strip().upper(), text)
        elif head == "P" and number.isdecimal() and what:
            _add(factions, int(number), faction(what, "fixed.factions").id, text)
        else:
            raise InputError(phrase("mystica.draw.fixes_nothing", text=text[:40]), field="fixed")
    for extra in lists["extras"]:
        if extra not in EXTRAS:
            raise _no_extra(extra, "fixed")
    only, without, extras = (tuple(values) for values in lists.values())
    return Fixed(scoring, tuple(cards), factions, only, without, extras, revised, passing)


def _add(table: dict[int, str], place: int, what: str, text: str) -> None:
    """Fix one place. Raises InputError when it is fixed twice."""
    if place in table:
        raise InputError(phrase("mystica.draw.fixed_twice", text=text[:40]), field="fixed")
    table[place] = what


# --- share code ---------------------------------------------------------------------------------------------

_ALL_TILES: Final = tuple(SCORING)
_ALL_CARDS: Final = tuple(BONUS)


def to_code(setup: Setup) -> str:
    """Return the share code of a setup, such as "TM1-...". Raises InputError for an illegal setup.

    The number is built from left to right with number = number * radix + digit: turns in the order of
    passing (1 or 0: codes without it are those of games before this option), factions (14 each), the
    rank of bonus cards among all sets of that size out of ten, six scoring tiles (9 each), extras (8, one bit
    each), revised start (2), players less 2 (4).
    """
    check(setup)
    number = int(setup.pass_order)
    for name in setup.factions:
        number = number * len(FACTION_IDS) + FACTION_IDS.index(name)
    hands = _hands(players(setup))
    number = number * len(hands) + hands.index(setup.bonus)
    for tile in setup.scoring:
        number = number * len(_ALL_TILES) + _ALL_TILES.index(tile)
    number = number * 2 ** len(EXTRAS) + sum(
        1 << bit for bit, extra in enumerate(EXTRAS) if extra in setup.extras
    )
    number = number * 2 + setup.revised_start
    return sharecode.encode(PREFIX, number * len(PLAYERS) + players(setup) - PLAYERS[0])


def _hands(count: int) -> list[tuple[str, ...]]:
    """Return all sets of bonus cards for a number of players, in lexical order."""
    return list(combinations(_ALL_CARDS, count + 3))


def from_code(code: str) -> Setup:
    """Return the setup of a share code. Raises InputError for a wrong code, or a number of no setup."""
    number = sharecode.decode(PREFIX, code)
    number, count = divmod(number, len(PLAYERS))
    count += PLAYERS[0]
    number, revised = divmod(number, 2)
    number, bits = divmod(number, 2 ** len(EXTRAS))
    tiles = []
    for _ in range(ROUNDS):
        number, tile = divmod(number, len(_ALL_TILES))
        tiles.append(_ALL_TILES[tile])
    hands = _hands(count)
    number, hand = divmod(number, len(hands))
    names = []
    for _ in range(count):
        number, name = divmod(number, len(FACTION_IDS))
        names.append(FACTION_IDS[name])
    extras = tuple(extra for bit, extra in enumerate(EXTRAS) if bits >> bit & 1)
    order = tuple(names[::-1])
    setup = Setup(tuple(tiles[::-1]), hands[hand], order, extras, bool(revised), number == 1)
    try:
        if number > 1:
            raise InputError(phrase("mystica.draw.too_large"), field="code")
        return check(setup)
    except InputError as error:
        said = phrase("mystica.draw.no_code", code=code[:40], why=error.sentence)
        raise InputError(said, field="code") from error


def notes(_setup: Setup) -> tuple[str, ...]:
    """Return no sentence: a setup of this game says all."""
    return ()


def as_dict(setup: Setup) -> dict[str, Any]:
    """Return the setup as plain data for JSON."""
    return {
        "code": to_code(setup),
        "scoring": list(setup.scoring),
        "bonus": list(setup.bonus),
        "factions": list(setup.factions),
        "extras": list(setup.extras),
        "revised_start": setup.revised_start,
        "pass_order": setup.pass_order,
    }
