// A turn on a sheet: the dock asks what the rules want to know, the drawing shows where, and what the rules answer
// is written as one step. No rule is here: the server says what may be picked and what it changes.

import { Best } from "./best.js";
import { element, find } from "./account.js";
import { advice, dice, done, parts, picks } from "./question.js";
import { TableDice } from "./tabledice.js";

/** @typedef {import("./controls.js").Values} Values */
/** @typedef {import("./best.js").Progress} Found */
/** @typedef {{key: string, words: string, price: string, marks: string[], face: string, tag: string}} Pick */
/** @typedef {{words: string, picks: Pick[], is_open: boolean}} Part */
/** @typedef {{who: string, words: string, picks: Pick[], faces: string[], parts: Part[], usual: string, barred: {words: string, why: string, face: string}[]}} Prompt */
/** @typedef {{time: string, prompt: Prompt | null, answers: string[], events: string[], changes: Values}} Told */
/** @typedef {{mark: string, tag: string, pick: () => void, label: string}} Ring */
/** @typedef {{now: Values, would: Values, rings: Ring[]}} Preview `now`: as if written; `would`: what Done writes */
/**
 * @typedef {object} Host
 * @property {string} address where turns are asked about
 * @property {string} language
 * @property {() => object} position what the server is told of the position
 * @property {string[]} [answers] those given before the page came
 * @property {(shown: Preview) => void} preview
 * @property {(mark: string) => void} reveal
 * @property {() => void} top scrolls to the beginning of the room
 * @property {(when: string) => void} at says which turn it is
 * @property {(mark: string) => boolean} inSight
 * @property {(changes: Values, answers: string[]) => Promise<void> | void} write
 * @property {() => Promise<string[]> | void} undo takes the last step back; may tell the answers that stay
 * @property {() => Promise<string[]>} [roll] rolls where a game has dice of its own
 * @property {Record<string, string>} words
 */

/** @type {Preview} */
const NOTHING = { now: {}, would: {}, rings: [] };
const PAUSE = 500;

export class Turn {
  /** @param {HTMLElement} place @param {Host} host */
  constructor(place, host) {
    this.place = place;
    this.host = host;
    this.hand = /** @type {HTMLButtonElement | null} */ (find("hand"));
    this.go = /** @type {HTMLButtonElement} */ (find("go"));
    this.why = /** @type {HTMLAnchorElement} */ (find("why"));
    this.best = new Best(host, (found) => this.advised(found));
    /** @type {Found | null} */
    this.found = null;
    this.isOn = true;
    this.wants = location.hash === "#best";
    this.writes = false;
    /** The dice of the step that was written last. */
    this.before = "";
    /** @type {(Prompt | undefined)[]} the prompts that were answered, as far as they were seen, and the one that is asked */
    this.asked = [];
    /** @type {string[]} */
    this.faces = [];
    /** @type {string[]} the answers that were sent last */
    this.asks = [];
    /** @type {string[]} keys of what is told at once, "" for what is open */
    this.parts = [];
    /** @type {Told | null} */
    this.told = null;
    /** @type {Values} what the dice alone have written */
    this.now = {};
    this.table = new TableDice(() => this.isOn && this.told?.prompt && !this.isBegun && this.render());
    this.hand?.addEventListener("click", () => this.turn(!this.isOn));
    this.go.addEventListener("click", () => this.going());
    this.turn(true, host.answers);
  }

  /** Whether there is something to take back. */
  get isBegun() {
    return this.isOn && Boolean(this.answers.length || this.faces.length);
  }

  get answers() {
    return this.told?.answers ?? [];
  }

  /** Whose turn it is, and which. */
  get who() {
    return this.asked.find(Boolean)?.who ?? "";
  }

  /** Take turns, or mark by hand. @param {boolean} on @param {string[]} [answers] */
  turn(on, answers = this.answers) {
    this.isOn = on;
    this.best.stop();
    this.found = null;
    document.body.classList.toggle("turning", on);
    this.place.hidden = !on;
    this.go.hidden = !on;
    this.why.hidden = true;
    if (this.hand) {
      this.hand.textContent = this.host.words[on ? "hand" : "turn"];
      this.hand.hidden = false;
    }
    if (on) this.ask(answers.slice(0, 1));
    else this.host.preview(NOTHING);
  }

