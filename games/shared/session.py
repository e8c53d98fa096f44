"""A game played in one sitting: what is asked, what is answered, and taking back without end.

A game gives its turns as conversations: generators that yield a prompt for each thing to be decided, are sent
the key of what was picked, and return what was played.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple, TypeAlias

from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.templates.phrases import Phrase, Sentence, phrase

LONGEST_ANSWER: Final = 100
MOST_SHOWN: Final = 30


class Pick(NamedTuple):
    """One thing that may be picked: what is typed for it, and what it is.

    Attributes
    ----------
    marks : marks of the sheet that it would set, where a drawing shows it; () where none does.
    price : what it costs, "" for nothing. tag : the same as a number or two, such as "−3".
    face : of a die, its letter of colour ("b" for black) and its value, such as "r5"; "" for anything else.
    place : of the drawing, where it is tapped: "sector.3", "ring.0" from the inside, "at.E4"; "" for none.
    """

    key: str
    words: Sentence
    marks: tuple[str, ...] = ()
    price: Sentence = ""
    face: str = ""
    tag: str = ""
    place: str = ""


class BarredPick(NamedTuple):
    """Something that may not be picked now, and why. face : as of Pick."""

    key: Sentence
    why: Sentence
    face: str = ""

    @property
    def named(self) -> Phrase:
        """The two together."""
        return phrase("session.barred", key=self.key, why=self.why)


class ToldPart(NamedTuple):
    """One of several things that are told at once: what it is, what it may be, the likely one first.

    is_open : whether nothing is likely.
    """

    words: Sentence
    picks: tuple[Pick, ...]
    is_open: bool = False


class SessionEvent(NamedTuple):
    """Something that happened, and the rule that decided it, "" where nobody asks.

    state : the position then, None where it is not drawn step by step.
    """

    words: Sentence
    rule: Sentence = ""
    state: Any = None


class Sector(NamedTuple):
    """A sector of a wheel of actions as it is drawn.

    Attributes
    ----------
    actions : from the inside out: name of an icon, and a number beside it, 0 for none.
    workers : letter of each worker's player, and whether the worker is a large one.
    store : the storehouse of its quarter.
    is_marked : whether a marker stands on it.
    """

    actions: tuple[tuple[str, int], ...]
    workers: tuple[tuple[str, bool], ...]
    store: int
    is_marked: bool = False


class BoardDrawing(NamedTuple):
    """What a page draws of a position.

    Attributes
    ----------
    points : who, points, and whether a person plays.
    round : the round, in words.
    grid : rows of codes; () where there is none.
    lines : row and column that are looked at, from 0.
    sectors : of the wheel, clockwise from the top; () where there is none.
    stores : what lies on each storehouse.
    figure : template and data of a drawing beside it; None for none.
    marks : mark id -> value of the game's score sheet, where the position stands on it; None elsewhere.
    """

    points: tuple[tuple[Sentence, int, bool], ...]
    round: Phrase
    grid: tuple[tuple[str, ...], ...] = ()
    lines: tuple[int, int] = (0, 0)
    sectors: tuple[Sector, ...] = ()
    stores: tuple[int, ...] = ()
    figure: tuple[str, Mapping[str, object]] | None = None
    marks: Mapping[str, str] | None = None


class Prompt(NamedTuple):
    """Something that is to be decided now.

    Attributes
    ----------
    who : who decides; what stands before the cursor.
    words : the question.
    picks : all that is legal.
    state : the position as it stands in the middle of the turn.
    events : what has happened in the turn so far.
    is_brief : whether the keys say all: names of spaces, dice.
    dice : rolls for it, where dice or chance decide; None where a person does.
    barred : what is there and may not be picked.
    is_on_wheel : whether the wheel is what is decided about, and not the rest of the table.
    faces : what stands before the number of each die, where dice are given one by one; () elsewhere.
    parts : what is told at once: the answer is a key of each, with blanks between; () elsewhere.
    usual : key that is likely meant, where one is: the others are offered beside what follows.
    parse : returns the keys that a longer answer means: of this prompt and of those that follow.
        Raises InputError for an answer that is none. None: only keys are answers.
    """

    who: Sentence
    words: Phrase
    picks: tuple[Pick, ...]
    state: Any
    events: tuple[SessionEvent, ...] = ()
    is_brief: bool = False
    dice: Callable[[Stream], str] | None = None
    barred: tuple[BarredPick, ...] = ()
    faces: tuple[str, ...] = ()
    usual: str = ""
    parse: Callable[[str], tuple[str, ...]] | None = None
    is_on_wheel: bool = False
    parts: tuple[ToldPart, ...] = ()

    def keys_of(self, text: str) -> tuple[str, ...]:
        """Return the keys that a person means, the first one of this prompt. Raises InputError for none."""
        try:
            return (self.key_of(text),)
        except InputError:
            if self.parse is None:
                raise
        return self.parse(text)

    def key_of(self, text: str) -> str:
        """Return the key that a person means. Raises InputError for none of them.

        Case, blanks and commas do not matter, nor the order of dice.
        """
        given = text.split()
        if self.parts and len(given) == len(self.parts):
            pairs = zip(given, self.parts, strict=True)
            if all(any(pick.key == key for pick in part.picks) for key, part in pairs):
                return " ".join(given)
        plain = "".join(text.replace(",", " ").split()).upper()
        known = {pick.key.upper(): pick.key for pick in self.picks}
        dice = "".join(sorted(plain)) if self.dice is not None else plain
        if (result := known.get(plain) or known.get(dice)) is not None:
            return result
        for bar in self.barred:
            if isinstance(bar.key, str) and bar.key.upper() == plain:
                raise InputError(bar.named, field="answer")
        if self.dice is not None and self.is_brief:
            first, last = self.picks[0].words, self.picks[-1].words
            raise InputError(
                phrase("session.no_roll", text=text.strip()[:LONGEST_ANSWER], first=first, last=last),
                field="answer",
            )
        keys = tuple(pick.key for pick in self.picks[:MOST_SHOWN])
        more = len(self.picks) - len(keys)
        message = phrase("session.no_pick", text=text.strip()[:LONGEST_ANSWER], keys=keys)
        if more:
            message = phrase("session.no_pick.more", text=text.strip()[:LONGEST_ANSWER], keys=keys, n=more)
        raise InputError(message, field="answer")


class Played(NamedTuple):
    """A turn, or another part of the game, that was played.

    Attributes
    ----------
    who : whose turn it was, or what it was, in words.
    line : as the transcript has it.
    state : the position afterwards.
    events : what happened.
    answers : what was answered, a key or a whole rest of the turn each; None where that is not known.
    is_end : whether it is the end of a round.
    play : the turn as an adviser names it, "" where none does.
    """

    who: Sentence
    line: str
    state: Any
    events: tuple[SessionEvent, ...]
    answers: tuple[str, ...] | None = None
    is_end: bool = False
    play: str = ""


Conversation: TypeAlias = Generator[Prompt, str, Played]


def one_turn(
    begin: Any, turn_of: Callable[[Any], Conversation | None], answers: Sequence[str] = ()
) -> Session:
    """Return the turn that comes next in a position, with its first answers; no other turn follows it.

    Raises InputError for an answer that may not be given, where the game is over, and as `turn_of` does.
    """
    session = Session(begin, lambda state: turn_of(state) if state is begin else None, "")
    if session.prompt is None and not session.turns:
        raise InputError(phrase("session.over"), field="answers")
    for answer in answers:
        session.answer(answer)
    return session


def picked(session: Session) -> list[Pick]:
    """Return what is picked in the first turn of a session, answer by answer; dice are not among it."""
    answers = (session.turns[0].answers or ()) if session.turns else session.answers
    results: list[Pick] = []
    if (talk := session.turn_of(session.begin)) is None:
        return results
    with suppress(StopIteration):
        prompt = next(talk)
        for key in answers:
            results += [pick for pick in prompt.picks if pick.key == key and prompt.dice is None]
            prompt = talk.send(key)
    return results


class Session:
    """A game in progress: the position that it began with, what was played, and what is asked now.

    Attributes
    ----------
    begin : the position at the beginning.
    turns : what was played since.
    answers : keys picked in the turn that is going on.
    prompt : what is to be decided now; None when the game is over.
    turn_of : the conversation of the turn that comes next in a position.
    """

    def __init__(
        self,
        begin: Any,
        turn_of: Callable[[Any], Conversation | None],
        seed: str,
        turns: Iterable[Played] = (),
        answers: Sequence[str] = (),
    ) -> None:
        """Go on with a game.

        Parameters
        ----------
        turn_of : the conversation of the turn that comes next in a position; None when the game is over.
        seed : what rolled dice follow from, so that whoever has it can play the same game.
        """
        self.begin, self.turns = begin, list(turns)
        self.answers: list[str] = []
        self.prompt: Prompt | None = None
        self.turn_of, self._seed = turn_of, seed
        self._talk: Conversation | None = None
        self._open(answers)

    @property
    def state(self) -> Any:
        """The position before the turn that is going on."""
        return self.turns[-1].state if self.turns else self.begin

    def answer(self, text: str) -> None:
        """Pick what a person typed. Raises InputError for what may not be picked, and at the end."""
        if self.prompt is None:
            raise InputError(phrase("session.over"), field="answer")
        for key in self.prompt.keys_of(text):
            self._send(key)

    def _send(self, key: str) -> None:
        """Answer the prompt with one of its keys."""
        if self.prompt is None or self._talk is None:
            raise InputError(phrase("session.over"), field="answer")
        self.answers.append(self.prompt.key_of(key))
        try:
            self.prompt = self._talk.send(self.answers[-1])
        except StopIteration as done:
            self._note(done.value)
            self._open()

    def roll(self) -> str:
        """Roll what is asked for, and return it. Raises InputError where a person has to decide.

        Taking back changes no dice: the same turn of the same game rolls the same.
        """
        if self.prompt is None or self.prompt.dice is None:
            raise InputError(phrase("session.no_dice"), field="answer")
        name = f"turn {len(self.turns)} answer {len(self.answers)}"
        key = self.prompt.dice(Stream.from_seed(self._seed).fork("session").fork(name))
        self.answer(key)
        return key

    def undo(self) -> bool:
        """Take back the last answer; a turn read from a transcript, whole. Return whether there was any."""
        answers = tuple(self.answers)
        while not answers:
            if not self.turns:
                self._open()
                return False
            last = self.turns.pop()
            if last.answers is None and self._asks(self.state):
                self._open()
                return True
            answers = last.answers or ()
        self._open(answers[:-1])
        return True

    def _asks(self, state: Any) -> bool:
        """Return whether the turn that comes next in a position asks anything."""
        talk = self.turn_of(state)
        with suppress(StopIteration):
            return talk is not None and next(talk) is not None
        return False

    def _note(self, played: Played) -> None:
        self.turns.append(played._replace(answers=tuple(self.answers)))
        self.answers = []

    def _open(self, answers: Sequence[str] = ()) -> None:
        """Begin the turn that comes next, with what is answered already; what asks nothing is played."""
        self.prompt, self._talk, self.answers = None, None, []
        while (talk := self.turn_of(self.state)) is not None:
            try:
                prompt = next(talk)
                for text in answers:
                    self.answers.append(prompt.key_of(text))
                    prompt = talk.send(self.answers[-1])
            except StopIteration as done:
                self._note(done.value)
                answers = ()
                continue
            self.prompt, self._talk = prompt, talk
            return
