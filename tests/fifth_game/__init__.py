"""A fifth game, made by docs/adding-a-game.md and kept outside the five folders, and its tests."""
