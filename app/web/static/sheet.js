// The tapped sheet: paints marks, asks for the score, points at problems. Drawn by generator/svg.py (`screen`).

import { numberOf, isWritten, numbered, tapped } from "./controls.js";
import { Counter } from "./counter.js";
import { Loupe, millimetres } from "./loupe.js";
import { keep } from "./keeper.js";
import { Marks } from "./marks.js";
import { NumberPad } from "./numberpad.js";
import { Overlay, middle } from "./overlay.js";
import { Rooms } from "./rooms.js";
import { Turn } from "./turn.js";
import { Account, data, filled, find } from "./account.js";

/** @typedef {import("./controls.js").Control} Control */
/** @typedef {import("./controls.js").Numeral} Numeral */
/** @typedef {import("./counter.js").Score} Score */
/** @typedef {{x: number, y: number, width: number, height: number}} Box */

const NEAR = 1.5; // mm beside a mark that still mean it
const REST = 2000; // ms without a tap after which a problem is told
const { words, values: kinds, controls, cells } = data;

const sheet = /** @type {SVGSVGElement} */ (document.querySelector("#sheet"));
/** @type {Map<string, SVGGElement>} */
const groups = new Map();
/** @type {Map<string, Box>} */
const boxes = new Map();
/** @type {Map<string, string>} */
const labels = new Map();
for (const group of /** @type {NodeListOf<SVGGElement>} */ (sheet.querySelectorAll(".mark"))) {
  const id = group.id.slice(2);
  const rect = /** @type {SVGRectElement} */ (group.querySelector(".hit"));
  const at = (/** @type {string} */ name) => Number(rect.getAttribute(name));
  groups.set(id, group);
  boxes.set(id, { x: at("x"), y: at("y"), width: at("width"), height: at("height") });
  labels.set(id, group.getAttribute("aria-label") ?? id);
}
/** @type {Map<string, Control>} */
const controlOf = new Map(controls.flatMap((one) => one[1].map((mark) => [mark, one])));
const choices = /** @type {import("./controls.js").OneOf[]} */ (controls.filter((one) => one[0] === "OneOf"));
const numbers = /** @type {Numeral[]} */ (controls.filter((one) => one[0] === "Number" && one[1].some((m) => groups.has(m))));

const marks = new Marks([data.code, data.kept.place].filter(Boolean).join("."), data.marks, data.stamps);
const account = new Account(find("account"), {
  mend: (changes) => change(changes),
  point: (mark) => point(mark),
  picture: (ids) => rooms?.picture(ids.find((id) => boxes.has(id) && !rooms?.has(id)) ?? "") ?? null,
});
const rooms = find("rooms") ? new Rooms(sheet, find("rooms"), boxes, (mark) => controlOf.get(mark)?.[0] === "Toggle", () => moved()) : null;
if (rooms && find("turn")) rooms.byHand = false;
const overlay = new Overlay(sheet, boxes, rooms);
const loupe = rooms ? null : new Loupe(sheet, find("loupe"), (x, y) => tap(markAt(x, y)));
/** @type {Map<string, Element>} */
const enlarged = new Map([...(loupe?.marks.children ?? [])].map((one) => [one.getAttribute("data-mark") ?? "", one]));
const counter = new Counter(find("tapped").dataset.score ?? "", data.language, counted, account.lost);
/** @type {Score} */
let score = data.score;
let current = [...groups].find(([, one]) => one.getAttribute("role") !== "button")?.[0] ?? "";
/** @type {Control | null} */
let writing = null;
let amends = false;
let resting = 0;
/** @type {import("./turn.js").Preview} */
let preview = { now: {}, would: {}, rings: [] };
/** @type {Set<string>} marks that the last turn has written */
let fresh = new Set();
/** @type {Turn | null} */
let turn = null;

// --- painting ---------------------------------------------------------------------------------------------

/** @param {string} id */
function allowed(id) {
  const kind = groups.get(id)?.classList[1] ?? "";
  return kinds[kind] ?? [];
}

/** @param {string} id */
function paint(id) {
  const group = groups.get(id);
  if (!group) return;
  const value = valueOf(id) || group.dataset.printed || "";
  group.classList.toggle("fresh", fresh.has(id) || id in preview.now);
  for (const one of [group, enlarged.get(id)]) one && show(/** @type {SVGGElement} */ (one), id, value);
  const role = group.getAttribute("role");
  if (role === "checkbox" || role === "radio") {
    const second = value && value === allowed(id)[1];
    group.setAttribute("aria-checked", second ? "mixed" : String(Boolean(value)));
  } else {
    const said = value || score.fills[id] || "";
    if (role === "button") group.setAttribute("aria-label", said ? `${labels.get(id)}: ${said}` : labels.get(id) ?? "");
    else if (said) group.setAttribute("aria-valuenow", said);
    else group.removeAttribute("aria-valuenow");
  }
}

