// Asks about a job while the page is seen: shows what is done of how much, stops it, and shows its answer at the end.
/** @typedef {{ state: string, is_over: boolean, what: string, done: number, whole: number, error: string | null }} Status */
const EVERY = 700;
const MISSES = 2;

/** @param {string} id @param {string} [method] @returns {Promise<Status>} */
export async function tell(id, method = "GET") {
  const response = await fetch(`/jobs/${id}`, { method, headers: { accept: "application/json" } });
  const job = await response.json();
  return response.ok ? job : { ...job, state: "failed", is_over: true };
}

/**
 * Wait until a job is over.
 * @param {string} id @param {(job: Status) => void} [show] @param {() => void} [lost] the server has gone
 */
export async function over(id, show, lost) {
  for (let misses = 0; ; ) {
    await new Promise((then) => setTimeout(then, EVERY));
    if (document.hidden) continue;
    try {
      const job = await tell(id);
      misses = 0;
      if (job.is_over) return job;
      show?.(job);
    } catch {
      misses += 1;
      if (misses > MISSES) lost?.();
    }
  }
}

const box = document.querySelector("[data-job]");
if (box instanceof HTMLElement) {
  const id = box.dataset.job ?? "";
  const what = box.querySelector("[data-part=what]");
  const much = box.querySelector("[data-part=much]");
  const bar = box.querySelector("progress");
  const stop = box.querySelector("button");

  /** @param {string} text */
  const say = (text) => {
    if (what && what.textContent !== text) what.textContent = text;
  };

  /** @param {Status} job */
  const show = (job) => {
    say(job.what);
    if (much) much.textContent = job.whole ? `${job.done} / ${job.whole}` : "";
    if (bar && job.whole) {
      bar.max = job.whole;
      bar.value = job.done;
    } else bar?.removeAttribute("value");
  };

  /** @param {Status} job */
  const end = (job) => {
    if (job.what === undefined) say(job.error ?? "");
    else location.reload();
  };

  if (stop) {
    stop.hidden = false;
    stop.addEventListener("click", () => {
      stop.disabled = true;
      tell(id, "DELETE").catch(() => say(box.dataset.lost ?? ""));
    });
  }
  over(id, show, () => say(box.dataset.lost ?? "")).then(end);
}
