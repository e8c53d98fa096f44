"""Chromium, Gecko and WebKit by one driver, the W3C's WebDriver: over http, for Firefox by Marionette."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from tests.app.web.client import free_port

PATIENCE = 60.0
WIDTH, HEIGHT = 500, 860
"""The narrowest window that all of them have, in CSS pixels."""
CHROMIUM = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
FIREFOX = "firefox-esr", "--headless", "--marionette", "--no-remote", "--profile"
DRIVERS: dict[str, tuple[list[str], dict[str, Any]]] = {
    "chromium": (["chromedriver"], {"goog:chromeOptions": {"args": CHROMIUM}}),
    "webkit": (["xvfb-run", "-a", "WebKitWebDriver"], {}),
}
"""What listens to http, and what is wanted of it. WebKit's has no mode without a screen."""
NEEDS = {
    "chromium": {"chromedriver": "chromium-driver"},
    "firefox": {"firefox-esr": "firefox-esr"},
    "webkit": {"WebKitWebDriver": "webkit2gtk-driver", "xvfb-run": "xvfb", "xauth": "xauth"},
}
"""The programs that drive an engine, and Debian's packages of them."""
COMMANDS = {
    "Navigate": "url",
    "Refresh": "refresh",
    "ExecuteScript": "execute/sync",
    "SetWindowRect": "window/rect",
    "PerformActions": "actions",
    "ElementSendKeys": "element/{id}/value",
}
"""The names of what is asked of an engine, and their paths."""
FIND = """const [css, words = "", n = 0] = arguments;
const found = [...document.querySelectorAll(css)].filter((one) =>
    one.checkVisibility({ visibilityProperty: true }) && !one.disabled
    && one.textContent.replace(/\\s+/g, " ").includes(words));
const one = found.at(n);"""
"""The nth of what is in sight, enabled, and says these words."""
PLACE = f"""{FIND}
one?.scrollIntoView({{ block: "center", inline: "center", behavior: "instant" }});
const box = one?.getBoundingClientRect();
if (!box?.width) return null;
const x = Math.round(box.x + box.width / 2), y = Math.round(box.y + box.height / 2);
const hit = document.elementFromPoint(x, y);
return hit && (one.contains(hit) || hit.contains(one)) ? [x, y] : null;"""
"""The middle of it, where nothing lies over it."""

Command = Callable[..., Any]


class EngineError(Exception):
    """What an engine refused."""


def lacking(engine: str) -> str:
    """Return the packages of Debian that are not installed here."""
    return ", ".join(package for program, package in NEEDS[engine].items() if shutil.which(program) is None)


@contextmanager
def running(*command: str) -> Iterator[None]:
    """Run a program, which says nothing, and what it begins, until the block ends."""
    silent = subprocess.DEVNULL
    with subprocess.Popen(command, stdout=silent, stderr=silent, start_new_session=True) as process:
        try:
            yield
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)


def connected(port: int) -> socket.socket:
    """Return a connection to a program that has just begun."""
    by = time.monotonic() + PATIENCE
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=2 * PATIENCE)
        except OSError:
            if time.monotonic() > by:
                raise
            time.sleep(0.05)


@contextmanager
def over_http(engine: str) -> Iterator[Command]:
    """Yield the commands of a session of a driver."""
    port, (driver, wants) = free_port(), DRIVERS[engine]

    def send(path: str, fields: Any, method: str = "POST") -> Any:
        data, headers = json.dumps(fields).encode(), {"content-type": "application/json"}
        request = Request(f"http://127.0.0.1:{port}/session{path}", data, headers, method=method)
        try:
            with urlopen(request, timeout=2 * PATIENCE) as answer:
                return json.load(answer)["value"]
        except HTTPError as error:
            raise EngineError(error.read().decode()) from None

    with running(*driver, f"--port={port}"):
        connected(port).close()
        session = f"/{send('', {'capabilities': {'alwaysMatch': wants}})['sessionId']}"
        try:
            yield lambda name, id="", **fields: send(f"{session}/{COMMANDS[name].format(id=id)}", fields)
        finally:
            send(session, {}, "DELETE")


