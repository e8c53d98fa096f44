"""A game in one sitting: what is asked is all that is legal, and answers lead where turns lead."""

from __future__ import annotations

from collections import Counter

import pytest

from pencilwright.games.rng import Stream
from pencilwright.games.shared.session import Prompt, Session
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import example, legality, sectors, session, transcript
from pencilwright.games.terracotta_army.rules import actions
from pencilwright.games.terracotta_army.session import questions
from pencilwright.games.terracotta_army.setup import draw
from pencilwright.games.terracotta_army.state import State, start
from pencilwright.templates.phrases import languages, say, width
from tests.refusals import has, noted, refused

from .helpers import at, solo, table, warrior


def sat(state: State) -> Session:
    return session.opened(session.begun(state, ()))


def drawn(seed: int, players: int = 1) -> State:
    hard = ",".join(str(option) for option in box.DIFFICULTIES if seed >> (option - 1) & 1)
    return start(draw(seed, players=players, difficulty=hard if players == 1 else ""))


def at_random(sitting: Session, stream: Stream, most: int = 10_000) -> Session:
    """Answer at random to the end, or so many questions."""
    while sitting.prompt is not None and most:
        picks = sitting.prompt.picks
        sitting.answer(picks[stream.below(len(picks))].key)
        most -= 1
    return sitting


def whole(seed: int, players: int) -> Session:
    """Play a game of random answers, and hold every position to the rules."""
    sitting = at_random(sat(drawn(seed, players)), Stream.from_seed(seed).fork("random session"))
    for turn in sitting.turns:
        assert legality.problems(turn.state) == []
        assert min(turn.state.stores) >= 0
        assert all(min(p.coins, p.wet, p.dry, p.score) >= 0 for p in turn.state.players)
    assert sitting.state.over
    text = transcript.to_text(session.record_of(sitting))
    assert transcript.parse(text).state == sitting.state
    return sitting


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_random_games_are_legal_to_the_end_and_their_transcripts_are_read_back(players: int) -> None:
    for seed in range(4):
        whole(seed, players)


@pytest.mark.long
def test_10_000_random_games_are_legal_to_the_end_and_their_transcripts_are_read_back() -> None:
    for seed in range(4, 10_004):
        whole(seed, 1 + seed % 4)


def test_what_was_played_is_what_its_line_plays_event_by_event() -> None:
    for players in (1, 2, 3):
        sitting = whole(11, players)
        read = transcript.parse(transcript.to_text(session.record_of(sitting)))
        for turn, other in zip(sitting.turns, read.turns, strict=True):
            assert (turn.line, turn.state, turn.events, turn.who) == (
                other.line,
                other.state,
                other.events,
                other.who,
            )


def test_taking_back_leads_through_every_question_to_the_beginning_and_forward_again() -> None:
    sitting = at_random(sat(drawn(5)), Stream.from_seed("undo"), 60)
    keys = [key for turn in sitting.turns for key in turn.answers or ()] + sitting.answers
    seen = []
    while True:
        seen.append((sitting.prompt, sitting.state))
        if not sitting.undo():
            break
    assert len(seen) == 61 and sitting.turns == [] and sitting.answers == []
    assert not sitting.undo()
    for key, (prompt, state) in zip([*keys, ""], reversed(seen), strict=True):
        assert sitting.prompt is not None and prompt is not None
        assert (sitting.prompt.words, sitting.prompt.picks, sitting.state) == (
            prompt.words,
            prompt.picks,
            state,
        )
        if key:
            sitting.answer(key)


def test_a_game_that_was_read_is_taken_back_turn_by_turn() -> None:
    sitting = whole(6, 2)
    read = session.opened(transcript.parse(transcript.to_text(session.record_of(sitting))))
    requests = [turn for turn in sitting.turns if turn.line != "end"]
    for left in range(len(requests), 0, -1):
        assert read.undo()
        assert read.prompt is not None and not read.answers
        assert len([turn for turn in read.turns if turn.line != "end"]) == left - 1
    assert not read.undo()


def test_the_answers_of_a_turn_that_goes_on_are_taken_up_again() -> None:
    sitting = at_random(sat(drawn(9)), Stream.from_seed("answers"), 45)
    while not sitting.answers:
        at_random(sitting, Stream.from_seed("more"), 1)
    again = session.opened(session.record_of(sitting), sitting.answers)
    assert again.prompt is not None and sitting.prompt is not None
    assert (again.prompt.words, again.prompt.picks) == (sitting.prompt.words, sitting.prompt.picks)


