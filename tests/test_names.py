"""The project has one name."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).parent.parent
FORMER = "sheet" + "wright"


def test_the_former_name_stands_nowhere() -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    files = [name for name in listed.stdout.split("\0") if name] or [
        path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*.py") if "/." not in path.as_posix()
    ]
    assert len(files) > 300
    assert [name for name in files if FORMER in name.lower()] == []
    told = [
        name
        for name in files
        if (ROOT / name).is_file() and FORMER.encode() in (ROOT / name).read_bytes().lower()
    ]
    assert told == []
