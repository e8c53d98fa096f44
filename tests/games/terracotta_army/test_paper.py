"""What the documents say."""

from __future__ import annotations

import ast
import inspect
import re
from fnmatch import fnmatch
from itertools import islice
from types import ModuleType

import pytest

from pencilwright.games.errors import InputError
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import paper, setup
from pencilwright.games.terracotta_army.chancellor import (
    procedure,
    simulation,
    specialist_choice,
    warrior_choice,
)
from pencilwright.games.terracotta_army.example import example
from pencilwright.games.terracotta_army.own_values import load
from pencilwright.templates.page import Text
from pencilwright.templates.phrases import say, word
from pencilwright.templates.render import render
from tests.generator import geometry


def test_documents_say_what_they_need() -> None:
    decree = paper.data("chancellor-reference", None)["decree"]
    assert sum(row["ways"] for row in decree) == 36
    for players in (1, 3):
        drawn = setup.draw(1, players=players)
        assert paper.data("setup-page", drawn)["setup_code"] == setup.to_code(drawn)


def test_the_pad_has_a_row_a_round_with_its_tile_where_the_setup_is_known() -> None:
    drawn = setup.draw(2, players=3)
    rounds = paper.data("score-sheet", drawn)["rounds"]
    assert [row["key"] for row in rounds] == [tile.replace(":", ".") for tile in drawn.tiles]
    assert [row["key"] for row in paper.data("score-sheet", None)["rounds"]] == [""] * 5
    assert [row["round"] for row in rounds] == [1, 2, 3, 4, 5]


def test_the_reference_counts_the_actions_of_the_person_s_own_rings() -> None:
    usual = paper.data("reference", None)
    mine = paper.data("reference", None, components=load("musician_lead = 3\n"))
    assert not mine["unverified"]["musician_lead"] and usual["unverified"]["musician_lead"]
    kinds = paper._kinds(("build2", "build3", "build4", "m:1", "w:2", "clay4", "clay2"))
    assert kinds == [
        {"kind": "clay", "numbers": "2, 4"}, {"kind": "build", "numbers": "2–4"},
        {"kind": "master", "numbers": "1"}, {"kind": "weapon", "numbers": "2"},
    ]  # fmt: skip


def test_strips_of_a_person_s_own_for_each_warrior_have_room_on_a5() -> None:
    warriors = enumerate(("officer", "guard", "crossbowman", "soldier"), start=6)
    rows = "".join(f"{name} = [{n}, 5, 4, 4, 4, 3, 3, 3, 2, 2, 2]\n" for n, name in warriors)
    own = load(f"[organizer]\n{rows}")
    kind = paper.DOCUMENTS["reference"]
    printed_on = []
    for part in range(1, kind.parts_on("a5") + 1):
        page = render(
            kind.template, data=paper.data("reference", None, components=own) | {"part": part},
            language="en", theme="colour", paper="a5",
        )  # fmt: skip
        assert geometry.overlapping_words(page) == []
        assert geometry.outside_the_safe_area(page, card=False) == []
        printed_on += [part for item in page.items if isinstance(item, Text) and item.text == "9"]
    assert printed_on == [3]


def test_the_example_of_scoring_has_each_kind_of_event_and_its_points_by_hand() -> None:
    phase, final = paper.data("reference", None)["worked"]["phases"]
    points = [[{colour: n for colour, n, _ in event} for event in events] for events in (phase, final)]
    tile = {"yellow": 6, "green": 3, "purple": 3}
    assert points[0] == [
        {"yellow": 3, "green": 7},
        {"yellow": 3, "purple": 7},
        {"yellow": 1, "green": 1},
        tile,
    ]
    soldiers, officers = {"yellow": 5, "green": 5, "purple": 5}, {"yellow": 5, "green": 5, "purple": 11}
    assert points[1] == [{"purple": 8, "green": 2}, soldiers, {"green": 1}, officers, {"green": 2}]
    words = " ".join(say(why, "en") for event in phase for _, _, why in event)
    assert "domination by archers" in words and "presence, tied" in words
    table = setup.from_code(paper.DOCUMENTS["reference"].table)
    assert (table.tiles[paper.ROUND - 1], table.players) == (paper.TILE, 4), "the booklet's setup"


def test_the_grid_sheet_is_of_the_house_s_size() -> None:
    solo, three = (paper.data("grid-sheet", setup.draw(1, players=players)) for players in (1, 3))
    assert (solo["solo"], three["solo"]) == (True, False) and (solo["cols"], solo["rows"]) == (9, 7)
    with pytest.raises(InputError) as caught:
        paper.data("grid-sheet", None, components=load("columns = 7\n"))
    assert caught.value.field == "components"


def test_a_setup_as_plain_values_leaves_out_what_only_a_solo_game_has() -> None:
    solo, three = (setup.as_dict(setup.draw(1, players=players)) for players in (1, 3))
    assert set(solo) - set(three) == {"weapons", "masters", "difficulty"}


