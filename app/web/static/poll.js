// Asks about a job while the page is seen: shows what is done of how much, stops it, and shows its answer at the end.
/** @typedef {{ state: string, is_over: boolean, what: string, done: number, whole: number, error: string | null }} Told */
const EVERY = 700;
const MISSES = 2;

/** @param {string} id @param {string} [method] @returns {Promise<Told>} */
export async function tell(id, method = "GET") {
  const response = await fetch(`/jobs/${id}`, { method, headers: { accept: "application/json" } });
  const told = await response.json();
  return response.ok ? told : { ...told, state: "failed", is_over: true };
}

/**
 * Wait until a job is over.
 * @param {string} id @param {(told: Told) => void} [show] @param {() => void} [lost] the server has gone
 */
export async function over(id, show, lost) {
  for (let misses = 0; ; ) {
    await new Promise((then) => setTimeout(then, EVERY));
    if (document.hidden) continue;
    try {
      const told = await tell(id);
      misses = 0;
      if (told.is_over) return told;
      show?.(told);
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

  /** @param {Told} told */
  const show = (told) => {
    say(told.what);
    if (much) much.textContent = told.whole ? `${told.done} / ${told.whole}` : "";
    if (bar && told.whole) {
      bar.max = told.whole;
      bar.value = told.done;
    } else bar?.removeAttribute("value");
  };

  /** @param {Told} told */
  const end = (told) => {
    if (told.what === undefined) say(told.error ?? "");
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
