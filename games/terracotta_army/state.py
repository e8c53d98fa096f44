"""A position: the table between two turns, its players, and the chancellor when he plays."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeAlias, cast

from msgspec import Meta, Struct, field

from pencilwright.games.errors import InputError
from pencilwright.games.shared.reading import LONGEST_NAME, ascending, printable_name
from pencilwright.games.shared.refusals import nobody, unknown
from pencilwright.games.shared.spaces import refusal
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import own_values, sectors
from pencilwright.games.terracotta_army.components import COLOUR_LETTERS, COLOURS, STANDARD, Components
from pencilwright.games.terracotta_army.rules.grid import Grid, from_codes
from pencilwright.games.terracotta_army.setup import Setup
from pencilwright.games.terracotta_army.words import names
from pencilwright.templates.phrases import phrase

FORMAT: Final = "terracotta-army/2"
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
    Board: TypeAlias = Components
    Mausoleum: TypeAlias = Grid
else:
    Colour = Literal["yellow", "purple", "green", "blue"]
    Weapon = Literal["sword", "pike", "crossbow", "spear"]
    Master = Literal["builder", "captain", "censor", "clay_maker", "chancellor", "blacksmith"]
    Tile = Literal[
        "center_row", "center_col", "type:officer", "type:guard", "type:crossbowman", "type:soldier",
        "quad:NW", "quad:NE", "quad:SW", "quad:SE", "coins", "clay",
    ]  # fmt: skip
    Tokens = tuple[Annotated[int, Meta(ge=1, le=len(box.TOKEN_COSTS))], ...] | None
    Board = dict[str, Any]
    Mausoleum = tuple[str, ...]
Goods = Annotated[int, Meta(ge=0, le=MOST_GOODS)]
Sector = Annotated[int, Meta(ge=1, le=box.SECTORS)]


CRAFTSMAN, ARTISAN = "c", "a"
"""What stands behind a player's letter in the code of a worker: "Yc", "Pa"."""


def worker(letter: str, artisan: bool) -> str:
    """Return the code of a worker on the wheel."""
    return letter + (ARTISAN if artisan else CRAFTSMAN)


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

    @classmethod
    def at(cls, row: int, col: int) -> Inspectors:
        """Return inspectors at a row and a column that count from 0."""
        return cls(row + 1, chr(ord("A") + col))


class State(Struct, forbid_unknown_fields=True, kw_only=True, tag_field="format", tag=FORMAT):
    """A position of Terracotta Army between two turns."""

    # `normalize` makes of board and grid in a file what the rules play with. Parts of a State are replaced,
    # never changed in place, but for players and the chancellor, which `clone` copies.
    setup: Annotated[Setup | None, Meta(description="share code or setup; null: not known")] = None
    board: Annotated[Board, Meta(description="your own values, as in a board file")] = cast("Board", {})
    round: Annotated[int, Meta(ge=1, le=box.ROUNDS)] = 1
    over: Annotated[bool, Meta(description="after the end phase of round 5")] = False
    tiles: Annotated[
        tuple[Tile, ...],
        Meta(max_length=box.ROUNDS, description="scoring tiles of rounds 1 to 5; empty: not known"),
    ]
    rings: Rings = Rings(1, 1)
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
            description='workers of sectors 1 to 12, such as "Yc" or "Yc Pa"',
        ),
    ] = ("",) * box.SECTORS
    grid: Annotated[Mausoleum, Meta(description="rows of codes: . Yo Yo> = F M A^")]
    players: Annotated[tuple[Player, ...], Meta(min_length=1, description="in turn order")]
    chancellor: Chancellor | None = None

    def clone(self) -> State:
        """Return a copy that can be played on without touching this one."""
        after = copy(self)
        after.players = tuple(copy(player) for player in self.players)
        after.chancellor = copy(self.chancellor)
        return after

    def player(self, letter: str) -> Player:
        """Return the player of a letter. Raises InputError when nobody plays this colour."""
        for player in self.players:
            if player.letter == letter:
                return player
        who = names.colour(COLOUR_OF[letter]) if letter in COLOUR_OF else letter
        raise nobody(who)

    @property
    def leader(self) -> Chancellor:
        """What only the chancellor has. Raises InputError when he does not play."""
        if self.chancellor is None:
            raise InputError(phrase("terracotta.error.solo"), field="chancellor")
        return self.chancellor

    @property
    def him(self) -> Player:
        """The chancellor's goods. Raises InputError when he does not play."""
        return self.player(LETTER_OF[self.leader.colour])

    @property
    def human(self) -> Player:
        """The one human of a solo game. Raises InputError when the chancellor does not play."""
        letter = self.him.letter
        return next(player for player in self.players if player.letter != letter)

    def hard(self, option: int) -> bool:
        """Return whether a difficulty option is played."""
        return self.chancellor is not None and option in self.chancellor.difficulty

    def is_him(self, player: Player) -> bool:
        """Return whether these are the chancellor's goods."""
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

    @property
    def row(self) -> int:
        """Index of the row where an inspector stands."""
        return self.inspectors.row - 1

    @property
    def col(self) -> int:
        """Index of the column where the other one stands."""
        return ord(self.inspectors.column) - ord("A")

    def workers(self, sector: int) -> list[str]:
        """Return the codes of the workers in a sector, in order of arrival."""
        return self.wheel[sector - 1].split()

    def set_workers(self, sector: int, *codes: str) -> None:
        """Put these workers in a sector, in place of those there."""
        self.wheel = (*self.wheel[: sector - 1], " ".join(codes), *self.wheel[sector:])

    def set_store(self, store: int, clay: int) -> None:
        """Put so much dry clay on a storehouse, in place of what is there."""
        self.stores = (*self.stores[:store], clay, *self.stores[store + 1 :])

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
        return self.board.inner[(sector - self.rings.inner) % box.SECTORS]

    def middle_action(self, sector: int) -> str:
        """Return the action that the middle ring shows in a sector."""
        return self.board.middle[(sector - self.rings.middle) % box.SECTORS]

    def outer_action(self, sector: int) -> str:
        """Return the action printed on the outer ring in a sector."""
        return self.board.outer[sector - 1]

    def store_at(self, sector: int) -> int:
        """Return the storehouse of a sector."""
        return self.board.quarters[sector - 1]


