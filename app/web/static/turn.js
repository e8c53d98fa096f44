// A turn on a sheet: the dock asks what the rules want to know, the drawing shows where, and what the rules answer
// is written as one step. No rule is here: the server says what may be picked and what it changes.

import { Best } from "./best.js";
import { element, filled, find } from "./account.js";
import { remembered, remembering } from "./storage.js";
import { advice, button, dice, done, mine, parts, picks, three } from "./question.js";
import { ask } from "./request.js";
import { TableDice } from "./tabledice.js";

/** @typedef {import("./controls.js").Values} Values */
/** @typedef {import("./best.js").Progress} Found */
/** @typedef {{key: string, words: string, price: string, marks: string[], face: string, tag: string}} Pick */
/** @typedef {{words: string, picks: Pick[], is_open: boolean}} Part */
/** @typedef {{words: string, picks: Pick[], faces: string[], parts: Part[], usual: string, barred: {words: string, why: string, face: string}[]}} Prompt */
/** @typedef {{time: string, who: string, prompt: Prompt | null, answers: string[], events: string[], changes: Values, thing: string, how: string, at: string, play: string}} Told */
/** @typedef {{mark: string, tag: string, pick: () => void, label: string, kind?: string}} Ring `kind`: "best" or "mine" of moves */
/** @typedef {{now: Values, would: Values, rings: Ring[]}} Preview `now`: as if written; `would`: what Done writes */
/**
 * @typedef {object} Host
 * @property {string} address where turns are asked about
 * @property {string} key parts this turn from all others of this browser
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
/**
 * What is known of a turn. Each transition makes it anew (`go`), so that nothing stays of an earlier one; each kind
 * of it (`kind`) has a way on. `asks` are the answers that were sent last, `told` is what came back of these, or
 * until then (`isSent`) of those before; `time` says which turn they are for. `faces` are typed dice, `parts` what is
 * told at once, `now` what the dice alone have written, `found` the best that is shown, `shown` its move, which
 * `told` then has, one of three where these are shown; `against` is the best that one's own move is held against, and
 * `mine` what is known of that. `line` says why the computer does not answer (`isLate`), or what it refused.
 * @typedef {{time: string, asks: string[], told: Told | null, asked: (Prompt | undefined)[], faces: string[], parts: string[],
 *   now: Values, wants: boolean, wrote: string, isSent: boolean, writes: boolean, isLate: boolean, line: string, best: Best | null,
 *   found: Found | null, shown: string, isThree: boolean, against: Best | null, mine: Best | null}} State
 */

/** @type {Preview} */
const NOTHING = { now: {}, would: {}, rings: [] };
const PAUSE = 500;
/** What no transition keeps. @type {Pick<State, "isSent" | "writes" | "isLate" | "line" | "best" | "found" | "shown" | "isThree" | "mine">} */
const PASSING = { isSent: false, writes: false, isLate: false, line: "", best: null, found: null, shown: "", isThree: false, mine: null };
/** @type {State} */
const FRESH = { ...PASSING, time: "", asks: [], told: null, asked: [], faces: [], parts: [], now: {}, wants: false, against: null, wrote: "" };

export class Turn {
  /** @param {HTMLElement} place @param {Host} host */
  constructor(place, host) {
    this.place = place;
    this.host = host;
    this.hand = /** @type {HTMLButtonElement | null} */ (find("hand"));
    this.button = /** @type {HTMLButtonElement} */ (find("go"));
    this.more = /** @type {HTMLButtonElement} */ (find("more"));
    this.isOn = true;
    this.state = FRESH;
    /** @type {{dice: Record<string, string>, focus?: string} & Partial<State>} what this browser keeps; `dice`: of each turn */
    this.kept = { dice: {}, ...remembering(host.key) };
    this.table = new TableDice(() => this.isOn && this.state.told?.prompt && !this.isBegun && this.render());
    this.hand?.addEventListener("click", () => this.turn(!this.isOn));
    this.button.addEventListener("click", () => this.going());
    this.more.addEventListener("click", () => (this.state.best ? this.three() : this.again()));
    addEventListener("pagehide", () => this.keep());
    addEventListener("keydown", (event) => this.pressed(event));
    const { time = "", asks = [], asked = [], faces = [], wants, focus } = this.kept;
    /** @type {string | undefined} what the button says that has the focus, once there are some again */
    this.focus = focus;
    const known = host.answers?.length ? {} : { time, faces, asked };
    this.state = { ...FRESH, ...known, wants: wants || location.hash === "#best" };
    this.turn(true, host.answers?.length ? host.answers : asks);
  }

