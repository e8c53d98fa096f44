"""The page that `pad show` opens: a pad as it would be printed, drawn anew whenever its file is saved."""

from __future__ import annotations

import os
from collections.abc import Callable
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from typing import Any

from pencilwright import templates

LOCAL = "127.0.0.1"
Look = Callable[[], tuple[str, str]]
"""Draws the pad: an SVG, "" where there is none, and what is said about it."""


class Preview:
    """What the page shows: drawn anew when the file is another one than before."""

    def __init__(self, path: str, look: Look) -> None:
        self.path, self.look = path, look
        self.version, self.svg, self.message = "", "", ""

    def refresh(self) -> None:
        """Draw the pad if its file has changed."""
        try:
            known = os.stat(self.path)
            version = f"{known.st_mtime_ns}-{known.st_size}"
        except OSError:
            return
        if version != self.version:
            svg, self.message = self.look()
            self.svg = svg or self.svg  # a mistake while somebody writes leaves the last page
            self.version = version


def server(preview: Preview, title: str, language: str, port: int = 0) -> ThreadingHTTPServer:
    """Return a server on this computer alone; port 0 is any that is free."""
    import json
    import threading

    lock = threading.Lock()
    html = (files(templates) / "pads" / "preview.html").read_text(encoding="utf-8")
    html = html.replace("{title}", escape(title)).replace("{language}", language)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            host = self.headers.get("Host", "")
            if host.rpartition(":")[0] not in (LOCAL, "localhost"):  # another page's name for this computer
                self.send_error(403)
                return
            with lock:
                preview.refresh()
                name = self.path.partition("?")[0]
                if name == "/":
                    self._answer("text/html", html)
                elif name == "/now":
                    now = {"version": preview.version, "said": preview.message, "drawn": bool(preview.svg)}
                    self._answer("application/json", json.dumps(now))
                elif name == "/page.svg":
                    self._answer("image/svg+xml", preview.svg)
                else:
                    self.send_error(404)

        def _answer(self, kind: str, text: str) -> None:
            data = text.encode()
            self.send_response(200)
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.send_header("Content-Length", str(len(data)))
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing: the terminal is for sentences."""

    return ThreadingHTTPServer((LOCAL, port), Handler)