def test_rolled_dice_follow_from_the_game_and_taking_back_changes_none() -> None:
    lower, other = sat(drawn(3)), session.opened(session.begun(drawn(3), ("Ana",)))
    first = lower.roll()
    assert other.roll() == first
    assert lower.undo()
    assert lower.roll() == first
    rolls = Counter(sat(drawn(seed)).roll() for seed in range(600))
    doubles = sum(count for dice, count in rolls.items() if dice[0] == dice[1])
    assert 60 < doubles < 140, "a double comes once in six, not once in three and a half"


def test_a_person_decides_where_nothing_is_rolled() -> None:
    sitting = sat(drawn(0, 2))
    with refused("session.no_dice"):
        sitting.roll()


@pytest.mark.parametrize("text", ["3 5", "5 3", "53", "3,5", " 35 "])
def test_dice_are_typed_as_they_lie(text: str) -> None:
    sitting = sat(drawn(3))
    sitting.answer(text)
    assert sitting.answers[:1] == ["35"] or sitting.turns[0].line.startswith("P dice 3,5")


def test_what_may_not_be_picked_is_one_sentence_with_what_may() -> None:
    sitting = sat(drawn(0, 2))
    with refused("session.no_pick", keys="[1, 2, 3]", text="9"):
        sitting.answer("9")
    while sitting.prompt is not None:
        at_random(sitting, Stream.from_seed("end"))
    with refused("session.over"):
        sitting.answer("1")


def test_every_choice_that_the_rules_list_can_be_reached_and_no_other() -> None:
    """Of all ways through the questions of an action each choice of the rules is reached exactly once."""
    state = table(
        2, warrior("Y", "guard", "C3"), warrior("Y", "officer", "G5"), warrior("P", "officer", "D3")
    )
    player = state.players[0]
    player.coins, player.wet, player.active = 7, 4, box.WEAPONS
    reached = 0
    for ring, action in (("middle", "m:censor"), ("middle", "m:chancellor"), ("outer", "specialist")):
        sector = at(state, ring, action)
        fresh = state.clone()
        mover = fresh.player(player.letter)
        actions.place(fresh, mover, sector, False)
        listed = list(actions.legal_actions(fresh, mover, sector, ring))
        results = list(ways(fresh, mover.letter, sector, ring))
        assert sorted(map(str, results)) == sorted(map(str, listed))
        reached += len(results)
    assert reached > 100


def ways(state: State, letter: str, sector: int, ring: str, taken: tuple[str, ...] = ()) -> list[object]:
    """Every choice that some answers lead to, by trying all answers."""
    talk = questions._Asking(state, state.player(letter)).choice(sector, ring)
    try:
        prompt = next(talk)
        for key in taken:
            prompt = talk.send(key)
    except StopIteration as done:
        return [done.value]
    return [way for pick in prompt.picks for way in ways(state, letter, sector, ring, (*taken, pick.key))]


def test_the_rules_of_the_questions_are_those_of_the_turn() -> None:
    state = solo()
    sitting = sat(state)
    sitting.answer("11")
    while sitting.prompt is not None and sitting.prompt.dice is not None:
        sitting.roll()
    assert sitting.prompt is not None
    keys = [pick.key for pick in sitting.prompt.picks]
    assert len(keys) == 3 and len(sitting.turns) == 1
    sitting.answer("1")
    taken = {worker for worker, held in enumerate(sitting.state.wheel, 1) if held}
    assert {int(pick.key) for pick in sitting.prompt.picks} == set(sectors.NUMBERS) - taken


def test_a_sector_that_is_not_free_says_why() -> None:
    state = table(2)
    mover = state.to_move()
    assert mover is not None
    state.set_workers(3, "Pa")
    state.set_workers(5, "Pc")

    def asked() -> Prompt:
        talk = session.turn(state)
        assert talk is not None and next(talk) is not None
        return talk.send("1")

    barred = {bar.key: noted(bar.why) for bar in asked().barred}
    closed = "terracotta.session.closed"
    assert barred == {"3": f"{closed}.artisan", "5": f"{closed}.craftsman"}
    with refused("session.barred", key="3", why="terracotta.session.closed.artisan"):
        asked().key_of("3")
    mover.artisans = 1
    assert [bar.key for bar in asked().barred] == ["3"]


