"""Jobs: how far one is, its answer, and its end; only the browser that handed it in may ask."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from starlette.responses import Response

from pencilwright.app.web import bodies, site
from pencilwright.app.web.site import Asked, NotThere
from pencilwright.app.web.work import Job
from pencilwright.templates.phrases import phrase

LONG: Final = "long"


def job_of(asked: Asked, id: str) -> Job:
    """Return a job of this browser. Raises NotThere for one of another, and for one that is forgotten."""
    job = asked.site.works.get(id)
    if job is None or job.browser != asked.browser:
        raise NotThere(phrase("web.job.none"))
    return job


def handed_in(asked: Asked, see: str, function: Callable[..., Any], *given: Any) -> Response:
    """Hand in a long job and send the browser to its page; a script is told where that is.

    see : the address of the page, "{job}" where the job's id belongs. Raises Busy.
    """
    return taken(asked, see, asked.site.works.submit(LONG, function, *given, browser=asked.browser))


def taken(asked: Asked, see: str, job: Job) -> Response:
    """Send the browser to the page of a job; a script is told where that is. `see` as of `handed_in`."""
    address = see.format(job=job.id)
    if bodies.JSON in asked.request.headers.get("content-type", ""):
        return site.data(asked, {"job": job.id, "see": address}, status=202)
    return site.see(address)


def told(job: Job) -> dict[str, Any]:
    """Return what there is to say about a job: state, place in the queue, how far it is, answer."""
    what, done, whole = job.progress or (phrase("web.job.begins"), 0, 0)
    if job.state == "queued":
        what = phrase("web.job.queued", n=job.place)
    return {
        "id": job.id,
        "state": job.state,
        "is_over": job.is_over,
        "place": job.place,
        "what": what,
        "done": done,
        "whole": whole,
        "answer": job.result,
        "error": job.error,
    }


async def show(asked: Asked) -> Response:
    """Say how far a job is."""
    return site.data(asked, told(job_of(asked, asked.path["id"])))


async def stop(asked: Asked) -> Response:
    """Stop a job; the best so far stays."""
    job = job_of(asked, asked.path["id"])
    asked.site.works.stop(job.id)
    return site.data(asked, told(job))
