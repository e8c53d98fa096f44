"""What programs ask: score, advise, document. `import pencilwright` hands them on."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, cast, overload

from pencilwright.app import files
from pencilwright.app.answers.score import answers_for
from pencilwright.app.cli.options import understood
from pencilwright.app.positions import load, sources
from pencilwright.app.positions.entered import Position
from pencilwright.app.positions.load import REFUSED, Doubts
from pencilwright.games import GAMES, game
from pencilwright.games.errors import InputError
from pencilwright.games.shared.answers import Answer
from pencilwright.games.shared.scores import Score
from pencilwright.templates.phrases import phrase

if TYPE_CHECKING:
    from pencilwright.games import terra_mystica, terracotta_army, tianxia, troyes_dice

    State: TypeAlias = troyes_dice.State | terracotta_army.State | terra_mystica.State | tianxia.State

Source: TypeAlias = str | bytes | os.PathLike[str]
"""A position: its text (JSON or the short notation), the bytes of a file (PDF, photograph too), or a path."""
Option: TypeAlias = str | float | bool | None
"""What an option of a command is given."""


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


def score(source: Source | State, *, likeliest: bool = False) -> list[Score]:
    """Return the score of each player of a position, or of each filled sheet.

    source : a position, or a state of one of the games.
    likeliest : whether marks that a photograph leaves open are taken as they most likely are.

    Texts are in English as `str`, in another language with `say`; `to_dict` is what `--json` gives. Raises
    InputError for what is not a position.
    """
    positions = _positions(source, Doubts(leave=True))
    return [
        item for position in positions for item in answers_for(position.guessing() if likeliest else position)
    ]


@overload
def advise(source: troyes_dice.State, **options: Option) -> troyes_dice.Answer: ...
@overload
def advise(source: terracotta_army.State, **options: Option) -> terracotta_army.Answer: ...
@overload
def advise(source: tianxia.State, **options: Option) -> tianxia.Answer: ...
@overload
def advise(source: terra_mystica.State, **options: Option) -> terra_mystica.Answer: ...
@overload
def advise(source: Source, **options: Option) -> Answer: ...
def advise(source: object, **options: Option) -> Answer:
    """Return the best of a position, as a record of the game's own type.

    Parameters
    ----------
    source : one position, or a state of one of the games.
    options : what `pencilwright advise --help` lists for the game, spelt as there: ``dice="b3 1 5 6"``,
        ``ask="goals"``; ``for_="B"`` stands for ``--for B``.

    Texts are as in `score`. Raises InputError for what is no position or breaks the rules, and for what the
    game's solver refuses.
    """
    from pencilwright.app.answers.advice import advice, needs, question

    spelt = {name.rstrip("_"): value for name, value in options.items()}

    def fields(position: Position) -> dict[str, object]:
        given = understood(position.game.options.ADVISE, spelt)
        return given | {"components": sources.user_text(given.get("components"))}

    first, *more = _positions(source, Doubts(lambda position: needs(position, fields(position))))
    if more:
        raise InputError(phrase("api.several", n=1 + len(more)), field="source")
    return advice(question(first, fields(first)))


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
    from pencilwright.app.answers.documents import PrintOrder, make
    from pencilwright.app.cli.setup_options import SetupOptions
    from pencilwright.app.commands.documents import setup_for
    from pencilwright.app.positions.setups import own_values
    from pencilwright.app.positions.sources import user_text
    from pencilwright.games.document import document_of
    from pencilwright.generator.print_options import PrintOptions

    chosen = game(game_id)
    drawn = understood(chosen.options.DRAW, drawn)
    wishes = SetupOptions(None if seed is None else str(seed), code, components, **drawn)
    wanted = document_of(chosen.paper.DOCUMENTS, document_id, chosen.name).id
    is_open = not wishes.wishes_text and wanted in chosen.paper.OPEN_BY_DEFAULT
    custom = own_values(chosen, user_text(components))
    setup = setup_for(chosen, wanted, wishes, custom, is_open=is_open)
    options = PrintOptions(language, paper, theme, copies, form, is_open)
    return make(chosen, PrintOrder(wanted, setup, options, custom))
