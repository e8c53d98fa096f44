"""Files: the objects of one PDF of each document, which the versions of two libraries decide as well."""

from __future__ import annotations

import hashlib
import io
from importlib.metadata import version
from itertools import groupby

import pikepdf

from tests.generator.orders import ORDERS, Order
from tests.golden.digest import SIGNS

LIBRARIES = ("reportlab", "pikepdf")


def libraries() -> str:
    """Return the versions that the files hang on."""
    return " ".join(f"{name}:{version(name)}" for name in LIBRARIES)


def of_order(order: Order, file: bytes) -> dict[str, str]:
    """Return the entry of an order from its file: its objects, whatever packed them."""
    with pikepdf.open(io.BytesIO(file)) as pdf:
        unpacked = io.BytesIO()
        pdf.save(
            unpacked,
            static_id=True,
            compress_streams=False,
            object_stream_mode=pikepdf.ObjectStreamMode.disable,
            stream_decode_level=pikepdf.StreamDecodeLevel.generalized,
        )
        pages = len(pdf.pages)
    return {str(order): f"pages:{pages} objects:{hashlib.sha256(unpacked.getvalue()).hexdigest()[:SIGNS]}"}


def entries(game_id: str) -> dict[str, str]:
    """Return the libraries, then the first order of each document."""
    results = {"libraries": libraries()}
    for _, orders in groupby(ORDERS, lambda order: (order.game, order.document)):
        order = next(orders)
        if order.game == game_id:
            results |= of_order(order, order.pdf())
    return results
