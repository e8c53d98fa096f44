// The marks of a sheet in this browser: values with the time of each, undo and redo without end, kept by page code.

/** @typedef {import("./controls.js").Values} Values */
/** @typedef {[string, string, string][]} Step mark, value before, value after */

export class Marks {
  /**
   * @param {string} code page code
   * @param {Values} given values that the page came with; what was tapped here goes before them
   */
  constructor(code, given = {}) {
    this.key = `pencilwright.sheet.${code}`;
    /** @type {Values} */
    this.values = { ...given };
    /** @type {Record<string, number>} when each mark was last tapped, in ms since 1970 */
    this.stamps = {};
    /** @type {Step[]} */
    this.past = [];
    /** @type {Step[]} */
    this.future = [];
    /** @type {((marks: string[]) => void)[]} */
    this.heard = [];
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

  /** @param {string[]} marks */
  tell(marks) {
    for (const hear of this.heard) hear(marks);
  }

  load() {
    try {
      const kept = JSON.parse(localStorage.getItem(this.key) ?? "null");
      if (!kept || typeof kept.values !== "object") return;
      Object.assign(this.values, kept.values);
      Object.assign(this.stamps, kept.stamps);
      this.past = kept.past ?? [];
      this.future = kept.future ?? [];
    } catch {
      // what cannot be read is as if it were not there
    }
  }

  save() {
    const { values, stamps, past, future } = this;
    if (!Object.keys(stamps).length) return;
    try {
      localStorage.setItem(this.key, JSON.stringify({ values, stamps, past, future }));
    } catch {
      // full or forbidden: the marks stay on the page
    }
  }
}