def test_what_would_change_nothing_is_not_offered() -> None:
    state = table(2)
    player = state.players[0]
    for dry, stores, offered in ((0, [0, 0, 1, 0], False), (3, [1, 1, 1, 1], True)):
        player.dry, player.masters, state.stores = dry, ("blacksmith", "chancellor"), tuple(stores)
        player.active = () if offered else box.WEAPONS
        for ring, action in (("inner", "moisten"), ("middle", "m:blacksmith")):
            sector = at(state, ring, action)
            results = {str(way) for way in ways(state, player.letter, sector, ring)}
            listed = {str(action) for action in actions.legal_actions(state, player, sector, ring)}
            assert (results == listed) is offered and results <= listed
        results = set(map(str, ways(state, player.letter, at(state, "middle", "m:chancellor"), "middle")))
        assert len(results) == 3 + (6 if offered else 3)


def test_an_action_that_cannot_be_done_says_why() -> None:
    """Wherever the action itself is not offered there is a reason, and nowhere else."""
    reasons = set()
    for seed in range(12):
        sitting = sat(drawn(seed, 1 + seed % 4))
        stream = Stream.from_seed(seed)
        while sitting.prompt is not None and len(sitting.turns) < 24:
            keys = {noted(pick.words) for pick in sitting.prompt.picks}
            if sitting.prompt.words.key == "terracotta.session.ask.deed":
                deed, nothing = "terracotta.session.deed", "terracotta.did.nothing"
                others = (f"{deed}.clay", f"{deed}.coin", f"{deed}.buy", f"{deed}.nothing", nothing)
                offered = {key for key in keys if not key.startswith(others)}
                assert bool(offered) != bool(sitting.prompt.barred)
                reasons |= {noted(bar.why) for bar in sitting.prompt.barred}
            at_random(sitting, stream, 1)
    assert len(reasons) > 8 and any("have=(terracotta.count.wet" in reason for reason in reasons)


def test_names_are_given_in_the_order_of_the_seats() -> None:
    game = session.begun(drawn(0, 3), ("Ana", "Ben"))
    named = {player.colour: player.name for player in game.begin.players}
    assert named == {"yellow": "Ana", "purple": "Ben", "green": ""}
    alone = session.begun(drawn(0), ("Ana",)).begin
    assert alone.human.name == "Ana" and alone.him.name == ""
    with refused("terracotta.session.names", n=2, players=1):
        session.begun(drawn(0), ("Ana", "Ben"))


def test_the_verdict_of_equal_points_goes_to_him_and_to_who_is_earlier() -> None:
    state = solo()
    state.human.score, state.him.score = 50, 50
    assert has(session.verdict(state), "terracotta.session.level him=50 n=0 you=50")
    state.human.score = 53
    assert has(session.verdict(state), "terracotta.session.won him=50 n=3 you=53")
    state.human.score = 49
    assert has(session.verdict(state), "terracotta.session.lost him=50 n=1 you=49")
    several = table(3)
    several.players[2].score = 7
    assert has(session.verdict(several), "terracotta.session.wins n=7 player=(terracotta.player.green)")
    several.players[1].score = 7
    assert has(session.verdict(several), "terracotta.session.wins.tie n=7 player=(terracotta.player.purple)")


@pytest.mark.parametrize("language", languages())
def test_the_picture_fits_a_terminal_of_100_columns(language: str) -> None:
    states = [
        example.example(seed, left, players=players)
        for seed, left, players in ((1, 1, 1), (2, 0, 4), (3, 3, 2))
    ]
    states += [turn.state for turn in whole(2, 4).turns[-8:]]
    for state in states:
        lines = session.picture(state, language).splitlines()
        assert max(map(width, lines)) <= 100
        assert len(lines) < 36


@pytest.mark.parametrize("language", languages())
def test_every_question_and_every_pick_has_words(language: str) -> None:
    sitting, stream, question = sat(drawn(2)), Stream.from_seed("words"), set()
    while sitting.prompt is not None:
        prompt = sitting.prompt
        question.add(prompt.words.key)
        assert say(prompt.words, language) and say(prompt.who, language)
        assert all(say(pick.words, language) for pick in prompt.picks)
        assert len({pick.key for pick in prompt.picks}) == len(prompt.picks) > 1
        sitting.answer(prompt.picks[stream.below(len(prompt.picks))].key)
    assert len(question) > 8
