"""Take a position, score it line by line, and ask for the best move."""

import pencilwright


def main() -> None:
    """Tell the score of an example position, and the three best moves with what each loses."""
    troyes = pencilwright.game("troyes-dice")
    text = troyes.to_json(troyes.examples.example("7", 1))
    (sheet,) = pencilwright.score(text)
    for line in sheet.lines:
        print(f"{line.points:>4}  {line.reason}")
    print(f"{sheet.total:>4}  total")
    best = pencilwright.advise(text, proof=False)
    for choice in best.choices[:3]:
        print(f"{choice.value:>6}  -{best.choices[0].value - choice.value}  {choice.text}")

    try:
        pencilwright.score("TX1 nonsense")
    except pencilwright.InputError as error:
        print(f"refused: {error}")


if __name__ == "__main__":
    main()
