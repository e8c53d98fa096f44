// Asks for the best of a turn: a first answer soon, and better ones until it is over.

/** @typedef {{words: string, play: string, value: string, error: string, unit: string, badge: string, is_sure: boolean, gain: string, why: string}} Known */
/** @typedef {{is_over: boolean, what: string, done: number, whole: number, error: string | null, best?: Known}} Progress */

const SOON = 80; // ms
const EVERY = 250;

export class Best {
  /** @param {import("./turn.js").Host} host of the turn @param {(progress: Progress) => void} onFound */
  constructor(host, onFound) {
    this.host = host;
    this.onFound = onFound;
    /** The job that is asked about, "" for none. */
    this.job = "";
    this.see = "";
    this.busy = false;
  }

  /** @param {string[]} answers */
  async ask(answers) {
    const { address, language } = this.host;
    this.stop();
    const ticket = (this.ticket = {});
    this.job = "?";
    this.busy = true;
    try {
      const response = await fetch(`${address}/best`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ ...this.host.position(), answers, lang: language }),
      });
      const data = await response.json();
      if (!response.ok) throw new Error(data.error);
      if (ticket !== this.ticket) return void fetch(`/jobs/${data.job}`, { method: "DELETE" });
      [this.job, this.see] = [data.job, data.see];
      while (this.busy && ticket === this.ticket) {
        const progress = await (await fetch(`/turn/best/${this.job}`)).json();
        if (ticket !== this.ticket) return;
        this.busy = !progress.is_over && !(progress.error && !progress.what);
        this.onFound(progress);
        if (this.busy) await new Promise((then) => setTimeout(then, progress.best ? EVERY : SOON));
      }
    } catch (error) {
      if (ticket !== this.ticket) return;
      this.busy = false;
      this.onFound({ is_over: true, what: "", done: 0, whole: 0, error: String(error instanceof Error ? error.message : error) });
    }
  }

  stop() {
    if (this.busy && this.job.length > 1) fetch(`/jobs/${this.job}`, { method: "DELETE" }).catch(() => {});
    this.ticket = undefined;
    this.busy = false;
    this.job = "";
  }
}
