"""Jobs and their workers: what is told of them, how they are stopped, and what a fault costs."""

from __future__ import annotations

import asyncio
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pencilwright import games
from pencilwright.app import user_values
from pencilwright.app.web import jobs, worker_tasks
from pencilwright.app.web.exceptions import Busy, ServerFault
from pencilwright.app.web.jobs import KINDS, Job, JobQueue, Limits, Patience, _Lane
from pencilwright.app.web.routes.jobs import status as status_of
from pencilwright.app.web.workers import WorkerMessage, WorkerTask, WorkRoom
from pencilwright.games.errors import InputError
from pencilwright.games.shared.options import TIME
from pencilwright.solver.compiled import Progress
from pencilwright.templates.phrases import phrase
from tests.refusals import refused

from .client import stopped

ROOT = Path(__file__).resolve().parents[3]
SOME = Limits(4, 100)
QUICK = Patience(stopping=0.3)
WAY = phrase("progress.compiling")


# --- what workers are asked to do ---


def number_for(name: str) -> bytes:
    return f"{name} {time.monotonic_ns()}".encode()


def sleep(seconds: float) -> str:
    time.sleep(seconds)
    return "slept"


def count(most: int, *, progress: Progress) -> int:
    """Count until it is enough, or until it is stopped."""
    done = 0
    try:
        while done < most:
            progress(WAY, done, most)
            time.sleep(0.005)
            done += 1
    except KeyboardInterrupt:
        progress(WAY, done, most)  # tells again, as an adviser may that cleans up
    return done


HELD = threading.Lock()


def hold(*, progress: Progress) -> None:
    """Work at what only one job at a time may hold; who waits for it uses hardly any of its slice."""
    for _ in range(20):
        if HELD.acquire(timeout=0.05):
            break
        progress("waiting", 0, 0)
    else:
        raise AssertionError("waited in vain")
    for n in range(1, 6):
        sum(range(300_000))
        progress("holding", n, 5)
    HELD.release()


def better(*, so_far: Callable[[int], None], progress: Progress) -> int:
    """Say two results, the second one better, before the last."""
    for item in (1, 2):
        so_far(item)
        for done in range(20):
            progress(WAY, done, 20)
            time.sleep(0.01)
    return 3


def work(seconds: float, name: str = "", *, progress: Progress) -> tuple[str, bool]:
    """Use up processor time; return whether it was stopped."""
    done, until = 0, time.thread_time() + seconds
    try:
        while time.thread_time() < until:
            progress(WAY, (done := done + 1), 0)
    except KeyboardInterrupt:
        return name, True
    return name, False


def in_stages(*, so_far: Callable[[int], None], progress: Progress) -> int:
    """Give the best so far of each of two stages, as an adviser does that is stopped in one."""
    for stage in (1, 2):
        work(20.0 if stage == 1 else 60.0, progress=progress)
        so_far(stage)
    return 3


def soon(seconds: float, *, so_far: Callable[[int], None], progress: Progress) -> int:
    """Give a first result at once, and work at a better one."""
    so_far(1)
    return 1 if work(seconds, progress=progress)[1] else 2


def die_after(seconds: float, *, progress: Progress) -> None:
    work(seconds, progress=progress)
    os._exit(3)


def stubborn(*, progress: Progress) -> None:
    progress(WAY, 0, 0)
    time.sleep(30)


def never_ready(*, progress: Progress) -> None:
    while True:
        progress(WAY, 0, 0)


def refuse(code: str) -> None:
    raise InputError(phrase("web.keep.no_table", code=code), field="table")


def fail() -> None:
    raise ZeroDivisionError("a fault \x1b[2J of ours")


def of_bytes(size: int) -> bytes:
    return bytes(size)


def of_memory() -> None:
    raise MemoryError


def no_pickle() -> Callable[[], int]:
    return lambda: 1


def deep() -> None:
    deep()


# --- helpers ---


Test = Callable[[JobQueue], Coroutine[Any, Any, None]]


