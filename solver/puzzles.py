"""Puzzles of every game: candidates are weighed, checked a second way, rated by players, kept or thrown away.

What a game brings stands in its module solver.<game>.puzzles; docs/rooms.md lists it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from importlib import import_module
from typing import Any, Final, NamedTuple, Protocol, cast

import msgspec

from pencilwright import games
from pencilwright.games.errors import InputError
from pencilwright.games.question import Question
from pencilwright.games.shared.answers import Plan
from pencilwright.solver.verify import Disagreement
from pencilwright.templates.phrases import Phrase, Word, phrase

LEVELS: Final = ("easy", "medium", "hard", "expert")
LADDER: Final = ("random", "greedy", "eye", "short", "long")
"""The players that try each puzzle, the least first; docs/puzzles.md says what each does."""
EASY_SHARE: Final = 0.5
"""A player finds a puzzle's answer when this share of its tries does."""
FULL_CREDIT: Final = 10
PROVED: Final = 10
"""So many of the best answers are proved a second time at least, where not all of them are."""
NO_POSITION, FEW, TIED, SMALL, IDLE, UNPROVED, COOKED = (
    "no_position", "few", "tied", "small", "idle", "unproved", "cooked",
)  # fmt: skip
"""Why a candidate makes no puzzle: the ends of keys of the words, after THROWN."""
THROWN: Final = "puzzles.thrown"
NOTHING: Final = ("nothing", "pass")
"""Answers that make a dull puzzle when they are best."""


class Unproved(RuntimeError):
    """One of the two ways did not end within its limit: the candidate is thrown away."""


class Cooked(Unproved):
    """Another answer is as good as the best, or better than the list says of the next one."""


class Reply(NamedTuple):
    """One answer that may be given.

    Attributes
    ----------
    name : its short form, as a person types it.
    value : what it is worth, exactly.
    same : short forms of answers that come to the very same position.
    text : the answer in words.
    is_bound : it is worth at most `value`, perhaps less.
    """

    name: str
    value: Fraction
    same: tuple[str, ...] = ()
    text: tuple[Phrase, ...] = ()
    is_bound: bool = False


class Weighed(NamedTuple):
    """All answers to a question, the best first, and the best line where the answer only begins it.

    The best answer is never a bound.
    `workings` is whatever the game's module wants to see again when it checks and rates.
    """

    options: tuple[Reply, ...]
    line: tuple[tuple[Phrase, ...], ...] = ()
    workings: Any = None


class Candidate(NamedTuple):
    """An answer, what it does, and how it looks to the players of the ladder: see `by_views`."""

    option: Reply
    done: Any
    views: tuple[int, ...]


class Workings(NamedTuple):
    """What weighing leaves of candidates: of each answer what it does, and how it looks."""

    done: tuple[Any, ...] = ()
    views: tuple[tuple[int, ...], ...] = ()


def ranked(candidates: Iterable[Candidate], most: int) -> Weighed:
    """Return candidates as answers, the best first; none where there are more than can be printed."""
    results = sorted(candidates, key=lambda item: (-item.option.value, item.option.name))
    return with_more(Weighed((), workings=Workings()), *(results if len(results) <= most else ()))


def with_more(weighed: Weighed, *candidates: Candidate) -> Weighed:
    """Return answers with further ones behind them."""
    options, own = list(weighed.options), weighed.workings
    for option, done, views in candidates:
        options.append(option)
        own = own._replace(done=(*own.done, done), views=(*own.views, views))
    return weighed._replace(options=tuple(options), workings=own)


class Tries(NamedTuple):
    """How a player of the ladder answers: shares of its tries by index of the option."""

    shares: Mapping[int, float]


def best_of(values: Sequence[float]) -> Tries:
    """Return the choice of the greatest value; of equals the one that is worth least: luck never helps."""
    best = max(values)
    return Tries({max(at for at, value in enumerate(values) if value == best): 1.0})


def by_views(_question: Question, weighed: Weighed, _seed: str) -> Mapping[str, Tries]:
    """Return how the players of the ladder answer who each see an option's worth more or less coarsely.

    weighed.workings.views : of each option, its worth as the greedy player, the eye, the short and the long
        look see it. Each chooses what looks best; of several that look alike it may take any.
    """
    results = {}
    for name, values in zip(LADDER[1:], zip(*weighed.workings.views, strict=True), strict=True):
        most = max(values)
        best = [index for index, value in enumerate(values) if value == most]
        results[name] = Tries({index: 1 / len(best) for index in best})
    return results


class WorthPart(NamedTuple):
    """What a part of a worth comes from: the same in all answers (`id`), in words, and how much it brings."""

    id: str
    words: Word
    worth: Fraction