  /** What a blue button does: the best, or what is shown is written. */
  going() {
    if (this.told && !this.told.prompt) return this.write();
    if (this.told?.prompt?.parts.length) return this.ask([this.parts.join(" ")]);
    if (this.answers.length) return this.advise();
    this.wants = true;
    this.render();
  }

  /** Marks were changed otherwise. */
  changed() {
    if (!this.isOn || this.writes) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.best.job || this.ask(this.asks), PAUSE);
  }

  // --- what the rules say ------------------------------------------------------------------------------------

  /** @param {string[]} answers @returns {Promise<Told | string>} what is asked next, or why nothing can be */
  async send(answers) {
    const { address, language } = this.host;
    try {
      const response = await fetch(address, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ ...this.host.position(), answers, lang: language }),
        signal: AbortSignal.timeout(20000),
      });
      const answer = await response.json();
      return answer.why ?? answer.error ?? answer;
    } catch {
      return this.host.words.away;
    }
  }

  /** @param {string[]} answers what is picked so far */
  async ask(answers) {
    this.asks = answers;
    const told = await this.send(answers);
    if (this.asks !== answers || !this.isOn) return; // something else is asked meanwhile
    if (typeof told === "string") {
      if (answers.length) return this.ask(answers.slice(0, -1));
      this.told = null;
      return this.refused(told);
    }
    const { prompt } = told;
    const at = told.answers.length;
    if (prompt) {
      this.asked[at] = prompt;
      this.asked.length = at + 1;
    }
    if (prompt?.usual) return this.ask([...told.answers, prompt.usual]);
    this.told = told;
    const given = this.asked[0]?.parts ?? [];
    if (!prompt && given.length) {
      this.table.share(told.time, told.answers[0]);
      return this.write();
    }
    this.parts = given.map((part, n) => this.parts[n] ?? (part.is_open ? "" : part.picks[0].key));
    if (given.length) this.table.find(told.time);
    if (!at) this.now = {};
    else if (at === 1) this.now = prompt ? told.changes : {};
    this.look();
    this.render();
    if (this.wants && at) this.advise();
  }

  /** Show the room of what may be picked, or is. */
  look() {
    const { prompt, changes } = /** @type {Told} */ (this.told);
    const marks = prompt ? this.ways(prompt).flatMap((pick) => pick.marks.slice(-1)) : Object.keys(this.would(changes));
    const first = prompt?.picks.find((pick) => !pick.price && pick.marks.length)?.marks.at(-1) ?? marks[0];
    const seen = this.best.job ? marks.slice(0, 1) : marks; // advice begins with the place of the move
    if (first && (prompt || !seen.some((mark) => this.host.inSight(mark)))) this.host.reveal(first);
    else if (this.answers.length === 1 && Object.keys(this.now).length) this.host.reveal(Object.keys(this.now)[0]);
  }

  /** What may be picked and shows where. @param {Prompt} prompt */
  ways(prompt) {
    return prompt.picks.filter((pick) => pick.marks.length);
  }

  /** @param {Values} changes */
  would(changes) {
    return Object.fromEntries(Object.entries(changes).filter(([mark, value]) => this.now[mark] !== value));
  }

  // --- dice, steps ---------------------------------------------------------------------------------------------

  /** @param {Prompt} prompt @param {string} number */
  rolled(prompt, number) {
    this.faces = this.faces.length < prompt.faces.length ? [...this.faces, number] : [number];
    if (this.faces.length < prompt.faces.length) return this.render();
    const dice = prompt.faces.map((before, n) => before + this.faces[n]).join(" ");
    this.table.share(this.told?.time, dice);
    this.ask([dice]);
  }

  /** Roll the dice that are not typed yet, for a table without dice. @param {Prompt} prompt */
  roll(prompt) {
    if (this.host.roll) return this.tried(async () => this.ask(await /** @type {NonNullable<Host["roll"]>} */ (this.host.roll)()));
    const rest = prompt.faces.slice(this.faces.length).map(() => String(1 + Math.floor(6 * Math.random())));
    this.faces.push(...rest.slice(1));
    this.rolled(prompt, rest[0]);
  }

  /** Tell one of several things. @param {number} at @param {string} key */
  tell(at, key) {
    this.parts[at] = key;
    this.render();
  }

  /** @param {string} key @param {number} at */
  pick(key, at = this.answers.length) {
    this.ask([...this.answers.slice(0, at), key]);
  }

  /** Take the last answer back, else the last step. */
  back() {
    this.wants = false;
    if (this.found || this.best.busy) {
      this.best.stop();
      this.found = null;
      return this.ask(this.answers.slice(0, 1));
    }
    const usual = this.asked[this.answers.length - 1]?.usual;
    if (this.answers.length > 1) return this.ask(this.answers.slice(0, usual ? -2 : -1));
    if (this.answers.length || this.faces.length) {
      const from = this.answers.length ? this.faces : this.faces.slice(0, -1);
      this.faces = this.answers.length ? from.slice(0, -1) : from;
      return this.ask([]);
    }
    return this.tried(async () => {
      const dice = this.before;
      this.before = "";
      const left = await this.host.undo();
      return this.ask(left ?? (dice ? [dice] : []));
    });
  }

  write() {
    const { told } = this;
    if (!told) return;
    this.best.stop();
    this.go.disabled = true;
    return this.tried(async () => {
      this.writes = true;
      await this.host.write(told.changes, told.answers);
      this.found = null;
      this.before = this.parts.length ? "" : told.answers[0] ?? "";
      this.parts = [];
      this.faces = [];
      this.told = null;
      this.now = {};
      this.host.preview(NOTHING);
      this.writes = false;
      this.host.top();
      return this.ask([]);
    });
  }

  /** Do what may fail: then the dock says why. @param {() => Promise<void>} act */
  async tried(act) {
    try {
      await act();
    } catch (error) {
      this.writes = false;
      const why = error instanceof TypeError || !(error instanceof Error) ? this.host.words.away : error.message;
      if (!this.told) return this.refused(why);
      this.render();
      this.place.prepend(element("p", "small", why));
    }
  }

  // --- the best move ---------------------------------------------------------------------------------------

  advise() {
    this.wants = false;
    this.found = null;
    this.best.ask(this.answers.slice(0, 1));
    this.render();
  }

  /** @param {Found} found */
  async advised(found) {
    const dice = this.answers.slice(0, 1);
    if (found.best && found.best.play !== this.answers.at(-1) && found.best.play !== this.shown) {
      const told = await this.send([...dice, found.best.play]);
      if (typeof told === "string" || !this.isOn || !this.best.job) return;
      this.shown = found.best.play;
      this.told = told;
      this.look();
    }
    this.found = found;
    this.render();
  }

  // --- what is shown ---------------------------------------------------------------------------------------

  /** @param {string} why */
  refused(why) {
    this.go.hidden = true;
    this.host.at("");
    this.place.replaceChildren(element("p", "small", why));
    this.host.preview(NOTHING);
  }

  render() {
    const { told, host } = this;
    if (!told) return;
    const { prompt } = told;
    const isShown = !prompt;
    if (prompt) host.at(prompt.who);
    const isHere = this.place.contains(document.activeElement);
    const rings = prompt && !this.best.busy ? this.rings(prompt) : [];
    host.preview({ now: this.now, would: isShown ? this.would(told.changes) : {}, rings });
    this.go.hidden = false;
    const isTold = isShown || prompt.parts.length;
    this.go.textContent = host.words[!isTold ? "best" : this.found ? "play" : "done"];
    this.go.disabled = (this.best.busy && !this.found) || this.parts.includes("");
    this.why.hidden = !this.found?.best;
    this.why.href = this.best.see;
    if (this.hand) this.hand.hidden = !this.why.hidden;
    this.place.replaceChildren(...this.question(told));
    const next = this.place.querySelector("button") ?? this.go;
    if (isHere) next.focus({ preventScroll: true });
  }

  /** @param {Told} told */
  question({ prompt, events }) {
    if (this.best.job) return advice(this);
    if (!prompt) return done(this, events);
    if (prompt.parts.length) return parts(this, prompt);
    return prompt.faces.length ? dice(this, prompt) : picks(this, prompt, events);
  }

  /** One ring a mark, for the cheapest that it means. @param {Prompt} prompt */
  rings(prompt) {
    /** @type {Map<string, Ring>} */
    const found = new Map();
    for (const pick of this.ways(prompt)) {
      const mark = pick.marks.at(-1) ?? "";
      const label = pick.price ? `${pick.words}, ${pick.price}` : pick.words;
      if (!found.has(mark)) found.set(mark, { mark, tag: pick.tag, label, pick: () => this.pick(pick.key) });
    }
    return [...found.values()];
  }
}
