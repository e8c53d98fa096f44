// The same sheet as a list of native inputs: for whoever rather reads and types than taps.

import { Account, data, find } from "./account.js";
import { numberOf, numbered, tapped } from "./controls.js";
import { Counter } from "./counter.js";
import { keep } from "./keeper.js";
import { Marks } from "./marks.js";

/** @typedef {import("./controls.js").Control} Control */
/** @typedef {import("./controls.js").Values} Values */

const form = /** @type {HTMLFormElement} */ (find("list"));
/** @type {Map<string, Control>} */
const controlOf = new Map(data.controls.flatMap((one) => one[1].map((mark) => [mark, one])));
const choices = /** @type {import("./controls.js").OneOf[]} */ (data.controls.filter((one) => one[0] === "OneOf"));
const inputs = /** @type {(HTMLInputElement | HTMLSelectElement)[]} */ ([...form.querySelectorAll("[data-mark]")]);
const marks = new Marks([data.code, data.stored.place].filter(Boolean).join("."), data.marks, data.stamps);
const account = new Account(find("account"), {
  mend: (changes) => void marks.change(changes),
  point: (mark) => inputOf(mark)?.focus(),
});
const counter = new Counter(form.dataset.score ?? "", data.language, (score) => account.show(score), account.lost);

/** @param {string} mark the input that sets a mark */
function inputOf(mark) {
  const first = controlOf.get(mark)?.[1] ?? [];
  return inputs.find((one) => one.dataset.mark === mark) ?? inputs.find((one) => first.includes(one.dataset.mark ?? ""));
}

/** @param {HTMLElement} input */
function allowed(input) {
  const values = (input.dataset.values ?? "").split(" ");
  return () => values;
}

/** What an input says. @param {HTMLInputElement | HTMLSelectElement} input @returns {Values} */
function entered(input) {
  const mark = input.dataset.mark ?? "";
  const control = /** @type {Control} */ (controlOf.get(mark));
  const [first, second] = allowed(input)();
  if (control[0] === "Track") {
    const [gained, spent] = ["gained", "spent"].map((part) => Number(pair(mark, part)?.value ?? 0));
    const all = Math.max(gained, spent);
    return Object.fromEntries(
      control[1].map((one, n) => [one, n < spent ? second : n < all && n >= /** @type {number} */ (control[2]) ? first : ""]),
    );
  }
  if (control[0] === "OneOf") {
    const changes = Object.fromEntries(control[1].map((one) => [one, one === input.value ? first : ""]));
    const brings = /** @type {string} */ (control[2]);
    const brought = inputOf(brings);
    return brought ? { ...changes, [brings]: input.value ? allowed(brought)()[0] : "" } : changes;
  }
  if (control[0] === "Number") {
    const number = input.value === "" ? null : Number(input.value);
    return numbered(/** @type {import("./controls.js").Numeral} */ (control), number, allowed(input)) ?? {};
  }
  if (control[0] === "Toggle") return tapped(control, mark, marks.values, allowed(input), false, choices);
  return { [mark]: input.value };
}

/** @param {string} mark @param {string} part */
function pair(mark, part) {
  return inputs.find((one) => one.dataset.mark === mark && one.dataset.part === part);
}

/** Show what an input's marks are. @param {HTMLInputElement | HTMLSelectElement} input */
function paint(input) {
  const mark = input.dataset.mark ?? "";
  const control = /** @type {Control} */ (controlOf.get(mark));
  const { values } = marks;
  if (input instanceof HTMLInputElement && input.type === "checkbox") input.checked = Boolean(values[mark]);
  else if (input instanceof HTMLInputElement && input.type === "radio") {
    input.checked = input.value ? Boolean(values[input.value]) : !control[1].some((one) => values[one]);
  } else if (control[0] === "Track") {
    const second = allowed(input)()[1];
    const printed = /** @type {number} */ (control[2]);
    const has = (/** @type {string} */ one, /** @type {number} */ n) =>
      input.dataset.part === "spent" ? values[one] === second : n < printed || Boolean(values[one]);
    input.value = String(control[1].reduce((before, one, n) => (has(one, n) ? n + 1 : before), 0));
  } else if (control[0] === "Number") {
    const number = numberOf(/** @type {import("./controls.js").Numeral} */ (control), values);
    if (input.value !== String(number ?? "")) input.value = String(number ?? "");
  } else if (input.value !== (values[mark] ?? "")) input.value = values[mark] ?? "";
}

form.addEventListener("input", (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  if (input.dataset.mark) marks.change(entered(input));
});
form.addEventListener("submit", (event) => event.preventDefault());
marks.listeners.push(() => {
  inputs.forEach(paint);
  counter.ask(marks.written());
});
for (const [id, act] of /** @type {[string, () => void][]} */ ([["undo", () => marks.undo()], ["redo", () => marks.redo()]])) {
  find(id).addEventListener("click", act);
}
inputs.forEach(paint);
account.show(data.score);
keep(data.code, data.stored, marks, (why) => (why ? account.lost(counter.last, why) : counter.ask(marks.written())));
if (Object.keys(marks.stamps).length) counter.ask(marks.written());