  /** Whether there is something to take back. */
  get isBegun() {
    return this.isOn && Boolean(this.state.asks.length || this.state.faces.length);
  }

  /** The answers that what is shown follows from. */
  get answers() {
    return this.state.told?.answers ?? [];
  }

  /** Whose turn it is, and which. */
  get who() {
    return this.state.told?.who ?? "";
  }

  /** What the button of the dock says that has the focus. @returns {string | undefined} */
  get focused() {
    const at = document.activeElement;
    return at && this.place.contains(at) ? at.textContent ?? "" : this.focus;
  }

  get kind() {
    const { told, isLate, isSent, line, best, isThree, mine } = this.state;
    if (isLate) return "away";
    if (best) return isThree ? "three" : "best";
    if (mine) return "mine";
    if (isSent || !told) return line ? "refused" : "waits";
    return told.prompt ? "asks" : "would";
  }

  /** Go on in another state. @param {Partial<State>} changes */
  go(changes) {
    const asked = ({ best, against, mine }) => [best, against, mine].filter(Boolean);
    const before = asked(this.state);
    this.state = { ...this.state, ...PASSING, ...changes };
    for (const one of before) if (!asked(this.state).includes(one)) one.stop();
    this.place.dataset.state = this.kind;
    this.keep();
  }

  /** @param {Partial<State>} changes */
  show(changes) {
    this.go(changes);
    this.render();
  }

  /** Keep in this browser what is entered: after a reload it is there. */
  keep() {
    const { time, asks, asked, faces, best, against, wants } = this.state;
    const focus = this.focused;
    const isBest = Boolean(best ?? against);
    this.kept = { dice: this.kept.dice, time, asks: isBest ? this.answers.slice(0, 1) : asks, asked, faces, wants: wants || isBest, focus };
    remembered(this.host.key, JSON.stringify(this.kept));
  }

  /** Take turns, or mark by hand. @param {boolean} on @param {string[]} [answers] */
  turn(on, answers = this.state.asks.slice(0, 1)) {
    this.isOn = on;
    document.body.classList.toggle("turning", on);
    this.place.hidden = !on;
    this.button.hidden = !on;
    this.more.hidden = true;
    if (this.hand) {
      this.hand.textContent = this.host.words[on ? "hand" : "turn"];
      this.hand.hidden = false;
    }
    if (on) return this.ask(answers);
    this.go({ asks: answers, against: null });
    this.host.preview(NOTHING);
  }

  /** What a blue button does: the best, or what is shown is written. */
  going() {
    const { told, parts, against } = this.state;
    if (!told) return;
    if (against && !told.prompt) return this.write(against.first ?? null);
    if (!told.prompt) return this.write();
    if (told.prompt.parts.length) return this.ask([parts.join(" ")]);
    if (this.answers.length) return against ? this.again() : this.advise();
    this.state.isSent ? (this.state.wants = true) : this.show({ wants: true });
  }

  /** Marks were changed otherwise. @param {boolean} byOthers whether another phone did it */
  changed(byOthers) {
    if (!this.isOn || this.state.writes) return;
    clearTimeout(this.timer);
    this.byOthers = byOthers;
    this.timer = setTimeout(() => {
      const { best, asks } = this.state;
      if (this.isOn) this.ask(best ? this.answers.slice(0, 1) : asks, { wants: this.state.wants || Boolean(best), against: null });
    }, PAUSE);
  }

  // --- what the rules say ------------------------------------------------------------------------------------

  /**
   * @param {string[]} answers @param {() => boolean} wanted
   * @returns {Promise<Told | string | null>} what is asked next, or why nothing can be; null where it is not wanted any more
   */
  async send(answers, wanted) {
    const { address, language } = this.host;
    const body = () => ({ ...this.host.position(), answers, lang: language });
    const given = await ask(address, { body, wanted, late: this.late });
    return given && wanted() ? given.data?.why ?? given.data?.error ?? given.data : null;
  }