/** What is written at a mark, or shown as if it were. @param {string} id */
function valueOf(id) {
  return preview.now[id] ?? marks.values[id] ?? "";
}

/** @param {SVGGElement} group @param {string} id @param {string} value */
function show(group, id, value) {
  group.dataset.value = value;
  const text = group.querySelector("text");
  if (!text) return;
  const said = value || score.fills[id] || "";
  text.textContent = text.classList.contains("comb") ? said.padStart(cells[id] ?? 1, "\u00a0") : said;
  group.classList.toggle("counted", !value && Boolean(said));
  if (text.classList.contains("comb")) return;
  text.removeAttribute("style");
  const box = /** @type {Box} */ (boxes.get(id));
  const room = box.width - 2 * (Number(text.getAttribute("x")) - box.x);
  const wide = said ? text.getComputedTextLength() : 0;
  if (wide > room) text.style.fontSize = `${(Number(text.getAttribute("font-size")) * room) / wide}px`;
}

marks.heard.push((changed) => {
  const before = [...fresh];
  fresh = new Set(turn?.writes ? changed : []);
  [...before, ...changed].forEach(paint);
  const written = marks.written();
  buttons();
  purse();
  counter.ask(written);
  turn?.changed();
  rest();
});

/** @param {Score} answer */
function counted(answer) {
  const before = score.fills;
  score = answer;
  for (const id of new Set([...Object.keys(before), ...Object.keys(answer.fills)])) paint(id);
  account.show(answer);
  if (!answer.problems.length) tell();
  else if (!resting) rest();
}

/** Tell problems once nothing was tapped for a while. */
function rest() {
  clearTimeout(resting);
  resting = setTimeout(tell, REST);
}

function tell() {
  clearTimeout(resting);
  resting = 0;
  account.tell(score.problems);
  overlay.frame(score.problems);
}

// --- tapping ----------------------------------------------------------------------------------------------

/** @param {import("./controls.js").Values} changes */
function change(changes, amend = false) {
  return marks.change(changes, amend);
}

/** @param {string} id what a tap on a mark does @returns {void} */
function tap(id) {
  const control = controlOf.get(id);
  if (!control) return;
  const ring = preview.rings.find((one) => one.mark === id);
  if (ring) return ring.pick();
  if (turn?.isOn && !isPlace(id)) {
    if (turn.answers.length || turn.faces.length) return;
    turn.turn(false);
  }
  rove(id);
  if (control[0] === "Number" || control[0] === "Text") return write(control, id);
  pad.close();
  const before = marks.written();
  change(tapped(control, id, marks.values, allowed, spends(), choices));
  if (turn && control[0] !== "Track" && marks.values[id]) brings(before, id);
}

/** What a mark brings by the rules is part of its step. @param {import("./controls.js").Values} before @param {string} id */
async function brings(before, id) {
  const step = marks.past.at(-1);
  try {
    const said = await fetch(`/turn/${data.code}/brings`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ marks: before, mark: id }),
    });
    const { changes } = await said.json();
    if (said.ok && marks.past.at(-1) === step) change(changes, true);
  } catch {
    // away: who marks by hand marks it
  }
}

/** Whether something is written at a mark, not marked. @param {string} id */
function isPlace(id) {
  return ["Number", "Text"].includes(controlOf.get(id)?.[0] ?? "");
}

/** Whether the switch says that a track's second value is set. */
function spends() {
  return Boolean(/** @type {HTMLInputElement | null} */ (document.querySelector("#spend"))?.checked);
}

/**
 * The mark at a place, "" for none.
 * @param {number} x in mm @param {number} y @param {number} reach @param {Iterable<string>} among
 * @param {number} core so near to its middle it is this one, even inside another: who marks by hand means small ones too
 */
function markAt(x, y, reach = NEAR, among = boxes.keys(), core = 0) {
  let [found, least] = ["", reach];
  for (const id of among) {
    const box = /** @type {Box} */ (boxes.get(id));
    const aside = Math.max(box.x - x, 0, x - box.x - box.width);
    const above = Math.max(box.y - y, 0, y - box.y - box.height);
    const off = Math.hypot(aside, above);
    const [across, down] = middle(box);
    const away = Math.hypot(across - x, down - y);
    const far = away < core ? away / 1000 - 2 : off || away / 1000 - 1; // inside goes before beside, the nearest middle before all
    if (far < least) [found, least] = [id, far];
  }
  return found;
}

