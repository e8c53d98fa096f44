// The marks of a sheet in this browser: values with the time of each, undo and redo without end, kept by page code.

import { remembered, remembering } from "./storage.js";

/** @typedef {import("./controls.js").Values} Values */
/** @typedef {[string, string, string][]} Step mark, value before, value after */

export class Marks {
  /**
   * @param {string} key parts this sheet from all others of this browser
   * @param {Values} given values that the page came with; what was tapped here later goes before them
   * @param {Record<string, number>} stamps when each of them was last tapped
   */
  constructor(key, given = {}, stamps = {}) {
    this.key = `pencilwright.sheet.${key}`;
    /** @type {Values} */
    this.values = { ...given };
    /** @type {Record<string, number>} when each mark was last tapped, in ms since 1970 */
    this.stamps = { ...stamps };
    /** Of the sheet that the computer keeps; made at the first tap. */
    this.id = "";
    /** @type {Step[]} */
    this.past = [];
    /** @type {Step[]} */
    this.future = [];
    /** @type {((marks: string[], merged: boolean) => void)[]} told which changed, and whether another phone did it */
    this.listeners = [];
    this.load();
    addEventListener("pagehide", () => this.save());
    addEventListener("storage", (event) => {
      if (event.key !== this.key) return;
      const before = { ...this.values };
      this.load();
      this.tell(Object.keys({ ...before, ...this.values }));
    });
  }

  /** The marks that are not blank. @returns {Values} */
  written() {
    return Object.fromEntries(Object.entries(this.values).filter(([, value]) => value));
  }

  /**
   * Change marks as one step that can be undone.
   * @param {Values} changes
   * @param {boolean} amend make it part of the step before: the next digit of a number
   */
  change(changes, amend = false) {
    /** @type {Step} */
    const step = Object.entries(changes)
      .map(([mark, after]) => /** @type {[string, string, string]} */ ([mark, this.values[mark] ?? "", after]))
      .filter(([, before, after]) => before !== after);
    if (!step.length) return false;
    const last = this.past.at(-1);
    if (amend && last) {
      for (const [mark, before, after] of step) {
        const same = last.find((one) => one[0] === mark);
        if (same) same[2] = after;
        else last.push([mark, before, after]);
      }
    } else this.past.push(step);
    this.future = [];
    this.set(step.map(([mark, , after]) => [mark, after]));
    return true;
  }

  undo() {
    const step = this.past.pop();
    if (!step) return;
    this.future.push(step);
    this.set(step.map(([mark, before]) => [mark, before]));
  }

  redo() {
    const step = this.future.pop();
    if (!step) return;
    this.past.push(step);
    this.set(step.map(([mark, , after]) => [mark, after]));
  }

  /** @param {[string, string][]} pairs */
  set(pairs) {
    const now = Date.now();
    for (const [mark, value] of pairs) {
      this.values[mark] = value;
      this.stamps[mark] = now;
    }
    this.tell(pairs.map(([mark]) => mark));
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.save(), 50);
  }

  /** @param {string[]} marks @param {boolean} merged */
  tell(marks, merged = false) {
    for (const listener of this.listeners) listener(marks, merged);
  }

  load() {
    const stored = remembering(this.key);
    for (const [mark, at] of Object.entries(stored.stamps ?? {})) this.take(mark, stored.values?.[mark] ?? "", at);
    this.id = stored.id ?? "";
    this.past = stored.past ?? [];
    this.future = stored.future ?? [];
  }

  /**
   * Take a mark over where it was tapped later than here.
   * @param {string} mark @param {string} value @param {number} at
   * @param {number} [sent] the time here that this answers
   */
  take(mark, value, at, sent) {
    const own = this.stamps[mark] ?? 0;
    if (at < own && own !== sent) return false;
    const other = (this.values[mark] ?? "") !== value;
    this.values[mark] = value;
    this.stamps[mark] = at;
    return other;
  }

  /**
   * Take over what another phone has tapped.
   * @param {Values} values @param {Record<string, number>} stamps
   * @param {Record<string, number>} sent the times here that this answers
   */
  merge(values, stamps, sent) {
    const changed = Object.keys(stamps).filter((mark) => this.take(mark, values[mark] ?? "", stamps[mark], sent[mark]));
    if (changed.length) this.tell(changed, true);
    this.save();
  }

  save() {
    const { id, values, stamps, past, future } = this;
    if (!Object.keys({ ...values, ...stamps }).length) return; // a photograph's marks have no stamps
    remembered(this.key, JSON.stringify({ id, values, stamps, past, future }));
  }
}
