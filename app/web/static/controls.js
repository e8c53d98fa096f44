// What a tap means: pure functions from a control and the values of its marks to the marks that change.

/** @typedef {Record<string, string>} Values mark id -> value; a blank mark may be missing */
/** @typedef {["Toggle" | "Text", string[]]} Single */
/** @typedef {["Track", string[], number]} Track marks, and how many of the first are filled in print */
/** @typedef {["OneOf", string[], string]} OneOf marks, and the mark that any of them brings ("" for none) */
/** @typedef {["Number", string[], number[], string[][]]} Numeral marks, worth of each, rows that exclude each other */
/** @typedef {Single | Track | OneOf | Numeral} Control */
/** @typedef {(mark: string) => string[]} Allowed values of a mark besides blank, in their order */

/**
 * The marks that change when a mark is tapped.
 * @param {Control} control the control of the mark
 * @param {string} mark
 * @param {Values} values
 * @param {Allowed} allowed
 * @param {boolean} second whether a track's second value is set (what is spent), not its first
 * @param {OneOf[]} choices all choices that bring a mark
 * @returns {Values}
 */
export function tapped(control, mark, values, allowed, second = false, choices = []) {
  switch (control[0]) {
    case "Toggle":
      return toggled(mark, values, allowed, choices);
    case "OneOf":
      return chosen(/** @type {OneOf} */ (control), mark, values, allowed);
    case "Track":
      return filled(/** @type {Track} */ (control), mark, values, allowed, second);
    default:
      return {};
  }
}

/** @param {string} mark @param {Values} values @param {Allowed} allowed @param {OneOf[]} choices @returns {Values} */
function toggled(mark, values, allowed, choices) {
  const cycle = ["", ...allowed(mark)];
  const next = cycle[(cycle.indexOf(values[mark] ?? "") + 1) % cycle.length];
  /** @type {Values} */
  const changes = { [mark]: next };
  const choice = choices.find((one) => one[2] === mark);
  if (!next && choice) for (const other of choice[1]) if (values[other]) changes[other] = "";
  return changes;
}

/** @param {OneOf} control @param {string} mark @param {Values} values @param {Allowed} allowed @returns {Values} */
function chosen([, marks, brings], mark, values, allowed) {
  const on = !values[mark];
  /** @type {Values} */
  const changes = { [mark]: on ? allowed(mark)[0] : "" };
  for (const other of marks) if (other !== mark && values[other]) changes[other] = "";
  if (brings) changes[brings] = on ? allowed(brings)[0] : "";
  return changes;
}

/**
 * First value: filled up to the mark, or without it when it is the last filled one. Second value: the same among
 * the marks that have it; what lies before is filled, what lies after keeps its first value.
 * @param {Track} control @param {string} mark @param {Values} values @param {Allowed} allowed @param {boolean} second
 * @returns {Values}
 */
function filled([, marks, printed], mark, values, allowed, second) {
  const [first, other] = allowed(mark);
  const at = marks.indexOf(mark);
  const has = (/** @type {string} */ one, /** @type {number} */ n) =>
    second ? values[one] === other : n < printed || Boolean(values[one]);
  const last = marks.reduce((before, one, n) => (has(one, n) ? n : before), -1);
  const end = at === last ? at : at + 1;
  /** @type {Values} */
  const changes = {};
  marks.forEach((one, n) => {
    const now = values[one] ?? "";
    const blank = n < printed ? "" : first;
    let next = now;
    if (second) next = n < end ? other : now === other ? blank : now;
    else if (n >= end) next = "";
    else if (!now && n >= printed) next = first;
    if (next !== now) changes[one] = next;
  });
  return changes;
}

/** The number that a control shows, null for none. @param {Numeral} control @param {Values} values */
export function numberOf([, marks, worth, rows], values) {
  if (isWritten([, marks, worth, rows])) return /^\d+$/.test(values[marks[0]] ?? "") ? Number(values[marks[0]]) : null;
  const ticked = marks.map((mark, n) => (values[mark] ? worth[n] : 0));
  return marks.some((mark) => values[mark]) ? ticked.reduce((sum, one) => sum + one, 0) : null;
}

/** Whether digits are written, not boxes ticked. @param {unknown[]} control */
export function isWritten([, marks]) {
  return /** @type {string[]} */ (marks).length === 1;
}

/**
 * The marks that show a number, null where they cannot.
 * @param {Numeral} control @param {number | null} number null for none @param {Allowed} allowed
 * @returns {Values | null}
 */
export function numbered([, marks, worth, rows], number, allowed) {
  if (isWritten([, marks])) return { [marks[0]]: number === null ? "" : String(number) };
  /** @type {Values} */
  const changes = Object.fromEntries(marks.map((mark) => [mark, ""]));
  const order = marks.map((mark, n) => n).sort((a, b) => worth[b] - worth[a]);
  /** @type {Set<string>} */
  const taken = new Set();
  let left = number ?? 0;
  for (const n of order) {
    if (worth[n] > left || taken.has(marks[n]) || !worth[n]) continue;
    changes[marks[n]] = allowed(marks[n])[0];
    left -= worth[n];
    for (const other of rows.find((row) => row.includes(marks[n])) ?? []) taken.add(other);
  }
  return left ? null : changes;
}