sheet.addEventListener("click", (event) => {
  const { x, y } = millimetres(sheet, event);
  const named = /** @type {Element} */ (event.target).closest(".mark")?.id.slice(2) ?? "";
  if (event.detail === 0 && named) return tap(named); // a screen reader's click has no place
  if (rooms?.on) {
    const part = rooms.at(event);
    return tap(part ? markAt(part.x, part.y, part.reach, part.marks, rooms.byHand ? part.reach : 0) : "");
  }
  const id = markAt(x, y, rooms?.narrow ? 2 * NEAR : NEAR);
  if (rooms?.narrow && !isPlace(id)) return rooms.reveal(id);
  if (!loupe?.on || (pad.open && isPlace(id))) return tap(id);
  loupe.show(x, y);
});

/** Another room is shown. */
function moved() {
  if (!rooms?.has(current)) rove([...groups.keys()].find((id) => rooms?.has(id)) ?? current);
  if (resting) tell();
  if (turn?.isOn) turn.render();
}

/** What each track holds, and would hold. */
function purse() {
  for (const [kind, ids, printed] of /** @type {import("./controls.js").Track[]} */ (controls)) {
    const place = kind === "Track" && document.querySelector(`[data-track="${ids[0].split(".")[0]}"]`);
    if (!place) continue;
    const held = (/** @type {(id: string) => string} */ value) =>
      ids.filter((id, n) => (n < printed || value(id)) && value(id) !== allowed(id)[1]).length;
    const [now, then] = [held(valueOf), held((id) => preview.would[id] ?? valueOf(id))];
    /** @type {Element} */ (place.querySelector("b")).textContent = String(then);
    /** @type {Element} */ (place.querySelector("s")).textContent = now === then ? "" : String(now);
  }
}

// --- numbers and words --------------------------------------------------------------------------------------

const pad = new NumberPad(find("pad"), {
  typed(text) {
    if (!writing) return null;
    const changes =
      writing[0] === "Number"
        ? numbered(/** @type {Numeral} */ (writing), text === "" ? null : Number(text), allowed)
        : { [writing[1][0]]: text };
    if (!changes) return null;
    amends = change(changes, amends) || amends;
    return note(writing);
  },
  next() {
    const at = numbers.indexOf(/** @type {Numeral} */ (writing));
    const next = numbers.slice(at + 1).find((one) => !score.fills[one[1][0]] || marks.values[one[1][0]]);
    if (at < 0 || !next) return pad.close();
    const id = next[1].find((mark) => groups.has(mark)) ?? "";
    rove(id);
    write(next, id);
  },
  closed() {
    writing = null;
    document.body.classList.remove("writing");
    overlay.outline([]);
    groups.get(current)?.focus({ preventScroll: true });
  },
});

/** @param {Control} control @param {string} id */
function write(control, id) {
  writing = control;
  amends = false;
  document.body.classList.add("writing");
  overlay.outline(control[1], id);
  const number = control[0] === "Number" ? numberOf(/** @type {Numeral} */ (control), marks.values) : null;
  const value = control[0] === "Number" ? String(number ?? "") : marks.values[id] ?? "";
  const digits = isWritten(control) ? cells[id] ?? 4 : 4;
  pad.show({ title: labels.get(id) ?? id, note: note(control), value, digits }, control[0] === "Text");
}

/** What stands below a number's name: which boxes have ticks. @param {Control} control */
function note(control) {
  if (control[0] !== "Number" || isWritten(control)) return "";
  const [, boxed, worth] = /** @type {Numeral} */ (control);
  const ticked = worth.filter((one, n) => marks.values[boxed[n]]);
  return ticked.length ? filled(words.boxes, { boxes: ticked.join(" + ") }) : "";
}

// --- what is pointed at --------------------------------------------------------------------------------------

/** Show what may be picked, and what would be written. @param {import("./turn.js").Preview} shown */
function foresee(shown) {
  const before = preview;
  preview = shown;
  rooms?.tapped(!turn?.isOn);
  if (Object.keys(shown.now).length || Object.keys(shown.would).length) fresh = new Set();
  for (const id of new Set([...Object.keys(before.now), ...Object.keys(shown.now), ...groups.keys()])) paint(id);
  const would = Object.keys(shown.would);
  overlay.ring(shown.rings, would);
  if (would.length) uncover(would.find((mark) => rooms?.has(mark)) ?? would[0]);
  purse();
}

/** Scroll a mark out from under the dock, or the rooms. @param {string} id */
function uncover(id) {
  requestAnimationFrame(() => {
    const box = groups.get(id)?.getBoundingClientRect();
    const end = document.querySelector(".foot")?.getBoundingClientRect().top ?? innerHeight;
    const begin = document.getElementById("rooms")?.getBoundingClientRect().bottom ?? 0;
    if (!rooms?.on || !box) return;
    if (box.bottom > end - 8) scrollBy(0, box.bottom - end + 16);
    else if (box.top < begin + 8) scrollBy(0, box.top - begin - 16);
  });
}

