"""Which address is which page: a line each."""

from __future__ import annotations

from typing import Final, NamedTuple

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.routing import Route

from pencilwright.app.web.pages import (
    about,
    advice,
    files,
    home,
    jobs,
    papers,
    play,
    puzzle,
    setup,
    solo,
    tapped,
)
from pencilwright.app.web.site import Page, Site, door_to, not_found


class Address(NamedTuple):
    """A method, a path, and what answers."""

    method: str
    path: str
    page: Page


ADDRESSES: Final = (
    Address("GET", "/static/{version}/{name}", files.static_file),
    Address("GET", "/", home.page),
    Address("GET", "/code", home.code),
    Address("GET", "/invitation.svg", home.invitation),
    Address("GET", "/setup/{game}", setup.draw),
    Address("POST", "/setup/{game}", setup.drawn),
    Address("GET", "/setup/{game}/{code}", setup.page),
    Address("GET", "/sheet/{code}", tapped.page),
    Address("POST", "/score/{code}", tapped.score),
    Address("GET", "/advice/{game}", advice.page),
    Address("POST", "/advice/{game}", advice.ask),
    Address("GET", "/advice/{game}/{job}", advice.answer),
    Address("GET", "/play/{game}", play.page),
    Address("POST", "/play/{game}", play.begin),
    Address("GET", "/play/{id}/game.txt", play.transcript),
    Address("GET", "/play/{id}/review", play.review),
    Address("POST", "/play/{id}/{what}", play.act),
    Address("GET", "/solo/{game}", solo.page),
    Address("POST", "/solo/{game}", solo.begin),
    Address("POST", "/solo/{id}/{what}", solo.act),
    Address("GET", "/jobs/{id}", jobs.show),
    Address("DELETE", "/jobs/{id}", jobs.stop),
    Address("GET", "/papers/{game}", papers.page),
    Address("GET", "/papers/{game}/{document}.pdf", papers.pdf),
    Address("GET", "/papers/{game}/{document}.svg", papers.picture),
    Address("GET", "/puzzles/{game}", puzzle.of_game),
    Address("POST", "/puzzles/{game}", puzzle.fresh),
    Address("POST", "/puzzles/{game}/of", puzzle.of_position),
    Address("GET", "/making/{job}", puzzle.making),
    Address("POST", "/making/{job}/stop", puzzle.stop),
    Address("GET", "/today/{game}", puzzle.of_today),
    Address("GET", "/puzzle/{code}.pdf", puzzle.pdf),
    Address("GET", "/puzzle/{code}.svg", puzzle.picture),
    Address("GET", "/puzzle/{code}", puzzle.page),
    Address("POST", "/puzzle/{code}/answer", puzzle.answer),
    Address("POST", "/puzzle/{code}/hint", puzzle.hint),
    Address("POST", "/puzzle/{code}/reveal", puzzle.reveal),
    Address("GET", "/about", about.page),
    Address("POST", "/quit", about.end),
)


def application(site: Site) -> Starlette:
    """Return the application of all pages."""
    routes = [Route(one.path, door_to(site, one.page), methods=[one.method]) for one in ADDRESSES]
    return Starlette(routes=routes, exception_handlers={HTTPException: not_found(site)})
