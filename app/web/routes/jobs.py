"""Jobs: how far one is, the best so far, and its end; only the browser that handed it in may ask."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from starlette.responses import Response

from pencilwright.app.web import requests, responses
from pencilwright.app.web.jobs import Job
from pencilwright.app.web.requests import NotFound, PageRequest
from pencilwright.app.web.views.advice import at_a_glance, between, judged_move
from pencilwright.solver.view import Between
from pencilwright.templates.phrases import Phrase, phrase

LONG: Final = "long"
HELD: Final = 0.5
"""Seconds for which a question about a job waits for its first result."""
UNIT: Final = "progress.count."
"""Begins the words of what work counts, which say nothing to who waits: the bar is enough."""


def job_of(request: PageRequest, id: str) -> Job:
    """Return a job of this browser. Raises NotFound for one of another, and for one that is forgotten."""
    job = request.server.jobs.get(id)
    if job is None or request.browser not in job.listeners:
        raise NotFound(phrase("web.job.none"))
    return job


def submit(request: PageRequest, see: str, function: Callable[..., Any], *given: Any) -> Response:
    """Hand in a long job and send the browser to its page; a script is told where that is.

    see : the address of the page, "{job}" where the job's id belongs. Raises Busy.
    """
    return redirect_to(request, see, request.server.jobs.submit(LONG, function, *given, **request.visitor))


def redirect_to(request: PageRequest, see: str, job: Job) -> Response:
    """Send the browser to the page of a job; a script is told where that is. `see` as of `submit`."""
    address = see.format(job=job.id)
    if requests.JSON in request.headers.get("content-type", ""):
        return responses.json(request, {"job": job.id, "see": address}, status=202)
    return responses.redirect(address)


def status(job: Job) -> dict[str, Any]:
    """Return what there is to say about a job: its state, how far it is, its answer."""
    what, done, whole = job.progress or (phrase("web.job.begins"), 0, 0)
    if place := job.place:
        what = phrase("web.job.queued", n=place)
    elif isinstance(what, Phrase) and what.key.startswith(UNIT):
        what = phrase("web.job.works")
    return {
        "id": job.id,
        "state": job.state,
        "is_over": job.is_over,
        "what": what,
        "done": done,
        "whole": whole,
        "answer": job.result,
        "error": job.error,
    }


async def show(request: PageRequest) -> Response:
    """Say how far a job is, and the best once one is known; `mine` in the address: of that move, too."""
    job = job_of(request, request.path_params["id"])
    await job.wait(HELD)
    return _as_data(request, job)


async def stop(request: PageRequest) -> Response:
    """Stop a job; the best so far stays."""
    job = job_of(request, request.path_params["id"])
    request.server.jobs.stop(job.id, request.browser)
    return _as_data(request, job)


def _as_data(request: PageRequest, job: Job) -> Response:
    data = status(job)
    results = data.pop("answer")
    if isinstance(results, dict) and "answer" in results:
        data["best"] = at_a_glance(results["answer"])
        if mine := request.query_params.get("mine"):
            data["mine"] = judged_move(results["answer"], mine)
    if isinstance(results, Between):
        data["between"] = between(results)
    return responses.json(request, data)
