"""Pages of a template of their own, such as a result: drawn one by one and bound as one PDF."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pencilwright.generator import fonts, postprocess
from pencilwright.generator.print_options import PrintOptions
from pencilwright.templates.page import Page
from pencilwright.templates.render import render


def rendered(template: str, data: Mapping[str, Any], options: PrintOptions) -> Page:
    """Return a page of a template."""
    return render(
        template,
        data=dict(data),
        language=options.language,
        theme=options.theme,
        paper=options.paper,
        line_count=fonts.line_count,
    )


def build(
    template: str,
    pages: Sequence[Mapping[str, Any]],
    about: postprocess.About,
    fields: Mapping[str, Any],
    options: PrintOptions,
) -> bytes:
    """Return the PDF of pages. The same arguments give the same bytes.

    Parameters
    ----------
    template : of each page, below templates/.
    pages : the data of each; `page_number` is added.
    fields : what the manifest says.
    """
    drawn = [rendered(template, {**data, "page_number": n}, options) for n, data in enumerate(pages, 1)]
    return postprocess.finish(drawn, about, json.dumps(fields).encode(), bookmarks=[about.title] * len(drawn))
