"""The room `puzzle` of every game: codes hold the question, keys tell questions apart, steps an answer."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from pencilwright.games import GAMES, Game, game, puzzlecode
from pencilwright.games.errors import InputError
from pencilwright.games.question import Question
from pencilwright.games.terra_mystica.components import CULTS
from pencilwright.games.terra_mystica.puzzle.dictionary import PRIMER as MYSTICA
from pencilwright.games.terracotta_army.puzzle.dictionary import PRIMER as TERRACOTTA
from pencilwright.games.tianxia.puzzle.dictionary import PRIMER as TIANXIA
from pencilwright.games.tianxia.rules.advice_inputs import DeliveryPlan, Plans, ShipOffer
from pencilwright.templates.phrases import Phrase, languages, phrase, say
from tests.japanese import english_in
from tests.refusals import refused

ARMY, DICE, MAP, CHINA = map(game, ("terracotta-army", "troyes-dice", "terra-mystica", "tianxia"))
SHIPS = (
    ShipOffer(name="A", demand="D5", port="silk", spaces=("+1 res", "+2 coin")),
    ShipOffer(name="B", demand="D17", port="jewel", spaces=("+1 pp",)),
)
LEFT = {"line-2": 2, "line-3": 3, "line-4": 4, "one-roll": 2, "two-rolls": 3, "three-rolls": 4}
DICE_OF = dict.fromkeys(LEFT, 1) | {kind: left for kind, left in LEFT.items() if kind.startswith("line")}


@cache
def question(known: Game, kind: str) -> Question:
    """Return a question of a kind about the game's example."""
    room = known.puzzles
    if known is DICE:
        left = LEFT[kind]
        state = known.examples.example("puzzles", left, DICE_OF[kind], expansion=left % 2 == 0)
    else:
        state = known.examples.example("puzzles", 1)
    if known is CHINA:
        state = replace(state, plan=Plans(deliveries=DeliveryPlan(ships=SHIPS)))
    return room.of_state(state, kind)


KINDS = [(known, kind) for known in (ARMY, DICE, MAP, CHINA) for kind in known.puzzles.KINDS_OF_PUZZLE]
NAMED = [pytest.param(known, kind, id=f"{known.id} {kind}") for known, kind in KINDS]


def test_these_are_all_games_with_puzzles() -> None:
    assert {known.id for known, _ in KINDS} == {item.id for item in GAMES.values() if "puzzle" in item.rooms}


def unordered(page: dict[str, Any]) -> dict[str, Any]:
    """Return the data of a page, lists in an order of their own."""
    return {
        name: sorted(map(repr, value)) if isinstance(value, list) else value for name, value in page.items()
    }


@pytest.mark.parametrize(("known", "kind"), NAMED)
def test_a_code_holds_the_whole_question(known: Game, kind: str) -> None:
    room, request = known.puzzles, question(known, kind)
    code = room.to_code(request)
    again = room.from_code(code.lower())
    assert (again.kind, again.extra, room.key(again)) == (kind, request.extra, room.key(request))
    assert room.to_code(again) == code
    assert unordered(room.page(again)) == unordered(room.page(request))
    assert known.sheet_marks(again) == known.sheet_marks(request)


@pytest.mark.parametrize("known", [ARMY, DICE, MAP, CHINA], ids=str)
def test_questions_of_two_kinds_have_keys_of_their_own(known: Game) -> None:
    room = known.puzzles
    keys = [room.key(question(known, kind)) for kind in room.KINDS_OF_PUZZLE]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize(("known", "kind"), NAMED)
def test_what_is_asked_has_words_in_every_language(known: Game, kind: str) -> None:
    messages = known.puzzles.question_text(question(known, kind))
    assert messages and all(say(item, "en") and not english_in(item) for item in messages)


# --- codes that were typed wrong -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("known", "text", "primer"),
    [
        (ARMY, "9\n{}", TERRACOTTA),
        (ARMY, "x\n{}", TERRACOTTA),
        (MAP, "90 {}", MYSTICA),
        (MAP, "0 {}", MYSTICA),
        (MAP, "09 {}", MYSTICA),
        (CHINA, "9B\n{}", TIANXIA),
        (CHINA, "1Z\n{}", TIANXIA),
        (CHINA, "2B A D5\n{}", TIANXIA),
        (CHINA, "2B A D5 silk\n{}", TIANXIA),
        (CHINA, "2B A D99 silk +1 res\n{}", TIANXIA),
        (CHINA, "2B A D5 clay +1 res\n{}", TIANXIA),
    ],
)
def test_a_code_of_no_kind_player_or_ship_is_refused(known: Game, text: str, primer: str) -> None:
    room = known.puzzles
    position = known.to_text(question(known, room.KINDS_OF_PUZZLE[0]).state).strip()
    code = puzzlecode.encode(known.prefix, text.format(position), primer)
    with pytest.raises(InputError) as refused:
        room.from_code(code)
    assert refused.value.field in ("code", "player")


