"""A half-day choice by choice: what is asked leads to each legal move once, and to where its line leads."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.shared.session import Conversation, Prompt, Session
from pencilwright.games.troyes_dice import commands, example, legality, marks, session
from pencilwright.games.troyes_dice.play import move_text, rules, transcript
from pencilwright.games.troyes_dice.play.vectors import position
from pencilwright.games.troyes_dice.setup import draw
from pencilwright.games.troyes_dice.state import State, start
from pencilwright.templates.phrases import languages, say
from tests.refusals import noted, refused


def fresh(seed: int, *, expansion: bool = False) -> Session:
    return session.opened(session.begun(start(draw(seed, expansion=expansion)), ()))


def at_random(game: Session, stream: Stream, most: int = 10_000) -> Session:
    while game.prompt is not None and most:
        picks = game.prompt.picks
        game.answer(picks[stream.below(len(picks))].key)
        most -= 1
    return game


def lines(state: State) -> list[str]:
    """The lines of all half-days that answers lead to."""
    results: list[str] = []

    def follow(answers: tuple[str, ...]) -> None:
        game = Session(state, once, "", answers=answers)
        if game.prompt is None:
            results.append(game.turns[0].line)
            return
        for pick in game.prompt.picks:
            follow((*answers, pick.key))

    def once(now: State) -> Conversation | None:
        return session.turn(now) if now is state else None

    follow(())
    return results


@pytest.mark.parametrize("seed", range(6))
def test_answers_lead_to_every_legal_move_once(seed: int) -> None:
    state = example.example(seed, 1 + seed % 5)
    sheet, table = position(state)
    legal = [move_text.notation(sheet, table, move) for move in rules.legal_actions(sheet, table)]
    assert sorted(line.partition(" | ")[2] for line in lines(state)) == sorted(legal)


@pytest.mark.parametrize("expansion", [False, True])
def test_random_games_are_legal_to_the_end_and_are_what_their_transcript_says(expansion: bool) -> None:
    for seed in range(3):
        game = at_random(fresh(seed, expansion=expansion), Stream.from_seed(seed))
        assert commands.is_over(game.state)
        for turn in game.turns:
            assert legality.problems(turn.state) == []
        record = session.record_of(game)
        again = session.opened(transcript.parse(transcript.to_text(record)))
        assert [(item.line, item.state, item.events) for item in again.turns] == [
            (item.line, item.state, item.events) for item in game.turns
        ]
        assert game.state == record.state()
        read, wrong = marks.read(marks.to_marks(game.state), game.state.setup)
        assert (read, wrong) == (game.state, ())


def test_dice_are_taken_in_any_order_and_a_move_may_be_typed_whole() -> None:
    game = fresh(1)
    game.answer("5 1, b3 5")
    assert game.answers == ["b3155"]
    prompt = game.prompt
    assert prompt is not None
    sheet, table = position(prompt.state)
    for move in rules.legal_actions(sheet, table):
        text = move_text.notation(sheet, table, move)
        whole = fresh(1)
        whole.answer("b3155")
        whole.answer(text)
        assert whole.turns[-1].line.endswith(f"| {text}")


def test_rolled_dice_are_those_that_the_share_code_gives() -> None:
    game = fresh(4)
    fair = transcript.fair_rolls(session.code_of(game.begin))
    while game.prompt is not None:
        if game.prompt.dice is not None:
            assert game.roll() == "".join(transcript.dice_in_words(fair[len(game.turns)]).split())
        else:
            game.answer(game.prompt.picks[0].key)
    assert [turn.roll for turn in session.record_of(game).turns] == fair


def test_a_pick_names_marks_that_its_turn_sets() -> None:
    for seed in range(8):
        state, stream = example.example(seed, 3), Stream.from_seed(seed).fork("marks")
        game, named = Session(state, session.turn, ""), []
        while game.prompt is not None and not game.turns:
            pick = game.prompt.picks[stream.below(len(game.prompt.picks))]
            named += pick.marks
            game.answer(pick.key)
        before, after = marks.to_marks(state), marks.to_marks(game.turns[0].state)
        assert all(before.get(mark) != after.get(mark) for mark in named)


def test_prompts_are_said_in_every_language_and_bars_say_why() -> None:
    for seed in range(4):
        game = fresh(seed)
        stream = Stream.from_seed(seed).fork("words")
        while isinstance(game.prompt, Prompt):
            for language in languages():
                assert say(game.prompt.words, language)
                assert all(say(pick.words, language) for pick in game.prompt.picks)
                assert all(say(bar.named, language) for bar in game.prompt.barred)
            game.answer(game.prompt.picks[stream.below(len(game.prompt.picks))].key)
        assert all(say(session.verdict(game.state), language) for language in languages())


def test_a_position_in_the_middle_is_no_beginning_of_a_game_that_is_written_down() -> None:
    with refused("troyes.session.not_begin"):
        session.begun(example.example(1, 3), ())
    with refused("troyes.session.names"):
        session.begun(start(draw(1)), ("Ana", "Ben"))


def test_what_is_typed_whole_goes_on_from_the_die_that_is_picked_and_takes_no_other() -> None:
    state = example.example(2, 3)
    sheet, table = position(state)
    by_die: dict[int, str] = {}
    for move in rules.legal_actions(sheet, table):
        if move.code != rules.FALLBACK:
            by_die[rules.decode(move.code).slot] = move_text.notation(sheet, table, move)
    (_, other), (die, text), *_ = by_die.items()
    game = Session(state, session.turn, "")
    game.answer(f"s{die}")
    with pytest.raises(InputError) as caught:
        game.answer(other)
    assert caught.value.field == "move" and not game.turns
    game.answer(text)
    assert game.turns[0].line.endswith(f" | {text}")


def test_advice_is_asked_once_the_dice_lie() -> None:
    game = fresh(1)
    assert session.advice_of(game) is None, "the dice are still to be rolled"
    game.answer("b3155")
    asked = session.advice_of(game)
    assert asked is not None and asked[0].table is not None and asked[0].table.rolls and asked[1] == {}
    assert session.advice_of(at_random(fresh(1), Stream.from_seed(1))) is None, "the game is over"


def test_a_page_draws_the_sheet_with_its_points_and_whose_half_day_it_is() -> None:
    state = example.example(3, 3)
    drawn = session.drawing(state)
    ((who, points, is_person),) = drawn.points
    assert (points, is_person) == (rules.final_score(position(state)[0]), True) and noted(
        who
    ) == "troyes.session.you"
    assert drawn.marks == marks.to_marks(state)
    assert say(drawn.round, "en") == say(session.mover(state), "en")
    assert all(session.picture(state, language) for language in languages())
    over = at_random(fresh(1), Stream.from_seed(1)).state
    assert noted(session.mover(over)) == "troyes.status.over"


def test_a_building_marked_by_hand_brings_its_citizens_once() -> None:
    state = start(draw(1))
    built = session.brought(state, "building.town_hall.2")
    assert built.sheet.built.town_hall == (2,) and state.sheet.built.town_hall == ()
    assert built.sheet.citizens != state.sheet.citizens
    assert session.brought(built, "building.town_hall.2") == built, "it stands there already"
    assert session.brought(state, "citizens.red.1") == state, "only buildings bring something"
    market = session.brought(state, "building.great_market.2")
    assert market.sheet.built.great_market == (2,)
    assert market.sheet.citizens == state.sheet.citizens, "what it gains hangs on the dice"


def test_a_game_needs_a_setup_and_names_its_player() -> None:
    unknown = replace(start(draw(1)), setup=None)
    assert session.code_of(unknown) == ""
    with pytest.raises(InputError):
        session._setup_of(unknown)
    game = session.opened(session.begun(start(draw(1)), ("Ana",)))
    assert game.prompt is not None and say(game.prompt.who, "en").startswith("Ana")


def test_a_citizen_of_any_colour_is_picked_by_its_track_which_is_marked() -> None:
    state = example.example(20, 2)
    sheet, table = position(state)
    move = move_text.parse_move("s1:D R3 prestige red", sheet, table)
    moves = session._Moves(state, session.mover(state))
    wanted = {moves.key(move, stage) for stage in range(session.CHOICE + len(move.choices))}
    game, asked = Session(state, session.turn, ""), []
    while game.prompt is not None and not game.turns:
        asked = [*game.prompt.picks]
        game.answer(next(pick.key for pick in asked if pick.key in wanted))
    assert game.turns[0].line.endswith("| s1:D R3 prestige red")
    assert {pick.key for pick in asked} >= {"red", "white"}
    after = marks.to_marks(game.turns[0].state)
    (mark,) = next(pick.marks for pick in asked if pick.key == "red")
    assert mark in after and mark not in marks.to_marks(state)