class Why(NamedTuple):
    """Why an answer is best: a part's words, by how much it leads the next answer ("": no number), its id."""

    words: Word
    lead: str = ""
    id: str = ""


def against(options: Sequence[Reply], parts: Callable[[int], Iterable[WorthPart]]) -> tuple[Why, ...]:
    """Return what parts the best answer from the next one, the greatest first; () where that is a bound.

    parts : what the worth of the option of an index is made of.

    Raises Disagreement when the parts are not all of a worth.
    """
    if options[1].is_bound:
        return ()
    words: dict[str, Word] = {}
    leads: dict[str, Fraction] = {}
    for index, sign in ((0, 1), (1, -1)):
        listed = [part for part in parts(index) if part.worth]
        if sum(part.worth for part in listed) != options[index].value:
            raise Disagreement(f"the parts of {options[index].name} are not its worth: a defect")
        for part in listed:
            words.setdefault(part.id, part.words if sign > 0 else phrase("puzzles.without", part=part.words))
            leads[part.id] = leads.get(part.id, Fraction()) + sign * part.worth
    ordered = sorted(leads.items(), key=lambda item: -abs(item[1]))
    return tuple(Why(words[name], str(lead), name) for name, lead in ordered if lead)


def leading(reasons: Sequence[Why]) -> str:
    """Return the id of what leads the next answer most, "" where nothing does: a hint says to look there."""
    return next((item.id for item in reasons if not item.lead.startswith("-")), "")


