// The opponent moves by himself: his steps one after the other on the drawing, each said aloud where the player wants that.
import { remembered } from "./storage.js";

const EACH = 600; // ms a step
const find = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const [told, run, again, skip, next, after] = ["told", "run", "again", "skip", "next", "after"].map(find);
const [main, points, sound] = ["main", "points", "sound"].map(find);
const slow = /** @type {HTMLInputElement} */ (find("slow"));
const steps = /** @type {HTMLElement[]} */ ([...find("steps").children]);
const frames = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".frame")]);
const canSpeak = "speechSynthesis" in window;

const texts = [location.pathname, ...steps.map((step) => step.textContent ?? "")];
const seen = remembered("pencilwright.seen").split("\n");
let shown = seen.every((text, n) => text === texts[n]) ? seen.length - 1 : 0; // as far as this turn was seen
let isOver = shown === steps.length;
let aloud = canSpeak && remembered("pencilwright.sound") === "1";
let timer = 0;

/** Show the turn as far as it has come: a step and the drawing then; at its end one line and the page. */
function show() {
  main.classList.toggle("running", !isOver);
  told.querySelector("details")?.toggleAttribute("open", !isOver);
  const frame = frames.findLast((one) => Number(one.dataset.step) <= shown);
  for (const one of frames) one.hidden = isOver || one !== frame;
  steps.forEach((step, n) => step.classList.toggle("now", n === shown - 1));
  const counts = steps[shown - 1].dataset.points?.split(" ") ?? [];
  points.querySelectorAll("dd").forEach((place, n) => (place.textContent = counts[n] ?? place.textContent));
  [again.hidden, skip.hidden, next.hidden, after.hidden] = [!isOver, isOver, isOver || !slow.checked, !isOver];
  if (isOver) remembered("pencilwright.seen", texts.join("\n"));
}

/** Go on by a step, or to the end after the last one. */
function go() {
  isOver = shown >= steps.length;
  shown = Math.min(shown + 1, steps.length);
  if (isOver) clearInterval(timer);
  show();
  if (!aloud || isOver) return;
  const speech = new SpeechSynthesisUtterance(steps[shown - 1].children[1].textContent ?? "");
  speech.lang = find("steps").dataset.lang ?? "en";
  speechSynthesis.speak(speech);
}

/** Begin, or go on by itself or not. */
function start() {
  clearInterval(timer);
  if (isOver) return show();
  if (!shown) go();
  if (!slow.checked) timer = setInterval(() => !(aloud && speechSynthesis.speaking) && go(), EACH);
  show();
}

slow.checked = remembered("pencilwright.slow") === "1";
slow.addEventListener("change", () => {
  remembered("pencilwright.slow", slow.checked ? "1" : "0");
  start();
});
again.addEventListener("click", () => {
  [shown, isOver] = [0, false];
  start();
  skip.focus({ preventScroll: true });
});
skip.addEventListener("click", () => {
  shown = steps.length;
  go();
  /** @type {HTMLElement | null} */ (after.querySelector("button:not([hidden])"))?.focus({ preventScroll: true });
});
next.addEventListener("click", go);
if (canSpeak) {
  sound.hidden = false;
  sound.setAttribute("aria-pressed", String(aloud));
  sound.addEventListener("click", () => {
    aloud = !aloud;
    sound.setAttribute("aria-pressed", String(aloud));
    remembered("pencilwright.sound", aloud ? "1" : "0");
    if (!aloud) speechSynthesis.cancel();
  });
}
run.hidden = false;
main.classList.add("enhanced");
start();
