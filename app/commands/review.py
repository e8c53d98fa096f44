"""`pencilwright review`: whole played games, what was luck in them and what each decision cost."""

from __future__ import annotations

from typing import Any

import click

from pencilwright.app import files, language, options, positions, show, transcripts
from pencilwright.app.answers import look_back
from pencilwright.app.solvers import has_solver, solver_of
from pencilwright.games import game
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import phrase, say

SUFFIXES = (".txt",)
UNREAD = 1


@click.command()
@options.FILES
@click.option(
    "--time",
    "seconds",
    callback=options.in_seconds,
    metavar="TIME",
    help="How much work to put into sampling; exact answers take what they need.  "
    f"[default: 5s; in play {options.MOVE_SECONDS:.0f}s a move]",
)
@click.option(
    "--advice-seed",
    metavar="TEXT",
    help="Decides which futures are sampled.  [default: advice]",
)
@options.JSON
def review(sources: tuple[str, ...], seconds: float | None, advice_seed: str | None, as_json: bool) -> int:
    """Review played games, half-day by half-day, or turn by turn.

    FILE is a transcript as play writes it. Of Terracotta Army each turn of a person is held against the
    best of all legal ones, and the chancellor's dice and draws against their average. Of Troyes Dice it
    has the setup, then the dice and the move of each half-day. Each half-day shows what the roll added to
    the expected score (luck), and what the move gave away against the best one (loss); together they lead
    from what the game was worth at its start to its score. Of several files, or a folder of them, each is
    reviewed, with a ranking; one that cannot be read does not stop the others.

    \b
    Examples:
      pencilwright review output/my-game.txt
      pencilwright review my-game.txt --time 20s
      pencilwright review evening/ --json
    """
    paths = positions.named(sources, SUFFIXES)
    show.hint_at_speed()
    answers: list[dict[str, Any]] = []
    refused: list[InputError] = []
    for path in paths:
        try:
            answers.append(_reviewed(path, seconds, advice_seed))
        except InputError as error:
            if len(paths) == 1:
                raise
            refused.append(error)
    ranked = [answer for answer in answers if has_solver(game(answer["game"]), "review")]
    judge = solver_of(game(ranked[0]["game"]), "review") if ranked else None
    spoken = language.chosen()
    if as_json:
        ranking = judge.ranking(ranked) if judge else []
        several = {"format": "pencilwright-reviews/1", "games": answers, "ranking": ranking}
        sentences = [say(error.sentence, spoken) for error in refused]
        whole = answers[0] if len(paths) == 1 else several | {"refused": sentences}
        click.echo(show.encode(whole), nl=False)
        return UNREAD if refused else 0
    told = [_in_words(answer, spoken) for answer in answers]
    if len(paths) > 1:
        names = [str(answer.get("player") or answer["file"]) for answer in answers]
        told = [f"{name}\n{text}" for name, text in zip(names, told, strict=True)]
        told += [judge.ranking_in_words(ranked, spoken)] if judge and len(ranked) > 1 else []
        told += [say(phrase("score.refused", why=error.sentence), spoken) for error in refused]
    click.echo("\n\n".join(told))
    return UNREAD if refused else 0


def _in_words(answer: dict[str, Any], spoken: str) -> str:
    known = game(answer["game"])
    if has_solver(known, "review"):
        return solver_of(known, "review").in_words(answer, spoken)
    return look_back.in_words(answer, spoken)


def _reviewed(path: str, seconds: float | None, advice_seed: str | None) -> dict[str, Any]:
    """Return the review of a file's game, with the file's name."""
    known, record = transcripts.load(path)
    found: dict[str, Any]
    with show.working(phrase("progress.weighing")) as progress:
        if has_solver(known, "review"):
            judge = solver_of(known, "review")
            found = judge.answer_for(record, seconds=seconds, seed=advice_seed, progress=progress)
        else:
            found = look_back.answer_for(known, record, progress)
    return found | {"file": files.shown(path)}
