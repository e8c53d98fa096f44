"""A position laid by taps: the wall, the regions, barges, the palace, and what players have."""

from __future__ import annotations

from collections.abc import Sequence
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
    Owner,
    Piece,
)
from pencilwright.games.shared.problems import Problem
from pencilwright.games.tianxia import components as box
from pencilwright.games.tianxia import legality
from pencilwright.games.tianxia.cards import catalogue, phrases
from pencilwright.games.tianxia.puzzle import dictionary
from pencilwright.games.tianxia.rules.normalize import normalize
from pencilwright.games.tianxia.setup import Setup
from pencilwright.games.tianxia.state import Barges, Palace, PalaceTrack, Player, State
from pencilwright.templates.phrases import Phrase, Sentence, phrase, plain

PRIMER: Final = dictionary.PRIMER
LETTERS: Final = "BOPG"
"""Of the players on an empty board."""
ON_WALL: Final = {"walls": "wall", "towers": "tower", "double": "tower", "soldiers": "soldier_tx"}
"""What stands on the wall -> its drawing."""
GOVERNOR, COST, WORKER, MARKER = "governor", "cost", "worker", "marker"
AWAY: Final = "-"
"""Begins the piece that takes the last of a kind away."""
STOCK: Final = ("points", "coin", *box.RESOURCES, *box.GOODS)
ICONS: Final = {"points": "vp", "coin": "coin_round"}
MOST_STOCK: Final = 99


def blanks() -> tuple[tuple[Phrase, State], ...]:
    """Return the positions with nothing in them, by the number of players."""
    counts = range(1, box.MOST_PLAYERS + 1)
    return tuple((phrase("tianxia.editor.blank", n=n), _blank(n)) for n in counts)


def _blank(players: int, setup: Setup | None = None) -> State:
    return normalize(
        State(
            setup=setup,
            players=tuple(
                Player(letter=letter, points=box.START_POINTS, meeples=box.STANDARD.meeples)
                for letter in LETTERS[:players]
            ),
        )
    )


def of_setup(setup: Setup) -> State:
    """Return the position with nothing but a setup in it."""
    return _blank(setup.players, setup)


def parts(state: State) -> tuple[BoardPart, ...]:
    """Return the parts of a position, each with what may be put where."""
    return _wall(state), _regions(state), _barges(state), _palace(state), _players(state)


def _called(player: Player) -> Sentence:
    return player.name or plain(player.letter)


def _owners(state: State, kinds: Sequence[tuple[str, Sentence, str]], neutral: bool = False) -> list[Owner]:
    """Return whose pieces of some kinds may be put: each a name, its words, its drawing."""
    known = [(player.letter, _called(player)) for player in state.players]
    known += [(box.NEUTRAL, phrase("tianxia.editor.neutral"))] if neutral else []
    return [editor.owner(letter, letter, who, kinds) for letter, who in known]


def _away(kinds: Sequence[tuple[str, Sentence, str]]) -> Owner:
    """Return the pieces that take the last of their kind away."""
    pieces = tuple(Piece(AWAY + kind, words, icon) for kind, words, icon in kinds)
    return Owner("", phrase("tianxia.editor.away"), pieces)


# --- Where pieces lie -------------------------------------------------------------------------------------


