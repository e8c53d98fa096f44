"""The entry point of the command and of `python -m pencilwright`: signals are heard before imports begin."""

from pencilwright.app import ending


def main() -> None:
    """Run the command line and leave with its exit code."""
    ending.when_asked()
    from pencilwright.app import cli

    cli.main()


if __name__ == "__main__":
    main()
