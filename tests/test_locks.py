"""The two lists of exact versions agree, and each direct import of a library is declared."""

import re
import sys
import tomllib
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
FOLDERS = ("games", "templates", "generator", "solver", "app")
DISTRIBUTIONS = {
    "cv2": "opencv-python-headless", "PIL": "pillow", "pillow_heif": "pillow-heif", "zxingcpp": "zxing-cpp",
}  # fmt: skip
"""Which distribution brings a module whose name is another."""

IMPORTED = re.compile(r"^ *(?:import|from) (\w+)(?:[\w.]* import .*|[\w.]*(?: as \w+)?)$", re.MULTILINE)
"""The first name of what a line imports; one library a line."""


def versions(name: str) -> dict[str, str]:
    """Return name -> version of the packages that one of the files holds for every system."""
    return dict(re.findall(r"^([\w.-]+)==([\w.]+)", (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE))


def test_every_package_with_hashes_has_the_version_of_the_constraints() -> None:
    stored = versions("constraints.txt")
    assert {name: stored.get(name) for name in versions("hashes.txt")} == versions("hashes.txt")


def test_every_package_with_hashes_has_one_at_least() -> None:
    entries = re.split(r"^(?=\S)", (ROOT / "hashes.txt").read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    assert entries and all("--hash=sha256:" in entry for entry in entries)


def test_hashes_cover_all_that_the_extra_all_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    questions = [
        *project["dependencies"],
        *(extra for name in ("fast", "photo", "teaching", "web") for extra in extras[name]),
    ]
    names = {Requirement(item).name for item in questions} - {"pencilwright"}
    assert names <= versions("hashes.txt").keys()


def test_every_library_that_the_program_imports_is_declared() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = {
        Requirement(item).name
        for group in (project["dependencies"], *project["optional-dependencies"].values())
        for item in group
    }
    imported: dict[str, str] = {}
    for path in sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")):
        text = re.sub(
            r"^if TYPE_CHECKING:\n(?: .*\n|\n)*", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE
        )
        for name in IMPORTED.findall(text):
            imported[name] = path.relative_to(ROOT).as_posix()
    others = imported.keys() - sys.stdlib_module_names - {"pencilwright", "__future__"}
    assert {name: imported[name] for name in others if DISTRIBUTIONS.get(name, name) not in declared} == {}
