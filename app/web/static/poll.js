// Asks about a job while the page is seen: shows what is done of how much, stops it, and shows its answer at the end.
/** @typedef {{ state: string, is_over: boolean, what: string, done: number, whole: number, error: string | null }} Status */
import { ask } from "./request.js";

const EVERY = 700;

/** @param {string} address @param {import("./request.js").How} [how] @returns {Promise<Status>} */
async function tell(address, how) {
  const answer = await ask(address, how);
  return answer?.ok ? answer.data : { ...answer?.data, state: "failed", is_over: true };
}

/**
 * Wait until a job is over.
 * @param {string} address that says how far it is @param {(job: Status) => void} [show] @param {() => void} [lost] the server has gone
 */
export async function over(address, show, lost) {
  for (;;) {
    await new Promise((then) => setTimeout(then, EVERY));
    if (document.hidden) continue;
    const job = await tell(address, { late: lost });
    if (job.is_over) return job;
    show?.(job);
  }
}

const box = document.querySelector("[data-job]");
if (box instanceof HTMLElement) {
  const address = box.dataset.at ?? `/jobs/${box.dataset.job}`;
  const what = box.querySelector("[data-part=what]");
  const bar = box.querySelector("progress");
  const stop = box.querySelector("button");

  /** @param {string} text */
  const say = (text) => {
    if (what && what.textContent !== text) what.textContent = text;
  };

  /** @param {Status} job */
  const show = (job) => {
    say(job.what);
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

  const lost = () => say(box.dataset.lost ?? "");

  if (stop) {
    stop.hidden = false;
    stop.addEventListener("click", () => {
      stop.disabled = true;
      tell(address, { method: "DELETE", late: lost });
    });
  }
  over(address, show, lost).then(end);
}
