"""Check your copy: what no source proves of a game is compared with the board on the table, and kept."""

from __future__ import annotations

from collections.abc import Mapping

from anyio import to_thread
from starlette.responses import Response

from pencilwright.app import user_values
from pencilwright.app.answers.board import OwnBoard
from pencilwright.app.web import requests, responses
from pencilwright.app.web.requests import NotFound, PageRequest, in_thread
from pencilwright.app.web.state import lock_of
from pencilwright.app.web.store import Board
from pencilwright.app.web.views import board as views
from pencilwright.games import Game
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import phrase


async def page(request: PageRequest) -> Response:
    """Show what is asked of a game, and what was told; what does not hold any more can be forgotten."""
    try:
        game, board = await _board_of(request)
    except InputError as error:
        game = request.game()
        return _page(request, game, OwnBoard(game, ""), {}, error)
    return _page(request, game, board, {})


async def _board_of(request: PageRequest) -> tuple[Game, OwnBoard]:
    game = request.game()
    board = await to_thread.run_sync(lambda: OwnBoard(game, user_values.text_of(game) or ""))
    if not board.lines:
        raise NotFound(phrase("web.board.nothing", game=game.name))
    return game, board


def _page(
    request: PageRequest,
    game: Game,
    board: OwnBoard,
    sent: Mapping[str, str],
    error: InputError | None = None,
) -> Response:
    cards = views.cards(board, sent, error)
    is_stuck = error is not None and not any(card.error for card in cards)
    return responses.page(
        request,
        "board.html.j2",
        status=422 if error else 200,
        game=game,
        cards=cards,
        table=request.server.store.seat(request.browser, game.id),
        place=_place(request),
        n=sum(card.is_told for card in cards),
        has_typed=bool(board.typed) or is_stuck,
        error=error.sentence if error and is_stuck else "",
        symbols=views.symbols(game.figures()),
    )


def _place(request: PageRequest) -> str:
    """Return where what is told is kept, as the words of the page have it."""
    if not request.is_host:
        return "phone"
    place = user_values.place()
    return "memory" if isinstance(place, dict) else "data" if place else "host"


async def tell(request: PageRequest) -> Response:
    """Keep what a card says, or that all the rest is as it is shown; or forget everything."""
    fields = await requests.read_form(request)
    seat = request.server.store.seat(request.browser, request.game().id)
    async with lock_of(f"board {seat or request.browser}"):  # a table's other phones may tell other cards
        return await _take(request, fields)


async def _take(request: PageRequest, fields: Mapping[str, str]) -> Response:
    if "forget" in fields:
        await _keep(request, request.game(), "")
        return responses.redirect(request.url.path)
    game, board = await _board_of(request)
    lines = board.lines
    keys = [key for key in dict.fromkeys(fields.get("keys", "").split()) if key in lines]
    try:
        if "rest" in fields:
            board.confirm_rest()
        elif keys:
            board.tell(views.values(board, keys, fields))
        if board.typed:
            await _keep(request, game, board.text)
    except InputError as error:
        return _page(request, game, board, fields, error)
    cards = views.cards(board, {})
    after = next((n for n, card in enumerate(cards) if card.id in keys), -1) + 1
    left = next((item.id for item in (*cards[after:], *cards) if not item.is_told), "end")
    return responses.redirect(f"/board/{game.id}#card-{left}")


async def _keep(request: PageRequest, game: Game, text: str) -> None:
    """Keep values for the table, for the phone without one, or, at the computer itself, for every command."""
    store = request.server.store
    seat = store.seat(request.browser, game.id)
    if seat or not request.is_host:
        values = Board(text, id=game.id, owner=seat or request.browser)
        await in_thread(
            lambda: store.put(values) if text else store.delete(Board, id=game.id, owner=values.owner)
        )
    else:
        await to_thread.run_sync(lambda: user_values.keep(game, text) if text else user_values.forget(game))
        request.server.jobs.forget_answers()


async def toml(request: PageRequest) -> Response:
    """Return what was told as the file that `--components` takes; where nothing was, the list to edit."""
    game, board = await _board_of(request)
    text = board.text if board.typed else game.own_values.write()
    return responses.file(text, "application/toml", f"{game.id}-board.toml")
