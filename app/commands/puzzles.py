"""`pencilwright puzzles`, `solve` and `check`: books of puzzles, one puzzle solved, an answer graded."""

from __future__ import annotations

import os
import time
from collections import Counter

import click

from pencilwright.app import files, language
from pencilwright.app.answers.puzzle import (
    Branch,
    OpenPuzzle,
    answer_of,
    entry_of,
    grade_in_words,
    grade_of,
    kind_of_the_day,
    of_code,
    of_position,
    tree,
    weighed,
)
from pencilwright.app.answers.puzzle import in_words as answers_in_words
from pencilwright.app.answers.puzzle import kinds as kinds_of
from pencilwright.app.cli import options, terminal
from pencilwright.app.language import tell
from pencilwright.app.make_puzzles import MIXED, BookOrder, Harvest, harvest
from pencilwright.app.positions import photos, sources
from pencilwright.app.positions.setups import fresh_seed
from pencilwright.app.processes import decode_image
from pencilwright.games import game, puzzlecode
from pencilwright.solver.puzzles import LEVELS, THROWN
from pencilwright.templates.phrases import ENGLISH, called, phrase, say

MOST_PUZZLES = 48
USUAL_COUNT = 24


@click.command()
@options.GAME
@click.option(
    "--count", metavar="N", type=click.IntRange(1, MOST_PUZZLES), default=USUAL_COUNT, show_default=True
)
@click.option("--level", type=click.Choice([MIXED, *LEVELS]), default=MIXED, show_default=True)
@click.option("--kind", "kinds", metavar="KIND", multiple=True)
@click.option("--seed", metavar="TEXT")
@click.option("--one", is_flag=True)
@options.JOBS
@options.PAPER
@options.OUTPUT
# A parameter for each option of the command, as click hands them over.
def puzzles(
    game_id: str,
    count: int,
    level: str,
    kinds: tuple[str, ...],
    seed: str | None,
    one: bool,
    jobs: int | None,
    paper: str,
    theme: str,
    output: str | None,
) -> None:
    """Make a book of puzzles of GAME."""
    from pencilwright.generator.book import build
    from pencilwright.generator.documents import check
    from pencilwright.generator.print_options import PrintOptions

    chosen = game(game_id)
    wanted = kinds_of(chosen, kinds)
    lang = language.chosen()
    printed = PrintOptions(lang, paper, theme)
    check(printed)  # before the work
    files.check_folder(output)
    is_fresh, seed = seed is None, seed if seed is not None else fresh_seed()
    if one:
        count, wanted = 1, (kind_of_the_day(wanted, seed),)
    order = BookOrder(chosen.id, wanted, count, level, seed)
    if is_fresh:
        click.echo(tell(phrase("puzzles.seed", seed=order.seed)), err=True)
    name = f"{chosen.id}-puzzles-{_slug(order.seed)}-{'one' if one else count}-{level}"
    started = time.monotonic()
    with terminal.bar(tell(phrase("puzzles.made.working", game=chosen.name)), count) as progress:
        result = harvest(order, progress, jobs=jobs)
    seconds = time.monotonic() - started
    parts = [f"pencilwright puzzles {chosen.id} --count {count} --level {level} --seed {order.seed}"]
    parts += [f"--kind {kind}" for kind in kinds]
    entries = [entry_of(puzzle) for puzzle in result.puzzles]
    data = build(chosen.id, entries, options=printed, arguments=" ".join(parts), is_page=one)
    where = files.write(output, f"{name}{'' if lang == ENGLISH else f'-{lang}'}.pdf", data)
    if where != files.STDIO:
        click.echo(tell(phrase("puzzles.made.wrote", path=where, size=terminal.size(len(data)))))
        click.echo(in_words(result, seconds, order.seed, lang))


def _slug(seed: str) -> str:
    """Return a seed as a part of a file's name."""
    return "".join(sign if sign.isascii() and sign.isalnum() else "-" for sign in seed)[:24] or "seed"


