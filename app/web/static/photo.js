// Photographs: sends the bytes as they are, and answers questions without a new page.

import { ask } from "./request.js";
import { swap } from "./swap.js";

const PARTS = [".tabs", "main"];

/** Say what happens: one of the page's sentences, or one of the server's. @param {string} text @param {boolean} [bad] */
function tell(text, bad = false) {
  const status = document.getElementById("said");
  if (!status) return;
  status.textContent = status.dataset[text] ?? text;
  status.classList.toggle("bad", bad);
}

// --- sending ----------------------------------------------------------------------------------------------

for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("#send input"))) {
  const chosen = () => {
    const file = input.files?.[0];
    if (file) send(file);
    input.value = ""; // so that the same file can be sent again
  };
  input.addEventListener("change", chosen);
  chosen(); // before this script was there
}

/** @param {File} file */
async function send(file) {
  tell("sending");
  try {
    const type = /^(image\/.+|application\/pdf)$/.test(file.type) ? file.type : "image/unknown";
    const answer = await fetch("/photo", { method: "POST", headers: { "Content-Type": type }, body: file });
    const result = await answer.json();
    if (answer.ok) location.assign(result.address);
    else tell(result.error, true);
  } catch {
    tell("lost", true);
  }
}

// --- answering --------------------------------------------------------------------------------------------

/** Show another state of this page. @param {string} address @param {URLSearchParams} [form] */
async function go(address, form) {
  const answer = await ask(address, { accept: "text/html", body: form && (() => form), late: () => tell("lost", true) });
  if (!answer?.ok) return tell("lost", true);
  swap(answer.text, PARTS);
  history.replaceState(null, "", answer.url);
}

if (document.querySelector(".photograph")) {
  document.documentElement.classList.add("enhanced");
  document.addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!form.closest("main")) return;
    event.preventDefault();
    const data = new URLSearchParams(/** @type {any} */ (new FormData(form, event.submitter)));
    const address = form.getAttribute("action") ?? "";
    form.method === "get" ? go(`${address}?${data}`) : go(address, data);
  });
  document.addEventListener("click", async (event) => {
    const mark = /** @type {Element} */ (event.target).closest?.(".hit")?.getAttribute("data-mark");
    if (!mark) return;
    const address = new URL(location.href);
    address.searchParams.set("mark", mark);
    await go(address.href);
    document.getElementById("picked")?.scrollIntoView({ block: "nearest" });
    /** @type {HTMLElement | null} */ (document.querySelector("#picked .btn"))?.focus({ preventScroll: true });
  });
}