@contextmanager
def over_marionette(folder: Path) -> Iterator[Command]:
    """Yield the commands of a Firefox: what geckodriver, which Debian has not, would pass on to it."""
    port = free_port()
    folder.mkdir()
    (folder / "user.js").write_text(f'user_pref("marionette.port", {port});')
    with running(*FIREFOX, str(folder)), closing(connected(port)) as pipe, pipe.makefile("rb") as answers:

        def read() -> Any:
            size = b""
            while (sign := answers.read(1)) != b":":
                size += sign
            return json.loads(answers.read(int(size)))

        def send(name: str, **fields: Any) -> Any:
            data = json.dumps([0, 1, f"WebDriver:{name}", fields]).encode()
            pipe.sendall(b"%d:%b" % (len(data), data))
            _, _, error, answer = read()
            if error is not None:
                raise EngineError(str(error))
            return answer.get("value")

        read()
        send("NewSession", capabilities={})
        yield send


class Window:
    """A window of an engine at a server of ours, and a finger on it."""

    def __init__(self, command: Command, key: str) -> None:
        self.command, self.address = command, key.partition("/?")[0]
        command("SetWindowRect", width=WIDTH, height=HEIGHT)
        command("Navigate", url=key)

    def open(self, path: str) -> None:
        """Open a page of ours."""
        self.command("Navigate", url=self.address + path)

    def reload(self) -> None:
        """Load the page anew."""
        self.command("Refresh")

    def run(self, script: str, *values: Any) -> Any:
        """Return what a script returns in the page."""
        return self.command("ExecuteScript", script=script, args=values)

    def until(self, script: str, *values: Any, holds: Callable[[Any], object] = bool) -> Any:
        """Return what a script returns, once it does what holds; a page may come in between."""
        by, result = time.monotonic() + PATIENCE, None
        while time.monotonic() < by:
            with suppress(EngineError):
                if holds(result := self.run(script, *values)):
                    return result
            time.sleep(0.05)
        text = self.run("return document.body.innerText.slice(0, 1500)")
        raise AssertionError(f"{values or script}: {result!r} in {text!r}")

    def tap(self, css: str, words: str = "", n: int = 0) -> None:
        """Tap the nth of what is in sight and says this, once nothing lies over it."""
        x, y = self.until(PLACE, css, words, n)
        down, up = ({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp"))
        steps = [{"type": "pointerMove", "duration": 0, "x": x, "y": y}, down, up]
        finger = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": steps}
        self.command("PerformActions", actions=[finger])

    def go(self, css: str, words: str = "") -> None:
        """Tap what leads to another page, and wait for that."""
        self.run("document.documentElement.dataset.before = 1")
        self.tap(css, words)
        self.until("return !document.documentElement.dataset.before && document.readyState === 'complete'")

    def type(self, css: str, text: str) -> None:
        """Type into a field, or choose a file of this computer."""
        ready = "return document.readyState === 'complete' && document.querySelector(arguments[0])"
        (id,) = self.until(ready, css).values()
        self.command("ElementSendKeys", id=id, text=text)

    def text(self, css: str, words: str = "", but: str | None = None) -> str:
        """Return what something in sight says, once it is there and says these words, and not that."""
        script = f"{FIND} return one && [one.textContent.trim()]"
        return str(self.until(script, css, words, holds=lambda now: now and now != [but])[0])

    def value(self, css: str, but: str = "") -> str:
        """Return what a field holds, once that is something else."""
        script = "return document.querySelector(arguments[0]).value"
        return str(self.until(script, css, holds=lambda now: now != but))

    def count(self, css: str, n: int) -> None:
        """Wait until so many are in sight."""
        self.until(f"{FIND} return found.length", css, holds=lambda now: now == n)


@contextmanager
def windows(engine: str, folder: Path) -> Iterator[Callable[[str], Window]]:
    """Yield what opens the address of a server in an engine; each window has cookies of its own."""
    with ExitStack() as stack:

        def opened(key: str) -> Window:
            place = folder / f"firefox-{time.monotonic_ns()}"
            begin = over_marionette(place) if engine == "firefox" else over_http(engine)
            return Window(stack.enter_context(begin), key)

        yield opened
