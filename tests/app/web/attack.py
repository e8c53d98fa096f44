"""A wifi that is not friendly, on loopback: what four laptops with the key of a guest do to a server of ours.

`python -m tests.app.web.attack PORT TOKEN SECONDS` ends by itself. Each of ADDRESSES holds idle connections
and opens them again when they are closed, sends photographs byte by byte, and floods the queue of photographs
with fresh cookies; their numbers are bounded.
"""

from __future__ import annotations

import asyncio
import secrets
import sys
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Final

ADDRESSES: Final = tuple(f"127.0.0.{n}" for n in range(2, 6))
IDLE: Final = 30
"""Idle connections that each address tries to hold."""
SLOW: Final = 3
"""Photographs that each address sends byte by byte."""
FLOODS: Final = 2
PAUSE: Final = 0.2
HUGE: Final = 30_000_000
PART: Final = 100_000

Told = Counter[str]


async def _opened(port: int, address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.wait_for(asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0)), 5)


def _head(port: int, token: str, size: int) -> bytes:
    """Return the head of a photograph from a browser that nobody has seen before."""
    lines = (
        "POST /photo HTTP/1.1",
        f"host: 127.0.0.1:{port}",
        f"origin: http://127.0.0.1:{port}",
        f"cookie: pencilwright_{port}={token}; pencilwright_who={secrets.token_urlsafe(16)}",
        "content-type: image/jpeg",
        f"content-length: {size}",
    )
    return "\r\n".join((*lines, "", "")).encode()


async def idle(port: int, _token: str, address: str, fields: Told) -> None:
    """Hold a connection on which nothing is said until the server closes it."""
    reader, writer = await _opened(port, address)
    try:
        fields["idle connections"] += 1
        await reader.read(1)
    finally:
        writer.close()


async def slow(port: int, token: str, address: str, fields: Told) -> None:
    """Send a large photograph, a part at a time, as long as the server takes it."""
    reader, writer = await _opened(port, address)
    try:
        writer.write(_head(port, token, HUGE))
        fields["slow photographs"] += 1
        answer = asyncio.create_task(reader.read(12))
        while not answer.done():
            writer.write(bytes(PART))
            await writer.drain()
            await asyncio.sleep(PAUSE)
        fields[f"slow photographs: {answer.result()[9:].decode()}"] += 1
    finally:
        writer.close()


async def flood(port: int, token: str, address: str, summary: Told) -> None:
    """Send what begins like a photograph, at once."""
    reader, writer = await _opened(port, address)
    try:
        body = b"\xff\xd8\xff" + secrets.token_bytes(50_000)
        writer.write(_head(port, token, len(body)) + body)
        answer = await asyncio.wait_for(reader.read(12), 20)
        summary[f"photographs of fresh cookies: {answer[9:].decode()}"] += 1
    finally:
        writer.close()


Attack = Callable[[int, str, str, Told], Coroutine[Any, Any, None]]


async def _again(attack: Attack, port: int, token: str, address: str, summary: Told, seconds: float) -> None:
    loop = asyncio.get_running_loop()
    ends = loop.time() + seconds
    while loop.time() < ends:
        with suppress(OSError, TimeoutError):
            await attack(port, token, address, summary)
        await asyncio.sleep(PAUSE)


async def attacked(port: int, token: str, seconds: float) -> Told:
    """Attack for so many seconds, and return what was done how often."""
    fields: Told = Counter()
    tasks = [
        asyncio.create_task(_again(attack, port, token, address, fields, seconds))
        for address in ADDRESSES
        for attack, count in ((idle, IDLE), (slow, SLOW), (flood, FLOODS))
        for _ in range(count)
    ]
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks, timeout=PAUSE)  # Python 3.11 may lose a cancellation in `wait_for`
    return fields


if __name__ == "__main__":
    for what, count in sorted(
        asyncio.run(attacked(int(sys.argv[1]), sys.argv[2], float(sys.argv[3]))).items()
    ):
        print(f"{count:6} {what}", flush=True)
