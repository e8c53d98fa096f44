"""`python -m pencilwright`: the command line."""

from pencilwright.app.cli import main

if __name__ == "__main__":
    main()