def opening(limits: Limits = SOME, patience: Patience = QUICK) -> Callable[[Test], Callable[[], None]]:
    """A test with workers of its own, at most for a while (kernels may have to be compiled first)."""

    def decorated(test: Test) -> Callable[[], None]:
        async def opened() -> None:
            works = JobQueue(dict.fromkeys(("a", "b", "quick"), limits), patience)
            try:
                await test(works)
            finally:
                await works.close()

        def run() -> None:
            asyncio.run(asyncio.wait_for(opened(), 120))

        run.__name__, run.__doc__ = test.__name__, test.__doc__
        return run

    return decorated


Shared = tuple[asyncio.Runner, JobQueue]


@pytest.fixture(scope="module")
def shared() -> Iterator[Shared]:
    """Workers for all tests that leave them as they were, and their event loop."""

    async def begin() -> JobQueue:
        return JobQueue({"a": SOME, "b": SOME}, QUICK)

    with asyncio.Runner() as runner:
        works = runner.run(begin())
        yield runner, works
        runner.run(works.close())


def sharing(test: Test) -> Callable[[Shared], None]:
    """A test with the workers of all; the jobs that it leaves are stopped."""

    async def alone(works: JobQueue) -> None:
        try:
            await asyncio.wait_for(test(works), 120)
        finally:
            await stopped(works)

    def run(shared: Shared) -> None:
        runner, works = shared
        runner.run(alone(works))

    run.__name__, run.__doc__ = test.__name__, test.__doc__
    return run


async def until(holds: Callable[[], object]) -> None:
    while not holds():
        await asyncio.sleep(0.005)


async def over(works: JobQueue, kind: str, *question: Any) -> Job:
    """A job once it is over."""
    job = works.submit(kind, *question, browser="x")
    await job.wait()
    return job


async def begun(job: Job) -> None:
    await until(lambda: job.progress)


def is_there(number: int) -> bool:
    with suppress(ProcessLookupError, FileNotFoundError):
        os.kill(number, 0)
        state = Path(f"/proc/{number}/stat")
        return not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"
    return False


# --- what comes of a job ---


@sharing
async def test_a_kind_has_one_process_for_all_its_jobs(works: JobQueue) -> None:
    first = await works.run("a", os.getpid, browser="x")
    assert first != os.getpid()
    assert await works.run("a", os.getpid, browser="y") == first
    assert await works.run("b", os.getpid, browser="x") not in (first, os.getpid())


@sharing
async def test_a_job_is_asked_about_by_an_id_that_nobody_guesses(works: JobQueue) -> None:
    job, other = (works.submit("a", count, 3, browser="x") for _ in range(2))
    assert len(job.id) == 26 and job.id != other.id
    assert (job.state, job.place, other.state, other.place) == ("working", 0, "queued", 1)
    await other.wait()
    assert works.get(job.id) is job
    assert (job.state, job.result, job.is_over) == ("done", 3, True)
    assert works.get("a" * 26) is None and works.stop("a" * 26) is None


@sharing
async def test_a_worker_has_what_the_guest_told_who_handed_the_job_in(works: JobQueue) -> None:
    with user_values.before_kept({"tianxia": "meeples = 14"}.get):
        summary = await works.run("a", user_values.of_guest, browser="one")
    assert summary == {"tianxia": "meeples = 14"}
    assert await works.run("a", user_values.of_guest, browser="two") == {}


@sharing
async def test_progress_is_told_in_phrases(works: JobQueue) -> None:
    job = works.submit("a", count, 10_000, browser="x")
    await until(lambda: job.progress and job.progress[1] > 0)
    sentence, done, whole = job.progress
    assert (sentence, whole) == (WAY, 10_000) and 0 < done < whole


@sharing
async def test_a_first_result_is_there_before_the_last_and_is_the_best_so_far(works: JobQueue) -> None:
    job = works.submit("a", better, browser="x")
    await job.wait(0)
    seen = {job.result}
    await job.wait()
    assert (job.state, job.result) == ("working", 1)
    while not job.is_over:
        seen.add(job.result)
        await asyncio.sleep(0.005)
    assert (seen, job.result) == ({None, 1, 2}, 3)
    other = works.submit("a", better, browser="x")
    await until(lambda: other.result == 1)
    works.stop(other.id)
    await until(lambda: other.is_over)
    assert (other.state, other.result) == ("stopped", 1)


