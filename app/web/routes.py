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
    photo,
    play,
    puzzle,
    reveal,
    setup,
    sheet,
    sheets,
    solo,
    tables,
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
    Address("GET", "/sheet/{code}", sheet.page),
    Address("POST", "/score/{code}", sheet.score),
    Address("GET", "/advice/{game}", advice.page),
    Address("POST", "/advice/{game}", advice.ask),
    Address("GET", "/advice/{game}/{job}", advice.answer),
    Address("GET", "/play/{game}", play.page),
    Address("POST", "/play/{game}", play.begin),
    Address("GET", "/play/{id}/game.txt", play.transcript),
    Address("GET", "/play/{id}/review", play.review),
    Address("POST", "/play/{id}/{what}", play.act),
    Address("GET", "/solo/{id}/game.txt", solo.transcript),
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
    Address("GET", "/photo", photo.page),
    Address("POST", "/photo", photo.sent),
    Address("GET", "/photo/{id}", photo.state),
    Address("DELETE", "/photo/{id}", photo.forget),
    Address("GET", "/photo/{id}/{n}.picture", photo.picture),
    Address("POST", "/photo/{id}/{n}", photo.answered),
    Address("PUT", "/photo/{id}/{n}", photo.told),
    Address("GET", "/sheets", sheets.page),
    Address("GET", "/sheets/{id}", sheets.one),
    Address("PUT", "/sheets/{id}", sheets.put),
    Address("DELETE", "/sheets/{id}", sheets.delete),
    Address("POST", "/sheets/{id}/delete", sheets.deleted),
    Address("POST", "/sheets/{id}/name", sheets.named),
    Address("GET", "/tables", tables.page),
    Address("POST", "/tables", tables.begin),
    Address("GET", "/table/{code}", tables.table),
    Address("POST", "/table/{code}/join", tables.join),
    Address("POST", "/table/{code}/leave", tables.leave),
    Address("POST", "/table/{code}/sheet", tables.new_sheet),
    Address("GET", "/reveal/{of}", reveal.page),
    Address("GET", "/reveal/{of}/{game}.pdf", reveal.result),
    Address("GET", "/reveal/{of}/{game}.csv", reveal.table),
    Address("GET", "/reveal/{of}/{game}.json", reveal.record),
    Address("GET", "/about", about.page),
    Address("POST", "/quit", about.end),
)


def application(site: Site) -> Starlette:
    """Return the application of all pages."""
    routes = [Route(one.path, door_to(site, one.page), methods=[one.method]) for one in ADDRESSES]
    return Starlette(routes=routes, exception_handlers={HTTPException: not_found(site)})
