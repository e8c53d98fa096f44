// A puzzle: choices, grade and hints come without loading the page anew. Without this script links and forms do.
import { ask } from "./request.js";

const words = JSON.parse(document.getElementById("words")?.textContent ?? "{}");
const PAUSE = 700;

/** What was tapped last: another tap takes its place while the computer is away. */
let latest = {};

/** Shows what went wrong, "" for nothing. @param {string} text */
function refuse(text) {
  const notice = document.getElementById("refused") ?? document.getElementById("told");
  if (!notice) return;
  notice.textContent = text;
  notice.hidden = !text;
}

/** Asks for the latest tap. @param {string} address @param {import("./request.js").How} how */
async function asked(address, how) {
  const tap = (latest = {});
  const wanted = () => latest === tap;
  const answer = await ask(address, { ...how, wanted, late: (why) => refuse(why || words.lost) });
  if (!answer || !wanted()) return null;
  refuse("");
  return answer;
}

/** Takes over the parts of another state of this page. @param {string} address @param {string} focus */
async function load(address, focus) {
  const answer = await asked(address, { accept: "text/html" });
  if (!answer) return;
  if (!answer.ok) return refuse(words.lost);
  const fresh = new DOMParser().parseFromString(answer.text, "text/html");
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
  const fields = Object.fromEntries(new FormData(form));
  const answer = await asked(form.action, { body: () => fields });
  if (!answer) return;
  const { data } = answer;
  if (!answer.ok) refuse(data?.error ?? words.lost);
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
    load(isDrawn ? step.href.baseVal : step.href, isDrawn ? "" : ".steps li:last-child:not(:has([aria-current])) .ways a, #given button");
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
  send(form).finally(() => {
    if (button) button.disabled = false;
  });
});

/** Asks how far a puzzle is that is being made, and opens it. */
async function wait() {
  const answer = await ask(location.href, { late: (why) => refuse(why || words.lost) });
  const data = answer?.data ?? {};
  if (data.at) return location.replace(data.at);
  const told = document.getElementById("told");
  if (told && told.textContent !== (data.told ?? data.error)) told.textContent = data.told ?? data.error;
  if (answer?.ok) setTimeout(wait, PAUSE);
}

if (document.getElementById("making")) wait();
offerSharing();