  /** The computer does not answer: what waits for it goes on by itself. @param {string} why */
  late = (why) => {
    this.state.isLate = true;
    this.state.line = why || this.host.words.waits;
    this.render();
  };

  /** @param {string[]} asks what is picked so far @param {Partial<State>} [more] @returns {Promise<void>} */
  async ask(asks, more = {}) {
    this.go({ ...more, asks, isSent: true });
    const told = await this.send(asks, () => this.state.asks === asks && this.isOn);
    if (!told) return; // something else is asked meanwhile
    if (typeof told === "string") return asks.length ? this.ask(asks.slice(0, -1)) : this.show({ told: null, line: told });
    const { state } = this;
    if (state.time && state.time !== told.time) return this.past(told.who); // its turn is over
    const { prompt, time } = told;
    const at = told.answers.length;
    const asked = prompt ? Array.from({ length: at + 1 }, (_, n) => (n < at ? state.asked[n] : prompt)) : state.asked;
    if (prompt?.usual) return this.ask([...told.answers, prompt.usual], { asked, time });
    const given = asked[0]?.parts ?? [];
    if (!prompt && given.length) {
      this.table.share(time, told.answers[0]);
      return this.write(told);
    }
    const parts = given.map((part, n) => state.parts[n] ?? (part.is_open ? "" : part.picks[0].key));
    const now = at > 1 ? state.now : at && prompt ? told.changes : {};
    this.go({ told, asked, parts, now, time });
    this.look();
    if (state.against && !prompt) this.compare(state.against, told);
    this.render();
    if (state.wants && at) this.advise();
  }

  /** The turn is written: by another phone, that is said, and one's own dice are for the next. @param {string} next */
  past(next) {
    const { wants, faces, asks } = this.state;
    const isOurs = !this.byOthers;
    this.byOthers = false;
    if (isOurs || !faces.length) return this.ask([], { ...FRESH, wants, wrote: isOurs ? "" : filled(this.host.words.wrote, { time: this.who }) });
    const wrote = filled(this.host.words.wrote_dice, { time: this.who, next });
    return this.ask(asks.slice(0, 1), { ...FRESH, wants, faces, wrote });
  }

  /** Show the room of what may be picked, or is. */
  look() {
    const { told, now, best } = this.state;
    const { prompt, changes } = /** @type {Told} */ (told);
    const marks = prompt ? this.ways(prompt).flatMap((pick) => pick.marks.slice(-1)) : Object.keys(this.would(changes));
    const first = prompt?.picks.find((pick) => !pick.price && pick.marks.length)?.marks.at(-1) ?? marks[0];
    const seen = best ? marks.slice(0, 1) : marks; // advice begins with the place of the move
    if (first && (prompt || !seen.some((mark) => this.host.inSight(mark)))) this.host.reveal(first);
    else if (this.answers.length === 1 && Object.keys(now).length) this.host.reveal(Object.keys(now)[0]);
  }

  /** What may be picked and shows where. @param {Prompt} prompt */
  ways(prompt) {
    return prompt.picks.filter((pick) => pick.marks.length);
  }

  /** @param {Values} changes */
  would(changes) {
    return Object.fromEntries(Object.entries(changes).filter(([mark, value]) => this.state.now[mark] !== value));
  }

  // --- dice, steps ---------------------------------------------------------------------------------------------

  /** @param {Prompt} prompt @param {string[]} typed */
  rolled(prompt, typed) {
    const before = this.state.faces.length < prompt.faces.length ? this.state.faces : [];
    const faces = [...before, ...typed];
    if (faces.length < prompt.faces.length) return this.show({ asks: [], faces });
    const dice = prompt.faces.map((colour, n) => colour + faces[n]).join(" ");
    this.table.share(this.state.told?.time, dice);
    this.ask([dice], { faces });
    this.render();
  }

  /** A digit types a die. @param {KeyboardEvent} event */
  pressed(event) {
    const isTyped = event.target instanceof HTMLInputElement || document.body.classList.contains("writing");
    const plain = !(event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyped);
    const prompt = this.isOn && !this.state.best ? this.state.told?.prompt : null;
    if (plain && prompt?.faces.length && /^[1-6]$/.test(event.key)) this.rolled(prompt, [event.key]);
  }