@sharing
async def test_a_refusal_keeps_its_sentence_and_field(works: JobQueue) -> None:
    with refused("web.keep.no_table", "table", code="BCDFG") as caught:
        await works.run("a", refuse, "BCDFG", browser="x")
    job = await over(works, "a", refuse, "BCDFG")
    assert (job.state, job.error, job.field) == ("failed", caught.value.sentence, "table")


def test_a_fault_has_a_number_in_the_terminal_and_costs_nothing_else(
    capsys: pytest.CaptureFixture[str],
) -> None:
    @opening()
    async def test(works: JobQueue) -> None:
        process = await works.run("a", os.getpid, browser="x")
        with pytest.raises(ServerFault) as raised:
            await works.run("a", fail, browser="x")
        job = await over(works, "a", no_pickle)
        assert job.state == "failed" and job.fault.number == raised.value.number + 1
        assert str(job.fault.number) in str(job.error)
        assert await works.run("a", os.getpid, browser="x") == process
        summary = capsys.readouterr().err
        assert str(raised.value.sentence) in summary and str(job.error) in summary
        assert "ZeroDivisionError: a fault \\x1b[2J of ours" in summary and "in fail" in summary

    test()


@sharing
async def test_what_is_too_deep_or_too_large_is_refused_and_the_worker_lives(works: JobQueue) -> None:
    process = await works.run("a", os.getpid, browser="x")
    for question in [(deep,), (of_memory,)]:
        with pytest.raises(InputError):
            await works.run("a", *question, browser="x")
    with refused("web.work.large", n=8):
        await works.run("a", of_bytes, jobs.LARGEST + 1, browser="x")
    assert len(await works.run("a", of_bytes, jobs.LARGEST - 1000, browser="x")) == jobs.LARGEST - 1000
    assert await works.run("a", os.getpid, browser="x") == process


# --- stopping ---


@sharing
async def test_a_job_that_is_stopped_keeps_the_best_so_far_and_its_worker(works: JobQueue) -> None:
    job = works.submit("a", count, 10_000, browser="x")
    await begun(job)
    assert works.stop(job.id) is job
    await job.wait()
    assert (job.state, job.error) == ("stopped", None) and 0 < job.result < 10_000
    result = await works.run("a", os.getpid, browser="x")
    worker = works._lanes["a"].worker
    assert worker is not None and worker.process.pid == result
    job = works.submit("a", never_ready, browser="x")
    await begun(job)
    works.stop(job.id)
    await job.wait()
    assert (job.state, job.result, job.error) == ("stopped", None, None), "it had found nothing"


@sharing
async def test_a_job_that_does_not_stop_is_killed_and_its_worker_replaced(works: JobQueue) -> None:
    process = await works.run("a", os.getpid, browser="x")
    job = works.submit("a", stubborn, browser="x")
    following = works.submit("a", os.getpid, browser="x")
    await begun(job)
    before = time.monotonic()
    works.stop(job.id)
    works.stop(job.id)
    await job.wait()
    assert QUICK.stopping <= time.monotonic() - before < 3
    assert (job.state, job.result, job.error) == ("stopped", None, None)
    await following.wait()
    assert following.result != process
    await until(lambda: not is_there(process))


@sharing
async def test_a_job_that_waits_is_stopped_at_once(works: JobQueue) -> None:
    first, second, third = (works.submit("a", count, 10_000, browser="x") for _ in range(3))
    works.stop(second.id)
    assert (second.state, third.place) == ("stopped", 1)
    works.stop(first.id)
    await until(lambda: third.state == "working")


@opening(Limits(4, 0.3), Patience(stopping=20))
async def test_a_job_that_takes_too_long_says_so_and_keeps_the_best_so_far(works: JobQueue) -> None:
    await works.run("a", sleep, 0, browser="x")  # so that the worker has imported this module
    job = await over(works, "a", count, 10_000)
    assert job.state == "stopped" and job.result > 0
    assert job.error == phrase("web.work.slow", n=0)
    assert 0 < await works.run("a", count, 10_000, browser="x") < 10_000


@opening(Limits(4, 1))
async def test_a_job_that_takes_too_long_and_does_not_stop_has_failed(works: JobQueue) -> None:
    with refused("web.work.slow", n=1):
        await works.run("a", sleep, 30, browser="x")


