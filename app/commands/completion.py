"""`pencilwright completion`: prints the script that completes commands in a shell."""

from __future__ import annotations

import click


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion script of a SHELL.

    \b
    Examples:
      eval "$(pencilwright completion bash)"
      pencilwright completion fish > ~/.config/fish/completions/pencilwright.fish
    """
    from click.shell_completion import get_completion_class

    from pencilwright.app.cli import main

    script = get_completion_class(shell)
    if script is None:
        raise click.UsageError(f"there is no completion for {shell}")
    click.echo(script(main.cli, {}, main.PROGRAM, main.COMPLETE_VARIABLE).source())
