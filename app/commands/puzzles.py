"""`pencilwright puzzles`, `solve` and `check`: books of puzzles, one puzzle solved, an answer graded."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from fractions import Fraction
from typing import Any, NamedTuple

import click

from pencilwright.app import files, jobs, language, making, options, positions, show
from pencilwright.app.choose import fresh_seed
from pencilwright.app.jobs import Kept, Where, beside
from pencilwright.app.making import MIXED, Harvest, Order, harvest
from pencilwright.games import GAMES, Game, game, puzzlecode
from pencilwright.games.errors import InputError
from pencilwright.games.question import Question
from pencilwright.solver.carried import as_dict
from pencilwright.solver.puzzles import FULL_CREDIT, LEVELS, Puzzle, Unproved, Weighed, credit, module_of

MOST_PUZZLES = 48
USUAL_COUNT = 24
DIGITS = 3


@click.command()
@options.GAME
@click.option(
    "--count",
    type=click.IntRange(1, MOST_PUZZLES),
    default=USUAL_COUNT,
    show_default=True,
    help="How many puzzles.",
)
@click.option("--level", type=click.Choice([MIXED, *LEVELS]), default=MIXED, show_default=True)
@click.option(
    "--kind",
    "kinds",
    metavar="KIND",
    multiple=True,
    help="Only puzzles of this kind; repeatable. Another word lists all.",
)
@click.option("--seed", metavar="TEXT", help="The same seed, the same book. [default: a fresh one]")
@jobs.OPTIONS
@options.PAPER
@options.OUTPUT
# A parameter for each option of the command, as click hands them over.
def puzzles(
    game_id: str,
    count: int,
    level: str,
    kinds: tuple[str, ...],
    seed: str | None,
    jobs: int | None,
    dask: str | None,
    paper: str,
    theme: str,
    output: str | None,
) -> None:
    """Make a book of puzzles of GAME.

    Each is a position of a well-played game with one best answer: proved twice, rated by players of different
    strength, printed with its code, hints, and the value of every answer. An interrupted run goes on where it
    stopped when the same command is given again.

    \b
    Examples:
      pencilwright puzzles troyes-dice --count 12 --seed 7 -o book.pdf
      pencilwright puzzles troyes-dice --kind two-rolls --level hard --lang ja
      pencilwright puzzles troyes-dice --dask tcp://127.0.0.1:8786
    """
    chosen = game(game_id)
    wanted = _kinds(chosen, kinds)
    order = Order(chosen.id, wanted, count, level, seed if seed is not None else fresh_seed())
    if seed is None:
        click.echo(f"seed {order.seed}: with --seed {order.seed} a stopped run goes on", err=True)
    name = f"{chosen.id}-puzzles-{_slug(order.seed)}-{count}-{level}"
    kept = Kept(beside(output, name), repr(order))
    started = time.monotonic()
    already = making.candidates_in(order, kept)
    with show.bar(f"puzzles of {chosen.title}", count) as tell:
        found = harvest(order, Where(jobs, dask), kept, tell)
    seconds = time.monotonic() - started
    parts = [f"pencilwright puzzles {chosen.id} --count {count} --level {level} --seed {order.seed}"]
    parts += [f"--kind {kind}" for kind in kinds]
    data = _book(chosen, found.puzzles, " ".join(parts), language.chosen(), paper, theme)
    if (spoken := language.chosen()) != "en":
        name += f"-{spoken}"
    where = files.write(output, f"{name}.pdf", data)
    kept.remove()
    if where != files.STDIO:
        click.echo(f"wrote {where} ({show.size(len(data))})")
        click.echo(in_words(found, seconds, already, order.seed))


def _kinds(chosen: Game, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """Return the kinds of puzzles that are wanted. Raises InputError naming those there are."""
    known = tuple(chosen.room("puzzle").KINDS_OF_PUZZLE)
    for kind in kinds:
        if kind not in known:
            raise InputError(
                f"{chosen.title} has no puzzles of the kind {kind[:40]!r}; there are {', '.join(known)}",
                field="kind",
            )
    return tuple(kind for kind in known if kind in kinds) if kinds else known


def _slug(seed: str) -> str:
    """Return a seed as a part of a file's name."""
    return "".join(sign if sign.isascii() and sign.isalnum() else "-" for sign in seed)[:24] or "seed"


