"""Work that takes longer than a page may: jobs in queues, and a worker for each kind of them.

`JobQueue` belongs to the running event loop: its methods are called there and return at once (`run` and
`close` are awaited).
"""

from __future__ import annotations

import asyncio
import base64
import itertools
import pickle
import secrets
import time
from collections import Counter, deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final, Literal, NamedTuple
from weakref import WeakValueDictionary

from pencilwright.app import user_values
from pencilwright.app.web.exceptions import Busy, ServerFault, report
from pencilwright.app.web.workers import LARGEST, Worker, WorkerMessage, WorkerTask
from pencilwright.games.errors import InputError
from pencilwright.solver import kernels
from pencilwright.templates.phrases import Phrase, Sentence, phrase

State = Literal["queued", "working", "done", "failed", "stopped"]
KEPT_JOBS: Final = 200
"""Jobs that are over and can still be asked about."""
KEPT_BYTES: Final = LARGEST // 2
"""Bytes that the results of these jobs may have together, on the line: in memory six times that."""
FORGOTTEN: Final = 3.0
"""Seconds after which a job that nobody asked about gives way to all others, and counts for nobody."""
FIRST_SLICES: Final = 4
"""Slices that a job gets before others get more: enough for a first answer."""


class Limits(NamedTuple):
    """What a kind of jobs may take.

    Attributes
    ----------
    queue : jobs that may wait.
    seconds : how long one job may be worked at; then it is stopped.
    per_browser : jobs of one browser, and of one address, that may wait or be worked at, None for any number.
    lease : seconds after which a job that nobody asked about is stopped, None for never.
    slice : seconds of work after which a job lets others work, None for never. Equal jobs are one then,
        whoever hands them in.
    beside : a function of a module that a new worker calls after its first job, beside what comes then.
    jobs : after so many a worker is replaced, and with it what libraries have not given back; None for never.
    """

    queue: int
    seconds: float
    per_browser: int | None = None
    lease: float | None = None
    slice: float | None = None
    beside: Callable[[], None] | None = None
    jobs: int | None = None


KINDS: Final[Mapping[str, Limits]] = {
    "photo": Limits(4, 60, per_browser=3, jobs=40),
    "quick": Limits(64, 20, per_browser=40),  # papers draw nine at once, and pages are turned fast
    "long": Limits(12, 300, per_browser=4, lease=60, slice=0.3, beside=kernels.load_all),
}


class Patience(NamedTuple):
    """Seconds for which a worker may start, a job may go on when it is stopped, and a worker may rest."""

    starting: float = 60
    stopping: float = 30
    resting: float = 600


USUAL: Final = Patience()