def _wall(state: State) -> BoardPart:
    kinds = [(kind, phrase(f"tianxia.editor.{kind}"), icon) for kind, icon in ON_WALL.items()]
    lanes = []
    for number, section in enumerate(state.wall, 1):
        tokens = [
            BoardToken(icon, owner, "2" if kind == "double" else "")
            for kind, icon in ON_WALL.items()
            for owner in _in_order(state, kind, getattr(section, kind))
        ]
        lanes.append(BoardPlace(f"wall.{number}", phrase("tianxia.section", n=number), tuple(tokens)))
    heads = tuple(("", phrase("tianxia.section", n=n)) for n in range(1, box.SECTIONS + 1))
    nomads, battle = phrase("tianxia.editor.nomads"), phrase("tianxia.editor.battle")
    rows = (
        CountRow(
            nomads, tuple(_of_section(state, n, "nomads", nomads) for n in range(box.SECTIONS)), "nomad"
        ),
        CountRow(battle, tuple(_of_section(state, n, "battle", battle) for n in range(box.SECTIONS))),
    )
    owners = (*_owners(state, kinds), _away(kinds))
    words = phrase("tianxia.editor.wall")
    return BoardPart("wall", words, owners, lanes=tuple(lanes), heads=heads, rows=rows)


def _in_order(state: State, kind: str, owners: str) -> str:
    """Return the owners of some pieces as they lie: of soldiers, who fall in turn, in their order."""
    seats = "".join(player.letter for player in state.players)
    return owners if kind == "soldiers" else "".join(sorted(owners, key=seats.find))


def _of_section(state: State, place: int, name: str, words: Phrase) -> Count:
    sentence = phrase("editor.of", who=phrase("tianxia.section", n=place + 1), what=words)
    value, key = editor.value_at(state.wall[place], name), f"section.{place}.{name}"
    if name == "battle":
        return Count(key, sentence, value, tuple(editor.YES_NO))
    return Count(key, sentence, value, most=MOST_STOCK, is_asked=True, few=editor.PAD)


def _regions(state: State) -> BoardPart:
    kinds = [(GOVERNOR, phrase("icon.governor"), "governor")]
    cost = Piece(COST, phrase("tianxia.editor.cost"), "coin_round")
    lanes = []
    for space in box.SPACE_IDS:
        tokens = [BoardToken("governor", owner) for owner in state.governors.get(space, "")]
        tokens += [BoardToken("coin_round", "", "+1")] if space in state.tokens else []
        lanes.append(BoardPlace(f"at.{space}", phrases.space(space), tuple(tokens)))
    owners = (*_owners(state, kinds), Owner("", phrase("tianxia.editor.nobody"), (cost,)))
    return BoardPart("regions", phrase("tianxia.editor.regions"), owners, lanes=tuple(lanes))


def _barges(state: State) -> BoardPart:
    kinds = [(WORKER, phrase("tianxia.editor.worker"), "meeple")]
    lanes = tuple(
        BoardPlace(
            f"barge.{barge}",
            phrase(f"icon.{barge}"),
            tuple(BoardToken("meeple", owner) for owner in getattr(state.barges, barge)),
        )
        for barge in box.BARGES
    )
    owners = (*_owners(state, kinds, neutral=True), _away(kinds))
    return BoardPart("barges", phrase("tianxia.editor.barges"), owners, lanes=lanes)


def _palace(state: State) -> BoardPart:
    """Return the palace: a column a track, its steps from the highest; order is that of putting."""
    steps = range(box.STEPS, 0, -1)
    rows = tuple(
        tuple(
            BoardPlace(
                f"palace.{name}.{step}",
                phrase("editor.of", who=phrases.track(name), what=str(step)),
                tuple(
                    BoardToken("", owner) for owner, at in _heights(getattr(state.palace, name)) if at == step
                ),
            )
            for name in box.TRACKS
        )
        for step in steps
    )
    kinds = [(MARKER, phrase("tianxia.editor.marker"), "")]
    owners = tuple(_owners(state, kinds, neutral=True))
    heads = tuple(("", phrases.track(name)) for name in box.TRACKS)
    sides = tuple(map(str, steps))
    return BoardPart("palace", phrase("tianxia.editor.palace"), owners, rows, heads=heads, sides=sides)


def _heights(track: PalaceTrack) -> list[tuple[str, int]]:
    """Return who stands how high, from first to last; nobody where heights were not recorded."""
    return list(zip(track.order, track.steps, strict=True)) if track.steps else []


