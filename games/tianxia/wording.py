"""Numbers of things in words."""


def plural(count: int, one: str, many: str = "") -> str:
    """Return a number with its word: 1 governor, 2 governors; `many` where an s does not do."""
    return f"{count} {one if count == 1 else many or one + 's'}"
