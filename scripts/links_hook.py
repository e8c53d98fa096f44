"""What makes five folders the package pencilwright: links when editable, three files more in a wheel."""

import os
import shutil
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDERS = ("games", "templates", "generator", "solver", "app")
FILES = {"__init__.py": "public.py", "__main__.py": "cli/entry.py", "py.typed": "py.typed"}
"""What lies in the package itself, and the file of app/ that it is."""


class Links(BuildHookInterface):  # type: ignore[type-arg]
    """A hook of hatchling; its name and method are hatchling's."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make build/editable/pencilwright, or tell the wheel which files are the package's own."""
        root = Path(self.root)
        if version != "editable":
            if self.target_name == "wheel":
                for name, source in FILES.items():
                    build_data["force_include"][str(root / "app" / source)] = f"pencilwright/{name}"
            return
        package = root / "build" / "editable" / "pencilwright"
        package.mkdir(parents=True, exist_ok=True)
        for name in FOLDERS:
            _link(package / name, root / name)
        for name, source in FILES.items():
            _link(package / name, root / "app" / source)


def _link(link: Path, target: Path) -> None:
    if link.is_file() and not link.is_symlink():  # a copy, which may be old
        link.unlink()
    if link.is_symlink() and not (link.exists() and link.samefile(target)):  # what it leads to has moved
        link.unlink()
    if link.exists():
        return
    if os.name != "nt":
        link.symlink_to(os.path.relpath(target, link.parent))
    elif target.is_dir():  # a junction, which asks for no privilege
        import _winapi

        _winapi.CreateJunction(str(target), str(link))  # type: ignore[attr-defined]
    else:  # neither link nor junction is to be had for a file
        shutil.copyfile(target, link)