class Job:
    """A piece of work that was handed in.

    Attributes
    ----------
    id : nobody can guess it.
    kind, listeners : what it is, and for whom: browsers with their addresses. One that nobody waits for goes
        as far as its first result, behind all others.
    state : "stopped" with a result is the best that was found so far.
    progress : what is being done, how much of it is done, how much there is (0: not known).
    result : what the function returned; before that the last that it has said to be so far.
    error : why there is no result, or why it is only the best so far. field : as of InputError.
    fault : the fault that ended it.
    """

    def __init__(self, lane: _Lane, browser: str, address: str, body: bytes) -> None:
        self.id = base64.b32encode(secrets.token_bytes(16)).decode().rstrip("=").lower()
        self.kind, self.listeners = lane.kind, {browser: address} if browser else {}
        self.state: State = "queued"
        self.progress: tuple[Sentence, int, int] | None = None
        self.result: Any = None
        self.error: Phrase | None = None
        self.field = ""
        self.fault: ServerFault | None = None
        self._number = next(_jobs)
        self._body = body
        self._lane = lane
        self._is_stopping = False
        self._tries_left = 1
        self._slices = self._size = 0
        self._lease: float | None = None
        self._polled = self._worked = 0.0
        self._known = asyncio.Event()

    @property
    def place(self) -> int:
        """How many jobs with listeners are worked at or wait before it; 0 once it is begun."""
        before = itertools.takewhile(lambda job: job is not self, (self._lane.job, *self._lane.waiting))
        return sum(bool(job and job.listeners) for job in before) if self.state == "queued" else 0

    @property
    def owner(self) -> str:
        """The address, else the browser, that handed it in."""
        browser, address = next(iter(self.listeners.items()), ("", ""))
        return address or browser

    @property
    def is_over(self) -> bool:
        """Whether it is done, failed or stopped."""
        return self.state not in ("queued", "working")

    def is_forgotten(self, now: float) -> bool:
        """Whether nobody has asked about it for a while, who should have, or nobody waits for it."""
        return not self.listeners or (self._lease is not None and self._polled + FORGOTTEN < now)

    async def wait(self, seconds: float | None = None) -> None:
        """Wait until it has a first result or is over, for so many seconds at most."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._known.wait(), seconds)


_jobs = itertools.count(1)


class _Lane:
    """A kind of jobs: those that wait, the one that is worked at, and the worker."""

    def __init__(self, kind: str, limits: Limits) -> None:
        self.kind, self.limits = kind, limits
        self.waiting: deque[Job] = deque()
        self.job: Job | None = None
        self.worker: Worker | None = None
        self.clock: asyncio.TimerHandle | None = None
        self.since = 0.0
        self.done = 0
        self.soon = max(1, round(limits.seconds / 10))

    def wind(self, seconds: float, then: Callable[[_Lane], None]) -> None:
        """Let something be done after so many seconds, instead of what would have been done."""
        self.hold()
        self.clock = asyncio.get_running_loop().call_later(seconds, then, self)

    def hold(self) -> None:
        if self.clock is not None:
            self.clock.cancel()

    def jobs_of(self, browser: str, address: str, now: float) -> int:
        """Return how many jobs a browser has, or its address if these are more: anybody can clear cookies.

        One that was stopped and is not over yet takes nobody's place, nor one that is forgotten.
        """
        jobs = [
            one
            for one in (*self.waiting, self.job)
            if one and not (one._is_stopping or one.is_forgotten(now))
        ]
        own_address = (bool(address) and address in job.listeners.values() for job in jobs)
        return max(sum(browser in job.listeners for job in jobs), sum(own_address))

    def yielding(self, now: float, *, is_new: bool) -> Job | None:
        """Return the job that gives way where the queue is full: the first that is forgotten.

        To who has none (`is_new`) else the last one of an address that has several waiting.
        """
        waiting = [job for job in self.waiting if not job._is_stopping]
        ((who, count),) = Counter(job.owner for job in waiting).most_common(1) or [("", 0)]
        several = [job for job in waiting if job.owner == who] if is_new and count > 1 else []
        return next((job for job in waiting if job.is_forgotten(now)), several[-1] if several else None)

    @property
    def ready(self) -> list[Job]:
        """Those that may be worked at: not who has a first result that nobody waits for."""
        return [job for job in self.waiting if job.listeners or job.result is None or job._is_stopping]

    def take(self, now: float) -> Job | None:
        """Take the next job: one to stop that has no result, one that lacks first slices, the first."""

        def order(job: Job) -> tuple[bool, bool, int]:
            has_nothing = job._is_stopping and job.result is None
            return not has_nothing, job.is_forgotten(now), min(job._slices, FIRST_SLICES)

        job = min(self.ready, key=order, default=None)
        if job is not None:
            self.waiting.remove(job)
        return job


class JobQueue:
    """The jobs of a server; made in its event loop, and ended there with `close`."""

    def __init__(self, kinds: Mapping[str, Limits] = KINDS, patience: Patience = USUAL) -> None:
        self._loop = asyncio.get_running_loop()
        self._lanes = {kind: _Lane(kind, limits) for kind, limits in kinds.items()}
        self._patience = patience
        self._jobs: dict[str, Job] = {}
        self._over: deque[Job] = deque()
        self._same: WeakValueDictionary[bytes, Job] = WeakValueDictionary()
        self._is_closed = False

    def submit(
        self, kind: str, function: Callable[..., Any], *given: Any, browser: str, address: str = ""
    ) -> Job:
        """Hand in a job: a function of a module, and what it is called with.

        A function with a parameter `progress` gets a function (sentence, done, whole), which raises
        KeyboardInterrupt, once, when the job is to stop: what is returned then is the best so far. One with a
        parameter `so_far` gets a function that takes a first result, and better ones after it.

        browser : who waits for it, "" for nobody: then it is worked at until its first result.

        Raises Busy when there is no place for it.
        """
        lane = self._lanes[kind]
        job = self._enqueue(lane, function, given, browser, address, is_shared=lane.limits.slice is not None)
        self._jobs[job.id] = job
        if lane.limits.lease is not None and job._lease is None:
            job._lease = lane.limits.lease
            self._loop.call_later(job._lease, self._look_at_lease, job, job._lease)
        return job

    def warm(self, kind: str, function: Callable[..., Any], *given: Any) -> None:
        """Start the worker of a kind of jobs and let it load what it needs, unless there is one already."""
        lane = self._lanes[kind]
        is_there = lane.worker is not None and lane.worker.is_there()
        if not (is_there or lane.job or lane.waiting or self._is_closed):
            self._enqueue(lane, function, given, "", "")

    async def run(
        self, kind: str, function: Callable[..., Any], *given: Any, browser: str, address: str = ""
    ) -> Any:
        """Hand in a job and return its result; whoever stops waiting stops the job.

        A browser that leaves goes on waiting, since nobody tells us: only for what is done in moments.

        Raises Busy, InputError as the function does or where it took too long or was ended, and Fault.
        """
        return await self._result_of(self._enqueue(self._lanes[kind], function, given, browser, address))

    async def _result_of(self, job: Job) -> Any:
        try:
            await job.wait()
        finally:
            self._stop(job)
        if job.fault is not None:
            raise job.fault
        if job.state == "done" or job.result is not None:
            return job.result
        raise InputError(job.error or phrase("web.work.stopped"), field=job.field)

    async def drawn(
        self, function: Callable[..., bytes], *given: Any, browser: str, address: str = ""
    ) -> bytes:
        """Return a drawing: of the last ones no second is made. Raises as `run`."""
        job = self._enqueue(self._lanes["quick"], function, given, browser, address, is_shared=True)
        self._jobs[job.id] = job
        drawing: bytes = await self._result_of(job)
        return drawing

    def forget_answers(self) -> None:
        """Make every drawing and answer anew from now on."""
        self._same.clear()

    def get(self, id: str) -> Job | None:
        """Return a job, None when it is not known or forgotten."""
        job = self._jobs.get(id)
        if job is not None:
            job._polled = self._loop.time()
        return job

    def stop(self, id: str, browser: str = "") -> Job | None:
        """Stop a job, which keeps the best that it has found so far; None when it is not known.

        browser : of whom; the job goes on for others who wait for it.
        """
        job = self.get(id)
        if job is not None and (len(job.listeners) == 1 or job.listeners.pop(browser, None) is None):
            self._stop(job)
        return job

    async def close(self) -> None:
        """Stop all jobs and end all workers. More than once does no harm."""
        self._is_closed = True
        threads = [lane.worker.thread for lane in self._lanes.values() if lane.worker is not None]
        for lane in self._lanes.values():
            lane.hold()
            for job in (*lane.waiting, lane.job):
                if job is not None:
                    self._end(job, "stopped", error=phrase("web.work.closed"))
            lane.waiting.clear()
            lane.job = None
            self._dismiss(lane)
        by = time.monotonic() + 2
        for thread in threads:
            await asyncio.to_thread(thread.join, max(0.0, by - time.monotonic()))

    # --- handing in and out ---

    def check(self, kind: str, *, browser: str, address: str = "") -> Job | None:
        """Return the job that gives way to one more, None where there is room. Raises Busy for no place."""
        lane = self._lanes[kind]
        limits, now = lane.limits, self._loop.time()
        own = lane.jobs_of(browser, address, now)
        if self._is_closed:
            raise Busy(phrase("web.work.closed"), lane.soon)
        if limits.per_browser is not None and own >= limits.per_browser:
            raise Busy(phrase("web.work.yours", n=limits.per_browser), lane.soon)
        if sum(not job._is_stopping for job in lane.waiting) < limits.queue > len(lane.waiting) / 2:
            return None
        if (other := lane.yielding(now, is_new=bool(browser) and not own)) is None:
            raise Busy(phrase("web.work.full", n=lane.soon), lane.soon)
        return other

    @property
    def size(self) -> int:
        """Bytes of what was handed in and waits."""
        return sum(len(job._body) for lane in self._lanes.values() for job in lane.waiting)

    def _enqueue(
        self,
        lane: _Lane,
        function: Callable[..., Any],
        given: tuple[Any, ...],
        browser: str,
        address: str,
        *,
        is_shared: bool = False,
    ) -> Job:
        body = pickle.dumps((function, given, user_values.of_guest(), user_values.place()))
        now, same = self._loop.time(), self._same.get(body) if is_shared else None
        if same is not None and not same._is_stopping and same.state in ("queued", "working", "done"):
            if browser:
                same.listeners[browser], same._polled = address, now
                self._hand_out(lane)
            return same
        if (other := self.check(lane.kind, browser=browser, address=address)) is not None:
            self._stop(other, phrase("web.work.full", n=lane.soon))
        job = Job(lane, browser, address, body)
        job._polled = now
        if is_shared:
            self._same[body] = job
        lane.waiting.append(job)
        self._hand_out(lane)
        return job

    def _hand_out(self, lane: _Lane) -> None:
        """Give the next job to the worker, or let the worker rest."""
        if lane.job is not None:
            return
        worker = self._worker(lane) if lane.ready else None
        lane.job = job = lane.take(self._loop.time())
        if worker is None or job is None:
            lane.wind(self._patience.resting, self._dismiss)
            return
        job.state = "working"
        lane.wind(self._patience.stopping if job._is_stopping else self._patience.starting, self._out_of_time)
        worker.inbox.put(WorkerTask(job._number, b"" if job._slices else job._body, lane.limits.slice))

    def _worker(self, lane: _Lane) -> Worker:
        if lane.worker is None or not lane.worker.is_there():
            self._dismiss(lane)
            for job in [job for job in lane.waiting if job.state == "working"]:  # what it did is lost
                job.state, job._slices = "queued", 0
                if job._is_stopping:
                    self._stop(job)
            lane.worker = Worker(lane.kind, lane.limits.beside, self._on_message)
            lane.done = 0
        return lane.worker

    def _dismiss(self, lane: _Lane) -> None:
        if lane.worker is not None:
            lane.worker.end()
        lane.worker = None

    # --- what becomes of a job ---

    def _on_message(self, worker: Worker, message: WorkerMessage | None, size: int) -> None:
        lane = next((lane for lane in self._lanes.values() if lane.worker is worker), None)
        if lane is None:
            return
        if message is None:
            lane.worker = None
            if lane.job is not None and lane.job._tries_left and not lane.job._is_stopping:
                self._again(lane, lane.job)
            elif lane.job is not None:
                self._lost(lane, phrase("web.work.died"))
        elif lane.job is not None and lane.job._number == message.number:
            self._on_job_message(lane, lane.job, message, size)

    def _on_job_message(self, lane: _Lane, job: Job, message: WorkerMessage, size: int) -> None:
        what, _, body = message
        if what == "begun":
            lane.since, job._tries_left = self._loop.time(), 0
            if lane.limits.slice is None:
                job._body = b""
            if not job._is_stopping:
                lane.wind(lane.limits.seconds - job._worked, self._out_of_time)
            return
        if what == "progress":
            job.progress = body
            return
        if what == "so far":
            job.result, job._size = body, size
            return job._known.set()
        lane.job = None
        if what == "paused":
            job._slices += 1
            job._worked += self._loop.time() - lane.since
            lane.waiting.append(job)
            return self._hand_out(lane)
        if what in ("done", "cut short"):
            job.result, job._size = body, size
            job.error = None if what == "done" else job.error
            self._end(job, "done" if what == "done" else "stopped")
        elif what == "refused":
            sentence, job.field = body
            self._end(job, "failed", error=sentence)
        elif what == "fault":
            job.fault = report(body)
            self._end(job, "failed", error=job.fault.sentence)
        else:
            self._end(job, "failed" if job.error else "stopped")
        lane.done += 1
        if lane.limits.jobs is not None and lane.done >= lane.limits.jobs:
            self._dismiss(lane)
        self._hand_out(lane)

    def _stop(self, job: Job, why: Phrase | None = None) -> None:
        lane = self._lanes[job.kind]
        if job.state == "queued":
            lane.waiting.remove(job)
            self._end(job, "failed" if why else "stopped", error=why)
        elif job.state == "working" and not job._is_stopping and lane.worker is not None:
            job._is_stopping, job.error = True, why or job.error
            lane.worker.stop(job._number)
            if job is lane.job:
                lane.wind(self._patience.stopping, self._out_of_time)
            self._hand_out(lane)

    def _out_of_time(self, lane: _Lane) -> None:
        """Stop a job that takes longer than it may, and end the worker of one that did not stop."""
        if lane.job is not None and lane.job._is_stopping:
            self._dismiss(lane)
            self._lost(lane, phrase("web.work.stopped"))
        elif lane.job is not None:
            self._stop(lane.job, phrase("web.work.slow", n=round(lane.limits.seconds)))

    def _again(self, lane: _Lane, job: Job) -> None:
        """Give a job that was not begun to another worker, once: the one that it was for had died at rest."""
        job._tries_left -= 1
        job.state, lane.job = "queued", None
        lane.waiting.appendleft(job)
        self._hand_out(lane)

    def _lost(self, lane: _Lane, why: Phrase) -> None:
        """Go on without the job that the worker took with it."""
        job, lane.job = lane.job, None
        if job is not None:
            error = job.error or (None if job._is_stopping else why)
            self._end(job, "failed" if error else "stopped", error=error)
        self._hand_out(lane)

    def _look_at_lease(self, job: Job, lease: float) -> None:
        """Stop a job that nobody asked about for so many seconds."""
        left = job._polled + lease - self._loop.time()
        if left > 0 and not job.is_over:
            self._loop.call_later(left, self._look_at_lease, job, lease)
        else:
            self._stop(job)

    def _end(self, job: Job, state: State, *, error: Phrase | None = None) -> None:
        job.state, job.error = state, error or job.error
        job._body = b""
        job._known.set()
        if job.id in self._jobs:
            self._over.append(job)
        while len(self._over) > KEPT_JOBS or (
            len(self._over) > 1 and sum(job._size for job in self._over) > KEPT_BYTES
        ):
            self._jobs.pop(self._over.popleft().id, None)
