"""The token that lets a phone in: its name in addresses, and a fresh one."""

from __future__ import annotations

import base64
import os
from typing import Final

TOKEN: Final = "token"
TOKEN_BYTES: Final = 16


def fresh_token() -> str:
    """Return a token of 128 bits."""
    return base64.urlsafe_b64encode(os.urandom(TOKEN_BYTES)).rstrip(b"=").decode()
