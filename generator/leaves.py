"""PDFs whose pages all come from one template: rendered, drawn, finished."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pencilwright.generator import finish, fonts, pdf
from pencilwright.generator.documents import PrintOptions
from pencilwright.templates.render import render


def build(
    template: str,
    pages: Sequence[Mapping[str, Any]],
    about: finish.About,
    manifest: Mapping[str, Any],
    paper: PrintOptions,
    *,
    fillable: bool = False,
) -> bytes:
    """Make the PDF. The same arguments give the same bytes.

    pages : the data of each for the template; the title and its number are added.
    manifest : goes with the PDF as JSON. fillable : marks become fields, those of all pages one form.
    """
    drawn = [
        render(
            template,
            data={"title": about.title, **data, "page_number": number},
            language=paper.language,
            theme=paper.theme,
            paper=paper.paper,
            line_count=fonts.line_count,
        )
        for number, data in enumerate(pages, 1)
    ]
    drawing = pdf.draw(drawn, title=about.title, subject=about.subject, bookmarks=[about.title] * len(drawn))
    numbers = [1] * len(drawn) if fillable else list(range(1, len(drawn) + 1))
    return finish.finish(
        drawing, drawn, numbers, about, manifest=json.dumps(manifest).encode(), fillable=fillable
    )
