"""The command line `python -m teaching`: measure the photo reader, train its networks, fit the policy."""

from __future__ import annotations

import sys

import click

from pencilwright.app.cli import help_text, main
from pencilwright.templates.phrases import ENGLISH, part
from teaching.chances.command import chances
from teaching.digits.command import digits
from teaching.marks.command import marks
from teaching.photos.command import photos
from teaching.photos.ways import ways
from teaching.policy.command import policy


@click.group(name="python -m teaching", context_settings={"help_option_names": ["-h", "--help"]})
def teaching() -> None:
    """Make what pencilwright is taught with, and teach it.

    \b
    Examples:
      python -m teaching photos --level medium --sheets 100
      python -m teaching marks --work FOLDER -o marks.json
      python -m teaching chances --strokes FOLDER -o chances.json
      python -m teaching digits --work FOLDER --strokes FOLDER -o digits.json
      python -m teaching policy -o policy.json
    """


for command in (photos, marks, chances, digits, policy, ways):
    shared = [param for param in command.params if isinstance(param, click.Option) and not param.help]
    help_text.describe(click.Context(command), shared, part(ENGLISH, "help"))
    teaching.add_command(command)

if __name__ == "__main__":
    sys.exit(main.run(sys.argv[1:], teaching))