/** Show where a mark is. @param {string} id */
function point(id) {
  const box = boxes.get(id);
  if (!box) return;
  pad.close();
  rooms?.reveal(id);
  if (loupe?.on) loupe.show(...middle(box));
  rove(id);
  groups.get(id)?.focus();
}

// --- the keyboard --------------------------------------------------------------------------------------------

/** Make a mark the one that Tab leads to. @param {string} id */
function rove(id) {
  if (!groups.has(id)) return;
  groups.get(current)?.setAttribute("tabindex", "-1");
  groups.get(id)?.setAttribute("tabindex", "0");
  current = id;
}

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The nearest mark in a direction. @param {string} id @param {[number, number]} way */
function beside(id, [dx, dy]) {
  const [x, y] = middle(/** @type {Box} */ (boxes.get(id)));
  let [found, least] = [id, Infinity];
  for (const [other, box] of boxes) {
    const [right, down] = [middle(box)[0] - x, middle(box)[1] - y];
    const ahead = right * dx + down * dy;
    const across = Math.abs(right * dy) + Math.abs(down * dx);
    if (other === id || ahead < 0.5 || across > 2 * ahead) continue;
    if (ahead + 2 * across < least) [found, least] = [other, ahead + 2 * across];
  }
  return found;
}

sheet.addEventListener("focusin", (event) => {
  const id = /** @type {Element} */ (event.target).closest(".mark")?.id.slice(2);
  if (id) rove(id);
});
sheet.addEventListener("keydown", (event) => {
  const plain = !(event.ctrlKey || event.metaKey || event.altKey);
  if (!plain || !(event.target instanceof SVGElement)) return;
  const control = controlOf.get(current);
  if (event.key in ARROWS) go(beside(current, ARROWS[event.key]));
  else if (event.key === " " || event.key === "Enter") tap(current);
  else if (event.key === "Home") go([...groups.keys()][0]);
  else if (event.key === "End") go([...groups.keys()].at(-1) ?? "");
  else if (event.key === "Delete" || event.key === "Backspace") change({ [current]: "" });
  else if (event.key === "p" && score.problems.length) point(score.problems[0].marks[0]);
  else if (event.key === "s") /** @type {HTMLElement | null} */ (document.querySelector(spends() ? "#gain" : "#spend"))?.click();
  else if (event.key === "?") help.showModal();
  else if (/^\d$/.test(event.key) && control?.[0] === "Number") {
    write(control, current);
    pad.press(event.key);
  } else return;
  event.preventDefault();
});

/** @param {string} id */
function go(id) {
  rooms?.reveal(id);
  rove(id);
  groups.get(id)?.focus();
  const box = boxes.get(id);
  if (box && loupe?.on) loupe.show(...middle(box));
}

// --- buttons ---------------------------------------------------------------------------------------------------

const help = /** @type {HTMLDialogElement} */ (find("help"));
const undo = /** @type {HTMLButtonElement} */ (find("undo"));
const redo = /** @type {HTMLButtonElement} */ (find("redo"));
undo.addEventListener("click", () => (turn?.isOn ? turn.back() : marks.undo()));
redo.addEventListener("click", () => marks.redo());
find("keys").addEventListener("click", () => help.showModal());
addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.target instanceof HTMLInputElement) return;
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return;
  event.preventDefault();
  if (key === "y" || event.shiftKey) marks.redo();
  else marks.undo();
});

function buttons() {
  undo.disabled = !marks.past.length && !turn?.isBegun;
  redo.disabled = !marks.future.length;
}

for (const id of groups.keys()) paint(id);
rove(current);
if (boxes.has(current)) loupe?.show(...middle(/** @type {Box} */ (boxes.get(current))));
rooms?.draw();
overlay.outline([]);
if (find("turn")) {
  turn = new Turn(find("turn"), data.code, data.language, {
    written: () => marks.written(),
    preview: (shown) => (foresee(shown), buttons()),
    reveal: (mark) => rooms?.reveal(mark),
    point: (mark) => point(mark),
    top: () => rooms?.on && scrollTo(0, 0),
    at: (when) => account.at(when),
    inSight: (mark) => rooms?.has(mark) ?? true,
    write: (changes) => void change(changes),
    undo: () => marks.undo(),
    words,
  });
}
buttons();
purse();
counted(score);
tell();
keep(data.code, data.kept, marks, (why) => (why ? account.lost(counter.last, why) : counter.ask(marks.written())));
if (Object.keys(marks.stamps).length) counter.ask(marks.written());
