"""Pads of a person's own: one TOML file says what is written, and what it brings (docs/pads.md)."""
