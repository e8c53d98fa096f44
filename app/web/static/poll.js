// Asks about a job while the page is seen: shows what is done of how much, stops it, and shows its answer at the end.
/** @typedef {{ state: string, is_over: boolean, what: string, done: number, whole: number, error: string | null }} Told */
const EVERY = 700;
const box = document.querySelector("[data-job]");
if (box instanceof HTMLElement) {
  const what = box.querySelector("[data-part=what]");
  const much = box.querySelector("[data-part=much]");
  const bar = box.querySelector("progress");
  const stop = box.querySelector("button");
  let misses = 0;

  /** @param {Told} told */
  const show = (told) => {
    if (told.is_over) return location.reload();
    if (what && what.textContent !== told.what) what.textContent = told.what;
    if (much) much.textContent = told.whole ? `${told.done} / ${told.whole}` : "";
    if (bar && told.whole) {
      bar.max = told.whole;
      bar.value = told.done;
    } else bar?.removeAttribute("value");
  };

  /** @param {string} method */
  const ask = async (method) => {
    try {
      const response = await fetch(`/jobs/${box.dataset.job}`, { method, headers: { accept: "application/json" } });
      const told = await response.json();
      if (!response.ok) {
        if (what) what.textContent = told.error;
        return false;
      }
      misses = 0;
      show(told);
      return !told.is_over;
    } catch {
      misses += 1;
      if (misses > 2 && what) what.textContent = box.dataset.lost ?? "";
      return true;
    }
  };

  const poll = async () => {
    if (document.hidden || (await ask("GET"))) setTimeout(poll, EVERY);
  };
  if (stop) {
    stop.hidden = false;
    stop.addEventListener("click", () => {
      stop.disabled = true;
      ask("DELETE");
    });
  }
  setTimeout(poll, EVERY);
}
