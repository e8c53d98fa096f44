"""Remake docs/images/photo-curves.png: errors and questions against curl, shadow and blur.

    python -m teaching.photos.curves [--sheets 20] [--seed curves] [--jobs 1]

Photographs are of the level medium, with one thing at a time set to a fixed size. Needs the extras `teaching`
and `dev`.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from teaching.photos import measure
from teaching.photos.levels import LEVELS, Span

IMAGES = Path(__file__).resolve().parents[2] / "docs" / "images"
STEPS = {
    "curl": ("curl of the paper (mm)", (0.0, 1.0, 2.0, 3.0, 5.0)),
    "shadow": ("light that the shadow takes (%)", (0.0, 0.3, 0.5, 0.7, 0.85)),
    "defocus": ("blur (standard deviation, pixels)", (0.7, 1.5, 2.5, 3.5, 4.5)),
}
LINES = {
    "rules": ("ours", "o-", "#00529b"),
    "eye": ("ours, without the game's rules", "s--", "#70b070"),
    "otsu": ("published: Otsu per box", "^-", "#c0504d"),
    "gap": ("published: largest gap", "v-", "#e0a030"),
}


def main() -> None:
    """Measure and draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sheets", type=int, default=20)
    parser.add_argument("--seed", default="curves")
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    results: dict[str, list[tuple[float, dict[str, Any]]]] = {}
    for name, (_, values) in STEPS.items():
        results[name] = []
        for value in values:
            level = replace(LEVELS["medium"], **{name: Span(value, value)})  # type: ignore[arg-type]
            tasks = [measure.Task(level, arguments.seed, number) for number in range(arguments.sheets)]
            counts = measure.total(measure.run(tasks, arguments.jobs))
            figures = {rule: measure.in_numbers(each) for rule, each in counts.items()}
            results[name].append((value, figures))
            ours = figures["rules"]
            print(
                name,
                value,
                {key: ours[key] for key in ("silent_errors", "questions", "unreadable")},
                flush=True,
            )
    (IMAGES / "photo-curves.json").write_text(json.dumps(_short(results), indent=1) + "\n", encoding="utf-8")
    draw(results)


def _short(results: dict[str, list[tuple[float, dict[str, Any]]]]) -> dict[str, Any]:
    keys = ("sheets", "silent_errors", "questions", "unreadable", "mark_accuracy")
    return {
        name: [
            {"value": value} | {r: {k: t[k] for k in keys} for r, t in figures.items()}
            for value, figures in steps
        ]
        for name, steps in results.items()
    }


def draw(results: dict[str, list[tuple[float, dict[str, Any]]]]) -> None:
    """Draw two rows of plots: wrong marks, and questions and refused sheets."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(2, len(results), figsize=(11, 6), sharex="col", sharey="row")
    for column, (name, steps) in enumerate(results.items()):
        title, _ = STEPS[name]
        above, below = axes[0][column], axes[1][column]
        values = [100 * value if name == "shadow" else value for value, _ in steps]
        for rule, (label, style, colour) in LINES.items():
            wrong = [_wrong(figures[rule]) for _, figures in steps]
            above.plot(values, wrong, style, color=colour, label=label, markersize=4)
        below.plot(values, [t["rules"]["questions_per_sheet"] for _, t in steps], "o-", color="#00529b",
                   label="questions a sheet", markersize=4)  # fmt: skip
        below.plot(values, [t["rules"]["unreadable"] / t["rules"]["sheets"] for _, t in steps], "x:",
                   color="#444444", label="part of sheets refused", markersize=5)  # fmt: skip
        above.set_yscale("symlog", linthresh=0.01)
        below.set_yscale("symlog", linthresh=0.05)
        below.set_xlabel(title)
        for plot in (above, below):
            plot.grid(alpha=0.3)
    for row in axes:
        row[0].set_ylim(bottom=0)
    axes[0][0].set_ylabel("marks silently wrong (%)")
    axes[1][0].set_ylabel("ours")
    axes[0][0].legend(fontsize=7)
    axes[1][0].legend(fontsize=7)
    figure.tight_layout()
    IMAGES.mkdir(exist_ok=True)
    figure.savefig(IMAGES / "photo-curves.png", dpi=100)
    print(IMAGES / "photo-curves.png")


def _wrong(figures: dict[str, Any]) -> float | None:
    return 100 * figures["silent_errors"] / figures["marks"] if figures["marks"] else None


if __name__ == "__main__":
    main()
