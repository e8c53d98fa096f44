"""The entry point of the command and of `python -m pencilwright`: signals are heard before imports begin."""

import gc

from pencilwright.app.processes import signals


def main() -> None:
    """Run the command line and leave with its exit code."""
    signals.install()
    gc.disable()  # what is imported stays: nothing of it is garbage
    from pencilwright.app.cli import main as cli

    gc.freeze()
    gc.enable()
    cli.main()


if __name__ == "__main__":
    main()
