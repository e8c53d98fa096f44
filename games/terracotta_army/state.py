"""A position: the table between two turns, its players, and the chancellor when he plays."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, NamedTuple, TypeAlias, cast

from msgspec import Meta, Struct, field

from pencilwright.games.errors import InputError
from pencilwright.games.shared.reading import LONGEST_NAME
from pencilwright.games.shared.refusals import nobody
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import words
from pencilwright.games.terracotta_army.components import COLOUR_LETTERS, COLOURS, STANDARD, Components
from pencilwright.games.terracotta_army.grid import Grid
from pencilwright.games.terracotta_army.setup import Setup
from pencilwright.templates.phrases import phrase

FORMAT: Final = "terracotta-army/1"
LETTER_OF: Final = dict(zip(COLOURS, COLOUR_LETTERS, strict=True))
COLOUR_OF: Final = dict(zip(COLOUR_LETTERS, COLOURS, strict=True))
HUMAN, HIM = "yellow", "purple"
"""Colours of the two sides in a fresh solo game."""
MOST_GOODS: Final = 999

if TYPE_CHECKING:  # what the reader of a file makes sure of; the rules pass plain words on
    Colour: TypeAlias = str
    Weapon: TypeAlias = str
    Master: TypeAlias = str
    Tile: TypeAlias = str
    Tokens: TypeAlias = tuple[int, ...]
else:
    Colour = Literal["yellow", "purple", "green", "blue"]
    Weapon = Literal["sword", "pike", "crossbow", "spear"]
    Master = Literal["builder", "captain", "censor", "clay_maker", "chancellor", "blacksmith"]
    Tile = Literal[
        "center_row", "center_col", "type:officer", "type:guard", "type:crossbowman", "type:soldier",
        "quad:NW", "quad:NE", "quad:SW", "quad:SE", "coins", "clay",
    ]  # fmt: skip
    Tokens = tuple[Annotated[int, Meta(ge=1, le=len(box.TOKEN_COSTS))], ...] | None
Goods = Annotated[int, Meta(ge=0, le=MOST_GOODS)]
Sector = Annotated[int, Meta(ge=0, le=box.SECTORS - 1)]


class Worker(NamedTuple):
    """A worker on the wheel: letter of its player, and whether it is an artisan (large)."""

    owner: str
    artisan: bool


class Player(Struct, forbid_unknown_fields=True):
    """One player's goods, as they are played with and as a file holds them.

    Attributes
    ----------
    colour : a word of COLOURS.
    name : as people write it, "" when not known.
    score, coins, wet, dry : points on the track, coins, and clay by the side that is up.
    active : weapons with the active side up, in the order of WEAPONS; a file calls them "weapons".
    masters : masters that have a token, in the order of MASTERS.
    tokens : costs of the tokens not yet placed; None becomes the dearest (ruling A13).
    craftsmen, artisans : workers in hand.
    priority : number of the priority token held, 0 for none.
    final : of the score of a finished game, what the rows below the track on a pad hold (FINAL_ROWS); () when
        they are not known.
    """

    colour: Colour
    name: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    score: Goods = 0
    coins: Goods = 0
    wet: Annotated[int, Meta(ge=0, le=MOST_GOODS, description="wet clay")] = 0
    dry: Annotated[int, Meta(ge=0, le=MOST_GOODS, description="dry clay")] = 0
    active: Annotated[tuple[Weapon, ...], Meta(description="active ones")] = field(name="weapons", default=())
    masters: Annotated[tuple[Master, ...], Meta(description="masters that have a token")] = ()
    tokens: Annotated[Tokens, Meta(description="costs of tokens left; null: the dearest")] = cast(
        "Tokens", None
    )
    craftsmen: Annotated[int, Meta(ge=0, le=5, description="craftsmen in hand")] = 0
    artisans: Annotated[int, Meta(ge=0, le=5, description="artisans in hand")] = 0
    priority: Annotated[int, Meta(ge=0, le=3, description="priority token held; 0: none")] = 0
    final: Annotated[
        tuple[Goods, ...],
        Meta(
            max_length=len(box.FINAL_ROWS),
            description="of the score of a finished game: footmen, groups, group lead, archers, goods",
        ),
    ] = ()

    def __post_init__(self) -> None:
        """Fill in the tokens where they are not given."""
        self.tokens = _tokens(self.tokens, self.masters)

    @property
    def letter(self) -> str:
        """The letter of the colour."""
        return LETTER_OF.get(self.colour, "?")

    @property
    def in_hand(self) -> int:
        """Workers still to be placed this round."""
        return self.craftsmen + self.artisans


def _tokens(given: Tokens | None, masters: Sequence[Master]) -> Tokens:
    return box.TOKEN_COSTS[len(masters) :] if given is None else given


class Chancellor(Struct, forbid_unknown_fields=True):
    """What only the chancellor has."""

    colour: Colour
    overseer: Sector
    row: Annotated[tuple[Weapon, ...], Meta(description="his weapons from left to right")]
    difficulty: tuple[Annotated[int, Meta(ge=1, le=8)], ...] = ()


class State(Struct):
    """A position between two turns. Indices count from 0: rows, columns, sectors, storehouses.

    Attributes
    ----------
    round : 1 to 5. `over` is true after the end phase of round 5.
    tiles : scoring tiles of the five rounds; () where they are not known.
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
        after = copy(self)
        after.players = [copy(player) for player in self.players]
        after.stores, after.wheel = list(self.stores), list(self.wheel)
        after.chancellor = copy(self.chancellor)
        return after

    def player(self, letter: str) -> Player:
        """Return the player of a letter. Raises InputError when nobody plays this colour."""
        for player in self.players:
            if player.letter == letter:
                return player
        who = words.colour(COLOUR_OF[letter]) if letter in COLOUR_OF else letter
        raise nobody(who)

    @property
    def him(self) -> Player:
        """The chancellor's goods. Raises InputError when he does not play."""
        if self.chancellor is None:
            raise InputError(phrase("terracotta.error.solo"), field="chancellor")
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


