"""Certificates of `serve --https`: an authority of this house, made once, and what it vouches for today."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from ssl import PEM_cert_to_DER_cert
from typing import Final, NamedTuple

import trustme

from pencilwright.app.web.store import private_part, refusals_in_words

FILE: Final = "web.authority.pem"
"""Beside the data: certificate and key of the authority."""
SERVED: Final = "web.https.pem"
"""The same of the server, made anew at each start: addresses of a network change."""
DAYS: Final = 397
"""How long that holds; phones take none that holds longer."""
NAME: Final = "pencilwright of this house"


class Certificate(NamedTuple):
    """What the server shows: the file with its key, and the authority that phones may be told to trust."""

    path: Path
    authority: bytes


def certificate(folder: Path, names: Sequence[str]) -> Certificate:
    """Return the certificate for these names and addresses. Raises InputError where it cannot be kept."""
    with refusals_in_words(str(folder)):
        authority = _authority(folder / FILE)
        own = authority.issue_cert(*names, not_after=datetime.now(UTC) + timedelta(days=DAYS))
        with private_part(folder / SERVED) as made:
            made.write_bytes(own.private_key_and_cert_chain_pem.bytes())
    return Certificate(folder / SERVED, PEM_cert_to_DER_cert(authority.cert_pem.bytes().decode()))


def _authority(path: Path) -> trustme.CA:
    """Return the authority that is kept; a new one where there is none that can be read."""
    with suppress(FileNotFoundError, ValueError):
        data = path.read_bytes()
        return trustme.CA.from_pem(data, data)
    authority = trustme.CA(organization_name=NAME, organization_unit_name=NAME)
    with private_part(path) as made:
        made.write_bytes(authority.cert_pem.bytes() + authority.private_key_pem.bytes())
    return authority
