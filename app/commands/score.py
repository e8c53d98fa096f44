"""`pencilwright score`: the points of positions, line by line, and what is illegal about them."""

from __future__ import annotations

import click

from pencilwright.app import language
from pencilwright.app.answers.score import (
    answers_for,
    in_words,
    problems_once,
    ranking,
    ranking_in_words,
)
from pencilwright.app.cli import options, terminal
from pencilwright.app.language import tell
from pencilwright.app.positions.load import Doubts
from pencilwright.app.positions.open_marks import needs
from pencilwright.app.positions.sources import completed, load_many
from pencilwright.app.positions.twice import once
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import phrase


@click.command()
@options.FILES
@click.option("--code", metavar="CODE")
@click.option("--likeliest", is_flag=True)
@click.option("--strict", is_flag=True)
@options.COMPONENTS
@options.JSON
def score(
    sources: tuple[str, ...],
    code: str | None,
    likeliest: bool,
    strict: bool,
    components: str | None,
    as_json: bool,
) -> int:
    """Score positions, line by line.

    \b
    Examples:
      pencilwright score output/my-game.pdf
      pencilwright score photo.jpg
      pencilwright score ada.pdf bo.pdf photos/
      pencilwright score position.json --json
    """
    if likeliest and strict:
        raise InputError(phrase("score.one_way"), field="strict")
    doubts = Doubts(leave=True) if likeliest else Doubts() if strict else options.asking(needs, leave=True)
    with terminal.working(phrase("score.working")):
        parsed = load_many(sources, components, doubts)
        if code is not None:
            parsed = completed(parsed, code, components)
    answers = []
    refused = [(source.name, error.sentence) for source in parsed for error in source.refused]
    named = [(source.name, position) for source in parsed for position in source.positions]
    twice = once([(position.place, position) for _, position in named])
    for name, position in (named[at] for at in twice.left):
        try:
            answers += answers_for(position.guessing() if likeliest else position)
        except InputError as error:
            refused.append((name, error.sentence))
    spoken = language.chosen()
    sentences = [phrase("score.refused.file", file=name, why=why) if name else why for name, why in refused]
    if as_json:
        data = {"format": "pencilwright-score/1", "sheets": answers, "ranking": ranking(answers)}
        besides = {"refused": sentences} | ({"twice": twice.messages} if twice.messages else {})
        click.echo(terminal.encode(data | besides), nl=False)
    else:
        parts = [in_words(answer, spoken, alone=len(answers) == 1) for answer in problems_once(answers)]
        parts += [ranking_in_words(answers, spoken)] if len(answers) > 1 else []
        parts += [tell(sentence) for sentence in twice.messages]
        parts += [tell(phrase("score.refused", why=sentence)) for sentence in sentences]
        click.echo("\n\n".join(parts))
    if not answers:
        return terminal.BAD_INPUT
    return terminal.ILLEGAL if refused or twice.differ or any(answer.problems for answer in answers) else 0
