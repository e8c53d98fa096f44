"""The entry point of the command and of `python -m pencilwright`: signals are heard before imports begin."""

import gc

from pencilwright.app import ending


def main() -> None:
    """Run the command line and leave with its exit code."""
    ending.when_asked()
    gc.disable()  # what is imported stays: nothing of it is garbage
    from pencilwright.app import cli

    gc.freeze()
    gc.enable()
    cli.main()


if __name__ == "__main__":
    main()
