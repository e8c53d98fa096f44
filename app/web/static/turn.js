// A turn on the sheet: the dock asks what the rules want to know, the drawing shows where, and what the rules answer
// is written as one step. No rule is here: the server says what may be picked and what it changes.

import { Best } from "./best.js";
import { element, filled } from "./account.js";

/** @typedef {import("./controls.js").Values} Values */
/** @typedef {import("./best.js").Found} Found */
/** @typedef {{key: string, words: string, price: string, marks: string[], face: string, tag: string}} Pick */
/** @typedef {{who: string, words: string, picks: Pick[], faces: string[], usual: string, barred: {words: string, why: string, face: string}[]}} Prompt */
/** @typedef {{time: string, prompt: Prompt | null, answers: string[], events: string[], changes: Values}} Told */
/** @typedef {{mark: string, tag: string, pick: () => void, label: string}} Ring */
/** @typedef {{now: Values, would: Values, rings: Ring[]}} Preview `now`: as if written; `would`: what Done writes */
/**
 * @typedef {object} Host
 * @property {() => Values} written
 * @property {(shown: Preview) => void} preview
 * @property {(mark: string) => void} reveal
 * @property {(mark: string) => void} point
 * @property {() => void} top scrolls to the beginning of the room
 * @property {(when: string) => void} at says which turn it is
 * @property {(mark: string) => boolean} inSight
 * @property {(changes: Values) => void} write
 * @property {() => void} undo
 * @property {Record<string, string>} words
 */

const KEYS = 6; // at most so many ways are keys at once, the others are rings and unfolded
const PAUSE = 500;

export class Turn {
  /**
   * @param {HTMLElement} place
   * @param {string} code of the page @param {string} language
   * @param {Host} host
   */
  constructor(place, code, language, host) {
    this.language = language;
    this.place = place;
    this.address = `/turn/${code}`;
    this.host = host;
    this.hand = /** @type {HTMLButtonElement} */ (document.querySelector("#hand"));
    this.go = /** @type {HTMLButtonElement} */ (document.querySelector("#go"));
    this.why = /** @type {HTMLAnchorElement} */ (document.querySelector("#why"));
    this.best = new Best(this.address, language, (found) => this.advised(found));
    /** @type {Found | null} */
    this.found = null;
    this.isOn = true;
    this.wants = location.hash === "#best";
    this.writes = false;
    /** The dice of the step that was written last. */
    this.before = "";
    /** @type {Prompt[]} the prompts that were answered, and the one that is asked */
    this.asked = [];
    /** @type {string[]} */
    this.faces = [];
    /** @type {string[]} the answers that were sent last */
    this.asks = [];
    /** A mark that must be set before a turn can be taken, "" for none. */
    this.where = "";
    /** @type {Told | null} */
    this.told = null;
    /** @type {Values} what the dice alone have written */
    this.now = {};
    /** The address of the sheet's table; "" for none. */
    this.table = document.getElementById("totable")?.getAttribute("href") ?? "";
    /** @type {{time: string, dice: string, name: string} | null} the newest dice of the table */
    this.offered = null;
    document.addEventListener("table", (event) => this.offer(/** @type {CustomEvent} */ (event).detail.dice));
    this.hand.addEventListener("click", () => this.turn(!this.isOn));
    this.go.addEventListener("click", () => this.going());
    this.turn(true);
  }

  /** Whether there is something to take back. */
  get isBegun() {
    return this.isOn && Boolean(this.answers.length || this.faces.length);
  }

  get answers() {
    return this.told?.answers ?? [];
  }

  /** Take turns, or mark by hand. @param {boolean} on */
  turn(on) {
    this.isOn = on;
    this.best.stop();
    this.found = null;
    document.body.classList.toggle("turning", on);
    this.place.hidden = !on;
    this.hand.textContent = this.host.words[on ? "hand" : "turn"];
    this.go.hidden = !on;
    this.hand.hidden = false;
    this.why.hidden = true;
    if (on) this.ask(this.answers.slice(0, 1));
    else this.host.preview({ now: {}, would: {}, rings: [] });
  }

