"""What ends a request or a job: there is no place for it, or a fault of ours, which the terminal is told."""

from __future__ import annotations

import itertools
import sys

from pencilwright.app.language import last
from pencilwright.templates.phrases import ENGLISH, Phrase, phrase, say


class Busy(Exception):
    """There is no place for a job now; `retry_after` says after how many seconds there may be."""

    def __init__(self, sentence: Phrase, retry_after: int) -> None:
        super().__init__(say(sentence, ENGLISH))
        self.sentence, self.retry_after = sentence, retry_after


class ServerFault(Exception):
    """A fault of ours: its number stands on the page and, with the traceback, in the terminal."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number

    @property
    def sentence(self) -> Phrase:
        """What the page says."""
        return phrase("web.work.fault", n=self.number)


_numbers = itertools.count(1)


def report(trace: str) -> ServerFault:
    """Write a traceback to the error stream under the next number, and return the fault of that number."""
    fault = ServerFault(next(_numbers))
    text = "".join(sign if sign.isprintable() or sign == "\n" else ascii(sign)[1:-1] for sign in trace)
    print(f"{say(fault.sentence, last())}\n{text.rstrip()}", file=sys.stderr, flush=True)
    return fault