class Puzzle(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle that was weighed and rated.

    Attributes
    ----------
    game, kind, code : which puzzle it is; the code holds the whole position.
    key : equal for puzzles that are the same up to symmetry.
    answers : the best first.
    line : the best line, one list of phrases a move; empty where the answer is a single move.
    hints : from vague to plain.
    measures : share of the tries of each player of the ladder that found the answer.
    level : 0 to 3, see LEVELS. difficulty : 0 to 100.
    trap : index of the wrong answer that the players of the ladder like most, 0 when they like none.
    reasons : why the best answer is best.
    """

    game: str
    kind: str
    code: str
    key: str
    answers: tuple[Reply, ...]
    line: tuple[tuple[Phrase, ...], ...]
    hints: tuple[Phrase, ...]
    measures: dict[str, float]
    level: int
    difficulty: int
    trap: int
    reasons: tuple[Why, ...]

    @property
    def margin(self) -> Fraction:
        """How far the second best answer lies below the best; at least so far, where it is a bound."""
        return self.answers[0].value - self.answers[1].value


class Made(msgspec.Struct, frozen=True):
    """What became of a candidate: a puzzle, or the reason why there is none."""

    puzzle: Puzzle | None
    reason: str = ""


class Puzzles(Protocol):
    """The module `puzzles`: what the puzzles of a game are made of; solver/puzzles.py does the rest."""

    @property
    def MARGIN(self) -> Mapping[str, Fraction]:
        """Kind -> how far the best answer leads at least."""

    @property
    def FEWEST(self) -> Mapping[str, int]:
        """Kind -> answers at least."""

    @property
    def CREDIT_STEP(self) -> Mapping[str, Fraction]:
        """Kind -> what is lost for one of ten points of credit."""

    def candidate(self, kind: str, seed: str, /) -> Question | None:
        """Return the question of a seed, None where it leads to none."""

    def weigh(self, question: Question, /) -> Weighed:
        """Return all answers with their worth. Raises Unproved beyond the limit of work."""

    def confirm(self, question: Question, weighed: Weighed, seed: str, /) -> Phrase | None:
        """Reckon the answers a second way; return what is to be said of the proof, None for nothing.

        Raises Disagreement when the two ways differ, Unproved beyond the limit of work, and Cooked for
        another answer as good.
        """

    def plan_of(self, question: Question, weighed: Weighed, index: int, /) -> Plan:
        """Return the plan of an answer, carried out by the rules. Raises Disagreement when they differ."""

    def ladder(self, question: Question, weighed: Weighed, seed: str, /) -> Mapping[str, Tries]:
        """Return how each player of the ladder but the random one answers."""

    def hints(self, question: Question, weighed: Weighed, /) -> tuple[Phrase, ...]:
        """Return hints, from vague to plain."""

    def reasons(self, question: Question, weighed: Weighed, /) -> tuple[Why, ...]:
        """Return why the best answer is best. Raises Disagreement when that is not all of the worth."""

    def index_of(self, question: Question, weighed: Weighed, text: str, /) -> int:
        """Return which answer a text means. Raises InputError for none."""

    def with_answer(self, question: Question, weighed: Weighed, text: str, /) -> Weighed | None:
        """Return the answers with a legal one that the list leaves out; None where there is none."""


def module_of(game_id: str) -> Puzzles:
    """Return the game's module of puzzles. Raises InputError when the game has none."""
    full = f"pencilwright.solver.{games.game(game_id).package}.puzzles"
    try:
        return cast("Puzzles", import_module(full))
    except ModuleNotFoundError as error:
        if error.name not in (full, full.rpartition(".")[0]):
            raise
        raise InputError(phrase("puzzles.none", game=games.game(game_id).name), field="game") from error


def make(game_id: str, kind: str, seed: str) -> Made:
    """Return the puzzle of a kind that a seed leads to, or why it leads to none; `prove` proves it."""
    own = module_of(game_id)
    question = own.candidate(kind, seed)
    if question is None:
        return Made(None, NO_POSITION)
    try:
        weighed = own.weigh(question)
    except Unproved:
        return Made(None, UNPROVED)
    reason = objection(weighed.options, own.MARGIN[kind], own.FEWEST[kind])
    if reason:
        return Made(None, reason)
    return Made(rated(game_id, question, weighed))


def prove(game_id: str, code: str, best: str, value: str) -> str:
    """Reckon a puzzle in both ways from its printed code alone; return why it is not proved, "" if it is.

    best, value : the short form of its best answer, and its worth.

    Raises Disagreement when a code does not hold the puzzle, or the two ways to reckon it differ.
    """
    own = module_of(game_id)
    question = games.game(game_id).puzzles.from_code(code)
    weighed = own.weigh(question)
    first = weighed.options[0]
    if (first.name, first.value) != (best, Fraction(value)):
        raise Disagreement(f"{code} has the best answer {first.name}, not {best}: a defect")
    try:
        own.confirm(question, weighed, code)
    except Cooked:
        return COOKED
    except Unproved:
        return UNPROVED
    return ""


def index_in_any_order(options: Sequence[Reply], text: str) -> int | None:
    """Return which option a person's answer is, its words in any order; None for no one."""
    wanted = sorted(text.lower().split())
    return next((at for at, item in enumerate(options) if sorted(item.name.lower().split()) == wanted), None)


def no_other(options: Sequence[Reply], value: Fraction | None) -> None:
    """Raise Cooked when an answer that is not the best is worth more than the second of the list.

    value : what the best of all answers but the first is worth by another program; None when there is none.
    """
    if value is not None and (len(options) < 2 or value > options[1].value):
        raise Cooked


def objection(options: Sequence[Reply], margin: Fraction, fewest: int) -> str:
    """Return why a question with these answers makes no puzzle, "" when it does."""
    if len(options) < fewest:
        return FEW
    if options[0].name in NOTHING:
        return IDLE
    lead = options[0].value - options[1].value
    if lead == 0:
        return TIED
    return SMALL if lead < margin else ""


def rated(game_id: str, question: Question, weighed: Weighed) -> Puzzle:
    """Return a weighed question as a puzzle with hints and level, the same wherever its code comes from."""
    own, room = module_of(game_id), games.game(game_id).puzzles
    options, code = weighed.options, room.to_code(question)
    ladder = own.ladder(question, weighed, code)
    shares_of = {"random": {0: 1 / len(options)}} | {name: one.shares for name, one in ladder.items()}
    results = {name: round(shares_of[name].get(0, 0.0), 4) for name in LADDER}
    tries = [one.shares for one in ladder.values()]
    liked: dict[int, float] = {}
    for shares in tries:
        for index, share in shares.items():
            if index:
                liked[index] = liked.get(index, 0.0) + share / len(tries)
    trap = min(liked, key=lambda index: (-liked[index], index)) if liked else 0
    return Puzzle(
        game=game_id,
        kind=question.kind,
        code=code,
        key=room.key(question),
        answers=options,
        line=weighed.line,
        hints=own.hints(question, weighed),
        measures=results,
        level=level_of(results),
        difficulty=round(100 * sum(1 - share for share in results.values()) / len(results)),
        trap=trap,
        reasons=own.reasons(question, weighed),
    )


def level_of(results: Mapping[str, float]) -> int:
    """Return the level (index of LEVELS): how far up the ladder one must go to find the answer."""
    if results["greedy"] >= EASY_SHARE:
        return 0
    if max(results["eye"], results["short"]) >= EASY_SHARE:
        return 1
    return 2 if results["long"] >= EASY_SHARE else 3


def credit(loss: Fraction, step: Fraction) -> int:
    """Return the credit for an answer that loses so much: 10 for the best, one less for each `step` begun."""
    return max(0, FULL_CREDIT - max(0, -(-loss // step)))