  /** What a blue button does: the best, or what is shown is written. */
  going() {
    if (this.told && !this.told.prompt) return this.write();
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

  /** @param {string[]} answers @returns {Promise<Told | string>} what is asked next, or why nothing can be */
  async send(answers) {
    try {
      const said = await fetch(this.address, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ marks: this.host.written(), answers, lang: this.language }),
        signal: AbortSignal.timeout(20000),
      });
      const told = await said.json();
      this.where = told.marks?.[0] ?? "";
      return told.why ?? told.error ?? told;
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
    if (prompt) this.asked = [...this.asked.slice(0, at), prompt];
    if (prompt?.usual) return this.ask([...told.answers, prompt.usual]);
    this.told = told;
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
    const dice = this.before;
    this.before = "";
    this.host.undo();
    return this.ask(dice ? [dice] : []);
  }

  write() {
    if (!this.told) return;
    this.best.stop();
    this.found = null;
    this.before = this.answers[0] ?? "";
    this.faces = [];
    const { changes } = this.told;
    this.told = null;
    this.now = {};
    this.writes = true;
    this.host.preview({ now: {}, would: {}, rings: [] });
    this.host.write(changes);
    this.writes = false;
    this.host.top();
    this.ask([]);
  }

  // --- the best move ---------------------------------------------------------------------------------------

  advise() {
    this.wants = false;
    const dice = this.answers.slice(0, 1);
    this.found = null;
    this.best.ask(this.host.written(), dice);
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
    const { where, host } = this;
    const there = where && !host.inSight(where) ? [this.key("btn", [host.words.show], () => host.point(where))] : [];
    host.at("");
    this.place.replaceChildren(element("p", "small", why), ...there);
    this.host.preview({ now: {}, would: {}, rings: [] });
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
    this.go.textContent = host.words[!isShown ? "best" : this.found ? "play" : "done"];
    this.go.disabled = this.best.busy && !this.found;
    this.why.hidden = !this.found?.best;
    this.hand.hidden = !this.why.hidden;
    if (this.best.job) this.place.replaceChildren(...this.advice());
    else if (!prompt) this.place.replaceChildren(...this.done(told));
    else if (prompt.faces.length) this.place.replaceChildren(...this.dice(prompt));
    else this.place.replaceChildren(...this.picks(prompt, told.events));
    const next = this.place.querySelector("button") ?? this.go;
    if (isHere) next.focus({ preventScroll: true });
  }

  /** @param {string} text @param {string} more */
  head(text, more) {
    return element("h2", "", text, " ", element("small", "", more));
  }

  /** @param {string} className @param {(Node | string)[]} inside @param {() => void} pressed */
  key(className, inside, pressed) {
    const key = /** @type {HTMLButtonElement} */ (element("button", className, ...inside));
    key.type = "button";
    key.addEventListener("click", pressed);
    return key;
  }

  /** @param {string} face */
  die(face) {
    const die = element("span", "die", face.slice(1) || "?");
    die.dataset.colour = face[0] ?? "";
    return die;
  }

  /** @param {Prompt} prompt */
  dice(prompt) {
    const now = this.faces.length;
    const typed = prompt.faces.map((before, n) => {
      const die = this.die(`${before || "n"}${this.faces[n] ?? ""}`);
      if (n === now) die.classList.add("now");
      return die;
    });
    const keys = [1, 2, 3, 4, 5, 6].map((n) => this.key("tap", [String(n)], () => this.rolled(prompt, String(n))));
    const roll = this.key("btn", [this.host.words.roll], () => this.roll(prompt));
    const note = this.wants ? this.host.words.dice_first : prompt.who;
    return [this.head(prompt.words, note), element("div", "four typed", ...typed), element("div", "six", ...keys), ...this.offers(), roll];
  }

  /** The table's dice of this turn as a key, where somebody has entered them. */
  offers() {
    const { offered, told } = this;
    if (!offered || this.faces.length || offered.time !== told?.time) return [];
    const faces = offered.dice.split(" ").map((face) => this.die(/^\d/.test(face) ? `n${face}` : face));
    const from = element("span", "small", this.host.words.dice_of.replace("{name}", offered.name || "–"));
    return [this.key("btn full offered", [from, ...faces], () => this.ask([offered.dice]))];
  }

  /** Take over what the table says of its dice. @param {{time: string, dice: string, name: string} | null} dice */
  offer(dice) {
    const isNew = JSON.stringify(dice) !== JSON.stringify(this.offered);
    this.offered = dice;
    if (isNew && this.isOn && this.told?.prompt?.faces.length && !this.faces.length) this.render();
  }

  /** Tell the table the dice, once for all. @param {string} dice */
  async share(dice) {
    const time = this.told?.time;
    if (!this.table || !time || (this.offered?.time === time && this.offered.dice === dice)) return;
    const body = JSON.stringify({ time, dice });
    const headers = { "Content-Type": "application/json" };
    await fetch(`${this.table}/dice`, { method: "PUT", headers, body }).catch(() => null); // the sheet goes on without
  }

  /** @param {Prompt} prompt @param {string} number */
  rolled(prompt, number) {
    this.faces = this.faces.length < prompt.faces.length ? [...this.faces, number] : [number];
    if (this.faces.length < prompt.faces.length) return this.render();
    const dice = prompt.faces.map((before, n) => before + this.faces[n]).join(" ");
    this.share(dice);
    this.ask([dice]);
  }

  /** Roll the dice that are not typed yet, for a table without dice. @param {Prompt} prompt */
  roll(prompt) {
    const rest = prompt.faces.slice(this.faces.length).map(() => String(1 + Math.floor(6 * Math.random())));
    this.faces.push(...rest.slice(1));
    this.rolled(prompt, rest[0]);
  }

  /** The row of a prompt's dice, one of them picked or not. @param {Prompt} prompt @param {string} picked */
  row(prompt, picked, at = this.answers.length) {
    const open = prompt.picks.filter((pick) => pick.face).map((pick) => {
      const key = this.key("tap", [this.die(pick.face), element("small", "", pick.price)], () => this.pick(pick.key, at));
      key.setAttribute("aria-label", `${pick.words}, ${pick.price}`);
      key.setAttribute("aria-pressed", String(pick.key === picked));
      return key;
    });
    const barred = prompt.barred.map((bar) => {
      const one = element("span", "tap", this.die(bar.face), element("small", "", bar.why));
      one.setAttribute("aria-disabled", "true");
      return one;
    });
    const row = element("div", "four", ...open, ...barred);
    row.setAttribute("role", "group");
    row.setAttribute("aria-label", prompt.words);
    return row;
  }

  /** @param {Prompt} prompt @param {string[]} events */
  picks(prompt, events) {
    const at = this.asked.findIndex((one) => one.picks.some((pick) => pick.face));
    const dice = at >= 0 && at < this.answers.length ? [this.row(this.asked[at], this.answers[at], at)] : [];
    for (const row of dice) row.classList.add("again");
    const plain = prompt.picks.filter((pick) => !pick.face);
    const near = plain.filter((pick) => !pick.marks.length || (this.host.inSight(pick.marks.at(-1) ?? "") && !pick.price));
    const first = plain.length <= KEYS ? plain : near.slice(0, KEYS);
    const rest = plain.filter((pick) => !first.includes(pick));
    const keys = (/** @type {Pick[]} */ picks) => element("div", "ways", ...picks.map((pick) => this.way(pick)));
    const more = rest.length ? [element("details", "", element("summary", "", filled(this.host.words.more, { n: rest.length })), keys(rest))] : [];
    const own = prompt.picks.some((pick) => pick.face) ? [this.row(prompt, "")] : dice;
    const note = this.ways(prompt).length ? this.host.words.ring : events.join(" ");
    return [this.head(prompt.words, note), ...own, ...(first.length ? [keys(first)] : []), ...more];
  }

  /** @param {Pick} pick */
  way(pick) {
    const price = pick.price ? [" ", element("small", "", pick.price)] : [];
    return this.key("btn", [pick.words, ...price], () => this.pick(pick.key));
  }

  /** @param {string} key @param {number} at */
  pick(key, at = this.answers.length) {
    this.ask([...this.answers.slice(0, at), key]);
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

  /** What Done will write. @param {Told} told */
  done(told) {
    const at = this.asked.findIndex((prompt) => prompt.usual);
    const paid = at >= 0 && at < this.answers.length && this.asked[at].picks.length > 1 ? [this.paid(this.asked[at], at)] : [];
    return [element("p", "move1", told.events.at(-1) ?? ""), ...paid];
  }

  /** The other ways of what was taken as usual. @param {Prompt} prompt @param {number} at */
  paid(prompt, at) {
    const keys = prompt.picks.map((pick) => {
      const key = this.key("btn", [pick.words], () => this.ask([...this.answers.slice(0, at), pick.key, ...this.answers.slice(at + 1)]));
      key.setAttribute("aria-pressed", String(pick.key === this.answers[at]));
      return key;
    });
    return element("div", "ways", ...keys);
  }

  advice() {
    const { words } = this.host;
    const found = this.found;
    const who = `${this.asked[0]?.who ?? ""} · ${this.faces.join(" ") || this.answers[0]}`;
    if (!found?.best) {
      const what = found?.error || found?.what || words.begins;
      return [this.head(words.best, who), element("p", "small", what)];
    }
    const { best } = found;
    const badge = element("span", best.is_sure ? "tag" : "tag est", best.badge);
    this.why.href = this.best.see;
    const bar = found.is_over ? [] : [this.bar(found)];
    return [
      element("div", "row", this.head(words[found.is_over ? "best" : "so_far"], ""), badge),
      element("p", "small muted", who),
      element("p", "move1", best.words),
      element("p", "", element("b", "big pen", best.value), " ", element("small", "muted", `${best.error} ${best.unit}`)),
      ...bar,
      element("p", "small", best.gain),
      ...(best.why ? [element("p", "small muted", best.why)] : []),
    ];
  }

  /** @param {Found} found */
  bar(found) {
    const bar = document.createElement("progress");
    bar.setAttribute("aria-label", found.what);
    if (found.whole) Object.assign(bar, { max: found.whole, value: found.done });
    return bar;
  }
}
