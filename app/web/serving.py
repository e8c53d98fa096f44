"""The page from its opening to its end: who waits is told where it is before the server is loaded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pencilwright.app.web.opening import Opened, Plan, opened


def serve(plan: Plan, tell: Callable[[Opened], Any]) -> None:
    """Serve until somebody ends it. `tell` is told where, as soon as connections are taken.

    Raises InputError and ModuleNotFoundError as `opened` does.
    """
    with opened(plan) as house:
        tell(house.opened)
        from pencilwright.app.web import server  # which takes a moment: connections wait

        server.run(house)