def said_in_play() -> set[str]:
    """The rules that his steps are told with, turns and ends of rounds, on positions of all rounds."""
    seen = set()
    for seed in range(40):
        state = example(f"steps {seed}", 1 + seed % 5, players=box.SOLO, his_turn=True)
        dice = (1 + seed % 6, 1 + seed // 6 % 6)
        for outcome in islice(simulation.outcomes(procedure.turn(dice), state), 30):
            seen |= {step.rule for step in outcome.steps}
    return seen


def written(module: ModuleType) -> set[str]:
    """The rules that a module hands to `say`, as they stand in its source; a number put in is "*"."""
    results = set()
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) == "say":
            match node.args[0]:
                case ast.Constant(value=str(text)):
                    results.add(text)
                case ast.JoinedStr(values=parts):
                    results.add("".join(p.value if isinstance(p, ast.Constant) else "*" for p in parts))
    return results


def printed(language: str, size: str) -> dict[str, set[str]]:
    """The tags of the reference under each of its headings."""
    kind = paper.DOCUMENTS["chancellor-reference"]
    pages = [
        render(
            kind.template, data=paper.data("chancellor-reference", None) | {"part": part},
            language=language, theme="colour", paper=size,
        )
        for part in range(1, kind.parts_on(size) + 1)
    ]  # fmt: skip
    tags: dict[str, set[str]] = {}
    heading = ""
    for item in (item for page in pages for item in page.items):
        if isinstance(item, Text) and item.tag.role == "H2":
            heading = item.text
        elif isinstance(item, Text) and item.tag.role == "Lbl":
            tags.setdefault(heading, set()).add(item.text)
    return tags


@pytest.mark.parametrize("size", ["a4", "a5"])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_rule_that_his_steps_are_told_with_is_printed_on_his_reference(
    language: str, size: str
) -> None:
    """The answer of `chancellor` says "turn 6a", the page has the tag 6a under "His turn"."""
    keys = {"turn": "turn", "type": "type.full", "group": "group", "space": "space", "option": "difficulty"}
    tags = printed(language, size)
    assert tags == {
        word(language, f"terracotta.sec.{key}"): set(paper.RULES[section]) for section, key in keys.items()
    }
    rules = said_in_play().union(
        *(written(module) for module in (procedure, warrior_choice, specialist_choice))
    )
    numbered = {rule for rule in rules if " " in rule}
    assert {rule.split()[0] for rule in numbered} == {"decree", *keys}
    for rule in numbered - {"decree 12"}:
        section, number = rule.split()
        assert any(fnmatch(tag, number) for tag in paper.RULES[section]), rule


HEADINGS = {
    "decree": "sec.decree", "reserve": "action.reserve", "coins": "action.gain", "clay": "action.gain",
    "build": "action.build", "builds": "sec.type.full", "specialist": "sec.specialist",
    "bonus": "sec.bonus", "surprise": "sec.surprise", "end": "sec.surprise",
    **{name: f"action.{name}" for name in ("moisten", "upgrade", "weapon", *box.MASTERS)},
}  # fmt: skip
"""Rules without a number -> the words under which the reference has them."""


def test_a_rule_without_a_number_has_its_words_on_his_reference() -> None:
    page = render(
        paper.DOCUMENTS["chancellor-reference"].template, data=paper.data("chancellor-reference", None),
        language="en", theme="colour", paper="a4",
    )  # fmt: skip
    words = {item.text for item in page.items if isinstance(item, Text)}
    for rule in said_in_play():
        if " " not in rule:
            heading = HEADINGS[rule.rstrip("0123456789")]
            assert word("en", f"terracotta.{heading}") in words, rule