@opening(Limits(4, 0.1), Patience(stopping=60))
async def test_a_job_that_is_done_just_after_its_time_is_done(works: JobQueue) -> None:
    job = await over(works, "a", sleep, 0.3)
    assert (job.state, job.result, job.error) == ("done", "slept", None)


@opening(Limits(4, 30, lease=0.5))
async def test_a_job_that_nobody_asks_about_is_stopped_and_one_that_somebody_waits_for_is_not(
    works: JobQueue,
) -> None:
    job = works.submit("a", count, 10_000, browser="x")
    forgotten = works.submit("a", count, 10_000, browser="x")
    until_then = time.monotonic() + 1.2
    while time.monotonic() < until_then:
        assert works.get(job.id).state == "working"
        await asyncio.sleep(0.02)
    assert forgotten.state == "stopped"
    await job.wait()
    assert job.state == "stopped"
    assert await works.run("a", sleep, 0.8, browser="x") == "slept"


@sharing
async def test_who_stops_waiting_stops_the_job(works: JobQueue) -> None:
    waiting = asyncio.ensure_future(works.run("a", count, 10_000, browser="x"))
    await until(lambda: works._lanes["a"].job)
    job = works._lanes["a"].job
    await begun(job)
    waiting.cancel()
    await asyncio.wait_for(job.wait(), 5)
    assert job.state == "stopped"


# --- queues ---


@opening(Limits(2, 30))
async def test_a_full_queue_is_busy_and_says_when_to_come_again(works: JobQueue) -> None:
    jobs = [works.submit("a", count, 10_000, browser=name) for name in "xyz"]
    assert [job.place for job in jobs] == [0, 1, 2]
    with pytest.raises(Busy) as busy:
        works.submit("a", count, 1, browser="w")
    assert busy.value.retry_after == 3 and busy.value.sentence == phrase("web.work.full", n=3)
    assert works.submit("b", count, 1, browser="w").state == "working"
    works.stop(jobs[1].id)
    assert works.submit("a", count, 1, browser="w").place == 2


@opening()
async def test_what_nobody_waits_for_is_before_nobody_in_the_queue(works: JobQueue) -> None:
    works.warm("a", work, 0.5)
    first, second = (works.submit("a", count, 1, browser=name) for name in "xy")
    assert second.place == 1 and status_of(first)["what"] == phrase("web.job.begins")


@opening(Limits(4, 30, per_browser=2))
async def test_a_browser_and_an_address_have_no_more_than_their_share(works: JobQueue) -> None:
    first, _ = (works.submit("a", count, 10_000, browser="x", address="1") for _ in range(2))
    for browser, address in (("x", "2"), ("z", "1")):
        with pytest.raises(Busy) as busy:
            works.submit("a", count, 1, browser=browser, address=address)
        assert busy.value.sentence == phrase("web.work.yours", n=2)
    assert works.submit("a", count, 1, browser="y", address="2").place == 2
    works.stop(first.id)
    assert not first.is_over
    more = works.submit("a", count, 1, browser="x", address="1")
    assert more.place == 3, "what is being stopped takes no place"


@opening(Limits(2, 30))
async def test_where_the_queue_is_full_who_has_several_gives_way_to_who_has_none(works: JobQueue) -> None:
    jobs = [works.submit("a", count, 10_000, browser=f"{n}", address="10.0.0.1") for n in range(3)]
    with pytest.raises(Busy):
        works.submit("a", count, 1, browser="x", address="10.0.0.1")
    other = works.submit("a", count, 1, browser="x", address="10.0.0.2")
    assert [job.state for job in jobs] == ["working", "queued", "failed"]
    assert other.place == 2 and jobs[2].error == phrase("web.work.full", n=3)
    with pytest.raises(Busy):
        works.submit("a", count, 1, browser="y", address="10.0.0.3")


# --- slices, and questions that are equal ---

SLICED = Limits(8, 100, per_browser=2, lease=30, slice=0.05)