def _book(chosen: Game, found: list[Puzzle], arguments: str, lang: str, paper: str, theme: str) -> bytes:
    from pencilwright.generator.book import Entry, build
    from pencilwright.generator.documents import PrintOptions

    steps = module_of(chosen.id).CREDIT_STEP
    entries = []
    for puzzle in found:
        best = puzzle.answers[0].exact
        digits = digits_of([one.exact for one in puzzle.answers])
        trap = puzzle.answers[puzzle.trap]
        entries.append(
            Entry(
                puzzle.code,
                puzzle.kind,
                puzzle.level,
                tuple(
                    (one.name, number(one.exact, digits), credit(best - one.exact, steps[puzzle.kind]))
                    for one in puzzle.answers
                ),
                puzzle.line or (puzzle.answers[0].told,),
                puzzle.hints,
                number(puzzle.margin, digits),
                {name: round(100 * share) for name, share in puzzle.found.items()},
                trap.name if puzzle.trap else "",
                number(best - trap.exact, digits) if puzzle.trap else "",
            )
        )
    return build(chosen.id, entries, options=PrintOptions(lang, paper, theme), arguments=arguments)


def digits_of(values: Iterable[Fraction]) -> int:
    """Return how many decimals show all values of a table, three at most."""
    shown = (f"{float(value):.{DIGITS}f}".rstrip("0") for value in values)
    return max(len(text) - text.index(".") - 1 for text in shown)


def number(value: Fraction, digits: int) -> str:
    """Return a value for people, with so many decimals."""
    return f"{float(value):.{digits}f}"


def in_words(found: Harvest, seconds: float, already: int, seed: str) -> str:
    """Return how the book came about: levels, candidates, why the others were thrown away, the rate."""
    levels = [sum(puzzle.level == level for puzzle in found.puzzles) for level in range(len(LEVELS))]
    listed = ", ".join(f"{count} {name}" for count, name in zip(levels, LEVELS, strict=True) if count)
    fresh = max(0, found.candidates - already)
    rate = f", {3600 * fresh / seconds:,.0f} candidates an hour" if fresh and seconds > 0 else ""
    lines = [
        f"{show.plural(len(found.puzzles), 'puzzle')} of seed {seed}: {listed}",
        f"{show.plural(found.candidates, 'candidate')} in {seconds:.0f} s"
        f"{f', {already} of them kept from before' if already else ''}{rate}",
    ]
    if found.thrown:
        reasons = ", ".join(f"{count} {reason}" for reason, count in found.thrown.most_common())
        lines.append(f"thrown away: {reasons}")
    return "\n".join(lines)


# --- one puzzle -----------------------------------------------------------------------------------------


class Asked(NamedTuple):
    """A puzzle of a person: the game, the question, all answers."""

    game: Game
    question: Question
    weighed: Weighed


def ask(source: str, kind: str | None, *, confirm: bool) -> Asked:
    """Return the puzzle of a code or of a position, all its answers weighed.

    confirm : also reckon it a second time. Raises InputError for what is no puzzle.
    """
    if puzzlecode.is_code(source) and not os.path.exists(source):
        chosen = _game_of(source)
        question = chosen.room("puzzle").from_code(source)
        if kind not in (None, question.kind):
            raise InputError(f"this code is a puzzle of the kind {question.kind}", field="kind")
    else:
        entered = positions.one(source, None, None)
        chosen = entered.game
        if kind is not None:
            _kinds(chosen, (kind,))
        question = chosen.room("puzzle").of_state(entered.state, kind)
    own = module_of(chosen.id)
    with show.working("weighing every answer"):
        weighed = own.weigh(question)
        if not weighed.options:
            raise InputError("there is nothing to decide in this position, or too much", field="file")
        try:
            if confirm:
                own.confirm(question, weighed, "solve")
        except Unproved as error:
            raise InputError(
                "the second proof of this position did not end within its limit, so nothing is claimed",
                field="file",
            ) from error
    return Asked(chosen, question, weighed)


def _game_of(code: str) -> Game:
    """Return the game that a puzzle code begins with."""
    found = next((one for one in GAMES.values() if code.strip().upper().startswith(one.prefix)), None)
    if found is None:
        known = ", ".join(f"{one.prefix}{puzzlecode.FORMAT}" for one in GAMES.values())
        raise InputError(f"this puzzle code begins with {code[:3]!r}; there are {known}", field="code")
    return found


KIND = click.option(
    "--kind", metavar="KIND", help="Of a position: which kind of puzzle it is. Another word lists all."
)


