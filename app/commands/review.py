"""`pencilwright review`: whole played games, what was luck in them and what each decision cost."""

from __future__ import annotations

from typing import Any

import click
from msgspec import structs

from pencilwright.app import files, language
from pencilwright.app.cli import options, terminal
from pencilwright.app.positions import sources
from pencilwright.app.positions.sources import named
from pencilwright.app.processes import signals
from pencilwright.app.solvers import solver_of
from pencilwright.games import game
from pencilwright.games.errors import InputError
from pencilwright.games.shared.answers import Review
from pencilwright.templates.phrases import phrase, say

SUFFIXES = (".txt",)
UNREAD = 1


@click.command()
@options.FILES
@click.option("--time", "seconds", callback=options.in_seconds, metavar="TIME")
@click.option("--advice-seed", metavar="TEXT")
@options.JSON
def review(sources: tuple[str, ...], seconds: float | None, advice_seed: str | None, as_json: bool) -> int:
    """Review played games, turn by turn.

    \b
    Examples:
      pencilwright review output/my-game.txt
      pencilwright review my-game.txt --time 20s
      pencilwright review evening/ --json
    """
    paths = named(sources, SUFFIXES)
    terminal.hint_at_speed()
    answers: list[Review] = []
    refused: list[InputError] = []
    for path in paths:
        try:
            answers.append(_reviewed(path, seconds, advice_seed))
        except InputError as error:
            if len(paths) == 1:
                raise
            refused.append(error)
    ranked = [answer for answer in answers if hasattr(_judge(answer), "ranking")]
    judge = _judge(ranked[0]) if ranked else None
    spoken = language.chosen()
    if as_json:
        ranking = judge.ranking(ranked) if judge else []
        several = {"format": "pencilwright-reviews/2", "games": answers, "ranking": ranking}
        sentences = [say(error.sentence, spoken) for error in refused]
        whole = answers[0] if len(paths) == 1 else several | {"refused": sentences}
        click.echo(terminal.encode(whole), nl=False)
        return UNREAD if refused else 0
    messages = [_judge(answer).in_words(answer, spoken) for answer in answers]
    if len(paths) > 1:
        names = [answer.name for answer in answers]
        messages = [f"{name}\n{text}" for name, text in zip(names, messages, strict=True)]
        messages += [judge.ranking_in_words(ranked, spoken)] if judge and len(ranked) > 1 else []
        messages += [say(phrase("score.refused", why=error.sentence), spoken) for error in refused]
    click.echo("\n\n".join(messages))
    return UNREAD if refused else 0


def _judge(answer: Review) -> Any:
    return solver_of(game(answer.game), "review")


def _reviewed(path: str, seconds: float | None, advice_seed: str | None) -> Review:
    """Return the review of a file's game, with the file's name."""
    known, record = sources.transcript(path)
    with signals.as_interrupt(), terminal.working(phrase("progress.weighing")) as progress:
        judge = solver_of(known, "review")
        result = judge.answer_for(record, seconds=seconds, seed=advice_seed, progress=progress)
    return structs.replace(result, file=files.display_name(path))
