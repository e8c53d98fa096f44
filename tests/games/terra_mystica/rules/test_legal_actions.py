"""What may be done: every listed command is taken, and nothing that is taken is missing from the list."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.terra_mystica.boards.hexes import LAND, RIVERS, TERRAINS
from pencilwright.games.terra_mystica.components import BONUS, CULTS, FAVOURS, STRUCTURES, TOWNS
from pencilwright.games.terra_mystica.legality import problems
from pencilwright.games.terra_mystica.log import read
from pencilwright.games.terra_mystica.rules import apply
from pencilwright.games.terra_mystica.rules.legal_actions import legal_actions
from pencilwright.games.terra_mystica.rules.turn import ACTIONS, Midgame, begin, whose
from pencilwright.games.terra_mystica.setup import draw
from pencilwright.games.terra_mystica.state import in_order
from tests.games.terra_mystica.helpers import under_way
from tests.refusals import refused

LOGS = sorted((Path(__file__).parent.parent / "games").glob("*.txt"))
GOODS = ("c", "w", "p", "pw", "vp")


def after(game: Midgame, who: str, text: str) -> Midgame:
    """Return the game after a command."""
    new = game.copied()
    apply.apply_action(new, who, text)
    return new


def is_listed(game: Midgame, who: str, text: str) -> bool:
    """Return whether a command, or one that does the same, is in the list."""
    listed = legal_actions(game, who)
    return text in listed or after(game, who, text) in (after(game, who, other) for other in listed)


@pytest.mark.parametrize("seed", range(4))
def test_games_of_listed_commands_end_and_every_listed_command_is_taken(seed: int) -> None:
    stream = Stream.from_seed(seed).fork("listed")
    game = begin(draw(f"listed {seed}", players=2 + seed % 4, expansion=seed % 2 == 1))
    steps = 0
    while not game.is_over:
        who = whose(game)
        listed = legal_actions(game, who)
        assert len(set(listed)) == len(listed) > 0
        if steps % 5 == 0:
            assert all(after(game, who, text) != game for text in listed)
        sensible = [text for text in listed if not text.startswith(("pass", "burn", "convert", "decline"))]
        apply.apply_action(game, who, stream.shuffled(sensible or listed)[0])
        steps += 1
        if game.row is None:
            assert problems(in_order(game.state)) == []
    assert steps > 100 and legal_actions(game, next(iter(game.state.seats))) == ()


@pytest.mark.parametrize("path", LOGS[::2], ids=lambda path: path.stem)
def test_every_command_of_recorded_games_is_listed(path: Path) -> None:
    record = read.parse(path.read_text(encoding="utf-8"))
    game, played = begin(record.setup), 0
    game.consolation = record.consolation
    for line in record.lines:
        for command in apply.spelled(line.commands):
            if command.lower() not in apply.NOTES:
                assert is_listed(game, line.faction, command), (line, command)
                apply.apply_action(game, line.faction, command)
                played += 1
        if apply.DONE in legal_actions(game, line.faction):
            apply.apply_action(game, line.faction, apply.DONE)
        else:
            assert game.row is None or game.row.faction != line.faction or game.row.actions
    assert game.is_over and played > 60


def grammar(game: Midgame) -> Iterator[str]:
    """Yield every command that can be written, up to small numbers."""
    for name in LAND:
        yield f"build {name}"
        yield from (f"transform {name} to {colour}" for colour in TERRAINS)
        yield from (f"upgrade {name} to {kind}" for kind in STRUCTURES)
    for n in range(1, 10):
        yield from (f"dig {n}", f"burn {n}", f"-{n}spade")
        for first, other in product(GOODS, repeat=2):
            yield from (f"convert {m}{first} to {n}{other}" for m in range(1, 16))
    names = ("SH", "BRIDGE", *BONUS, *FAVOURS, *(f"ACT{n}" for n in range(1, 7)))
    yield from (f"action {name}" for name in names)
    for cult in CULTS:
        yield from (f"send p to {cult} for {n}" for n in range(1, 4))
        yield from (f"+{n}{cult}" for n in range(1, 4))
    yield from ("advance ship", "advance dig", "drop spade", "pass", "done", "decline")
    yield from ("-bridge", "-cult", "-free_d", "-free_tp", "-free_tf", "-convert_w_to_p")
    yield from (f"bridge {place.replace('-', ':')}" for place in game.state.bridge_places)
    yield from (f"connect {river}" for river in RIVERS)
    yield from (f"pass {card}" for card in BONUS)
    yield from (f"+{name}" for name in (*FAVOURS, *BONUS))
    for name in TOWNS:
        yield f"+{name}"
        yield from (f"+{name} {cult} {other}" for cult in CULTS for other in CULTS)


POSITIONS = {
    "witches": "witches vp:20 c:20 w:9 p:2 pw:4/4/4 cult:2/9/8/3 D:E4,E5 TH:E6 SH:E7 bon:BON1 fav:FAV6",
    "witches: action SH": "witches c:5 w:5 D:F4 SH:E9 bon:BON2 | nomads D:F3",
    "witches: upgrade E6 to TE": "witches c:9 w:9 cult:9/9/0/8 D:E4,E5 TH:E6 SH:E7 | auren cult:0/0/0/10",
    "witches: action BON1. dig 1": "witches c:9 w:9 p:1 pw:0/2/2 D:F4,D1 bon:BON1 | nomads D:F3",
    "witches: action ACT1": "witches c:3 w:3 pw:0/0/4 D:F3,F2 | nomads D:E4",
    "chaosmagicians: action SH. send p to fire": "chaosmagicians c:9 w:9 p:3 SH:E5 TE:E6 D:E7 | nomads D:F3",
    "nomads: action SH": "nomads c:9 w:9 p:1 D:F3,G4 SH:E8 | witches D:F4",
    "giants: action SH": "giants c:9 w:9 p:1 dig:1 D:D7,E5 SH:E3 | witches D:F4",
    "halflings: upgrade E2 to SH": "halflings c:20 w:9 dig:1 D:E1 TH:E2 | witches D:F4",
    "darklings: upgrade G4 to SH": "darklings c:20 w:9 p:3 D:E9 TH:G4 | witches D:F4",
    "dwarves": "dwarves c:9 w:9 p:1 pw:1/1/6 D:E10,D7 SH:C2 | witches D:F4",
    "fakirs": "fakirs c:9 w:9 p:2 pw:1/1/6 D:E8 SH:D6 | witches D:F4",
    "mermaids": "mermaids c:9 w:9 p:2 pw:1/1/6 ship:1 D:A4,A11 TH:B3 TE:E3 | witches D:F4",
    "engineers": "engineers c:9 w:9 p:2 pw:1/1/6 D:F3,C1 SH:A12 | witches D:F4",
    "alchemists": "alchemists vp:7 c:6 w:3 p:2 pw:1/1/6 D:F5 SH:G4 | witches D:F4",
    "auren: action SH": "auren c:9 w:9 p:2 cult:9/9/1/1 D:D1 SH:F4 | witches D:F2",
    "swarmlings: action SH": "swarmlings c:9 w:9 p:2 D:E1,D2 SH:G5 | witches D:F4",
}
"""Commands already done in a turn -> the position in which it began."""


@pytest.mark.parametrize(
    "done",
    [pytest.param(text, marks=pytest.mark.slow if n % 3 else ()) for n, text in enumerate(POSITIONS)],
)
def test_no_command_that_is_taken_is_missing_from_the_list(done: str) -> None:
    game = under_way(POSITIONS[done], free=("BON3", "BON7"))
    who, _, commands = done.partition(": ")
    for text in commands.split(". ") if commands else ():
        apply.apply_action(game, who, text)
    if game.row is None:
        apply.begin_row(game, game.state.player(who))
    reached = [after(game, who, text) for text in legal_actions(game, who)]
    assert game.phase == ACTIONS and reached
    for text in grammar(game):
        try:
            new = after(game, who, text)
        except InputError:
            continue
        assert new == game or new in reached or _is_stuck(new, who), text


def _is_stuck(game: Midgame, who: str) -> bool:
    """Return whether spades were bought that nothing can use up."""
    return bool(game.row and game.row.bought) and not legal_actions(game, who)


def test_spades_are_not_bought_where_no_hex_can_use_them_up() -> None:
    alone = under_way("giants c:9 w:9 p:1 D:D7 | witches D:F4")
    listed = legal_actions(alone, "giants")
    assert "dig 2" in listed and "dig 1" not in listed and "dig 3" not in listed


def test_only_who_has_the_move_or_an_offer_may_do_anything() -> None:
    game = under_way("witches c:9 w:9 D:F4 | nomads vp:5 pw:3/0/0 D:F3 | auren D:A3")
    assert legal_actions(game, "auren") == legal_actions(game, "nomads") == ()
    apply.apply_action(game, "witches", "upgrade F4 to TH")
    assert set(legal_actions(game, "nomads")) == {"leech 1 from witches", "decline 1 from witches"}
    assert apply.DONE in legal_actions(game, "witches")
    apply.apply_action(game, "witches", apply.DONE)
    apply.apply_action(game, "nomads", "decline 1 from witches")
    assert whose(game) == "nomads" and legal_actions(game, "witches") == ()


def test_a_turn_is_not_done_before_an_action_is_taken() -> None:
    game = under_way("witches c:9 w:9 p:1 D:F4 | nomads D:A5")
    with refused("mystica.log.turn", next="mystica.faction.witches"):
        apply.apply_action(game, "nomads", apply.DONE)
    apply.apply_action(game, "witches", "convert 1w to 1c")
    assert apply.DONE not in legal_actions(game, "witches")
    with refused("mystica.left.action"):
        apply.apply_action(game, "witches", apply.DONE)
    apply.apply_action(game, "witches", "send p to fire for 3")
    apply.apply_action(game, "witches", "convert 1w to 1c")
    apply.apply_action(game, "witches", apply.DONE)
    assert whose(game) == "nomads" and game.row is None
