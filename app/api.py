"""What programs ask: score, advise, document. `import pencilwright` hands them on."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeAlias, TypeVar, cast, overload

from pencilwright.app import files
from pencilwright.app.cli.options import understood
from pencilwright.app.positions import load, sources
from pencilwright.app.positions.entered import Position
from pencilwright.app.positions.load import REFUSED, Doubts
from pencilwright.games import GAMES, game
from pencilwright.games.errors import InputError
from pencilwright.games.shared import problems, scores
from pencilwright.games.shared.answers import Answer
from pencilwright.templates.phrases import Word, languages, phrase, say

if TYPE_CHECKING:
    from pencilwright.games import terra_mystica, terracotta_army, tianxia, troyes_dice

    State: TypeAlias = troyes_dice.State | terracotta_army.State | terra_mystica.State | tianxia.State

Source: TypeAlias = str | bytes | os.PathLike[str]
"""A position: its text (JSON or the short notation), the bytes of a file (PDF, photograph too), or a path."""
Option: TypeAlias = str | float | bool | None
"""What an option of a command is given."""
A_co = TypeVar("A_co", bound=Answer, covariant=True)


class Line(NamedTuple):
    """One line of a score: its id, its points, the reason, and the unproven values that it rests on.

    `points` is None where open marks of a photograph leave them open, between `low` and `high`.
    """

    id: str
    points: int | None
    reason: str
    unverified: tuple[str, ...]
    low: int
    high: int


class Tie(NamedTuple):
    """What parts players of equal points: what is counted, how many, the unproven values behind it."""

    what: str
    number: int
    unverified: tuple[str, ...]


class Problem(NamedTuple):
    """One way in which a position breaks the rules: the field, the rule, the nearest legal reading or ""."""

    field: str
    rule: str
    nearest: str
    marks: tuple[str, ...]


class SheetScore(NamedTuple):
    """The score of one player. Texts are in the language that was asked for.

    Attributes
    ----------
    game : id of the game.
    name : the player's name, colour, faction or letter; "the sheet" where none is written.
    total : the points; None where open marks of a photograph leave them open.
    lines : what they are made of.
    ties : what parts equal totals, in order.
    problems : ways in which the position breaks the rules; the score is that of the position as it stands.
    low, high : the points between which the total lies.
    whole : whether that holds whatever the open marks are; else not all ways were tried.
    open : marks that a photograph leaves open; where there is a total, they make no difference to it.
    """

    game: str
    name: str
    total: int | None
    lines: tuple[Line, ...]
    ties: tuple[Tie, ...]
    problems: tuple[Problem, ...]
    low: int
    high: int
    whole: bool = True
    open: tuple[str, ...] = ()


class Choice(NamedTuple):
    """One thing that may be done.

    Attributes
    ----------
    text : what is done, in the language that was asked for.
    notation : the same as `pencilwright plan` and `pencilwright play` take it.
    value : what it is worth, in the unit of the question.
    loss : how far that lies below the best.
    """

    text: str
    notation: str
    value: float
    loss: float


class Advice(NamedTuple, Generic[A_co]):
    """An answer.

    Attributes
    ----------
    game : id of the game.
    value : what the best is worth, in the unit of the question; None where nothing can be done.
    choices : what may be done, the best first; where the answer is one plan, its steps are in `answer`.
    data : all of it, as `pencilwright advise --json` gives it (docs/cli.md, "JSON answers").
    answer : the same as a record of the game's own type.
    """

    game: str
    value: float | None
    choices: tuple[Choice, ...]
    data: dict[str, object]
    answer: A_co


def _positions(source: object, doubts: Doubts = REFUSED) -> list[Position]:
    """Return the positions of a source, or the one that a state is.

    doubts : what is done about marks that a photograph leaves open.

    Raises InputError for what is none, and for a sheet left unread.
    """
    for known in GAMES.values():
        if type(source).__module__ == f"pencilwright.games.{known.package}.state":
            return [Position(known, source)]
    if isinstance(source, str):
        if "\n" not in source and os.path.lexists(source):
            raise InputError(phrase("api.path", path=source[:80]), field="source")
        result = load.of_bytes(source.encode(errors="replace"), doubts=doubts)
    elif isinstance(source, bytes):
        result = load.of_bytes(source, doubts=doubts)
    else:
        path = Path(cast("os.PathLike[str]", source))
        try:
            name = phrase("name.quoted", name=str(path))
            result = load.of_bytes(path.read_bytes(), name, doubts=doubts)
        except OSError as error:
            raise InputError(
                phrase("file.unreadable", path=str(path), why=files.reason(error)), field="file"
            ) from error
    if result.refused:
        raise result.refused[0]
    return result.positions


def score(source: Source | State, *, language: str = "en", likeliest: bool = False) -> list[SheetScore]:
    """Return the score of each player of a position, or of each filled sheet.

    source : a position, or a state of one of the games.
    language : "en" or "ja", of the texts.
    likeliest : whether marks that a photograph leaves open are taken as they most likely are (`open`).

    Raises InputError for what is not a position, and for a language that there is not.
    """
    _check(language)
    results = _positions(source, Doubts(leave=True))
    results = [position.guessing() for position in results] if likeliest else results
    return [item for position in results for item in _scores(position, language)]


def _check(language: str) -> None:
    if language not in languages():
        raise InputError(phrase("api.language", language=str(language), known=languages()), field="language")


def _scores(position: Position, language: str) -> Iterator[SheetScore]:
    """Yield the score of each player of a position, in a language."""
    from pencilwright.app.answers.ranges import Open, ranges
    from pencilwright.app.answers.score import whatever_is_open

    def text(text: Word) -> str:
        return say(text, language)

    def line(name: str, points: Open, unverified: tuple[str, ...]) -> Line:
        known = points.low if points.known else None
        reason = " / ".join(dict.fromkeys(map(text, points.reasons)))
        return Line(name, known, reason, unverified, points.low, points.high)

    def tie(item: scores.Tie) -> Tie:
        return Tie(text(item.what), item.number, item.unverified)

    def problem(entry: problems.Problem) -> Problem:
        return Problem(entry.field, text(entry.rule), text(entry.nearest), entry.marks)

    scored = position.game.scoring.scores(position.state)
    between = ranges(position)
    is_open = any(points.deciding for points in between)
    known = position.faults if is_open else whatever_is_open(position, position.problems())
    judged = tuple(map(problem, known))
    for (name, result), points in zip(scored, between, strict=True):
        unproven = {line.id: line.unverified for line in result.lines}
        total = points.total
        yield SheetScore(
            game=position.game.id,
            name=text(name or position.name),
            total=total.low if total.known and points.whole else None,
            lines=tuple(line(key, element, unproven.get(key, ())) for key, element in points.lines.items()),
            ties=() if is_open else tuple(map(tie, result.ties)),
            problems=judged,
            low=total.low,
            high=total.high,
            whole=points.whole,
            open=(*position.open, *position.guessed),
        )


@overload
def advise(
    source: troyes_dice.State, *, language: str = ..., **options: Option
) -> Advice[troyes_dice.Answer]: ...
@overload
def advise(
    source: terracotta_army.State, *, language: str = ..., **options: Option
) -> Advice[terracotta_army.Answer]: ...
@overload
def advise(source: tianxia.State, *, language: str = ..., **options: Option) -> Advice[tianxia.Answer]: ...
@overload
def advise(
    source: terra_mystica.State, *, language: str = ..., **options: Option
) -> Advice[terra_mystica.Answer]: ...
@overload
def advise(source: Source, *, language: str = ..., **options: Option) -> Advice[Answer]: ...
def advise(source: object, *, language: str = "en", **options: Option) -> Advice[Answer]:
    """Return the best of a position.

    Parameters
    ----------
    source : one position, or a state of one of the games.
    language : "en" or "ja", of the texts.
    options : what `pencilwright advise --help` lists for the game, spelt as there: ``dice="b3 1 5 6"``,
        ``ask="goals"``; ``for_="B"`` stands for ``--for B``.

    Raises InputError for what is no position or breaks the rules, for what the game's solver refuses, and for
    a language that there is not.
    """
    from pencilwright.app.answers.advice import advice, needs, question

    _check(language)
    spelt = {name.rstrip("_"): value for name, value in options.items()}

    def fields(position: Position) -> dict[str, object]:
        given = understood(position.game.options.ADVISE, spelt)
        return given | {"components": sources.user_text(given.get("components"))}

    first, *more = _positions(source, Doubts(lambda position: needs(position, fields(position))))
    if more:
        raise InputError(phrase("api.several", n=1 + len(more)), field="source")
    result = advice(question(first, fields(first))).answer
    best = result.value
    choices = tuple(
        Choice(say(choice.text, language), choice.notation, choice.value, (best or 0) - choice.value)
        for choice in result.choices
    )
    return Advice(first.game.id, best, choices, result.to_dict(language), result)


# Ten parameters: what a print shop chooses, all but the game by keyword.
def document(
    game_id: str,
    document_id: str = "score-sheet",
    *,
    code: str | None = None,
    seed: int | str | None = None,
    language: str = "en",
    paper: str = "a4",
    theme: str = "colour",
    copies: int = 1,
    form: bool = True,
    components: str | None = None,
    **drawn: Option,
) -> bytes:
    """Return a document of a game as PDF: the same arguments, the same bytes.

    Parameters
    ----------
    game_id, document_id : as `pencilwright games` lists them.
    code, seed : the setup by its share code, or drawn; a fresh one when neither is given.
    language, theme : "en" or "ja"; "colour" or "ink-saver".
    paper : "a4", "letter" or, for a sheet that is drawn for it, "a5" or "a6".
    copies : sheets or cards of one setup.
    form : whether the sheet can be filled on a screen.
    components : path of a TOML file with your own values for what our sources do not prove.
    drawn : about the draw, what `pencilwright setup GAME --help` lists.

    Raises InputError for an id, a code or a word that there is not.
    """
    from pencilwright.app.answers.documents import Order, document_of, make
    from pencilwright.app.cli.setup_options import SetupOptions
    from pencilwright.app.commands.documents import setup_for
    from pencilwright.app.positions.setups import own_values
    from pencilwright.app.positions.sources import user_text

    chosen = game(game_id)
    drawn = understood(chosen.options.DRAW, drawn)
    wishes = SetupOptions(None if seed is None else str(seed), code, components, **drawn)
    wanted = document_of(chosen, document_id)
    is_open = not wishes.wishes_text and wanted in chosen.paper.OPEN_BY_DEFAULT
    custom = own_values(chosen, user_text(components))
    setup = setup_for(chosen, wanted, wishes, custom, is_open=is_open)
    return make(chosen, Order(wanted, setup, language, paper, theme, copies, form, is_open, custom))