@opening(SLICED)
async def test_every_job_gets_its_first_slices_before_another_goes_on(works: JobQueue) -> None:
    long = works.submit("a", work, 3.0, browser="x")
    await begun(long)
    others = [works.submit("a", work, 0.1, name, browser=name) for name in "yz"]
    for other in others:
        await other.wait()
    assert [other.result for other in others] == [("y", False), ("z", False)]
    assert long.state == "working"
    works.stop(long.id)
    await long.wait()
    assert (long.state, long.result) == ("stopped", ("", True)), "it has paused, and is told at once"


@sharing
async def test_a_job_that_is_stopped_before_its_first_result_does_not_begin_a_better_one(
    works: JobQueue,
) -> None:
    job = works.submit("a", in_stages, browser="x")
    await begun(job)
    works.stop(job.id)
    await until(lambda: job.is_over)
    assert (job.state, job.result) == ("stopped", 1)


@opening(SLICED)
async def test_equal_jobs_are_one_until_the_last_who_waits_has_left_and_its_answer_stays(
    works: JobQueue,
) -> None:
    job = works.submit("a", work, 0.5, browser="x", address="1")
    assert works.submit("a", work, 0.5, browser="y", address="2") is job
    assert works.submit("a", work, 0.6, browser="y", address="2") is not job
    await begun(job)
    works.stop(job.id, "x")
    await job.wait()
    assert (job.state, job.result, list(job.listeners)) == ("done", ("", False), ["y"])
    assert works.submit("a", work, 0.5, browser="z") is job, "it is known"
    works.forget_answers()
    again = works.submit("a", work, 0.5, browser="z")
    works.stop(again.id, "z")
    await again.wait()
    assert again is not job and again.state == "stopped"
    assert works.submit("a", work, 0.5, browser="z") is not again, (
        "of one that was stopped there is no answer"
    )


@opening(SLICED._replace(queue=2))
async def test_a_job_that_nobody_asks_about_gives_way_and_counts_for_nobody(works: JobQueue) -> None:
    left = [works.submit("a", work, 9.0, name, browser="x", address="1") for name in "ab"]
    with pytest.raises(Busy):
        works.submit("a", work, 9.0, "c", browser="x", address="1")
    await begun(left[1])
    for job in left:
        job._polled -= jobs.FORGOTTEN
    before = sum(job._slices for job in left)
    job = works.submit("a", work, 0.5, browser="x", address="1")
    await until(lambda: works.get(job.id).is_over)
    assert job.state == "done" and [other.state for other in left] == ["working"] * 2
    assert sum(job._slices for job in left) <= before + 1, "the one that went on just then"
    for name in "cd":
        works.submit("a", work, 9.0, name, browser="y", address="2")
    await until(lambda: any(other.is_over for other in left))
    (other,) = [other for other in left if other.is_over]
    assert (other.state, other.error) == ("stopped", phrase("web.work.full", n=10))


@opening(SLICED._replace(lease=8))
async def test_a_job_that_nobody_waits_for_rests_at_its_first_result_behind_all_others(
    works: JobQueue,
) -> None:
    long = works.submit("a", work, 0.3, browser="x")
    await begun(long)
    job, left = (works.submit("a", soon, seconds, browser="") for seconds in (0.3, 60.0))
    await works.submit("a", work, 0.3, browser="y").wait()
    await long.wait()
    assert job._slices == left._slices == 0
    await until(lambda: (job.result, left.result) == (1, 1) and works._lanes["a"].job is None)
    assert works.submit("a", soon, 0.3, browser="x") is job, "now somebody waits"
    await until(lambda: job.is_over)
    assert (job.state, job.result, left.state, left.result) == ("done", 2, "working", 1)
    await until(lambda: left.is_over)
    assert (left.state, left.result) == ("stopped", 1), "nobody came"


@opening(SLICED)
async def test_a_worker_that_dies_costs_no_job_that_has_paused(works: JobQueue) -> None:
    job = works.submit("a", work, 0.4, browser="x")
    await begun(job)
    bad = works.submit("a", die_after, 0.1, browser="y")
    for one in (job, bad):
        await one.wait()
    assert (bad.state, bad.error) == ("failed", phrase("web.work.died"))
    assert (job.state, job.result) == ("done", ("", False))


