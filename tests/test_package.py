"""What is shipped: the wheel and the source package hold every folder, and stand beside any other package."""

import subprocess
import sys
import tarfile
import zipfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = ("games", "templates", "generator", "solver", "app")
OWN_FILES = {"__init__.py", "__main__.py", "py.typed"}

pytestmark = pytest.mark.long


def run(*command: str | Path, folder: Path = ROOT) -> str:
    """Return what a command prints; the test fails with its words where it fails."""
    done = subprocess.run(list(map(str, command)), cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def tracked(folder: str) -> int:
    """Return how many files of a folder git knows."""
    return len(run("git", "ls-files", folder).splitlines())


def by_folder(names: Iterable[str]) -> Counter[str]:
    """Return how many of these files lie in each folder."""
    return Counter(name.partition("/")[0] for name in names if "/" in name)


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return the wheel of the checkout, its source package, and a wheel that has our folders' bare names."""
    made = tmp_path_factory.mktemp("shipped")
    pip = (sys.executable, "-m", "pip") if has_pip() else ("python3", "-m", "pip")
    builder = made / "builder"
    run(sys.executable, "-m", "venv", "--without-pip", builder)
    run(*pip, "--python", builder, "install", "-q", "build")
    run(builder / "bin" / "python", "-m", "build", "--outdir", made, ROOT)
    other = made / "other"
    for name in ("app", "games", "templates"):
        (other / name).mkdir(parents=True)
        (other / name / "__init__.py").write_text("raise SystemExit('this is the other package')\n")
    (other / "pyproject.toml").write_text(
        '[build-system]\nrequires = ["hatchling"]\nbuild-backend = "hatchling.build"\n'
        '[project]\nname = "other"\nversion = "1"\n'
        '[tool.hatch.build.targets.wheel]\npackages = ["app", "games", "templates"]\n'
    )
    run(builder / "bin" / "python", "-m", "build", "--wheel", "--outdir", made / "colliding", other)
    return {
        "wheel": next(made.glob("*.whl")),
        "sdist": next(made.glob("*.tar.gz")),
        "other": next((made / "colliding").glob("*.whl")),
    }


def has_pip() -> bool:
    """Return whether this environment has a pip of its own; those of the README have none."""
    return (
        subprocess.run([sys.executable, "-m", "pip", "-V"], capture_output=True, check=False).returncode == 0
    )


def test_the_wheel_has_one_package_with_every_tracked_file_of_its_folders(shipped: dict[str, Path]) -> None:
    names = zipfile.ZipFile(shipped["wheel"]).namelist()
    top = {name.partition("/")[0] for name in names}
    assert {name for name in top if not name.endswith(".dist-info")} == {"pencilwright"}
    inside = [name.removeprefix("pencilwright/") for name in names if name.startswith("pencilwright/")]
    assert {name for name in inside if "/" not in name} == OWN_FILES
    expected = {folder: tracked(folder) for folder in FOLDERS}
    assert by_folder(inside) == expected


def test_the_source_package_has_every_tracked_file_of_its_folders(shipped: dict[str, Path]) -> None:
    with tarfile.open(shipped["sdist"]) as archive:
        names = [member.name.partition("/")[2] for member in archive.getmembers() if member.isfile()]
    counted = by_folder(names)
    wanted = (*FOLDERS, "teaching", "benchmarks", "tests", "examples", "docs", "scripts")
    assert {folder: counted[folder] for folder in wanted} == {folder: tracked(folder) for folder in wanted}


@pytest.mark.parametrize("form", ["wheel", "sdist"])
def test_beside_a_package_with_our_bare_names_the_demo_runs(
    form: str, shipped: dict[str, Path], tmp_path: Path
) -> None:
    pip = (sys.executable, "-m", "pip") if has_pip() else ("python3", "-m", "pip")
    place = tmp_path / "environment"
    run(sys.executable, "-m", "venv", "--without-pip", place)
    run(*pip, "--python", place, "install", "-q", "-c", ROOT / "constraints.txt", shipped[form])
    run(*pip, "--python", place, "install", "-q", "--no-deps", shipped["other"])
    summary = run(place / "bin" / "pencilwright", "demo", folder=tmp_path)
    assert "52" in summary and list((tmp_path / "output").glob("*.pdf"))
    run(*pip, "--python", place, "uninstall", "-q", "-y", "other")
    assert "troyes-dice" in run(place / "bin" / "python", "-m", "pencilwright", "games", folder=tmp_path)
