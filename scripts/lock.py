"""Remake constraints.txt, the exact version of every package of the whole tree for each Python named, and
hashes.txt, the packages of the extra `all` with the hashes of their files for `pip --require-hashes`.

    python scripts/lock.py [--keep] python3.11 python3.12 python3.13 python3.14

Each interpreter's own pip works out what all extras need; nothing is installed. The
versions found by the first bind the ones after it, so name the oldest Python first. With --keep the versions
of constraints.txt bind them all: only what is new is added, and what nothing needs any more goes. The hashes
are collected by uv (`pip install uv`), for all systems.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CONSTRAINTS = ROOT / "constraints.txt"
HASHES = ROOT / "hashes.txt"

HEADER = """\
# The exact version of every package that `.[all,browser,dev,docs,viewers]` brings
# for Python {versions}. Made by `python scripts/lock.py {commands}`.
"""

# Asked for by other systems only, so that a resolution on Linux never meets them.
OTHER_SYSTEMS = ('colorama==0.4.6 ; sys_platform == "win32"',)


def python_version(interpreter: str) -> str:
    """Return "3.12" for the interpreter's command."""
    code = "import sys; print('%d.%d' % sys.version_info[:2])"
    return subprocess.run(
        [interpreter, "-c", code], check=True, capture_output=True, text=True
    ).stdout.strip()


def resolve(interpreter: str, known: dict[str, str]) -> dict[str, str]:
    """Return name -> version of every package of the tree, as this interpreter's pip resolves it."""
    with tempfile.TemporaryDirectory() as folder:
        report, limits = Path(folder) / "report.json", Path(folder) / "known.txt"
        limits.write_text("".join(f"{name}=={version}\n" for name, version in known.items()))
        command = [interpreter, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed"]
        command += ["--report", str(report), "-c", str(limits), f"{ROOT}[all,browser,dev,docs,viewers]"]
        subprocess.run(command, check=True)
        items = json.loads(report.read_text())["install"]
    results = {
        item["metadata"]["name"].lower().replace("_", "-"): item["metadata"]["version"] for item in items
    }
    results.pop("pencilwright")
    return results


def pinned() -> dict[str, str]:
    """Return name -> version of every package that constraints.txt holds for all systems."""
    return dict(re.findall(r"^([\w.-]+)==(\S+)$", CONSTRAINTS.read_text(encoding="utf-8"), re.MULTILINE))


def write_hashes(oldest: str) -> None:
    """Write the versions of constraints.txt that the extra `all` needs, with the hashes of their files."""
    command = ["uv", "pip", "compile", "--quiet", "--universal", "--python-version", oldest, "--extra", "all"]
    command += ["--generate-hashes", "--no-emit-index-url", "--no-annotate", "--no-header"]
    command += ["-c", str(CONSTRAINTS), "-o", str(HASHES), str(ROOT / "pyproject.toml")]
    subprocess.run(command, check=True)


def main(arguments: list[str]) -> None:
    """Write constraints.txt and hashes.txt next to pyproject.toml."""
    interpreters = [argument for argument in arguments if argument != "--keep"]
    if not interpreters:
        sys.exit("name the interpreters: python scripts/lock.py python3.11 python3.12 python3.13 python3.14")
    stored = pinned() if "--keep" in arguments else {}
    pins: dict[str, str] = {}
    for interpreter in interpreters:
        pins |= resolve(interpreter, stored | pins)
    versions = [python_version(interpreter) for interpreter in interpreters]
    header = HEADER.format(versions=", ".join(versions), commands=" ".join(f"python{v}" for v in versions))
    lines = sorted([*OTHER_SYSTEMS, *(f"{name}=={version}" for name, version in pins.items())])
    CONSTRAINTS.write_text(header + "\n".join(lines) + "\n", encoding="utf-8")
    write_hashes(versions[0])


if __name__ == "__main__":
    main(sys.argv[1:])