  /** Roll the dice that are not typed yet, for a table without dice. @param {Prompt} prompt */
  roll(prompt) {
    const { roll } = this.host;
    if (roll) return this.tried(async () => this.ask(await roll()));
    const left = prompt.faces.slice(this.state.faces.length % prompt.faces.length);
    this.rolled(prompt, left.map(() => String(1 + Math.floor(6 * Math.random()))));
  }

  /** Tell one of several things. @param {number} at @param {string} key */
  tell(at, key) {
    this.show({ parts: this.state.parts.map((before, n) => (n === at ? key : before)) });
  }

  /** @param {string} key @param {number} at */
  pick(key, at = this.answers.length) {
    if (this.state.told) this.ask([...this.answers.slice(0, at), key]);
  }

  /** Take the last answer back, else the last step. */
  back() {
    const { asks, told, faces, asked, best, against, isSent, writes } = this.state;
    if (writes) return;
    this.state.wants = false;
    const [given, typed] = [this.answers, faces.slice(0, -1)];
    if (best) return this.ask(given.slice(0, 1));
    if (against && given.length < 2 && !isSent) return this.again();
    if (isSent && told && asks.length > given.length) return this.show({ asks: given, faces: given.length ? faces : typed });
    const now = isSent ? asks : given;
    if (now.length > 1) return this.ask(now.slice(0, asked[now.length - 1]?.usual ? -2 : -1));
    if (now.length || faces.length) return this.ask([], { faces: typed });
    return this.tried(async () => {
      const left = await this.host.undo();
      await this.ask(left ?? [], FRESH);
      const dice = this.kept.dice[this.state.time];
      if (!left && dice && !this.isBegun) await this.ask([dice]);
    });
  }

  /** @param {Told | null} told */
  write(told = this.state.told) {
    if (!told) return;
    const isDice = !this.state.parts.length;
    return this.tried(async () => {
      await this.host.write(told.changes, told.answers);
      if (isDice) this.kept.dice[told.time] = told.answers[0];
      this.go(FRESH);
      this.host.preview(NOTHING);
      this.host.top();
      return this.ask([]);
    });
  }

  /** Do what may be refused: then the dock says why. @param {() => Promise<void>} act */
  async tried(act) {
    this.show({ writes: true });
    try {
      await act();
    } catch (error) {
      this.show({ line: error instanceof Error ? error.message : String(error) });
    }
  }

  // --- the best move ---------------------------------------------------------------------------------------

  advise() {
    this.show({ wants: false, best: new Best(this.host, this.answers.slice(0, 1), this.advised) });
  }

  /** The best again, after one's own move was held against it. */
  again() {
    const { against: best } = this.state;
    if (!best) return;
    this.go({ best, against: null });
    this.advised(best);
  }

  /** Show three moves, or the best alone. */
  three() {
    this.state.isThree = !this.state.isThree;
    if (!this.state.isThree) this.state.shown = "";
    if (this.state.best) this.advised(this.state.best);
  }

  /** One of the three. @param {string} play */
  choose(play) {
    this.state.shown = play;
    if (this.state.best) this.advised(this.state.best);
  }

  /** Ask for one's own move, to be held against the best. */
  own() {
    this.ask(this.answers.slice(0, 1), { against: this.state.best });
  }

  /** Hold one's own move against the best. @param {Best} best @param {Told} told one's own */
  async compare(best, told) {
    const first = best.moves[0].play;
    const isMeant = () => this.state.told === told && this.isOn;
    /** @type {[string, string]} */
    const both = [first, told.play];
    const mine = new Best(this.host, best.answers, () => isMeant() && this.render(), best.compares ? both : null);
    this.state.mine = mine;
    await Promise.all([best.judge(told.play, isMeant), this.way(best, first, isMeant)]);
    if (isMeant()) this.render();
  }

  /** What a move of the best writes, once it is known. @param {Best} best @param {string} play @param {() => boolean} wanted */
  async way(best, play, wanted) {
    const told = best.ways.get(play) ?? (await this.send([...best.answers, play], wanted));
    if (!told || typeof told === "string") return null;
    best.ways.set(play, told);
    return told;
  }

