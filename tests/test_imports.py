"""What starts at once: the help, a score, the rules of a game and the paper import no heavy library."""

import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

from pencilwright import games, templates

ROOT = Path(__file__).parent.parent
HEAVY = {
    "cv2",
    "jinja2",
    "numba",
    "numpy",
    "ortools",
    "pandas",
    "pikepdf",
    "pypdfium2",
    "reportlab",
    "rich",
    "segno",
}
PAPER_MAY = {"jinja2", "segno"}

COMMAND = """
import sys
from pencilwright.app import cli
code = cli.run(sys.argv[1:])
sys.stdout.flush()
print(*sorted({name.partition(".")[0] for name in sys.modules}), file=sys.stderr)
sys.exit(code)
"""


def modules_after(code: str, *arguments: str) -> set[str]:
    """Return the top-level modules that a fresh interpreter holds after running the code."""
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True
    )
    return set(done.stderr.split())


@pytest.fixture(scope="module")
def position(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("imports") / "position.json"
    troyes = games.game("troyes-dice")
    state = troyes.room("example").example("imports", 2, rolls=2, expansion=True)
    assert state.setup is not None and state.table is not None
    path.write_bytes(troyes.room("reading").to_json(state))
    return str(path)


@pytest.mark.parametrize("arguments", [["--help"], ["score", "--help"], ["games"], ["setup", "troyes-dice"]])
def test_help_and_lists_import_nothing_heavy(arguments: list[str]) -> None:
    assert modules_after(COMMAND, *arguments) & HEAVY == set()


def test_scoring_a_json_position_imports_nothing_heavy(position: str) -> None:
    assert modules_after(COMMAND, "score", position) & HEAVY == set()


def every_module(package: object) -> list[str]:
    """Return the names of a package's modules, itself included."""
    name, path = package.__name__, package.__path__  # type: ignore[attr-defined]
    return [name, *(found.name for found in pkgutil.walk_packages(path, f"{name}."))]


@pytest.mark.parametrize(("package", "allowed"), [(games, set()), (templates, PAPER_MAY)])
def test_no_module_of_the_ground_floor_imports_anything_heavy(package: object, allowed: set[str]) -> None:
    imports = "".join(f"import {name}\n" for name in every_module(package) if "fonts" not in name)
    held = modules_after(
        imports + "import sys\nprint(*{n.partition('.')[0] for n in sys.modules}, file=sys.stderr)"
    )
    assert held & HEAVY <= allowed


def test_every_folder_of_the_design_is_a_package() -> None:
    for folder in ("games", "templates", "generator", "solver", "app"):
        assert (ROOT / folder / "__init__.py").is_file()
