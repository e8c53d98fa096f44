"""Sheets for no camera, two sheets on a page, and pads that are told who plays without a setup."""

from __future__ import annotations

from typing import Any

import pytest

from pencilwright import games
from pencilwright.app.cli.main import run
from pencilwright.app.positions.marked import is_filled
from pencilwright.app.positions.open_sheet import OpenSheet
from pencilwright.games import pagecode
from pencilwright.generator import fill
from pencilwright.generator.documents import PrintOptions, build, render_copy
from pencilwright.solver.photo import code
from pencilwright.templates.frame import WITHOUT_CAMERA
from pencilwright.templates.page import Text
from pencilwright.templates.phrases import languages
from tests.generator import geometry
from tests.generator.orders import setup
from tests.generator.test_filled_form import sheets_of
from tests.refusals import refused, says

GAMES = tuple(games.GAMES)
FACTIONS = "witches, nomads,Giants"


def sheet_setup(game: str) -> Any:
    return setup(game) if "score-sheet" in games.game(game).paper.WITH_SETUP else None


def rendered(game: str, options: PrintOptions, copy: int = 1) -> Any:
    drawn = None if options.seats else sheet_setup(game)
    return render_copy(game, "score-sheet", setup=drawn, options=options, copy=copy)


def seats(game: str, text: Any) -> int:
    return int(games.game(game).paper.DOCUMENTS["score-sheet"].seated.number(text))


# --- no camera


PADS = [
    (game, paper)
    for game in GAMES
    for paper in games.game(game).paper.DOCUMENTS["score-sheet"].papers
    if paper not in WITHOUT_CAMERA
]


@pytest.mark.parametrize(
    ("game", "paper", "language"),
    [
        pytest.param(*pad, language, marks=pytest.mark.long if (n + m) % 2 else ())
        for n, pad in enumerate(PADS)
        for m, language in enumerate(languages())
    ],
)
def test_without_a_camera_the_marks_stay_where_they_are_and_all_that_a_camera_needs_is_gone(
    game: str, paper: str, language: str
) -> None:
    usual = rendered(game, PrintOptions(language, paper))
    without = rendered(game, PrintOptions(language, paper, camera=False)).page
    assert [mark[:4] for mark in without.marks] == [mark[:4] for mark in usual.page.marks]
    assert usual.page.areas
    assert without.areas == ()
    words = {item.text for item in without.items if isinstance(item, Text)}
    assert pagecode.pretty(usual.code) in {i.text for i in usual.page.items if isinstance(i, Text)}
    assert not any(usual.code[:8] in text.replace("-", "") for text in words)
    assert geometry.overlapping_words(without) == []
    assert geometry.outside_the_safe_area(without, card=False) == []


def test_a_form_without_a_camera_is_scored_like_any_other() -> None:
    drawn = sheet_setup("troyes-dice")
    pdf = build("troyes-dice", "score-sheet", setup=drawn, options=PrintOptions(camera=False))
    (result,) = sheets_of(fill.fill(pdf, {"die.red.1": "struck"}))
    assert result.values["die.red.1"] == "struck"
    assert OpenSheet(result).position().printed == drawn


SMALL_FORMS = [
    ("tianxia", "a6", {"p1.points": "46", "p1.jade": "4", "p1.coin": "17", "p2.points": "38"}),
    ("terracotta-army", "a6", {"track.yellow": "71", "goods.yellow": "4", "track.blue": "58"}),
    ("terra-mystica", "a5", {"p1.faction.witches": "circled", "p1.vp": "104", "p1.coins": "7"}),
]


@pytest.mark.parametrize(("game", "paper", "filled"), SMALL_FORMS)
def test_a_form_of_a_small_pad_is_read_like_any_other(game: str, paper: str, filled: dict[str, str]) -> None:
    options = PrintOptions(paper=paper, blank_numbers=game == "terra-mystica")
    (result,) = sheets_of(fill.fill(build(game, "score-sheet", setup=None, options=options), filled))
    state = OpenSheet(result).position().state
    assert games.game(game).marks.to_marks(state).items() >= filled.items()