@opening(SOME._replace(jobs=3))
async def test_a_worker_is_started_before_its_first_job_once_and_replaced_after_its_last(
    works: JobQueue,
) -> None:
    for _ in range(2):
        works.warm("a", os.getpid)
    worker = works._lanes["a"].worker
    assert worker is not None and not works._lanes["a"].waiting
    assert await works.run("a", os.getpid, browser="x") == worker.process.pid
    works.warm("a", os.getpid)
    assert works._lanes["a"].job is None
    results = [await works.run("a", os.getpid, browser="x") for _ in range(3)]
    assert results[0] == worker.process.pid != results[1] == results[2]


@opening()
async def test_a_drawing_is_made_once_as_long_as_it_is_known(works: JobQueue) -> None:
    drawing = partial(works.drawn, number_for)
    first = await drawing("a", browser="x")
    assert await drawing("a", browser="y") == first
    other = await drawing("b", browser="x")
    assert other != first
    assert await drawing("b", browser="x") == other
    works.forget_answers()
    assert await drawing("a", browser="x") != first


# --- workers that end ---


@sharing
async def test_a_worker_that_dies_costs_its_job_and_nothing_else(works: JobQueue) -> None:
    job = works.submit("a", os._exit, 3, browser="x")
    following = await over(works, "a", sleep, 0)
    assert (job.state, job.error) == ("failed", phrase("web.work.died"))
    assert (following.state, following.result) == ("done", "slept")
    process = await works.run("a", os.getpid, browser="x")
    os.kill(process, signal.SIGKILL)  # at rest
    await until(lambda: not is_there(process))
    assert await works.run("a", os.getpid, browser="x") != process


@sharing
async def test_ctrl_c_in_the_terminal_is_not_for_workers(works: JobQueue) -> None:
    process = await works.run("a", os.getpid, browser="x")
    job = works.submit("a", count, 20, browser="x")
    await begun(job)
    os.kill(process, signal.SIGINT)
    await job.wait()
    assert (job.state, job.result) == ("done", 20)


@opening(patience=Patience(resting=0.1))
async def test_a_worker_that_rests_goes_home(works: JobQueue) -> None:
    process = await works.run("a", os.getpid, browser="x")
    await until(lambda: not is_there(process))
    assert await works.run("a", os.getpid, browser="x") != process


@opening(patience=Patience())
async def test_closing_ends_everything_soon(works: JobQueue) -> None:
    processes = [await works.run(kind, os.getpid, browser="x") for kind in "ab"]
    jobs = [works.submit("a", stubborn, browser="x"), works.submit("a", sleep, 1, browser="x")]
    waiting = asyncio.ensure_future(works.run("b", sleep, 30, browser="x"))
    await begun(jobs[0])
    before = time.monotonic()
    await works.close()
    assert time.monotonic() - before < 3
    assert not any(map(is_there, processes))
    assert [job.state for job in jobs] == ["stopped", "stopped"]
    with pytest.raises(InputError):
        await waiting
    with pytest.raises(Busy):
        works.submit("a", sleep, 0, browser="x")
    await works.close()


def orphan() -> None:
    """Be a server that tells its worker's number and never ends by itself."""

    async def serve() -> None:
        works = JobQueue({"a": Limits(4, 30)})
        print(await works.run("a", os.getpid, browser="x"), flush=True)
        works.submit("a", sleep, 30, browser="x")
        await asyncio.sleep(30)

    asyncio.run(serve())


@pytest.mark.skipif(sys.platform == "win32", reason="asks for processes as Linux and macOS do")
def test_a_worker_ends_with_its_parent_however_that_ends() -> None:
    paths = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    server = subprocess.Popen(
        [sys.executable, "-c", "from tests.app.web.test_jobs import orphan; orphan()"],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": paths},
        text=True,
    )
    assert server.stdout is not None
    with server, server.stdout as record:
        process = int(record.readline())
        server.kill()

    asyncio.run(asyncio.wait_for(until(lambda: not is_there(process)), 5))


# --- what is remembered, and what is begun early ---


