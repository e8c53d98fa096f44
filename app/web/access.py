"""The tokens that let browsers in: their name in addresses, those of a server, and a fresh one."""

from __future__ import annotations

import base64
import os
from typing import Final, NamedTuple

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


def fresh_token() -> str:
    """Return a token of 128 bits."""
    return base64.urlsafe_b64encode(os.urandom(TOKEN_BYTES)).rstrip(b"=").decode()
