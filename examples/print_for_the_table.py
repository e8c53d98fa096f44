"""Draw a setup of Troyes Dice and print sheets for four, the card for the table and the quick reference."""

from pathlib import Path

import pencilwright

FOLDER = Path("output")


def main() -> None:
    """Write three files, and say which setup they belong to."""
    FOLDER.mkdir(exist_ok=True)
    setups = pencilwright.game("troyes-dice").setups
    code = setups.to_code(setups.draw("friday", numbering="ascending"))
    for name, document, copies in (
        ("sheets.pdf", "score-sheet", 4),
        ("card.pdf", "setup-card", 1),
    ):
        data = pencilwright.document("troyes-dice", document, code=code, copies=copies)
        (FOLDER / name).write_bytes(data)
    (FOLDER / "reference.pdf").write_bytes(pencilwright.document("troyes-dice", "reference", language="ja"))
    print(f"three files in {FOLDER}/ for the setup {code}")


if __name__ == "__main__":
    main()
