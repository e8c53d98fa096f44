"""Copies of the tree, in which mutants live and die."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

EDITABLE: Final = Path("build", "editable")
HOME: Final = Path(__file__).resolve().parent.parent
"""Where this package lies: pytest in the copy takes its plugin."""


def copy_tree(root: Path, folder: Path) -> Path:
    """Copy the files of the work tree that git tracks or would track, compile them, and return the folder.

    The compiled files carry the hash of their source. (By default they carry its date and size, which a
    mutant may share with the line that it replaces.)
    """
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=root, check=True, capture_output=True
    )
    for name in listed.stdout.decode().split("\0"):
        if name and (root / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(root / name, folder / name)
    # The package is links to the folders (scripts/links_hook.py); being relative, they lead into the copy.
    if (root / EDITABLE).exists():
        shutil.copytree(root / EDITABLE, folder / EDITABLE, symlinks=True)
    command = [sys.executable, "-m", "compileall", "-q", "--invalidation-mode", "checked-hash", "."]
    subprocess.run(command, cwd=folder, check=True)
    return folder


def environment(tree: Path, cache: Path) -> dict[str, str]:
    """Return the environment in which every process takes this tree's modules, and this cache's kernels."""
    path = os.pathsep.join(map(str, (tree / EDITABLE, tree, HOME)))
    return {**os.environ, "PYTHONPATH": path, "PENCILWRIGHT_CACHE": str(cache)}