  /** More is known of the best. @param {Best} best @param {string} [why] why the computer does not answer */
  advised = async (best, why) => {
    const isMeant = () => this.state.best === best;
    if (!isMeant()) return;
    if (why !== undefined) return this.late(why);
    const plays = best.moves.slice(0, this.state.isThree ? best.moves.length : 1).map((move) => move.play);
    const lacks = plays.find((play) => !best.ways.has(play));
    if (lacks && best.asks === lacks) return;
    if (lacks) {
      best.asks = lacks;
      if (await this.way(best, lacks, () => isMeant() && best.asks === lacks)) this.advised(best);
      return;
    }
    const { shown: before } = this.state;
    const shown = plays.includes(before) ? before : plays[0] ?? "";
    const told = best.ways.get(shown) ?? this.state.told;
    this.go({ ...this.state, isLate: false, line: "", told, found: best.newest, shown });
    if (shown !== before) this.look();
    this.render();
  };

  // --- what is shown ---------------------------------------------------------------------------------------

  render() {
    const { host, place } = this;
    const { told, best, found, shown, isThree, against, mine: own, wrote, faces, line, parts, now, isSent, writes } = this.state;
    if (!told && !line) return; // it is asked: what stands there stays
    const prompt = told?.prompt;
    const focus = this.focused;
    place.dataset.state = this.kind;
    host.at(this.who);
    const rings = best || own ? this.moves() : prompt ? this.rings(prompt) : [];
    host.preview({ now, would: told && !prompt ? this.would(told.changes) : {}, rings });
    const isTold = told && (!prompt || prompt.parts.length);
    this.button.hidden = !told;
    const at = isThree ? best?.moves.findIndex((move) => move.play === shown) ?? 0 : 0;
    const play = isThree || own ? filled(host.words.play_n, { n: at + 1 }) : host.words.play;
    this.button.textContent = isTold ? (shown || own ? play : host.words.done) : host.words.best;
    this.button.disabled = writes || Boolean(own && !against?.first) || (best?.busy && !shown) || (isSent && Boolean(isTold)) || parts.includes("");
    this.more.hidden = !(best ? found?.best?.moves.length : against);
    this.more.textContent = host.words[best && !isThree ? "three" : "close"];
    if (this.hand) this.hand.hidden = !this.more.hidden;
    const said = [line, wrote].filter(Boolean).map((text) => element("p", "small", text));
    if (wrote && faces.length) said.push(button("btn", [host.words.away], () => this.ask([], { faces: [], wrote: "" })));
    place.replaceChildren(...said, ...(told ? this.question(told) : []));
    this.focus = told ? undefined : focus;
    if (focus === undefined) return;
    const keys = [...place.querySelectorAll("button")];
    (keys.find((key) => key.textContent === focus) ?? keys[0] ?? this.button).focus({ preventScroll: true });
  }

  /** @param {Told} told */
  question({ prompt, events }) {
    const { best, isThree, mine: own } = this.state;
    if (best) return isThree ? three(this, best) : advice(this);
    if (own) return mine(this);
    if (!prompt) return done(this, events);
    if (prompt.parts.length) return parts(this, prompt);
    return prompt.faces.length ? dice(this, prompt) : picks(this, prompt, events);
  }

  /** The moves that are known by their places: several at one have one ring. @returns {Ring[]} */
  moves() {
    const { best, isThree, against, mine: own, told } = this.state;
    const words = this.host.words;
    const listed = (best ?? against)?.moves.slice(0, isThree ? 3 : 1) ?? [];
    /** @type {Map<string, Ring>} */
    const found = new Map();
    for (const [n, { play }] of isThree || own ? listed.entries() : []) {
      const way = (best ?? against)?.ways.get(play);
      if (!way?.at) continue;
      const before = found.get(way.at)?.tag;
      const ring = { mark: way.at, tag: before ? `${before} ${n + 1}` : String(n + 1), kind: "best", label: `${n + 1}: ${way.thing}` };
      found.set(way.at, { ...ring, pick: () => (best ? this.choose(play) : undefined) });
    }
    const at = own && told?.at;
    if (at) found.set(at, { mark: at, tag: [found.get(at)?.tag, words.me].filter(Boolean).join(" "), kind: "mine", label: told.thing, pick: () => {} });
    return [...found.values()];
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
