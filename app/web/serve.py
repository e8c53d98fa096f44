"""The page from its opening to its end: where it listens, by which names, with which tokens.

It needs no library of the server: who waits is told where the page is before these are loaded.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pencilwright.app import pads, user_values
from pencilwright.app.web.access import TOKEN, Addresses, Keys, Listening, fresh_token
from pencilwright.app.web.store import Store, default_path, private_part, refusals_in_words
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import phrase

if TYPE_CHECKING:
    from pencilwright.app.web.certificate import Certificate

PORT: Final = 8731
LOOPBACK: Final = "127.0.0.1"
ELSEWHERE: Final = ("192.0.2.1", 9)
"""An address that nobody has (RFC 5737): what would be sent there shows which of our own is used."""
WAITING: Final = 100
"""Connections that the system takes before anybody answers."""
TOKEN_SHAPE: Final = re.compile("[A-Za-z0-9_-]{22}")
HOST: Final = re.compile(r"[^\W_](?:[\w.-]*\w)?\.?|[0-9A-Fa-f]*:[0-9A-Fa-f:]*:[0-9A-Fa-f.]*")
"""A computer's name, or an address of either kind; no port."""
KEY_FILE: Final = "web.key"
"""Beside the data, for the user's eyes only."""
LIBRARIES: Final = ("h11", "starlette", "uvicorn")
"""What the server needs; the extra `web` brings them."""


def stored_keys(data: Path, *, are_new: bool) -> Keys:
    """Return the keys that are kept beside the data, so that browsers stay in when the server starts anew.

    are_new : make others: who has an old one has to scan again.

    Raises InputError where they cannot be kept.
    """
    path = data.with_name(KEY_FILE)
    with refusals_in_words(str(path)):
        words: list[str] = []
        if not are_new:
            with contextlib.suppress(FileNotFoundError):
                words = path.read_bytes()[:100].decode("ascii", "replace").split()[:2]
        keys = Keys(
            *(text if TOKEN_SHAPE.fullmatch(text) else fresh_token() for text in [*words, "", ""][:2])
        )
        if list(keys) != words:
            with private_part(path) as made:
                made.write_text("\n".join(keys), encoding="ascii")
    return keys


class ServePlan(NamedTuple):
    """How the server is wanted.

    Attributes
    ----------
    lan : whether phones in the same network may come.
    port : None for the usual one, or a free one where that is taken.
    hosts : more names that this computer is called by.
    data : the file of what is remembered, which stands beside what this computer tells of its copies and
        the pads that are added, unless it is the usual one; None: nothing is written to disk.
    has_new_key : whether the keys that are kept beside the data are renewed.
    https : whether it is encrypted, by a certificate of this house.
    """

    lan: bool = False
    port: int | None = None
    hosts: tuple[str, ...] = ()
    data: Path | None = None
    has_new_key: bool = False
    https: bool = False


def lan_address() -> str:
    """Return this computer's address in its network. Raises InputError where it is in none."""
    with contextlib.closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as asking:
        try:
            asking.connect(ELSEWHERE)  # sends nothing: the system only chooses the interface
            result = str(asking.getsockname()[0])
        except OSError as error:
            raise InputError(phrase("web.serve.no_network"), field="lan") from error
    if result.startswith("127.") or result == "0.0.0.0":
        raise InputError(phrase("web.serve.no_network"), field="lan")
    return result


def sockets_at(addresses: Sequence[str], port: int | None) -> tuple[list[socket.socket], int]:
    """Return sockets that listen at these addresses, all at one port. Raises InputError for a port in use."""
    for wanted in (PORT, 0) if port is None else (port,):
        opened: list[socket.socket] = []
        try:
            for address in addresses:
                # asyncio looks for this protocol before it turns Nagle's wait of 40 ms off
                item = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
                opened.append(item)
                item.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                item.bind((address, opened[0].getsockname()[1] if len(opened) > 1 else wanted))
                item.listen(WAITING)
        except OSError as error:
            for item in opened:
                item.close()
            if wanted:
                refusal = InputError(phrase("web.serve.port", n=wanted), field="port")
                if port is not None:
                    raise refusal from error
        else:
            return opened, opened[0].getsockname()[1]
    raise InputError(phrase("web.serve.port", n=PORT), field="port")


def qr(text: str) -> str:
    """Return a text as a QR code of block characters, square in a terminal."""
    import segno

    target = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(target, compact=True)
    return target.getvalue()


@contextmanager
def listening(plan: ServePlan) -> Iterator[Listening]:
    """Listen, and yield where: connections wait until somebody answers.

    Raises InputError for a port that is taken, without a network, and for data that cannot be used, and
    ModuleNotFoundError where a library of the server lacks.
    """
    for name in plan.hosts:
        if not HOST.fullmatch(name):
            raise InputError(phrase("web.serve.host", name=ascii(name[:60])[1:-1]), field="host")
    for name in (*LIBRARIES, *(["trustme"] if plan.https else [])):
        if find_spec(name) is None:
            raise ModuleNotFoundError(name=name)
    outside = lan_address() if plan.lan else ""
    own_items = (LOOPBACK, *([outside] if outside else []))
    sockets, port = sockets_at(own_items, plan.port)
    try:
        with contextlib.closing(Store(plan.data)) as store, user_values.kept_in(_place_of(plan.data)):
            if user_values.place():
                pads.follow()
            called = (socket.gethostname(), f"{socket.gethostname()}.local") if outside else ()
            keys = (
                Keys(fresh_token(), fresh_token())
                if plan.data is None
                else stored_keys(plan.data, are_new=plan.has_new_key)
            )
            scheme = "https" if plan.https else "http"
            where = Addresses(
                f"{scheme}://{LOOPBACK}:{port}/?{TOKEN}={keys.host}",
                f"{scheme}://{outside}:{port}/?{TOKEN}={keys.guest}" if outside else "",
            )
            names = (*own_items, "localhost", *called, *plan.hosts)
            vouches = _certificate(plan, names)
            yield Listening(sockets, port, names, keys, where, store, vouches)
    finally:
        for item in sockets:
            item.close()


def _certificate(plan: ServePlan, names: Sequence[str]) -> Certificate | None:
    """Return what is shown of this server, None for plain http. Raises InputError where it cannot be kept."""
    if not plan.https:
        return None
    if plan.data is None:
        raise InputError(phrase("web.serve.https.memory"), field="https")
    from pencilwright.app.web.certificate import certificate

    return certificate(plan.data.parent, names)


def _place_of(data: Path | None) -> user_values.Place:
    """Return where values and pads are kept: what is no usual data leaves a person's own files alone."""
    if data is None:
        return {}
    return "" if data == default_path() else os.path.abspath(data.parent)


def serve(plan: ServePlan, tell: Callable[[Addresses], Any]) -> None:
    """Serve until somebody ends it. `tell` is told where, as soon as connections are taken.

    Raises InputError and ModuleNotFoundError as `listening` does.
    """
    with listening(plan) as place:
        tell(place.addresses)
        from pencilwright.app.web import server  # which takes a moment: connections wait

        server.run(place)