# --- Ways to a state --------------------------------------------------------------------------------------


def normalize(typed: State) -> State:
    """Return the position of one as a file holds it: checked, in order, its board and grid to be played on.

    Raises InputError naming the field.
    """
    board, seen = own_values.read(cast("Any", typed.board)), typed.inspectors
    if typed.row >= board.rows:
        raise refusal("inspectors.row", "range", n=seen.row, low=1, high=board.rows)
    if typed.col >= board.columns:
        last = Inspectors.at(0, board.columns - 1).column
        raise refusal("inspectors.column", "range", n=seen.column, low="A", high=last)
    if len(typed.tiles) not in (0, box.ROUNDS):
        raise refusal("tiles", "count", n=len(typed.tiles), need=box.ROUNDS)
    after = typed.clone()
    if after.chancellor is not None:
        after.chancellor.difficulty = tuple(sorted(after.chancellor.difficulty))
    for index, player in enumerate(after.players):
        _put_in_order(player, f"players[{index}]")
    after.board = board
    after.grid = from_codes(cast("Any", typed.grid), board.columns, board.rows)
    after.wheel = tuple(_workers(text, sector) for sector, text in enumerate(typed.wheel, 1))
    return after


def denormalize(state: State) -> State:
    """Return the position as a file holds it: own values and rows of codes; the inverse of `normalize`."""
    after: Any = copy(state)
    after.board, after.grid = own_values.changes(state.board), tuple(state.grid.rows_of_codes())
    return cast(State, after)


def _put_in_order(player: Player, where: str) -> None:
    """Put weapons, masters and tokens in the order of the box. Raises InputError for one there twice."""
    weapons = ascending(player.active, f"{where}.weapons")
    masters = ascending(player.masters, f"{where}.masters")
    player.name = printable_name(player.name, f"{where}.name")
    player.active = tuple(weapon for weapon in box.WEAPONS if weapon in weapons)
    player.masters = tuple(master for master in box.MASTERS if master in masters)
    player.tokens = ascending(player.tokens, f"{where}.tokens")


def _workers(text: str, sector: int) -> str:
    """Return the workers of a sector with one blank between. Raises InputError for a code of none."""
    codes = text.split()
    for code in codes:
        if len(code) != 2 or code[0] not in LETTER_OF.values() or code[1] not in CRAFTSMAN + ARTISAN:
            raise unknown(f"wheel.{sector}", code[:6], ("Yc", "Ya"))
    return " ".join(codes)


def start(setup: Setup, board: Components = STANDARD) -> State:
    """Return the position at the start of a game. Seats take the colours yellow, purple, green, blue."""
    colours = [HIM, HUMAN] if setup.solo else list(COLOURS[: setup.players])
    seats = setup.first - 1
    order = colours if setup.solo else colours[seats:] + colours[:seats]
    workers = box.WORKERS[setup.players]
    players = tuple(
        Player(
            colour,
            coins=box.START_COINS + box.START_EXTRA_COINS[place],
            wet=box.START_WET[place],
            craftsmen=workers,
        )
        for place, colour in enumerate(order)
    )
    state = State(
        setup=setup,
        board=board,
        tiles=setup.tiles,
        rings=Rings(setup.inner, setup.middle),
        inspectors=Inspectors(board.inspectors.row_start, board.inspectors.column_start),
        grid=Grid(board.columns, board.rows),
        players=players,
    )
    if setup.solo:
        _seat_chancellor(state, setup)
    return state


def _seat_chancellor(state: State, setup: Setup) -> None:
    """Give the first player what the chancellor starts with (section 9.1 and difficulty options 4 and 5)."""
    upgrade = sectors.on(setup.inner, state.board.inner.index("upgrade"))
    overseer = sectors.on(upgrade, box.SECTORS // 2)
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
