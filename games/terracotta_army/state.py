"""A position: the table between two turns, its players, and the chancellor when he plays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army.components import COLOUR_LETTERS, COLOURS, STANDARD, Components
from pencilwright.games.terracotta_army.grid import Grid
from pencilwright.games.terracotta_army.setup import Setup

FORMAT: Final = "terracotta-army/1"
LETTER_OF: Final = dict(zip(COLOURS, COLOUR_LETTERS, strict=True))
COLOUR_OF: Final = dict(zip(COLOUR_LETTERS, COLOURS, strict=True))
HUMAN, HIM = "yellow", "purple"
"""Colours of the two sides in a fresh solo game."""


class Worker(NamedTuple):
    """A worker on the wheel: letter of its player, and whether it is an artisan (large)."""

    owner: str
    artisan: bool


@dataclass
class Player:
    """One player's goods.

    Attributes
    ----------
    colour : a word of COLOURS.
    name : as people write it, "" when not known.
    score, coins, wet, dry : points on the track, coins, and clay by the side that is up.
    active : weapons with the active side up, in the order of WEAPONS.
    masters : masters that have a token, in the order of MASTERS.
    tokens : costs of the tokens not yet placed.
    craftsmen, artisans : workers in hand.
    priority : number of the priority token held, 0 for none.
    """

    colour: str
    name: str = ""
    score: int = 0
    coins: int = 0
    wet: int = 0
    dry: int = 0
    active: tuple[str, ...] = ()
    masters: tuple[str, ...] = ()
    tokens: tuple[int, ...] = box.TOKEN_COSTS
    craftsmen: int = 0
    artisans: int = 0
    priority: int = 0

    @property
    def letter(self) -> str:
        """The letter of the colour."""
        return LETTER_OF.get(self.colour, "?")

    @property
    def in_hand(self) -> int:
        """Workers still to be placed this round."""
        return self.craftsmen + self.artisans


@dataclass
class Chancellor:
    """What only the chancellor has: his colour, the overseer's sector, his row of weapons, the difficulty."""

    colour: str
    overseer: int
    row: tuple[str, ...]
    difficulty: tuple[int, ...] = ()


@dataclass
class State:
    """A position between two turns. Indices count from 0: rows, columns, sectors, storehouses.

    Attributes
    ----------
    round : 1 to 5. `over` is true after the end phase of round 5.
    tiles : scoring tiles of the five rounds.
    inner, middle : sector on which the first place of each ring stands.
    row, col : where the two inspectors stand.
    stores : dry clay on the four storehouses.
    wheel : the workers of each sector, in order of arrival.
    players : in turn order; the chancellor first when he plays.
    """

    players: list[Player]
    tiles: tuple[str, ...]
    grid: Grid
    board: Components = STANDARD
    setup: Setup | None = None
    round: int = 1
    over: bool = False
    inner: int = 0
    middle: int = 0
    row: int = 0
    col: int = 0
    stores: list[int] = field(default_factory=lambda: [box.START_STORE] * box.STORES)
    wheel: list[tuple[Worker, ...]] = field(default_factory=lambda: [()] * box.SECTORS)
    chancellor: Chancellor | None = None

    def clone(self) -> State:
        """Return a copy that can be played on without touching this one."""
        him = self.chancellor
        return State(
            [Player(**vars(player)) for player in self.players],
            self.tiles,
            self.grid,
            self.board,
            self.setup,
            self.round,
            self.over,
            self.inner,
            self.middle,
            self.row,
            self.col,
            list(self.stores),
            list(self.wheel),
            None if him is None else Chancellor(him.colour, him.overseer, him.row, him.difficulty),
        )

    def player(self, letter: str) -> Player:
        """Return the player of a letter. Raises InputError when nobody plays this colour."""
        for player in self.players:
            if player.letter == letter:
                return player
        raise InputError(f"nobody plays {COLOUR_OF.get(letter, letter)!r} here", field="players")

    @property
    def him(self) -> Player:
        """The chancellor's goods. Raises InputError when he does not play."""
        if self.chancellor is None:
            raise InputError("this is no solo game: nobody is the chancellor", field="chancellor")
        return self.player(LETTER_OF[self.chancellor.colour])

    @property
    def human(self) -> Player:
        """The one human of a solo game. Raises InputError when the chancellor does not play."""
        letter = self.him.letter
        return next(player for player in self.players if player.letter != letter)

    def hard(self, option: int) -> bool:
        """Whether a difficulty option is played."""
        return self.chancellor is not None and option in self.chancellor.difficulty

    def is_him(self, player: Player) -> bool:
        """Whether these are the chancellor's goods."""
        return self.chancellor is not None and player.colour == self.chancellor.colour

    @property
    def seats(self) -> int:
        """Number of players as the setup counts: 1 for the solo game."""
        return box.SOLO if self.chancellor is not None else len(self.players)

    def to_move(self) -> Player | None:
        """Return who places the next worker; None when the action phase is over or the game is."""
        most = max((player.in_hand for player in self.players), default=0)
        if self.over or most == 0:
            return None
        return next(player for player in self.players if player.in_hand == most)

    def order_after(self) -> list[Player]:
        """Return the turn order after this round: holders of priority tokens first, by number."""
        return sorted(self.players, key=lambda player: player.priority or box.MOST_PLAYERS + 1)

    def left_of_type(self, kind: str) -> int:
        """Return how many warriors of a type are in the organizer."""
        return box.PER_TYPE - len(self.grid.of_kind(kind))

    def value_of_type(self, kind: str) -> int:
        """Return the points of the next warrior of a type; 0 when none is left."""
        left = self.left_of_type(kind)
        return self.board.organizer[kind][box.PER_TYPE - left] if left > 0 else 0

    def bought(self, kind: str) -> int:
        """Return how many specialists of a kind were bought, the one missing in the solo game counted."""
        if kind == "horse":
            placed = sum(len(piece.cells) > 1 for piece in self.grid.pieces)
        else:
            placed = len(self.grid.of_kind(kind))
        return placed + (1 if self.chancellor is not None and kind in box.SOLO_MISSING else 0)

    def bases(self, letter: str) -> int:
        """Return how many warrior bases a player has left."""
        return box.BASES - sum(piece.owner == letter for piece in self.grid.pieces)

    def inner_action(self, sector: int) -> str:
        """Return the action that the inner ring shows in a sector."""
        return self.board.inner[(sector - self.inner) % box.SECTORS]

    def middle_action(self, sector: int) -> str:
        """Return the action that the middle ring shows in a sector."""
        return self.board.middle[(sector - self.middle) % box.SECTORS]

    def outer_action(self, sector: int) -> str:
        """Return the action printed on the outer ring in a sector."""
        return self.board.outer[sector]