def seats_of(text: str) -> int:
    return seats("terracotta-army", text)


# --- who plays, without a setup


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_pad_of_tianxia_has_a_column_for_each_player_and_its_code_says_so(players: int) -> None:
    made = rendered("tianxia", PrintOptions(seats=seats("tianxia", players)))
    assert {mark.id[1] for mark in made.page.marks if mark.id[0] == "p"} == set("1234"[:players])
    known = code.identify(made.code)
    assert known.decoded.seats == players
    assert known.page.marks == made.page.marks
    assert len(made.code) == 20, "a longer code would have finer modules"


@pytest.mark.parametrize("language", languages())
def test_the_pad_of_terra_mystica_shows_its_factions_and_its_code_carries_them(language: str) -> None:
    made = rendered(
        "terra-mystica", PrintOptions(language, blank_numbers=True, seats=seats("terra-mystica", FACTIONS))
    )
    marks = {mark.id for mark in made.page.marks}
    assert {name.partition(".")[0] for name in marks if name[0] == "p"} == {"p1", "p2", "p3"}
    assert not any(".faction." in name for name in marks)
    assert "p3.round.5" in marks
    known = code.identify(made.code)
    assert known.page.marks == made.page.marks
    assert len(made.code) == 20
    assert geometry.overlapping_words(made.page) == []


def test_a_form_with_printed_factions_is_scored_as_theirs() -> None:
    options = PrintOptions(blank_numbers=True, seats=seats("terra-mystica", FACTIONS))
    pdf = build("terra-mystica", "score-sheet", setup=None, options=options)
    (empty,) = sheets_of(pdf)
    assert not is_filled(OpenSheet(empty).position())
    (result,) = sheets_of(fill.fill(pdf, {"p1.vp": "50", "p3.vp": "40"}))
    position = OpenSheet(result).position()
    assert is_filled(position)
    assert [(player.faction, player.points) for player in position.state.players] == [
        ("witches", 50),
        ("nomads", 0),
        ("giants", 40),
    ]


@pytest.mark.parametrize(
    ("game", "said", "key"),
    [
        ("terra-mystica", "witches", "setup.wrong.count"),
        ("terra-mystica", "witches,auren", "mystica.problem.one_board"),
        ("terra-mystica", "witches,elves", "json.words"),
        ("terra-mystica", "", "json.words"),
        *(("tianxia", players, "setup.wrong.range") for players in (0, 5, -1)),
    ],
)
def test_players_that_cannot_play_together_are_refused(game: str, said: object, key: str) -> None:
    with refused(key):
        seats(game, said)


def test_a_page_code_with_factions_that_nobody_has_is_refused() -> None:
    kind = games.game("terra-mystica").paper.DOCUMENTS["score-sheet"]
    text = pagecode.PageCode("TM", kind.number, kind.version, "en", "colour", "a4", True, seats=15**5 * 3)
    with refused("mystica.paper.seats"):
        code.identify(pagecode.encode(text))


# --- the command


@pytest.mark.parametrize(
    ("arguments", "key", "values"),
    [
        ("tianxia --document battle-sheet --no-camera", "print.no_camera", {}),
        ("terra-mystica --factions witches,giants --seed 1", "print.seats", {"others": "--seed"}),
        (
            "terra-mystica --factions witches,giants --blank-numbers",
            "print.seats",
            {"others": "--blank-numbers"},
        ),
        ("tianxia --players 7", "setup.wrong.range", {"low": 1, "high": 4}),
        ("tianxia --players 3 --seed 2", "print.same", {"options": "--seed, --players"}),
        ("tianxia --paper a6 --camera", "print.too_small", {}),
        ("terra-mystica --paper a6", "print.not_drawn", {"known": "a4 or letter or a5"}),
    ],
)
def test_what_does_not_go_together_is_refused_in_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: str, key: str, values: dict[str, object]
) -> None:
    assert run(["sheet", *arguments.split(), "-o", "-"]) == 2
    assert says(capsys.readouterr().err, key, **values)
