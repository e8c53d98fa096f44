// The tapped sheet: marks by hand or by turns, asks for the score, points at problems.

import { numberOf, isWritten, numbered, tapped } from "./controls.js";
import { Drawing } from "./drawing.js";
import { keep } from "./keeper.js";
import { Marks } from "./marks.js";
import { NumberPad } from "./numberpad.js";
import { ask } from "./request.js";
import { Account, data, filled, find } from "./account.js";

/** @typedef {import("./controls.js").Control} Control */
/** @typedef {import("./controls.js").Numeral} Numeral */
/** @typedef {import("./account.js").Score} Score */
/** @typedef {import("./drawing.js").Box} Box */

const REST = 2000; // ms without a tap after which a problem is told
const { words, controls, cells } = data;

/** @type {Map<string, Control>} */
const controlOf = new Map(controls.flatMap((one) => one[1].map((mark) => [mark, one])));
const choices = /** @type {import("./controls.js").OneOf[]} */ (controls.filter((one) => one[0] === "OneOf"));

const marks = new Marks([data.code, data.stored.place].filter(Boolean).join("."), data.marks, data.stamps);
const drawing = new Drawing(data, {
  written: () => marks.values,
  tap: (mark) => tap(mark),
  moved: () => moved(),
  byHand: () => !turn?.isOn,
});
const { svg, groups, boxes, labels, rooms, overlay } = drawing;
const numbers = /** @type {Numeral[]} */ (controls.filter((one) => one[0] === "Number" && one[1].some((m) => groups.has(m))));
const account = new Account(find("account"), {
  mend: (changes) => change(changes),
  point: (mark) => point(mark),
  picture: (ids) => rooms?.picture(ids.find((id) => boxes.has(id) && !rooms?.has(id)) ?? "") ?? null,
});
const form = find("list");
const columns = form
  ? new (await import("./columns.js")).Columns(form, `${marks.key}.who`, data, {
      values: () => marks.values,
      change: (changes) => change(changes),
      write: (mark) => write(/** @type {Control} */ (controlOf.get(mark)), mark),
      rest: () => pad.close(),
    })
  : null;
/** @type {Score} */
let score = data.score;
/** @type {Control | null} */
let writing = null;
let amends = false;
let resting = 0;
/** @type {import("./turn.js").Turn | null} */
let turn = null;

const allowed = (/** @type {string} */ id) => drawing.allowed(id);

marks.listeners.push((changed, isMerged) => {
  drawing.wrote(changed, Boolean(turn?.state.writes));
  columns?.wrote(changed);
  buttons();
  turn?.changed(isMerged);
  rest();
});

/** @param {Score} answer */
function counted(answer) {
  score = answer;
  drawing.counted(answer.fills);
  account.show(answer);
  columns?.counted(answer);
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
  columns?.frame(score.problems);
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
  const ring = drawing.preview.rings.find((one) => one.mark === id);
  if (ring) return ring.pick();
  if (turn?.isOn && !isPlace(id)) {
    if (turn.isBegun) return;
    turn.turn(false);
  }
  drawing.rove(id);
  if (control[0] === "Number" || control[0] === "Text") return write(control, id);
  pad.close();
  const before = marks.written();
  change(tapped(control, id, marks.values, allowed, spends(), choices));
  if (turn && control[0] !== "Track" && marks.values[id]) brings(before, id);
}

/** What a mark brings by the rules is part of its step. @param {import("./controls.js").Values} before @param {string} id */
async function brings(before, id) {
  const step = marks.past.at(-1);
  const wanted = () => marks.past.at(-1) === step;
  const answer = await ask(`/turn/${data.code}/brings`, { body: () => ({ marks: before, mark: id }), wanted });
  if (answer?.ok && wanted()) change(answer.data.changes, true);
}

/** Whether something is written at a mark, not marked. @param {string} id */
function isPlace(id) {
  return ["Number", "Text"].includes(controlOf.get(id)?.[0] ?? "");
}

/** Whether the switch says that a track's second value is set. */
function spends() {
  return Boolean(/** @type {HTMLInputElement | null} */ (document.querySelector("#spend"))?.checked);
}

svg.addEventListener("click", (event) => {
  const id = drawing.hit(event);
  const isPointed = event.detail > 0 && !rooms?.on; // at a drawing that is small on a narrow screen
  if (isPointed && rooms?.narrow && !isPlace(id)) return rooms.reveal(id);
  tap(id);
});

/** Another room is shown. */
function moved() {
  if (resting) tell();
  if (turn?.isOn) turn.render();
}

