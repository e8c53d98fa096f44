"""How browsers come in: the tokens that let them, and where a server listens."""

from __future__ import annotations

import base64
import os
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    import socket

    from pencilwright.app.web.certificate import Certificate
    from pencilwright.app.web.store import Store

TOKEN: Final = "token"
TOKEN_BYTES: Final = 16


class Keys(NamedTuple):
    """The tokens of a server.

    Attributes
    ----------
    guest : lets a browser in; it stands in the QR code.
    host : lets in who may do what guests may not; it stands in the terminal's own address alone. An address
        of the network proves nothing: behind a proxy everybody comes from this computer.
    """

    guest: str
    host: str


class Listening(NamedTuple):
    """What the server is told of where it listens.

    Attributes
    ----------
    names : the addresses and names that this computer is called by.
    certificate : what encrypts; None for plain http.
    """

    sockets: list[socket.socket]
    port: int
    names: tuple[str, ...]
    keys: Keys
    addresses: Addresses
    store: Store
    certificate: Certificate | None = None


class Addresses(NamedTuple):
    """Where a server listens.

    Attributes
    ----------
    local : the address for this computer, with the host's token.
    lan : the address for phones, with the guests' token; "" where only this computer is served.
    """

    local: str
    lan: str


def fresh_token() -> str:
    """Return a token of 128 bits."""
    return base64.urlsafe_b64encode(os.urandom(TOKEN_BYTES)).rstrip(b"=").decode()
