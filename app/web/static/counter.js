// Asks the server for the score: one question under way at a time, the newest marks waiting.

/** @typedef {import("./controls.js").Values} Values */
/** @typedef {{id: string, points: number | string, text: string, is_doubtful: boolean}} Line */
/** @typedef {{name: string, total: number | string, band: string | null, lines: Line[], remarks: string[]}} Player */
/** @typedef {{text: string, short: string, marks: Values}} Remedy */
/** @typedef {{text: string, short: string, marks: string[], remedies: Remedy[]}} Problem remedies: the likely one first */
/** @typedef {{total: number | string | null, players: Player[], problems: Problem[], fills: Values, doubt: {text: string, see: string} | null}} Score */

const AGAIN = 2000;

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
    addEventListener("online", () => this.send());
    addEventListener("visibilitychange", () => this.send());
  }

  /** @param {Values} marks */
  ask(marks) {
    this.waiting = marks;
    this.send();
  }

  async send() {
    if (this.busy || !this.waiting) return;
    clearTimeout(this.timer);
    const marks = this.waiting;
    this.waiting = null;
    this.busy = true;
    let again = false;
    try {
      const answer = await fetch(this.address, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ marks, lang: this.language }),
        signal: AbortSignal.timeout(20000),
      });
      const data = await answer.json();
      if (!answer.ok) {
        again = answer.status >= 500 || answer.status === 401;
        this.lost(this.last, data.error ?? "");
      } else {
        this.last = new Date();
        if (!this.waiting) this.counted(data);
      }
    } catch {
      again = true;
      this.lost(this.last, "");
    }
    this.busy = false;
    if (again) {
      this.waiting ??= marks;
      this.timer = setTimeout(() => this.send(), AGAIN);
    } else this.send();
  }
}
