"""Read an untrusted PDF in a child process with limits on memory, time and files.

Parent: `read_pdf(data)`. Child: `python -m pencilwright.app.processes.read_pdf`, PDF on standard input, JSON
on standard output.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from pencilwright.app.processes import limited_process, signals
from pencilwright.games import GAMES
from pencilwright.games.errors import InputError
from pencilwright.games.sheets import FilledForm
from pencilwright.templates.phrases import ENGLISH, Phrase, phrase, words

if TYPE_CHECKING:
    import subprocess

MEMORY = 1024 * 1024 * 1024  # bytes of address space; a sheet of ours needs a tenth of it
SECONDS = 20  # of processor time and, with a margin for a busy machine, of the clock
PATIENCE = 3


class PdfReply(msgspec.Struct, frozen=True):
    """What the child says: the form, or the sentence that explains why there is none."""

    form: FilledForm = FilledForm(())
    error: Phrase | None = None
    field: str = ""
    crash: str = ""


def read_pdf(data: bytes, *, seconds: int = SECONDS, memory: int = MEMORY) -> FilledForm:
    """Return the filled sheets of a PDF, and why pages with fields of ours are none.

    Raises InputError when the PDF is not one of ours, damaged, or needs more memory or time than it may take,
    and RuntimeError when the child could not do its work for a reason that is not the file's.
    """
    done = limited_process.run(
        "pencilwright.app.processes.read_pdf",
        data,
        memory=memory,
        seconds=seconds,
        patience=seconds * PATIENCE,
    )
    if done is None:
        raise InputError(phrase("pdf.given_up", n=seconds * PATIENCE), field="file")
    return _answer(done)


def _answer(done: subprocess.CompletedProcess[bytes]) -> FilledForm:
    try:
        answer = msgspec.json.decode(done.stdout, type=PdfReply)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        limited_process.check(done, "PDFs")
        raise InputError(phrase("pdf.harmful"), field="file") from error
    if answer.crash:
        raise InputError(phrase("pdf.crash", name=answer.crash), field="file")
    if answer.error:
        raise InputError(answer.error, field=answer.field)
    return answer.form


def _read(data: bytes, read: Callable[[bytes], FilledForm]) -> PdfReply:
    try:
        return PdfReply(read(data))
    except InputError as error:
        return PdfReply(error=error.sentence, field=error.field)
    except (
        Exception
    ) as error:  # the child's purpose: a parser that fails on hostile bytes ends here, in words
        return PdfReply(crash=type(error).__name__)


def main(arguments: list[str]) -> None:
    """Read a PDF from standard input under limits (bytes, seconds); write an Answer as JSON."""
    from pencilwright.generator import filled_form

    signals.with_parent()
    # What reading needs is imported before the limits; after them no file opens any more.
    for known in GAMES.values():
        known.room("paper")
        known.room("marks")
    words(ENGLISH)
    filled_form.prepare()
    memory, seconds = map(int, arguments)
    limited_process.limit(memory, seconds)
    sys.stdout.buffer.write(msgspec.json.encode(_read(sys.stdin.buffer.read(), filled_form.read)))


if __name__ == "__main__":
    main(sys.argv[1:])