def in_words(result: Harvest, seconds: float, seed: str, spoken: str) -> str:
    """Return how the book came about: levels, candidates, why the others were thrown away, the rate."""
    counts = Counter(puzzle.level for puzzle in result.puzzles)
    levels = tuple(
        phrase("puzzles.made.level", n=count, level=phrase(f"puzzles.level.{level}"))
        for level, count in sorted(counts.items())
    )
    tries = phrase("puzzles.made.candidates", n=result.candidates, seconds=f"{seconds:.0f}")
    if seconds > 0:
        rate = f"{3600 * result.candidates / seconds:,.0f}"
        tries = phrase("puzzles.made.rate", said=tries, rate=rate)
    lines = [phrase("puzzles.made.puzzles", n=len(result.puzzles), seed=seed, levels=levels), tries]
    if result.thrown:
        reasons = tuple(
            phrase("puzzles.made.reason", n=count, reason=called(f"{THROWN}.{reason}", reason))
            for reason, count in result.thrown.most_common()
        )
        lines.append(phrase("puzzles.made.thrown", reasons=reasons))
    return "\n".join(say(line, spoken) for line in lines)


# --- one puzzle -----------------------------------------------------------------------------------------


def ask(source: str, kind: str | None, *, confirm: bool) -> OpenPuzzle:
    """Return the puzzle of a code or of a position, all its answers weighed.

    confirm : also reckon it a second time. Raises InputError for what is no puzzle.
    """
    code = source if not os.path.exists(source) else _photographed(source)
    if code and puzzlecode.is_code(code):
        chosen, question = of_code(code, kind)
    else:
        chosen, question = of_position(sources.one(source, doubts=options.asking()), kind)
    with terminal.working(tell(phrase("puzzles.weighing"))):
        return weighed(chosen, question, confirm=confirm)


def _photographed(path: str) -> str | None:
    """Return the code of the puzzle in a photograph or picture of its page; None for any other file."""
    if not os.path.isfile(path):
        return None
    data = files.read(path)
    return photos.puzzle_in(decode_image.develop(data)) if photos.is_picture(data) else None


KIND = click.option("--kind", metavar="KIND")


@click.command()
@click.argument("source", metavar="CODE|FILE", type=click.Path(allow_dash=True))
@KIND
@click.option("--top", metavar="N", type=click.IntRange(min=0), default=10, show_default=True)
@options.JSON
def solve(source: str, kind: str | None, top: int, as_json: bool) -> None:
    """Solve a puzzle of a book, or one typed by you."""
    answer = answer_of(ask(source, kind, confirm=True), 0 if as_json else top)
    terminal.show(answer, lambda spoken: answers_in_words(answer, spoken), as_json=as_json)


@click.command()
@click.argument("source", metavar="CODE|FILE", type=click.Path(allow_dash=True))
@click.argument("answer", required=False)
@KIND
@click.option("--reveal", is_flag=True)
@options.JSON
def check(source: str, answer: str | None, kind: str | None, reveal: bool, as_json: bool) -> None:
    """Grade an answer to a puzzle."""
    question = ask(source, kind, confirm=False)
    graded = grade_of(question, answer if answer is not None else chosen(tree(question)), reveal=reveal)
    terminal.show(graded.grade, lambda spoken: grade_in_words(graded, spoken), as_json=as_json)


def chosen(branch: Branch) -> str:
    """Return the short form of the answer that a person chooses, part by part, by numbers."""
    while branch.ways:
        ways = {str(number): way for number, way in enumerate(branch.ways, 1)}
        rows = [tell(branch.ask), *(f"  {number:>2}  {tell(way.label)}" for number, way in ways.items())]
        click.echo("\n".join(rows), err=True)
        typed = click.prompt(tell(phrase("puzzles.answer")), default="", show_default=False, err=True)
        branch = ways.get(typed.strip(), branch)
    return branch.name
