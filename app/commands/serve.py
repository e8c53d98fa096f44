"""`pencilwright serve`: the page on this computer, and on the phones of its network."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pencilwright.app.language import tell
from pencilwright.templates.phrases import phrase

if TYPE_CHECKING:
    from pencilwright.app.web.access import Addresses


@click.command()
@click.option("--lan", is_flag=True)
@click.option("--https", is_flag=True)
@click.option("--port", metavar="N", type=click.IntRange(1, 65535))
@click.option("--host", "hosts", multiple=True, metavar="NAME")
@click.option("--no-browser", is_flag=True)
@click.option("--memory-only", is_flag=True)
@click.option("--data", metavar="FOLDER", type=click.Path(path_type=Path))
@click.option("--new-key", is_flag=True)
def serve(
    lan: bool,
    https: bool,
    port: int | None,
    hosts: tuple[str, ...],
    no_browser: bool,
    memory_only: bool,
    data: Path | None,
    new_key: bool,
) -> None:
    """Open the page on this computer and on phones.

    \b
    Examples:
      pencilwright serve
      pencilwright serve --lan
      pencilwright serve --lan --https
      pencilwright serve --lan --port 8080 --host living-room.local
    """
    from pencilwright.app.web import serve as page
    from pencilwright.app.web import store

    path = None if memory_only else data / store.FILE if data else store.default_path()

    def announce(addresses: Addresses) -> None:
        click.echo(tell(phrase("web.serve.here", address=addresses.local)))
        if addresses.lan:
            click.echo(tell(phrase("web.serve.phones", address=addresses.lan)))
            click.echo(page.qr(addresses.lan))
            click.echo(tell(phrase(f"web.serve.{'trust' if https else 'plain'}")))
        click.echo(tell(phrase("web.serve.end", keys="Ctrl-C")))
        if not no_browser:
            import webbrowser

            # a browser in this terminal would not let the server begin
            threading.Thread(target=webbrowser.open, args=(addresses.local,), daemon=True).start()

    page.serve(page.ServePlan(lan, port, hosts, path, new_key, https), announce)