# --- As it is typed ---------------------------------------------------------------------------------------


class Rings(Struct, frozen=True, forbid_unknown_fields=True):
    """The sector on which the first place of each ring stands."""

    inner: Sector
    middle: Sector


class Inspectors(Struct, frozen=True, forbid_unknown_fields=True):
    """One inspector on each track."""

    row: Annotated[int, Meta(ge=1, description="row, from the top")]
    column: Annotated[
        str, Meta(pattern="^[A-I]$", description="a letter from A to I", extra={"words": "form.column"})
    ]


class Position(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="format", tag=FORMAT):
    """A position of Terracotta Army between two turns."""

    setup: Annotated[Setup | None, Meta(description="share code or setup; null: not known")] = None
    board: Annotated[dict[str, Any], Meta(description="your own values, as in a board file")] = {}
    round: Annotated[int, Meta(ge=1, le=box.ROUNDS)] = 1
    over: Annotated[bool, Meta(description="after the end phase of round 5")] = False
    tiles: Annotated[
        tuple[Tile, ...],
        Meta(max_length=box.ROUNDS, description="scoring tiles of rounds 1 to 5; empty: not known"),
    ]
    rings: Rings = Rings(0, 0)
    inspectors: Inspectors = Inspectors(1, "A")
    stores: Annotated[
        tuple[Goods, ...],
        Meta(min_length=box.STORES, max_length=box.STORES, description="dry clay on the four storehouses"),
    ] = (box.START_STORE,) * box.STORES
    wheel: Annotated[
        tuple[str, ...],
        Meta(
            min_length=box.SECTORS,
            max_length=box.SECTORS,
            description='workers of sectors 0 to 11, such as "Yc" or "Yc Pa"',
        ),
    ] = ("",) * box.SECTORS
    grid: Annotated[tuple[str, ...], Meta(description="rows of codes: . Yo Yo> = F M A^")]
    players: Annotated[tuple[Player, ...], Meta(min_length=1, description="in turn order")]
    chancellor: Chancellor | None = None


# --- Ways to a state --------------------------------------------------------------------------------------


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
        row=board.inspectors.row,
        col=board.inspectors.col,
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
