// A position that is laid by taps: each is sent, and its drawing and dock are shown as they are then.
// Without this script forms and links do.

import { ask } from "./request.js";
import { swap } from "./swap.js";

const PARTS = ["h1", "#tabs", "#look", "#dock", "#answer", "#ask", "#text", "#keep", ".menu"];
const EVERY = 400; // ms
const words = JSON.parse(document.getElementById("words")?.textContent ?? "{}");
let line = Promise.resolve();
let taps = 0;

const look = () => /** @type {HTMLElement} */ (document.getElementById("look"));

/** @param {string} why */
function tell(why) {
  const notice = document.getElementById("refused");
  if (notice) [notice.textContent, notice.hidden] = [why, !why];
}

/** Show another state of this page. @param {string} address @param {Record<string, string>} [fields] of a form @returns {Promise<void>} */
async function go(address, fields) {
  const body = fields && (() => ({ ...fields, n: look().dataset.n }));
  const answer = await ask(address, { body, accept: "text/html", late: (why) => tell(why || words.waits) });
  if (!answer) return;
  if (answer.data?.see) return go(answer.data.see);
  const before = look().getAttribute("aria-label");
  const at = document.querySelector(".pan")?.scrollLeft ?? 0;
  if (!answer.text.includes('id="look"')) return tell(answer.data?.error ?? words.waits);
  swap(answer.text, PARTS);
  history.replaceState(null, "", look().dataset.address);
  const pan = document.querySelector(".pan");
  if (pan) pan.scrollLeft = at;
  document.querySelector(".cell[aria-current], .fresh[data-key] > *")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  if (before !== look().getAttribute("aria-label")) scrollTo({ top: 0 });
  poll();
}

/** One tap after the other. @param {string} address @param {Record<string, string>} [fields] */
function then(address, fields) {
  taps += 1;
  line = line.then(() => go(address, fields)).catch(() => location.reload());
}

/** Look again, as long as the best is being looked for. */
function poll() {
  const now = taps;
  const job = /** @type {HTMLElement | null} */ (document.querySelector("[data-job]"));
  const stop = job?.querySelector("button");
  if (!job) return;
  if (stop) {
    stop.hidden = false;
    stop.onclick = () => ask(`/jobs/${job.dataset.job}`, { method: "DELETE" });
  }
  setTimeout(() => now === taps && line.then(() => now === taps && go(location.href)), EVERY);
}

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.hasAttribute("data-lay")) return;
  event.preventDefault();
  const fields = new FormData(form, event.submitter);
  then(form.action, /** @type {Record<string, string>} */ (Object.fromEntries(fields)));
});
document.addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest("a[data-lay]");
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  then(link.href);
});
poll();
