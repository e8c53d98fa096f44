// Asks the server for the score: one question under way at a time, the newest marks waiting.

import { ask } from "./request.js";

/** @typedef {import("./controls.js").Values} Values */
/** @typedef {{id: string, points: number | string, text: string, is_doubtful: boolean}} Line */
/** @typedef {{name: string, total: number | string, band: string | null, lines: Line[], remarks: string[], owner: string,
 *   sums: Record<string, number>}} Player `owner`: whose column it is; `sums` of the column */
/** @typedef {{text: string, short: string, marks: Values}} Remedy */
/** @typedef {{text: string, short: string, marks: string[], remedies: Remedy[]}} Problem remedies: the likely one first */
/** @typedef {{total: number | string | null, players: Player[], problems: Problem[], fills: Values, doubt: {text: string, see: string} | null}} Score */

export class Counter {
  /**
   * @param {string} address
   * @param {string} language
   * @param {(score: Score) => void} counted is told each answer to the newest marks
   * @param {(since: Date, why: string) => void} lost is told that nothing was counted since, and what was said
   */
  constructor(address, language, counted, lost) {
    Object.assign(this, { address, language });
    this.counted = counted;
    this.lost = lost;
    /** @type {Values | null} */
    this.waiting = null;
    this.busy = false;
    this.last = new Date();
  }

  /** @param {Values} marks */
  async ask(marks) {
    this.waiting = marks;
    if (this.busy) return;
    this.busy = true;
    while (this.waiting) {
      /** @type {Values | null} */
      let sent = null;
      const body = () => ({ marks: (sent = this.waiting), lang: this.language });
      const answer = await ask(this.address, { body, late: (why) => this.lost(this.last, why) });
      if (this.waiting !== sent) continue;
      this.waiting = null;
      if (!answer?.ok) this.lost(this.last, answer?.data?.error ?? "");
      else {
        this.last = new Date();
        this.counted(answer.data);
      }
    }
    this.busy = false;
  }
}
