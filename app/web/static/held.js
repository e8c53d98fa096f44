// Forms of a page that is loaded anew: a tap waits for the computer, and is sent once it answers.

import { ask } from "./request.js";

const notice = document.getElementById("waits");
let latest = {};

/** @param {string} text */
function say(text) {
  if (notice) [notice.textContent, notice.hidden] = [text, !text];
}

document.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const submitter = /** @type {HTMLButtonElement | null} */ (event.submitter);
  if (event.defaultPrevented || form.method !== "post") return;
  event.preventDefault();
  const tap = (latest = {}); // another tap takes its place
  const late = (/** @type {string} */ why) => say(why || (notice?.dataset.waits ?? ""));
  if (!(await ask("/manifest.webmanifest", { accept: "application/manifest+json", wanted: () => latest === tap, late }))) return;
  say("");
  const { name = "", value = "" } = submitter ?? {};
  const field = Object.assign(document.createElement("input"), { type: "hidden", name, value });
  if (name) form.append(field);
  form.submit();
  field.remove();
});
