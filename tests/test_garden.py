"""What contributors and code hosts read is well formed, and the commands that it names exist."""

import re
import shutil
import sys
import tomllib
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from pencilwright.app.cli import main

ROOT = Path(__file__).parent.parent
HOST = ROOT / ".github"
WORKFLOWS = sorted((HOST / "workflows").glob("*.yml"))
HOOKS = ROOT / ".pre-commit-config.yaml"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
ENVIRONMENT = re.compile(r"\.venv(?:/bin/|\\Scripts\\)")


def load(path: Path) -> Any:
    """Return what a YAML file says, every scalar as a text: the key `on` is a word, not true."""
    return yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)


def steps() -> Iterator[dict[str, Any]]:
    """Yield every step of every workflow."""
    for path in WORKFLOWS:
        for job in load(path)["jobs"].values():
            yield from job["steps"]


def commands() -> list[str]:
    """Return every command of the workflows, the hooks and the page for contributors, split at &&."""
    named = [step["run"] for step in steps() if "run" in step]
    named += [hook["entry"] for repository in load(HOOKS)["repos"] for hook in repository["hooks"]]
    named += re.findall(r"(?<!`)`([^`\n]+)`(?!`)", CONTRIBUTING)
    return sorted({part.strip() for text in named for part in text.split("&&")})


def in_environment() -> list[str]:
    """Return those that .venv holds, without the folder."""
    return [
        ENVIRONMENT.sub("", command)
        for command in commands()
        if re.match(rf"{ENVIRONMENT.pattern}\w", command)
    ]


def ours() -> list[str]:
    """Return the commands of pencilwright that the pages for contributors and for reporting name."""
    pages = [CONTRIBUTING, (ROOT / "SECURITY.md").read_text(encoding="utf-8")]
    pages += [path.read_text(encoding="utf-8") for path in HOST.rglob("*.*")]
    return sorted({item for page in pages for item in re.findall(r"(?:`|: )pencilwright (\w[^`\n]*)", page)})


@pytest.mark.parametrize("command", in_environment())
def test_every_program_of_the_environment_that_is_named_is_there(command: str) -> None:
    program, *rest = command.split()
    if program == "python":
        assert rest[0] == "-m"
        needed = [*PROJECT["optional-dependencies"]["dev"], *PROJECT["optional-dependencies"]["docs"]]
        own = ROOT.joinpath(*rest[1].split(".")).with_suffix(".py")
        assert (
            own.is_file()
            or own.with_suffix("").joinpath("__main__.py").is_file()
            or rest[1] in {re.split(r"\W", requirement)[0] for requirement in needed}
        )
    else:
        assert shutil.which(program, path=str(Path(sys.executable).parent))


@pytest.mark.parametrize(
    "path", sorted({path for each in commands() for path in re.findall(r"tests/[\w./]+", each)})
)
def test_every_test_that_is_named_exists(path: str) -> None:
    assert (ROOT / path).exists()


@pytest.mark.parametrize("command", ours())
def test_every_command_of_ours_that_is_named_exists_with_its_options(command: str) -> None:
    name, *words = command.split()
    result = main.cli.get_command(click.Context(main.cli), name)
    assert result is not None
    known = {option for parameter in result.params for option in parameter.opts}
    assert {word for word in words if word.startswith("-")} <= known


def test_the_layout_names_every_package_of_the_checkout() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = set(re.findall(r"^\| `(\w+)/` \|", page, re.MULTILINE))
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert packages and packages <= named
    assert [name for name in named if not (ROOT / name).is_dir()] == []


def test_extras_that_are_named_exist() -> None:
    texts = [*commands(), README, (ROOT / "benchmarks" / "README.md").read_text(encoding="utf-8")]
    named = {
        name for text in texts for names in re.findall(r'"\.\[([\w,]+)\]"', text) for name in names.split(",")
    }
    assert {"all", "dev", "docs"} <= named <= set(PROJECT["optional-dependencies"])


# --- the workflow ----------------------------------------------------------------------------------------


def test_every_system_runs_the_two_commands_of_the_readme() -> None:
    section = README.split("## Two commands")[1].split("\n## ")[0]
    two = [block.strip() for block in re.findall(r"^```sh\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)]
    windows = [each.replace("python3 ", "python ").replace(".venv/bin/", ".venv\\Scripts\\") for each in two]
    assert "On Windows write `python` for `python3` and `.venv\\Scripts\\` for `.venv/bin/`" in section
    run = {system: [] for system in ("runner.os == 'Windows'", "runner.os != 'Windows'")}
    for step in steps():
        if step.get("if") in run:
            run[step["if"]].append(step["run"])
    assert list(run.values()) == [windows, two]


def test_three_systems_run_every_python_that_the_project_names() -> None:
    matrix = load(HOST / "workflows" / "ci.yml")["jobs"]["commands"]["strategy"]["matrix"]
    named = [entry.rpartition(" ")[2] for entry in PROJECT["classifiers"] if "Python :: 3." in entry]
    assert matrix["python"] == named
    assert {system.partition("-")[0] for system in matrix["os"]} == {"ubuntu", "macos", "windows"}


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_may_only_read_and_name_the_very_commit_of_every_action(path: Path) -> None:
    assert load(path)["permissions"] == {"contents": "read"}
    used = re.findall(r"uses: *(.*)", path.read_text(encoding="utf-8"))
    assert used
    for action in used:
        assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action)


def test_every_check_of_the_workflow_is_one_of_the_local_run() -> None:
    local = (ROOT / ".ci" / "run").read_text(encoding="utf-8").replace("$bin/", ".venv/bin/")
    checks = load(HOST / "workflows" / "ci.yml")["jobs"]["checks"]["steps"]
    run = [step["run"] for step in checks if "if" in step or step.get("name") == "ruff check"]
    assert len(run) == 7
    assert [command for command in run if command not in local] == []


# --- releases --------------------------------------------------------------------------------------------


def test_the_newest_release_of_the_changelog_is_the_version_of_the_project() -> None:
    headings = re.findall(r"^## (.*)$", CHANGELOG, re.MULTILINE)
    assert headings[0] == "[Unreleased]"
    newest, _, day = headings[1].partition(" - ")
    assert newest == f"[{PROJECT['version']}]"
    assert date.fromisoformat(day)


def test_releases_of_the_changelog_go_back_in_numbers_and_days() -> None:
    releases = re.findall(r"^## \[(\d+)\.(\d+)\.(\d+)\] - (\S+)$", CHANGELOG, re.MULTILINE)
    assert len(releases) == len(re.findall(r"^## ", CHANGELOG, re.MULTILINE)) - 1
    order = [(tuple(map(int, number)), day) for *number, day in releases]
    assert order == sorted(order, reverse=True)
    assert [day for _, day in order] == sorted((day for _, day in order), reverse=True)
