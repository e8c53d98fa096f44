// A puzzle: choices, grade and hints come without loading the page anew. Without this script links and forms do.
const words = JSON.parse(document.getElementById("words")?.textContent ?? "{}");
const PAUSE = 700;

/** Shows what went wrong. @param {string} text */
function refuse(text) {
  const notice = document.getElementById("refused") ?? document.getElementById("told");
  if (!notice) return;
  notice.textContent = text;
  notice.hidden = false;
}

/** Takes over the parts of another state of this page. @param {string} address @param {string} focus */
async function load(address, focus) {
  const answer = await fetch(address, { headers: { accept: "text/html" } });
  if (!answer.ok) throw new Error(String(answer.status));
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of document.querySelectorAll("[data-part]")) {
    const other = fresh.getElementById(part.id);
    if (!other) continue;
    const [shown, at] = [document.importNode(other, true), part.scrollTop];
    shown.querySelector("details")?.toggleAttribute("open", part.querySelector("details")?.open);
    part.replaceWith(shown);
    shown.scrollTop = at;
  }
  history.replaceState(null, "", address);
  offerSharing();
  if (focus) /** @type {HTMLElement | null} */ (document.querySelector(focus))?.focus();
}

/** Sends a form as JSON and shows what came of it. @param {HTMLFormElement} form */
async function send(form) {
  const answer = await fetch(form.action, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(Object.fromEntries(new FormData(form))),
  });
  const data = await answer.json();
  if (!answer.ok) refuse(data.error ?? words.lost);
  else await load(data.at, form.action.endsWith("/reveal") ? "#solved" : form.action.endsWith("/hint") ? "#hints" : "#graded");
}

/** The button for sharing is there where the device can share or copy. */
function offerSharing() {
  const button = document.getElementById("share");
  if (button) button.hidden = !(navigator.share || navigator.clipboard);
}

async function share() {
  const text = ["share-line", "share-code"].map((id) => document.getElementById(id)?.textContent ?? "").join("\n");
  try {
    if (navigator.share) await navigator.share({ text });
    else {
      await navigator.clipboard.writeText(text);
      const button = document.getElementById("share");
      if (button?.lastChild) button.lastChild.textContent = words.copied;
    }
  } catch {
    // the player has closed the sheet of the system: nothing to do
  }
}

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const step = /** @type {HTMLAnchorElement | SVGAElement | null} */ (target.closest("a[data-step]"));
  const plain = !(event.ctrlKey || event.metaKey || event.shiftKey);
  if (step && plain) {
    event.preventDefault();
    const isDrawn = step instanceof SVGAElement; // the drawing stays in sight
    load(isDrawn ? step.href.baseVal : step.href, isDrawn ? "" : ".steps li:last-child:not(:has([aria-current])) .ways a, #given button").catch(() => refuse(words.lost));
  }
  if (target.closest("#share")) share();
  const larger = target.closest("#larger");
  const board = document.getElementById("board");
  if (larger && board && plain) {
    event.preventDefault();
    larger.textContent = board.classList.toggle("large") ? words.whole : words.larger;
  }
});

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches("[data-send]")) return;
  event.preventDefault();
  const button = /** @type {HTMLButtonElement | null} */ (form.querySelector("button"));
  if (button) button.disabled = true;
  send(form)
    .catch(() => refuse(words.lost))
    .finally(() => {
      if (button) button.disabled = false;
    });
});

/** Asks how far a puzzle is that is being made, and opens it. */
async function wait() {
  try {
    const answer = await fetch(location.href, { headers: { accept: "application/json" } });
    const data = await answer.json();
    if (data.at) return location.replace(data.at);
    const told = document.getElementById("told");
    if (told && told.textContent !== (data.told ?? data.error)) told.textContent = data.told ?? data.error;
    if (!answer.ok) return;
  } catch {
    refuse(words.lost);
  }
  setTimeout(wait, PAUSE);
}

if (document.getElementById("making")) wait();
offerSharing();
