// Asks for the best of a turn: a first answer soon, and better ones until it is over.

import { ask } from "./request.js";

/** @typedef {{play: string, lost: string, error: string, sure: string}} Move */
/** @typedef {{words: string, moves: Move[], compares: boolean, value: string, error: string, unit: string, badge: string, is_sure: boolean, gain: string, why: string}} Known */
/** @typedef {{share: string, reasons: {points: string, words: string}[]}} Between */
/** @typedef {{state: string, is_over: boolean, what: string, done: number, whole: number, error: string | null, best?: Known, between?: Between}} Progress */

const EVERY = 250; // ms, once there is an answer: the first one is waited for

export class Best {
  /**
   * @param {import("./turn.js").Host} host of the turn @param {string[]} answers @param {(best: Best, why?: string) => void} onFound
   * @param {[string, string] | null} [against] two moves that are held against each other instead; null where nobody can
   */
  constructor(host, answers, onFound, against) {
    Object.assign(this, { host, answers, onFound, against });
    this.job = "";
    /** Where more is said of it. */
    this.see = "";
    /** @type {Progress | null} the newest; what was best stays until something better is known */
    this.newest = null;
    /** The move whose marks are asked for. */
    this.asks = "";
    /** @type {Map<string, import("./turn.js").Told>} what moves write */
    this.ways = new Map();
    /** @type {(Move & {place: number}) | null | undefined} one's own, null where nothing is known of it */
    this.own = undefined;
    this.isStopped = false;
    this.leave = this.leave.bind(this);
    addEventListener("pagehide", this.leave);
    if (against !== null) this.run();
  }

  /** The first moves, the best before all. @returns {Move[]} */
  get moves() {
    return this.newest?.best?.moves ?? [];
  }

  /** What the best writes, once it is known. */
  get first() {
    return this.ways.get(this.moves[0]?.play);
  }

  get compares() {
    return Boolean(this.newest?.best?.compares);
  }

  /** Ask what is known of one's own move. @param {string} play @param {() => boolean} wanted */
  async judge(play, wanted) {
    this.own = undefined;
    const answer = await ask(`/jobs/${this.job}?${new URLSearchParams({ mine: play })}`, { wanted });
    if (wanted()) this.own = answer?.data.mine ?? null;
  }

  get busy() {
    return !this.isStopped && !this.newest?.is_over;
  }

  async run() {
    const wanted = () => this.busy;
    const late = (/** @type {string} */ why) => this.onFound(this, why);
    while (wanted()) {
      const given = await ask(this.job ? `/jobs/${this.job}` : `${this.host.address}/best`, {
        body: this.job ? undefined : () => ({ ...this.host.position(), answers: this.answers, lang: this.host.language, ...(this.against && { against: this.against }) }),
        wanted,
        late,
      });
      if (given?.ok && !this.job) {
        [this.job, this.see] = [given.data.job, given.data.see];
        if (this.isStopped) this.leave();
      } else if (given) this.answered(given);
      if (this.newest?.best || !this.job) await new Promise((then) => setTimeout(then, EVERY));
    }
  }

  /** @param {import("./request.js").Answer} answer */
  answered({ ok, data }) {
    const isLost = this.job && (ok ? data.state === "stopped" && !data.error : true);
    if (isLost) this.job = ""; // the page was left, or the computer began anew: it is asked again
    else {
      const failed = { state: "failed", is_over: true, what: "", done: 0, whole: 0, error: data?.error ?? "" };
      this.newest = { ...(ok ? data : failed), best: data?.best ?? this.newest?.best };
      this.onFound(this);
    }
  }

  /** Tell the computer that nobody waits for it here. */
  leave() {
    if (this.job && !this.newest?.is_over) fetch(`/jobs/${this.job}`, { method: "DELETE", keepalive: true }).catch(() => {});
  }

  stop() {
    this.leave();
    this.isStopped = true;
    removeEventListener("pagehide", this.leave);
  }
}
