"""The pads of examples/pads/."""

from pathlib import Path

from pencilwright.games.pads.game import PadGame, game_of

FOLDER = Path(__file__).parents[3] / "examples" / "pads"
TEXTS = {path.stem: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.toml"))}
PADS: dict[str, PadGame] = {name: game_of(text) for name, text in TEXTS.items()}
