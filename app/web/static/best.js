// Asks for the best of a turn: a first answer soon, and better ones until it is over.

/** @typedef {import("./controls.js").Values} Values */
/** @typedef {{words: string, play: string, value: string, error: string, unit: string, badge: string, is_sure: boolean, gain: string, why: string}} Known */
/** @typedef {{is_over: boolean, what: string, done: number, whole: number, error: string | null, best?: Known}} Found */

const SOON = 80; // ms
const EVERY = 250;

export class Best {
  /** @param {string} address of the turn @param {string} language @param {(found: Found) => void} heard */
  constructor(address, language, heard) {
    this.address = address;
    this.language = language;
    this.heard = heard;
    /** The job that is asked about, "" for none. */
    this.job = "";
    this.see = "";
    this.busy = false;
  }

  /** @param {Values} marks @param {string[]} answers */
  async ask(marks, answers) {
    this.stop();
    const ticket = (this.ticket = {});
    this.job = "?";
    this.busy = true;
    try {
      const said = await fetch(`${this.address}/best`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ marks, answers, lang: this.language }),
      });
      const told = await said.json();
      if (!said.ok) throw new Error(told.error);
      if (ticket !== this.ticket) return void fetch(`/jobs/${told.job}`, { method: "DELETE" });
      [this.job, this.see] = [told.job, told.see];
      while (this.busy && ticket === this.ticket) {
        const found = await (await fetch(`/turn/best/${this.job}`)).json();
        if (ticket !== this.ticket) return;
        this.busy = !found.is_over && !(found.error && !found.what);
        this.heard(found);
        if (this.busy) await new Promise((then) => setTimeout(then, found.best ? EVERY : SOON));
      }
    } catch (error) {
      if (ticket !== this.ticket) return;
      this.busy = false;
      this.heard({ is_over: true, what: "", done: 0, whole: 0, error: String(error instanceof Error ? error.message : error) });
    }
  }

  stop() {
    if (this.busy && this.job.length > 1) fetch(`/jobs/${this.job}`, { method: "DELETE" }).catch(() => {});
    this.ticket = undefined;
    this.busy = false;
    this.job = "";
  }
}
