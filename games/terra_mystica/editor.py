"""A position laid by taps: the map with its bridges, the cults, cards and tiles, and what players have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from msgspec.structs import replace

from pencilwright.games.shared import editor
from pencilwright.games.shared.editor import (
    BoardFault,
    BoardPart,
    BoardPlace,
    BoardRemedy,
    BoardToken,
    Count,
    CountRow,
    HexSpot,
    Owner,
    Piece,
)
from pencilwright.games.shared.problems import Problem
from pencilwright.games.terra_mystica import components as box
from pencilwright.games.terra_mystica import legality
from pencilwright.games.terra_mystica.boards.factions import FACTIONS
from pencilwright.games.terra_mystica.boards.hexes import PLACES, TERRAIN
from pencilwright.games.terra_mystica.puzzle import dictionary
from pencilwright.games.terra_mystica.rules.networks import makes_town
from pencilwright.games.terra_mystica.rules.normalize import normalize
from pencilwright.games.terra_mystica.setup import Setup
from pencilwright.games.terra_mystica.state import NO_PRIESTS, Player, State, Town, seated, start
from pencilwright.games.terra_mystica.words import names
from pencilwright.templates.phrases import Phrase, Sentence, phrase

PRIMER: Final = dictionary.PRIMER
LETTER_OF: Final = {colour: name[0] for colour, name in zip(box.TERRAINS, box.TERRAIN_NAMES, strict=True)}
BRIDGE, MARKER, CARD = "bridge", "marker", "card"
GOODS: Final = {"points": "vp", "coins": "coin_round", "workers": "worker", "priests": "priest"}
BOWLS: Final = ("I", "II", "III")
OWN_ACTIONS: Final = ("SH", "FAV6", "BON1", "BON2")
MOST: Final = 999
HIGH: Final = 0.866
"""Height of a row of hexes, in parts of their width."""


def blanks() -> tuple[tuple[Phrase, State], ...]:
    """Return the empty maps, by the number of players."""
    return tuple((phrase("mystica.editor.blank", n=n), _blank(_factions(n))) for n in box.PLAYERS)


def _factions(n: int) -> tuple[str, ...]:
    """Return so many factions of different colours."""
    return tuple({board.colour: name for name, board in FACTIONS.items()}.values())[:n]


def _blank(factions: Sequence[str], setup: Setup | None = None) -> State:
    players = tuple(seated(name, box.START_POINTS) for name in factions)
    cards = dict.fromkeys(setup.bonus if setup else (), 0)
    return normalize(
        State(setup=setup, round=box.ROUNDS if setup is None else 0, cards=cards, players=players)
    )


def of_setup(setup: Setup) -> State:
    """Return the position at the start, with some factions where these are chosen at the table."""
    return start(setup) if setup.seated else _blank(_factions(setup.players), setup)


def parts(state: State) -> tuple[BoardPart, ...]:
    """Return the parts of a position, each with what may be put where."""
    return _seats(state), _map(state), _cults(state), _cards(state), _tiles(state), _goods(state)


def _letter(faction: str) -> str:
    return LETTER_OF[FACTIONS[faction].colour]


def _owners(state: State, *kinds: tuple[str, Sentence, str]) -> list[Owner]:
    """Return whose pieces of some kinds may be put."""
    return [
        editor.owner(name, _letter(name), names.who(name), kinds, f"land-{FACTIONS[name].colour}")
        for name in state.seats
    ]


# --- Map, cults, cards ------------------------------------------------------------------------------------


def _map(state: State) -> BoardPart:
    kinds = [(kind, names.structure(kind), names.PICTURES[kind]) for kind in box.STRUCTURES]
    owners = _owners(state, *kinds, (BRIDGE, phrase("icon.bridge"), "bridge"))
    lands = tuple(Piece(colour, names.land(colour)) for colour in box.TERRAINS)
    owners.append(Owner("", phrase("mystica.editor.land"), lands))
    bridges = tuple(f"{name}:{BRIDGE}" for name in state.seats)
    others = tuple(piece.key for owner in owners for piece in owner.pieces if piece.key not in bridges)
    spots = [_hex(state, name, others) for name in PLACES]
    spots += [_bridge(state, name, bridges) for name in state.bridge_places]
    return BoardPart("map", phrase("mystica.editor.map"), tuple(owners), spots=tuple(spots))


def _centre(name: str) -> tuple[float, float]:
    row, column = PLACES[name]
    return column + (1.0 if row % 2 else 0.5), HIGH * row + 0.6


def _hex(state: State, name: str, takes: tuple[str, ...]) -> HexSpot:
    x, y = _centre(name)
    if name not in TERRAIN:
        return HexSpot(None, x, y, "water")
    owner = state.owner(name)
    kind = state.seats[owner].structures[name] if owner else ""
    tokens = (BoardToken(names.PICTURES[kind], _letter(owner)),) if owner else ()
    return HexSpot(
        BoardPlace(f"at.{name}", name, tokens, takes=takes), x, y, f"land-{state.terrain_of(name)}"
    )


def _bridge(state: State, name: str, takes: tuple[str, ...]) -> HexSpot:
    (ax, ay), (bx, by) = map(_centre, name.split("-"))
    owner = state.bridges.get(name)
    tokens = (BoardToken("bridge", _letter(owner)),) if owner else ()
    return HexSpot(BoardPlace(f"bridge.{name}", name, tokens, takes=takes), (ax + bx) / 2, (ay + by) / 2)


def _cults(state: State) -> BoardPart:
    """Return the cult board: its steps from the highest, and the places of priests below them."""
    steps = range(box.CULT_TOP, -1, -1)
    rows = [
        tuple(
            _cult_place(
                f"cult.{cult}.{step}",
                cult,
                str(step),
                tuple(name for name, player in state.seats.items() if player.cults[at] == step),
            )
            for at, cult in enumerate(box.CULTS)
        )
        for step in steps
    ]
    rows += [
        tuple(
            _cult_place(f"priest.{cult}.{n}", cult, phrase("icon.priest"), (state.places[cult][n],), "priest")
            for cult in box.CULTS
        )
        for n in range(len(box.PRIEST_PLACES))
    ]
    heads = tuple(("", names.cult(cult)) for cult in box.CULTS)
    sides = (*map(str, steps), *(f"+{n}" for n in box.PRIEST_PLACES))
    owners = tuple(_owners(state, (MARKER, phrase("mystica.editor.marker"), "")))
    return BoardPart("cults", phrase("mystica.editor.cults"), owners, tuple(rows), heads=heads, sides=sides)


def _cult_place(key: str, cult: str, what: Sentence, owners: Sequence[str], icon: str = "") -> BoardPlace:
    tokens = tuple(BoardToken(icon, _letter(owner)) for owner in owners if owner)
    return BoardPlace(key, phrase("editor.of", who=names.cult(cult), what=what), tokens)


def _card(name: str) -> Phrase:
    """Return what a bonus card shows, in short."""
    return phrase(f"mystica.card.{name}.short")


def _favour(name: str) -> Phrase:
    """Return what a favour tile shows, in short: its steps, and what else it brings."""
    tile = box.FAVOURS[name]
    steps = phrase("mystica.editor.steps", cult=names.cult(tile.cult), n=tile.steps)
    if tile.steps == max(other.steps for other in box.FAVOURS.values()):
        return steps
    return phrase("editor.of", who=steps, what=phrase(f"mystica.favour.{name}"))


def _cards(state: State) -> BoardPart:
    cards = tuple(box.BONUS) if state.setup is None else state.setup.bonus
    holders = {player.bonus: name for name, player in state.seats.items() if player.bonus}
    lanes = tuple(
        BoardPlace(
            f"card.{card}", _card(card), (BoardToken("", _letter(holders[card])),) if card in holders else ()
        )
        for card in cards
    )
    numbers = editor.numbers(box.ROUNDS) if state.setup else (("", "–"), *editor.numbers(box.ROUNDS))
    rows = []
    for card in cards:
        if card not in holders:
            words = phrase("mystica.editor.coins_on", card=_card(card))
            count = Count(f"coins.{card}", words, str(state.cards.get(card, "")), numbers)
            rows.append(CountRow(words, (count,)))
    owners = tuple(_owners(state, (CARD, phrase("mystica.editor.card"), "")))
    return BoardPart("cards", phrase("mystica.editor.cards"), owners, lanes=lanes, rows=tuple(rows))


# --- What is counted --------------------------------------------------------------------------------------


def _people(state: State) -> list[tuple[Player, Phrase]]:
    return [(player, names.who(player.faction)) for player in state.players]


def _heads(state: State) -> tuple[tuple[str, Sentence], ...]:
    return tuple((_letter(name), names.who(name)) for name in state.seats)


def _tiles(state: State) -> BoardPart:
    yes = Count("", "", "", tuple(editor.YES_NO))
    row = partial(editor.row, _people(state))
    rows = [row(f"favours.{name}", _favour(name), "", yes) for name in box.FAVOURS]
    tiles = (
        ("", phrase("mystica.editor.unknown")),
        *((name, phrase(f"mystica.tile_of_town.{name}")) for name in box.TOWNS),
    )

    def town(seat: int, n: int) -> Count:
        player, who = _people(state)[seat]
        key = f"players.{seat}.town.{n}"
        if n >= len(player.towns):
            return Count(key, phrase("editor.of", who=who, what=str(n + 1)), "", (("", "–"),))
        at = phrase("mystica.editor.town_at", hexes=player.towns[n].hexes)
        return Count(key, phrase("editor.of", who=who, what=at), player.towns[n].tile, tiles)

    seats = range(len(state.players))
    for n in range(max((len(player.towns) for player in state.players), default=0)):
        counts = tuple(town(seat, n) for seat in seats)
        rows.append(CountRow(phrase("mystica.editor.town", n=n + 1), counts, "town_key"))
    rows += [
        row(f"used.{name}", phrase("mystica.editor.used", action=_action(name)), "", yes)
        for name in OWN_ACTIONS
    ]
    for name in box.POWER_ACTIONS:
        words = phrase("mystica.editor.used", action=phrase(f"mystica.action.{name}"))
        value = editor.value_at(state, f"used.{name}")
        rows.append(CountRow(words, (yes._replace(key=f"used.{name}", words=words, value=value),)))
    return BoardPart("tiles", phrase("mystica.editor.tiles"), heads=_heads(state), rows=tuple(rows))


def _action(name: str) -> Phrase:
    if name == "SH":
        return names.structure(name)
    return _card(name) if name in box.BONUS else phrase(f"mystica.favour.{name}")


def _seats(state: State) -> BoardPart:
    factions = Count("", "", "", tuple((name, names.who(name)) for name in FACTIONS), is_asked=True)
    rounds = Count("round", phrase("mystica.editor.round"), str(state.round), editor.numbers(box.ROUNDS))
    rows = (
        editor.row(_people(state), "faction", phrase("mystica.editor.faction"), "", factions),
        CountRow(rounds.words, (rounds,)),
    )
    return BoardPart("seats", phrase("mystica.editor.seats"), heads=_heads(state), rows=rows)


def _goods(state: State) -> BoardPart:
    points = Count("", "", "", most=MOST, is_asked=True)
    stock = points._replace(few=editor.PAD)
    tokens = Count("", "", "", editor.numbers(box.POWER_TOKENS), is_asked=True)
    few, two, yes = (
        Count("", "", "", tuple(values)) for values in (editor.numbers(5), editor.numbers(2), editor.YES_NO)
    )
    row = partial(editor.row, _people(state))
    rows = [
        row(name, phrase(f"mystica.editor.{name}"), icon, stock if name != "points" else points)
        for name, icon in GOODS.items()
    ]
    rows += [
        row(f"bowls.{n}", phrase("mystica.editor.bowl", n=name), "power", tokens)
        for n, name in enumerate(BOWLS)
    ]
    rows.append(row("shipping", phrase("mystica.editor.shipping"), "ship", few))
    rows.append(row("spade_level", phrase("mystica.editor.spades"), "spade", two))
    rows.append(row("keys", phrase("mystica.editor.keys"), "town_key", few))
    rows.append(row("passed", phrase("mystica.editor.passed"), "", yes))
    return BoardPart("goods", phrase("mystica.editor.goods"), heads=_heads(state), rows=tuple(rows))


def _counted(state: State, what: str, where: str) -> State:
    """Return the position in which a count is what a tap says. Raises InputError for what there is not."""
    value = editor.count_at(parts(state), where).read(what)
    kind, _, rest = where.partition(".")
    if kind in ("round", "used"):
        return editor.with_value(state, where, value)
    if kind == "coins":
        others = {name: coins for name, coins in state.cards.items() if name != rest}
        return replace(state, cards={**others, rest: int(value)} if value else others)
    seat, _, name = rest.partition(".")
    if name == "faction":
        return _as_faction(state, int(seat), value)
    player = state.players[int(seat)]
    if name.startswith("town."):
        at = name.partition(".")[2]
        towns = (replace(town, tile=value) if str(n) == at else town for n, town in enumerate(player.towns))
        return _with(state, int(seat), replace(player, towns=tuple(towns)))
    return _with(state, int(seat), editor.with_value(player, name, value))


def _with(state: State, seat: int, player: Player) -> State:
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def _as_faction(state: State, seat: int, name: str) -> State:
    """Return the position with another faction at a seat; who has it or its colour takes the old one."""
    before = state.players[seat].faction
    other = next(
        (n for n, player in enumerate(state.players)
         if n != seat and player.colour == FACTIONS[name].colour), seat,
    )  # fmt: skip
    named = {before: name}
    if other != seat:
        named[state.players[other].faction] = before
    return _renamed(state, named)


def _renamed(state: State, named: Mapping[str, str]) -> State:
    def of(name: str) -> str:
        return named.get(name, name)

    players = tuple(replace(player, faction=of(player.faction)) for player in state.players)
    homes = {name: FACTIONS[player.faction].colour for player in players for name in player.structures}
    return replace(
        state,
        players=players,
        terrain={**state.terrain, **homes},
        bridges={name: of(owner) for name, owner in state.bridges.items()},
        priests={cult: tuple(map(of, owners)) for cult, owners in state.priests.items()},
        start=of(state.start),
    )


# --- Laid or taken ----------------------------------------------------------------------------------------


def lay(state: State, what: str, where: str) -> State:
    """Return the position after a tap: a piece is put or taken away, or something is counted.

    Raises InputError for a piece, a place or a value that there is not.
    """
    kind = editor.kind_of((_map(state), _cults(state), _cards(state)), what, where)
    after = _LAY[kind](state, what, where.partition(".")[2]) if kind else _counted(state, what, where)
    return normalize(after)


def _seat(state: State, what: str) -> int:
    return [player.faction for player in state.players].index(what.partition(":")[0])


def _on_hex(state: State, what: str, name: str) -> State:
    """Put or take a structure; under it lies home terrain. A terrain is put or taken alone."""
    terrain = {other: colour for other, colour in state.terrain.items() if other != name}
    owner = state.owner(name)
    if what in box.TERRAINS:
        if owner:
            return state
        return replace(state, terrain=terrain if state.terrain_of(name) == what else {**terrain, name: what})
    faction, _, kind = what.partition(":")
    is_taken = state.seats[faction].structures.get(name) == kind
    players = []
    for player in state.players:
        structures = {other: old for other, old in player.structures.items() if other != name}
        if player.faction == faction and not is_taken:
            structures[name] = kind
        players.append(_with_towns(replace(player, structures=structures)))
    if not is_taken:
        terrain[name] = FACTIONS[faction].colour
    return replace(state, players=tuple(players), terrain=terrain)


def _with_towns(player: Player) -> Player:
    """Return a player with those of the named towns that still are towns; the others are found anew."""
    left = (Town(town.tile, tuple(n for n in town.hexes if n in player.structures)) for town in player.towns)
    return replace(player, towns=tuple(t for t in left if t.tile and makes_town(player, frozenset(t.hexes))))


def _on_bridge(state: State, what: str, name: str) -> State:
    owner = what.partition(":")[0]
    others = {other: who for other, who in state.bridges.items() if other != name}
    return replace(state, bridges=others if state.bridges.get(name) == owner else {**others, name: owner})


def _on_cult(state: State, what: str, name: str) -> State:
    cult, _, step = name.partition(".")
    seat, at = _seat(state, what), box.CULTS.index(cult)
    player = replace(state.players[seat])
    player.stand(cult, 0 if player.cults[at] == int(step) else int(step))
    return _with(state, seat, player)


def _on_priest(state: State, what: str, name: str) -> State:
    cult, _, n = name.partition(".")
    owner, places = what.partition(":")[0], list(state.places.get(cult, NO_PRIESTS))
    places[int(n)] = "" if places[int(n)] == owner else owner
    a, b, c, d = places
    return replace(state, priests={**state.priests, cult: (a, b, c, d)})


def _on_card(state: State, what: str, card: str) -> State:
    """Give a player a card, or take it back; of a known setup the others lie beside the board."""
    seat = _seat(state, what)
    holds = "" if state.players[seat].bonus == card else card
    players = [replace(player, bonus="") if player.bonus == card else player for player in state.players]
    players[seat] = replace(players[seat], bonus=holds)
    held = {player.bonus for player in players}
    cards = state.setup.bonus if state.setup else state.cards
    free = {name: state.cards.get(name, 0) for name in cards if name not in held}
    return replace(state, players=tuple(players), cards=free)


_LAY: Final = {
    "at": _on_hex, "bridge": _on_bridge, "cult": _on_cult, "priest": _on_priest, "card": _on_card,
}  # fmt: skip
"""What is tapped -> what a tap there makes of a position."""


def askers(state: State) -> tuple[tuple[str, Sentence], ...]:
    """Return who may ask what is best: each faction that has not passed."""
    return tuple((name, names.who(name)) for name, player in state.seats.items() if not player.is_out)


def faults(state: State) -> tuple[BoardFault, ...]:
    """Return what cannot be, each at its place with what mends it."""
    return tuple(_fault(state, problem) for problem in legality.problems(state))


FIELDS: Final = {"favours": "tiles", "towns": "tiles", "structures": "map", "bonus": "cards"}
"""Fields of a player whose problems are shown elsewhere than with the goods."""


def _fault(state: State, problem: Problem) -> BoardFault:
    kind, _, name = problem.field.partition(".")
    at = editor.place_in(kind)
    if kind == "bridges":
        owner = state.bridges.get(name, "")
        take = BoardRemedy(phrase("mystica.editor.take"), f"{owner}:{BRIDGE}", f"bridge.{name}")
        is_there = owner and name in state.bridge_places
        return BoardFault("map", f"bridge.{name}", problem.rule, (take,) if is_there else ())
    if kind in ("cults", "priests"):
        return BoardFault("cults", f"priest.{name}.0" if kind == "priests" else "", problem.rule)
    if kind == "cards":
        return BoardFault("cards", f"card.{name}" if name else "", problem.rule)
    if not at:
        return BoardFault("goods", "", problem.rule)
    field, _, rest = name.partition(".")
    part = FIELDS.get(field, "goods")
    place = f"at.{rest}" if part == "map" and rest else f"players.{at}.{name}"
    mend: tuple[BoardRemedy, ...] = ()
    if field == "keys" and isinstance(problem.nearest, str) and problem.nearest.isdigit():
        words = phrase("mystica.editor.mend", n=problem.nearest)
        mend = (BoardRemedy(words, problem.nearest, place),)
    return BoardFault(part, place, problem.rule, mend)