@click.command()
@click.argument("source", metavar="CODE|FILE", type=click.Path(allow_dash=True))
@KIND
@click.option(
    "--top", type=click.IntRange(min=0), default=10, show_default=True, help="How many answers; 0: all."
)
@options.JSON
def solve(source: str, kind: str | None, top: int, as_json: bool) -> None:
    """Solve a puzzle of a book, or one typed by you.

    CODE is what its page says; FILE a position. Shows every answer with its exact value and the credit for
    it. The values are reckoned twice.

    \b
    Examples:
      pencilwright solve TDP1-27B4-4GV1-KNP1-TR89-39DB-E4J3TDP2-T7YE-YSCK-N18T-FGVG
      pencilwright example troyes-dice --left 2 | pencilwright solve -
    """
    asked = ask(source, kind, confirm=True)
    answer = answer_of(asked, 0 if as_json else top)
    click.echo(show.encode(answer) if as_json else told(answer), nl=not as_json)


def plan_of(asked: Asked, index: int) -> dict[str, Any]:
    """Return the plan of an answer, which the rules have carried out by then."""
    return as_dict(module_of(asked.game.id).plan_of(asked.question, asked.weighed, index))


def answer_of(asked: Asked, top: int = 0) -> dict[str, Any]:
    """Return what `--json` gives: every answer, its value, what it loses, its credit, its plan.

    top : so many are shown, 0 for all; the others have no plan.
    """
    step = module_of(asked.game.id).CREDIT_STEP[asked.question.kind]
    best = asked.weighed.options[0].value
    return {
        "format": "pencilwright-puzzle/1",
        "game": asked.game.id,
        "kind": asked.question.kind,
        "code": asked.game.room("puzzle").to_code(asked.question),
        "answers": [
            {
                "name": one.name,
                "value": float(one.value),
                "exact": str(one.value),
                "loss": float(best - one.value),
                "credit": credit(best - one.value, step),
                "same_as": list(one.same),
                "plan": plan_of(asked, index) if index < top or not top else None,
            }
            for index, one in enumerate(asked.weighed.options)
        ],
    }


def told(answer: dict[str, Any]) -> str:
    """Return the answers that have a plan as a table."""
    listed = answer["answers"]
    digits = digits_of(Fraction(one["exact"]) for one in listed)
    rows = [
        (
            number(Fraction(one["exact"]), digits),
            number(Fraction(listed[0]["exact"]) - Fraction(one["exact"]), digits),
            one["credit"],
            one["name"],
        )
        for one in listed
        if one["plan"]
    ]
    best = sum(one["loss"] == 0 for one in listed)
    lines = [show.table(rows, head=("value", "loss", "credit", "answer"), right=(0, 1, 2))]
    if len(rows) < len(listed):
        lines.append(f"({len(listed) - len(rows)} more; --top 0 shows all)")
    lines.append(f"{answer['kind']}: {show.plural(best, 'best answer')} of {len(listed)}, reckoned twice.")
    lines.append(f"code {answer['code']}")
    return "\n".join(lines)


@click.command()
@click.argument("source", metavar="CODE|FILE", type=click.Path(allow_dash=True))
@click.argument("answer", metavar="ANSWER")
@KIND
@click.option("--reveal", is_flag=True, help="Also tell the best answer.")
@options.JSON
def check(source: str, answer: str, kind: str | None, reveal: bool, as_json: bool) -> None:
    """Grade an answer to a puzzle.

    ANSWER is written as in the tables of a book; of Troyes Dice as `advise` words a move, too.

    \b
    Examples:
      pencilwright check TDP1-... "s2 W4>Y3 public"
      pencilwright check position.json "s0 R3 gain" --reveal
    """
    asked = ask(source, kind, confirm=False)
    index = module_of(asked.game.id).index_of(asked.question, asked.weighed, answer)
    given, best = asked.weighed.options[index], asked.weighed.options[0]
    loss = best.value - given.value
    points = credit(loss, module_of(asked.game.id).CREDIT_STEP[asked.question.kind])
    plan = plan_of(asked, index)
    best_plan = plan_of(asked, 0) if reveal or loss == 0 else None
    if as_json:
        found = {
            "format": "pencilwright-check/1",
            "answer": given.name,
            "value": float(given.value),
            "loss": float(loss),
            "credit": points,
            "best": best.name if reveal or loss == 0 else None,
            "plan": plan,
            "best_plan": best_plan,
        }
        click.echo(show.encode(found), nl=False)
        return
    digits = digits_of(one.value for one in asked.weighed.options)
    verdict = "the best answer" if loss == 0 else f"loses {number(loss, digits)}"
    worth = number(given.value, digits)
    click.echo(f"{given.name}: worth {worth}, {verdict}; credit {points} of {FULL_CREDIT}")
    if reveal and loss:
        click.echo(f"best: {best.name}, worth {number(best.value, digits)}")