# --- What is counted --------------------------------------------------------------------------------------


def _players(state: State) -> BoardPart:
    people = [(player, _called(player)) for player in state.players]
    heads = tuple((player.letter, who) for player, who in people)
    row = partial(editor.row, people)

    def few(name: str, words: Sentence, icon: str, most: int) -> CountRow:
        return row(name, words, icon, Count("", "", "", editor.numbers(most)))

    points = Count("", "", "", most=MOST_STOCK, is_asked=True)
    stock = points._replace(few=editor.PAD)
    rounds = Count("round", phrase("tianxia.editor.round"), str(state.round), editor.numbers(box.ROUNDS, 1))
    rows = [CountRow(rounds.words, (rounds,))]
    rows += [
        row(name, phrase(f"icon.{icon}"), icon, stock if name != "points" else points)
        for name, icon in ((name, ICONS.get(name, name)) for name in STOCK)
    ]
    rows.append(few("jade", phrase("icon.jade"), "jade", len(box.JADE_POINTS) - 1))
    rows += [
        few(f"ships.{port}", phrase("tianxia.editor.ships", port=phrases.region(port)), "ship",
            box.STANDARD.ship_markers)
        for port in box.COASTAL
    ]  # fmt: skip
    uncounted = stock._replace(is_asked=False)
    rows.append(row("meeples", phrase("tianxia.count.meeples"), "meeple", uncounted))
    rows.append(row("tiles", phrase("tianxia.count.tiles"), "", uncounted))
    values: list[tuple[str, Sentence]] = [("", "–")]
    values += [
        (card.id, phrase("editor.of", who=card.id, what=phrases.goal(card).lines[0]))
        for card in catalogue.GOALS
    ]
    cards = Count("", "", "", tuple(values))
    most = max((len(player.goals) for player in state.players), default=0)
    rows += [
        row(f"goals.{n}", phrase("tianxia.editor.goal", n=n + 1), "", cards)
        for n in range(max(box.GOALS_SCORED, most) + 1)
    ]
    starts: list[tuple[str, Sentence]] = [("", "–")]
    starts += [
        (name, phrase("editor.of", who=name, what=phrases.building(catalogue.BUILDING[name]).lines[0]))
        for name in catalogue.START_IDS
    ]
    rows.append(row("start", phrase("tianxia.editor.start"), "", Count("", "", "", tuple(starts))))
    sides = (("", "–"), *((side, side) for side in catalogue.SIDES))
    rows.append(row("board", phrase("tianxia.editor.board"), "", Count("", "", "", sides)))
    return BoardPart("players", phrase("tianxia.editor.players"), heads=heads, rows=tuple(rows))


def _counted(state: State, what: str, where: str) -> State:
    """Return the position in which a count is what a tap says. Raises InputError for what there is not."""
    value = editor.count_at(parts(state), where).read(what)
    kind, _, rest = where.partition(".")
    if kind == "round":
        return editor.with_value(state, where, value)
    at, _, name = rest.partition(".")
    field = "wall" if kind == "section" else "players"
    items = list(getattr(state, field))
    items[int(at)] = editor.with_value(items[int(at)], name, value)
    return replace(state, **{field: tuple(items)})


def _at_section(state: State, place: int, name: str, value: object) -> State:
    wall = list(state.wall)
    wall[place] = replace(wall[place], **{name: value})
    return replace(state, wall=tuple(wall))


# --- Laid or taken ----------------------------------------------------------------------------------------


def lay(state: State, what: str, where: str) -> State:
    """Return the position after a tap: a piece is put or taken away, or something is counted.

    Raises InputError for a piece, a place or a value that there is not.
    """
    kind = editor.kind_of(parts(state), what, where)
    after = _LAY[kind](state, what, where.partition(".")[2]) if kind else _counted(state, what, where)
    return normalize(after)