@pytest.mark.parametrize(
    ("limit", "most", "sizes", "known", "stored"),
    [
        ("KEPT_JOBS", 3, [1] * 5, [False, False, True, True, True], 3),
        ("KEPT_BYTES", 5000, [1000, 4000, 500], [False, True, True], 2),
        ("KEPT_BYTES", 5000, [6000], [True], 1),  # never the last
    ],
)
def test_of_too_many_jobs_or_too_large_results_the_oldest_are_forgotten(
    limit: str, most: int, sizes: list[int], known: list[bool], stored: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, limit, most)

    @opening()
    async def test(works: JobQueue) -> None:
        assert await remembered(works, sizes) == known
        await works.close()
        assert len(works._jobs) == stored

    test()


async def remembered(works: JobQueue, sizes: list[int]) -> list[bool]:
    """Which of some jobs are known when all are done, and others that nobody can ask about."""
    jobs = []
    for size in sizes:
        jobs.append(await over(works, "a", of_bytes, size))
    for _ in range(5):
        await works.run("a", of_bytes, 4000, browser="x")
    return [works.get(job.id) is job for job in jobs]


def test_a_worker_does_its_own_beside_its_jobs(tmp_path: Path) -> None:
    @opening(Limits(4, 30, beside=partial(Path.touch, tmp_path / "note")))
    async def test(works: JobQueue) -> None:
        await works.run("a", os.getpid, browser="x")
        await until((tmp_path / "note").exists)

    test()


@pytest.mark.slow
def test_answers_that_are_worked_at_in_turn_are_those_of_each_alone() -> None:
    known = games.game("troyes-dice")
    states = [known.examples.example(seed, 6) for seed in "45"]
    texts = [known.to_json(state).decode() for state in states]
    times = {option.spelling: 0.2 for option in known.options.ADVISE if option.kind == TIME}
    questions = [(known.id, one, times, {}) for one in texts]
    said: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    room, results, pauses = WorkRoom(said.put, set()), {}, 0
    tasks = deque(
        WorkerTask(number, pickle.dumps((worker_tasks.advised, question, {}, user_values.place())), 0.0)
        for number, question in enumerate(questions)
    )
    while tasks:
        room.take(tasks.popleft())
        message: WorkerMessage = pickle.loads(said.get())
        while message.what not in ("paused", "done"):
            message = pickle.loads(said.get())
        if message.what == "paused":
            pauses += 1
            tasks.append(WorkerTask(message.number, b"", 0.0))
        else:
            results[message.number] = message.body
    assert pauses > 2
    for number, question in enumerate(questions):
        assert results[number]["answer"] == worker_tasks.advised(*question, so_far=lambda _: None)["answer"]


def test_a_job_that_waits_for_what_a_paused_one_holds_lets_that_one_go_on() -> None:
    said: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    room, done = WorkRoom(said.put, set()), []
    tasks = deque(
        WorkerTask(number, pickle.dumps((hold, (), {}, user_values.place())), 0.01) for number in range(2)
    )
    while tasks:
        room.take(task := tasks.popleft())
        while (message := pickle.loads(said.get(timeout=20))).what not in ("paused", "done", "fault"):
            pass
        assert message.what != "fault", message.body
        if message.what == "paused":
            tasks.append(task)
        else:
            done.append(message.number)
    assert done == [0, 1]


def test_who_waits_is_told_no_count_but_what_else_work_says_of_itself() -> None:
    job = Job(_Lane("long", KINDS["long"]), "browser", "", b"")
    job.state = "working"
    for what, told in (
        (phrase("progress.count.futures"), phrase("web.job.works")),
        (phrase("progress.compiling"), phrase("progress.compiling")),
        (phrase("progress.half_day", when="1am"), phrase("progress.half_day", when="1am")),
        ("by another program", "by another program"),
    ):
        job.progress = what, 3, 9
        status = status_of(job)
        assert (status["what"], status["done"], status["whole"]) == (told, 3, 9)


def test_who_is_new_goes_before_a_stopped_job_that_has_told_a_result_and_after_one_that_has_none() -> None:
    lane = _Lane("long", KINDS["long"])
    told, silent, new = (Job(lane, who, "", b"") for who in ("told", "silent", "new"))
    told._is_stopping, told._slices, told.result = True, 2, "a first answer"
    silent._is_stopping, silent._slices = True, 2
    lane.waiting.extend((told, silent, new))
    assert [lane.take(0.0) for _ in range(3)] == [silent, new, told]