@pytest.mark.parametrize(
    ("known", "kind", "text", "primer"),
    [(CHINA, "goals", "0B\n{}", TIANXIA), (MAP, "area", "20 {}", MYSTICA)],
)
def test_a_code_of_a_kind_that_was_taken_out_is_refused_by_the_name_of_the_kind(
    known: Game, kind: str, text: str, primer: str
) -> None:
    room = known.puzzles
    position = known.to_text(question(known, room.KINDS_OF_PUZZLE[0]).state).strip()
    with refused("puzzle.code.gone", "code", kind=known.kind_named(kind)):
        room.from_code(puzzlecode.encode(known.prefix, text.format(position), primer))


# --- positions that ask nothing ---------------------------------------------------------------------------


def test_troyes_dice_asks_about_dice_that_make_a_puzzle_and_says_which_do_not() -> None:
    room, example = DICE.puzzles, DICE.examples.example
    assert room.of_state(example("dice", 2, 1), None).kind == "one-roll"
    assert room.of_state(example("dice", 2, 2), None).kind == "line-2"
    for left, rolls, kind in ((4, 2, None), (2, 1, "line-2"), (9, 1, None), (4, 2, "line-4")):
        with pytest.raises(InputError) as refused:
            room.of_state(example("dice", left, rolls), kind)
        assert refused.value.field == "table.rolls"
    with pytest.raises(InputError) as refused:
        room.of_state(example("dice", 0, 0), None)
    assert refused.value.field == "table"


def test_terracotta_army_asks_about_a_solo_game_on_the_standard_board() -> None:
    room, example = ARMY.puzzles, ARMY.examples.example
    for state in (example(1, 1, players=2), example(1, 0)):
        with pytest.raises(InputError) as refused:
            room.of_state(state, None)
        assert refused.value.field == "file"
    own = ARMY.own_values.load("musician_lead = 3\n")
    with pytest.raises(InputError) as refused:
        room.of_state(ARMY.with_components(example(1, 1), own), None)
    assert refused.value.field == "board"


def test_tianxia_s_deliveries_need_ships() -> None:
    state = replace(CHINA.examples.example(1, 1), plan=Plans())
    with pytest.raises(InputError) as refused:
        CHINA.puzzles.of_state(state, "deliveries")
    assert refused.value.field == "plan.deliveries.ships"


# --- answers in steps -------------------------------------------------------------------------------------


def words_of(known: Game, kind: str, name: str, messages: tuple[Phrase, ...]) -> list[str]:
    """Return the words of an answer's steps, which have words in every language."""
    steps = known.puzzles.steps(question(known, kind), name, messages)
    for language in languages():
        assert all(say(text, language) for step in steps for text in (step.text, step.ask) if text)
    return [step.word for step in steps]


def built(place: str) -> Phrase:
    return phrase("mystica.move.build", hex=("hex", place), n=1)


def test_an_answer_of_terra_mystica_is_chosen_step_by_step() -> None:
    messages = (phrase("mystica.puzzle.nothing"),)
    assert words_of(MAP, "last-action", "build E7", messages) == ["build", "build E7"]
    assert words_of(MAP, "town", "E7>D F4", messages) == ["E7 F4", "E7>D F4"]
    last = f"ship dig {CULTS[0]} {CULTS[0]} FAV6+{CULTS[1]} ACT4 pass"
    assert words_of(MAP, "liquidation", last, messages) == [
        "ship dig", f"{CULTS[0]} {CULTS[0]}", f"FAV6+{CULTS[1]} ACT4",
    ]  # fmt: skip


def test_an_answer_of_tianxia_is_chosen_step_by_step() -> None:
    nothing = (phrase("tianxia.puzzle.none"),)
    assert words_of(CHINA, "deliveries", "nothing", nothing) == [""]
    assert words_of(CHINA, "deliveries", "A12", nothing) == ["A", "12"]
    battles = [n for n, row in enumerate(question(CHINA, "wall").state.wall, 1) if row.battle]
    put = f"{battles[0]}tt"
    assert words_of(CHINA, "wall", put, nothing) == [put, *("" for _ in battles[1:])]


def test_an_answer_of_troyes_dice_is_die_action_number_and_what_is_left_to_choose() -> None:
    room: Any = DICE.puzzles
    rules, wording, vectors = (DICE.room(name) for name in ("rules", "move_text", "vectors"))
    request = question(DICE, "line-2")
    sheet, table = vectors.position(request.state)
    longest = 0
    for move in rules.legal_actions(sheet, table):
        name, summary = wording.notation(sheet, table, move), room.move_in_words(sheet, table, move)
        steps = room.steps(request, name, summary)
        assert steps[0].word == name.split()[0]
        assert " ".join(step.word for step in steps).split()[-1] == name.split()[-1] or len(steps) == 3
        longest = max(longest, len(steps))
    assert longest >= 3