def _on_wall(state: State, what: str, name: str) -> State:
    owner, _, kind = what.partition(":") if not what.startswith(AWAY) else ("", "", what[1:])
    place = int(name) - 1
    before = _in_order(state, kind, getattr(state.wall[place], kind))
    after = before + owner if owner else before[:-1]
    moved = (before, after) if kind == "soldiers" else ("", "")
    return _meeples(_at_section(state, place, kind, after), *moved)


def _on_space(state: State, what: str, space: str) -> State:
    if what == COST:
        others = tuple(other for other in state.tokens if other != space)
        return replace(state, tokens=others if space in state.tokens else (*others, space))
    before, letter = state.governors.get(space, ""), what[0]
    after = before.replace(letter, "") if letter in before else before + letter
    return _meeples(replace(state, governors={**state.governors, space: after}), before, after)


def _on_barge(state: State, what: str, barge: str) -> State:
    before: str = getattr(state.barges, barge)
    after = before[:-1] if what.startswith(AWAY) else before + what[0]
    barges: Barges = replace(state.barges, **{barge: after})
    return _meeples(replace(state, barges=barges), before, after)


def _meeples(state: State, before: str, after: str) -> State:
    """Return the position with the meeples that were put taken from their owners' supplies, or given back."""
    players = tuple(
        replace(
            player, meeples=max(0, player.meeples + before.count(player.letter) - after.count(player.letter))
        )
        for player in state.players
    )
    return replace(state, players=players)


def _in_palace(state: State, what: str, name: str) -> State:
    track, _, step = name.partition(".")
    letter, at = what[0], int(step)
    heights = _heights(getattr(state.palace, track))
    others = [entry for entry in heights if entry[0] != letter]
    if (letter, at) not in heights:
        before = sum(height >= at for _, height in others)
        others.insert(before, (letter, at))
    after = PalaceTrack("".join(owner for owner, _ in others), tuple(height for _, height in others))
    palace: Palace = replace(state.palace, **{track: after})
    return replace(state, palace=palace)


_LAY: Final = {"wall": _on_wall, "at": _on_space, "barge": _on_barge, "palace": _in_palace}


def askers(state: State) -> tuple[tuple[str, Sentence], ...]:
    """Return who may ask what is best: each player, by letter."""
    return tuple((player.letter, _called(player)) for player in state.players)


def faults(state: State) -> tuple[BoardFault, ...]:
    """Return what cannot be, each at its place with what mends it."""
    return tuple(_fault(state, problem) for problem in legality.problems(state))


def _fault(state: State, problem: Problem) -> BoardFault:
    kind, _, name = problem.field.partition(".")
    if kind == "palace":
        track = name.partition(".")[0]
        where = f"palace.{track}.{box.NEUTRAL_STEP}"
        return BoardFault("palace", where, problem.rule, tuple(_neutral(state, track)))
    at = editor.place_in(kind)
    if kind.startswith("wall"):
        return BoardFault("wall", f"section.{at}.{name}" if at else "", problem.rule)
    if kind == "buildings":
        return BoardFault("regions", "", problem.rule)
    return BoardFault("players", f"players.{at}.{name}" if at else "", problem.rule)


def _neutral(state: State, track: str) -> list[BoardRemedy]:
    """Return what puts the neutral marker of a track where it belongs, or takes it away."""
    heights = dict(_heights(getattr(state.palace, track)))
    piece, belongs = f"{box.NEUTRAL}:{MARKER}", len(state.players) < box.MOST_PLAYERS
    if belongs:
        where = f"palace.{track}.{box.NEUTRAL_STEP}"
        return [BoardRemedy(phrase("tianxia.editor.put_neutral", n=box.NEUTRAL_STEP), piece, where)]
    if box.NEUTRAL in heights:
        where = f"palace.{track}.{heights[box.NEUTRAL]}"
        return [BoardRemedy(phrase("tianxia.editor.take_neutral"), piece, where)]
    return []