class Problem(NamedTuple):
    """One way in which a position breaks the rules.

    `field` is its dotted name, `rule` the rule in a sentence, `nearest` the nearest legal reading in words.
    """

    field: str
    rule: str
    nearest: str


def start(setup: Setup, board: Components = STANDARD) -> State:
    """Return the position at the start of a game. Seats take the colours yellow, purple, green, blue."""
    colours = [HIM, HUMAN] if setup.solo else list(COLOURS[: setup.players])
    seats = setup.first - 1
    order = colours if setup.solo else colours[seats:] + colours[:seats]
    workers = box.WORKERS[setup.players]
    players = [
        Player(
            colour,
            coins=box.START_COINS + box.START_EXTRA_COINS[place],
            wet=box.START_WET[place],
            craftsmen=workers,
        )
        for place, colour in enumerate(order)
    ]
    state = State(
        players,
        setup.tiles,
        Grid(board.columns, board.rows),
        board,
        setup,
        inner=setup.inner,
        middle=setup.middle,
        row=board.inspectors.row_start,
        col=board.inspectors.col_start,
    )
    if setup.solo:
        _seat_chancellor(state, setup)
    return state


def _seat_chancellor(state: State, setup: Setup) -> None:
    """Give the first player what the chancellor starts with (section 9.1 and difficulty options 4 and 5)."""
    upgrade = (state.board.inner.index("upgrade") + state.inner) % box.SECTORS
    overseer = (upgrade + box.SECTORS // 2) % box.SECTORS
    state.chancellor = Chancellor(HIM, overseer, setup.weapons, setup.difficulty)
    him = state.him
    him.masters = setup.masters
    him.tokens = box.TOKEN_COSTS[len(setup.masters) :]
    if state.hard(5):
        him.craftsmen, him.artisans = him.craftsmen - 1, 1
        him.wet += box.HARD_START_CLAY


def problems(state: State) -> list[Problem]:
    """Return every rule that a position breaks, in a fixed order."""
    from pencilwright.games.terracotta_army import legality

    return legality.problems(state)


def check(state: State) -> State:
    """Return the state when it breaks no rule, else raise InputError with the first rule that it breaks."""
    for problem in problems(state):
        raise InputError(f"{problem.field}: {problem.rule}", field=problem.field)
    return state


def parse(data: bytes | str) -> State:
    """Return the state in a JSON text or in the readable text form (see `to_text`), whichever it is.

    Raises InputError, one sentence that names the field, for anything that is not a position. A position that
    can be read but breaks the rules is returned; see `problems`.
    """
    from pencilwright.games.terracotta_army import reading

    return reading.parse(data)


def to_json(state: State) -> bytes:
    """Return the state as canonical JSON. The same state gives the same bytes; `parse` reads them back."""
    from pencilwright.games.terracotta_army import reading

    return reading.to_json(state)


def to_text(state: State) -> str:
    """Return the state as lines that a person can read and type. Names of players are left out."""
    from pencilwright.games.terracotta_army import reading

    return reading.to_text(state)


def schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a position."""
    from pencilwright.games.terracotta_army import reading

    return reading.schema()


def player_of(state: State) -> str:
    """Return "": a position holds all players, and `scoring.scores` names each."""
    del state
    return ""


def with_components(state: State, board: Components) -> State:
    """Return the position on another board. Raises InputError when the pieces do not fit on it."""
    changed = state.clone()
    changed.board = board
    changed.grid = Grid(board.columns, board.rows, _moved(state.grid, board))
    return changed


def _moved(grid: Grid, board: Components) -> Sequence[Any]:
    """Return the pieces on a grid of the board's size, each on the space of the same name."""
    if (grid.cols, grid.rows) == (board.columns, board.rows):
        return grid.pieces
    target = Grid(board.columns, board.rows)
    return [
        piece._replace(cells=tuple(target.cell(grid.name(cell)) for cell in piece.cells))
        for piece in grid.pieces
    ]