// --- numbers and words --------------------------------------------------------------------------------------

const pad = new NumberPad(find("pad"), {
  typed(text) {
    if (!writing) return null;
    const changes = columns?.keyed
      ? columns.says(text)
      : writing[0] === "Number"
        ? numbered(/** @type {Numeral} */ (writing), text === "" ? null : Number(text), allowed)
        : { [writing[1][0]]: text };
    if (!changes) return null;
    amends = change(changes, amends) || amends;
    return note(writing);
  },
  sign: (mark) => change(tapped(/** @type {Control} */ (controlOf.get(mark)), mark, marks.values, allowed, false, choices)),
  full: (text) => Boolean(columns?.keyed && columns.full(text)),
  next() {
    if (columns?.keyed) return columns.onward();
    const at = numbers.indexOf(/** @type {Numeral} */ (writing));
    const next = numbers.slice(at + 1).find((one) => !score.fills[one[1][0]] || marks.values[one[1][0]]);
    if (at < 0 || !next) return pad.close();
    const id = next[1].find((mark) => groups.has(mark)) ?? "";
    drawing.rove(id);
    write(next, id);
  },
  closed() {
    writing = null;
    document.body.classList.remove("writing");
    overlay.outline([]);
    if (!columns?.on) groups.get(drawing.current)?.focus({ preventScroll: true });
  },
});

/** @param {Control} control @param {string} id */
function write(control, id) {
  writing = control;
  amends = false;
  const keys = columns?.keys() ?? null;
  if (!keys) {
    document.body.classList.add("writing");
    overlay.outline(control[1], id);
    groups.get(id)?.scrollIntoView({ block: "nearest" });
  }
  const number = control[0] === "Number" ? numberOf(/** @type {Numeral} */ (control), marks.values) : null;
  const value = keys ? columns?.current?.value ?? "" : control[0] === "Number" ? String(number ?? "") : marks.values[id] ?? "";
  const digits = isWritten(control) ? cells[id] ?? 4 : 4;
  const title = (keys && columns?.current?.getAttribute("aria-label")) || labels.get(id) || id;
  pad.show({ title, note: note(control), value, digits, keys }, control[0] === "Text");
}

/** What stands below a number's name: which boxes have ticks. @param {Control} control */
function note(control) {
  if (control[0] !== "Number" || isWritten(control)) return "";
  const [, boxed, worth] = /** @type {Numeral} */ (control);
  const ticked = worth.filter((one, n) => marks.values[boxed[n]]);
  return ticked.length ? filled(words.boxes, { boxes: ticked.join(" + ") }) : "";
}

/** Show where a mark is. @param {string} id */
function point(id) {
  if (!boxes.has(id)) return;
  pad.close();
  if (columns?.on) columns.go(columns.fieldOf(id));
  else drawing.go(id);
}

// --- keys and buttons ------------------------------------------------------------------------------------------

svg.addEventListener("keydown", (event) => {
  const plain = !(event.ctrlKey || event.metaKey || event.altKey);
  if (!plain || !(event.target instanceof SVGElement)) return;
  const { current } = drawing;
  const control = controlOf.get(current);
  if (event.key === "Delete" || event.key === "Backspace") change({ [current]: "" });
  else if (event.key === "p" && score.problems.length) point(score.problems[0].marks[0]);
  else if (event.key === "s") /** @type {HTMLElement | null} */ (document.querySelector(spends() ? "#gain" : "#spend"))?.click();
  else if (event.key === "?") help.showModal();
  else if (/^\d$/.test(event.key) && control?.[0] === "Number") {
    write(control, current);
    pad.press(event.key);
  } else return;
  event.preventDefault();
});

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

if (!rooms && !columns) { // a board: on a narrow screen it is pushed about, its marks as large as fingers
  svg.parentElement?.classList.add("panned");
  svg.style.setProperty("--wide", `${8 * svg.viewBox.baseVal.width}px`);
}
drawing.begin();
columns?.begin();
if (find("turn")) {
  turn = new (await import("./turn.js")).Turn(find("turn"), {
    ...drawing.forTurns,
    address: `/turn/${data.code}`,
    key: `${marks.key}.turn`,
    language: data.language,
    position: () => ({ marks: marks.written() }),
    preview: (preview) => (drawing.foresee(preview), buttons()),
    at: (when) => account.at(when),
    write: (changes) => void change(changes),
    undo: () => marks.undo(),
    words,
  });
}
buttons();
counted(score);
tell();
keep(data, marks, counted, account.lost);