STATEMENTS: dict[str, tuple[str, str]] = {
    "turn order, priority tokens, a horse and a musician go to the box": ("sec.turn.note", "turn.box"),
    "he begins every round": ("sec.turn.note", "turn.box"),
    "your priority action is worth 2 VP and a good": ("sec.turn.note", "turn.you"),
    "the lower of two dice counts": ("turn.1.how", "turn.1.how"),
    "the overseer skips his workers and your artisans": ("turn.2.said", "turn.2.said"),
    "an empty sector gets a craftsman, else an artisan": ("turn.3.none", "turn.3.card"),
    "your craftsman's sector gets an artisan": ("turn.3.beside", "turn.3.card.beside"),
    "without an artisan he rolls a decree and goes on": ("turn.4a turn.4b", "turn.4a turn.4b"),
    "he acts on all three rings": ("turn.5.how", "turn.5.how"),
    "marked rows turn rings, act from the top and are cleared": (
        "turn.6a turn.6b.how turn.6c", "decree.card",
    ),
    "a row that is taken: the next free above, else below": ("decree.taken", "decree.card"),
    "a decree that cannot be done is a reserve action": ("decree.not", "decree.card"),
    "he gains coins and clay, and his clay never dries": ("action.gain.how", "action.gain.how"),
    "too little clay for a build: a decree roll": ("action.build.how", "action.build.how"),
    "he moistens from the supply": ("action.moisten.how", "action.moisten.how"),
    "an artisan cannot be upgraded: a decree roll": ("action.upgrade.how", "action.upgrade.how"),
    "priority is a decree roll and a reserve action": ("action.priority.how", "action.priority.how"),
    "a weapon, the leftmost inactive one, or nothing": ("action.weapon.how", "action.weapon.how"),
    "a master without a token: a reserve action": ("action.master.how", "action.master.how"),
    "the builder costs the round's coins and scores": ("action.builder.how", "action.builder.how"),
    "the captain repeats the inner action": ("action.captain.how", "action.captain.how"),
    "the censor gives 2 coins and the best swing": ("action.censor.how", "action.censor.how"),
    "equal swings and equal piles": ("ref.ties", "ref.ties"),
    "the clay maker gives 3 clay": ("action.clay_maker.how", "action.clay_maker.how"),
    "the chancellor takes one pile and drops another": ("action.chancellor.how", "action.chancellor.how"),
    "the blacksmith turns all his weapons": ("action.blacksmith.how", "action.blacksmith.how"),
    "a specialist costs coins and its weapon, from right to left": (
        "sec.specialist.note specialist.nothing", "specialist.card",
    ),
    "an archer goes to the closest group of both, his lead last": (
        "specialist.kneeling_archer", "specialist.kneeling_archer",
    ),
    "a footman goes where his 8 VP are certain": ("specialist.footman", "specialist.footman"),
    "a horse never; the sword alone is a joker": (
        "specialist.never specialist.joker", "specialist.horse",
    ),
    "four steps choose the warrior": (
        "sec.type.note type.1 type.2 type.3 type.4.here", "sec.type.note type.1 type.2 type.3 type.4.how",
    ),
    "no group, one or several meet the condition": ("group.full group.2 group.3 group.4", "group.card"),
    "the bonus of the weapon with which he builds": ("bonus.how", "bonus.card.how bonus.sword.how"),
    "surprise buildings, and no coins from his masters": ("surprise.how", "surprise.card end.card"),
    "a tie is his": ("ref.sub", "end.card"),
}  # fmt: skip
"""What the solo rules say of him -> the words that say it on his reference, and on his cards."""


def says(page_words: set[str], language: str, key: str) -> bool:
    """Whether a page has the words of a key, whatever is filled in."""
    filled = {name: "\0" for name in ("n", "steps", "coins", "star", "list", "side")}
    pattern = re.escape(word(language, f"terracotta.{key}", **filled)).replace("\0", ".*")
    return any(re.search(pattern, text) for text in page_words)


@pytest.mark.parametrize("document", ["chancellor-reference", "chancellor-cards", "chancellor-cards-small"])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_reference_and_cards_make_all_statements_of_his_rules(document: str, language: str) -> None:
    kind = paper.DOCUMENTS[document]
    assert len(STATEMENTS) == 35
    for size in kind.papers:
        heard: set[str] = set()
        for part in range(1, kind.parts_on(size) + 1):
            page = render(
                kind.template, data=paper.data(document, None) | {"part": part},
                language=language, theme="colour", paper=size, size=kind.size,
            )  # fmt: skip
            heard |= {item.text for item in page.items if isinstance(item, Text)}
            heard |= {item.tag.alt for item in page.items}
        for statement, keys in STATEMENTS.items():
            for key in keys[document != "chancellor-reference"].split():
                assert says(heard, language, key), (size, statement, key)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_lists_of_his_reference_are_set_at_7_5_points(language: str) -> None:
    kind = paper.DOCUMENTS["chancellor-reference"]
    lists = [f"action.{name}" for name in paper.ACTIONS if name != "reserve"]
    lists += [f"{name}.how" for name in lists if name not in ("action.censor", "action.clay_maker")]
    lists += [f"decree.{name}" for name in ("reserve", "weapon", "leftmost", "build", "not", "taken")]
    lists += [f"group.1{letter}" for letter in "abcef"] + [f"space.{n}" for n in range(3, 8)]
    lists += [f"difficulty.{n}" for n in (1, 4, 6, 7)]
    wanted = {word(language, f"terracotta.{key}") for key in lists}
    for size in kind.papers:
        words = [
            item
            for part in range(1, kind.parts_on(size) + 1)
            for item in render(
                kind.template, data=paper.data(kind.id, None) | {"part": part},
                language=language, theme="colour", paper=size,
            ).items
            if isinstance(item, Text) and item.text in wanted
        ]  # fmt: skip
        assert {item.text for item in words} == wanted
        assert [item.text for item in words if item.size < 7.5 * 25.4 / 72] == []
