// A sheet as fields, a column a player: all of it as a list, or on a narrow screen one column above keys.

import { filled } from "./account.js";
import { numberOf, numbered, tapped } from "./controls.js";
import { remembered } from "./storage.js";

/** @typedef {import("./controls.js").Control} Control */
/** @typedef {import("./controls.js").Values} Values */
/** @typedef {HTMLInputElement | HTMLSelectElement} Field */
/** @typedef {import("./account.js").Score} Score */

const NARROW = matchMedia("(max-width:43.74rem)");
const find = (/** @type {ParentNode} */ place, /** @type {string} */ what) => /** @type {HTMLElement | null} */ (place.querySelector(what));

export class Columns {
  /**
   * @param {HTMLElement} form
   * @param {string} key under which this browser's own column is kept
   * @param {import("./account.js").Data} data
   * @param {{values: () => Values, change: (changes: Values) => void, write: (mark: string) => void, rest: () => void}} host `write`
   *   shows the keys of a mark, `rest` hides them
   */
  constructor(form, key, data, host) {
    this.form = form;
    this.key = key;
    this.host = host;
    this.data = data;
    /** @type {Map<string, Control>} */
    this.controlOf = new Map(data.controls.flatMap((one) => one[1].map((mark) => [mark, one])));
    this.choices = /** @type {import("./controls.js").OneOf[]} */ (data.controls.filter((one) => one[0] === "OneOf"));
    this.fields = /** @type {Field[]} */ ([...form.querySelectorAll("[data-mark]")]);
    this.columns = /** @type {HTMLElement[]} */ ([...form.querySelectorAll(".column:not([data-owner=''])")]);
    this.who = find(form, "#who");
    this.next = /** @type {HTMLButtonElement} */ (document.getElementById("onward"));
    /** @type {Field | null} */
    this.current = null;
    this.owner = "";
    this.players = data.score.players;
    form.addEventListener("input", (event) => this.input(/** @type {Field} */ (event.target)));
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("focusin", (event) => this.take(/** @type {Field} */ (event.target)));
    form.addEventListener("click", (event) => {
      const tab = /** @type {Element} */ (event.target).closest("#who button");
      const line = /** @type {Element} */ (event.target).closest(".line");
      if (tab instanceof HTMLElement) this.show(tab.dataset.owner ?? "");
      else if (line && this.keyed && !(/** @type {Element} */ (event.target).closest("label, input"))) this.go(this.keysIn(line)[0]);
    });
    form.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      this.onward();
    });
    for (const kind of ["mousedown", "touchend"]) form.addEventListener(kind, (event) => this.held(event));
    this.next.addEventListener("click", () => this.onward());
    NARROW.addEventListener("change", () => this.begin());
  }

  /** Whether the fields are in sight. */
  get on() {
    return this.form.offsetParent !== null;
  }

  /** Whether one column is, above keys. */
  get keyed() {
    return this.on && NARROW.matches;
  }

  begin() {
    this.fields.forEach((one) => this.paint(one));
    if (this.who) this.who.hidden = !this.keyed;
    const own = this.columns.find((one) => one.dataset.owner === remembered(this.key)) ?? this.columns[0];
    for (const one of this.fields) if (one.inputMode) one.inputMode = NARROW.matches ? "none" : "numeric"; // keys of our own
    this.show(own?.dataset.owner ?? "");
  }

  /** Show a column, at the first field that is blank. @param {string} owner */
  show(owner) {
    this.owner = owner;
    remembered(this.key, owner);
    for (const one of this.columns) one.classList.toggle("off", one.dataset.owner !== owner);
    for (const one of /** @type {NodeListOf<HTMLElement>} */ (this.form.querySelectorAll("#who button"))) {
      one.setAttribute("aria-pressed", String(one.dataset.owner === owner));
      if (one.dataset.owner === owner) one.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
    this.others();
    const keys = this.keysIn(this.form);
    if (this.keyed) this.mark(keys.find((one) => (one instanceof HTMLSelectElement ? !one.selectedIndex : !one.value)) ?? keys[0] ?? null);
    else this.host.rest();
  }

  /** The bar has the total of the column in sight. */
  others() {
    const each = [...document.querySelectorAll("#total .each")]; // as many as players
    for (const [n, one] of each.entries()) one.classList.toggle("other", this.players[n]?.owner !== this.owner);
  }

  /** The fields of the column in sight that keys set. @param {ParentNode} place @returns {Field[]} */
  keysIn(place) {
    const all = /** @type {Field[]} */ ([...place.querySelectorAll(".num")]);
    return all.filter((one) => !one.closest(".off"));
  }

  // --- what is written ---------------------------------------------------------------------------------------

  /** @param {Field} field */
  allowed(field) {
    const values = (field.dataset.values ?? "").split(" ");
    return () => values;
  }

  /** Take over what a field says. @param {Field} field */
  input(field) {
    if (field.dataset.mark) this.host.change(this.entered(field));
    if (field instanceof HTMLInputElement) this.paint(field);
  }

  /** The marks that a field means. @param {Field} field @returns {Values} */
  entered(field) {
    const mark = field.dataset.mark ?? "";
    const control = /** @type {Control} */ (this.controlOf.get(mark));
    const [first, second] = this.allowed(field)();
    if (field.type === "checkbox") return tapped(control, mark, this.host.values(), this.allowed(field), false, this.choices);
    if (control[0] === "Track") {
      const [gained, spent] = ["gained", "spent"].map((part) => Number(this.pair(mark, part)?.value ?? 0));
      const all = Math.max(gained, spent);
      return Object.fromEntries(
        control[1].map((one, n) => [one, n < spent ? second : n < all && n >= /** @type {number} */ (control[2]) ? first : ""]),
      );
    }
    if (control[0] === "OneOf") {
      const changes = Object.fromEntries(control[1].map((one) => [one, one === field.value ? first : ""]));
      const brings = /** @type {string} */ (control[2]);
      const brought = this.fieldOf(brings);
      return brought ? { ...changes, [brings]: field.value ? this.allowed(brought)()[0] : "" } : changes;
    }
    if (control[0] !== "Number") return { [mark]: field.value };
    const number = /^\d+$/.test(field.value) ? Number(field.value) : null;
    return numbered(/** @type {import("./controls.js").Numeral} */ (control), number, this.allowed(field)) ?? {};
  }

  /** @param {string} mark @param {string} part */
  pair(mark, part) {
    return this.fields.find((one) => one.dataset.mark === mark && one.dataset.part === part);
  }

  /** The field that sets a mark. @param {string} mark */
  fieldOf(mark) {
    const all = this.controlOf.get(mark)?.[1] ?? [];
    return this.fields.find((one) => one.dataset.mark === mark) ?? this.fields.find((one) => all.includes(one.dataset.mark ?? ""));
  }

  /** Marks were written. @param {string[]} changed */
  wrote(changed) {
    const controls = new Set(changed.map((mark) => this.controlOf.get(mark)));
    for (const one of this.fields) if (controls.has(this.controlOf.get(one.dataset.mark ?? ""))) this.paint(one);
  }

  /** Show what a field's marks are. @param {Field} field */
  paint(field) {
    const mark = field.dataset.mark ?? "";
    const control = /** @type {Control} */ (this.controlOf.get(mark));
    const values = this.host.values();
    let text = values[mark] ?? "";
    if (field instanceof HTMLInputElement && field.type === "checkbox") return void (field.checked = Boolean(text));
    if (control[0] === "OneOf") text = control[1].find((one) => values[one]) ?? "";
    else if (control[0] === "Number") text = String(numberOf(/** @type {import("./controls.js").Numeral} */ (control), values) ?? text);
    else if (control[0] === "Track") {
      const has = (/** @type {string} */ one, /** @type {number} */ n) =>
        field.dataset.part === "spent" ? values[one] === this.allowed(field)()[1] : n < /** @type {number} */ (control[2]) || Boolean(values[one]);
      text = String(control[1].reduce((before, one, n) => (has(one, n) ? n + 1 : before), 0));
    }
    if (field.value !== text) field.value = text;
  }

  /** What the score gives: totals, and what stands at sums. @param {Score} score */
  counted(score) {
    this.players = score.players;
    const sums = Object.assign({}, ...score.players.map((one) => one.sums));
    for (const one of /** @type {NodeListOf<HTMLElement>} */ (this.form.querySelectorAll("[data-sum]"))) {
      const beside = /** @type {Field[]} */ ([...(one.closest(".line")?.querySelectorAll(".num, .tick input") ?? [])]);
      const isBegun = beside.some((field) => (field.type === "checkbox" ? /** @type {HTMLInputElement} */ (field).checked : field.value));
      const sum = sums[one.dataset.sum ?? ""];
      one.textContent = beside.length && !isBegun ? "" : String((isBegun ? sum : sum || "") ?? "");
    }
    for (const one of /** @type {NodeListOf<HTMLElement>} */ (this.form.querySelectorAll("#who button"))) {
      const player = score.players.find(({ owner }) => owner === one.dataset.owner);
      const name = find(this.form, `.column[data-owner="${one.dataset.owner}"] .text`);
      one.dataset.name ??= one.firstElementChild?.textContent ?? "";
      /** @type {HTMLElement} */ (one.firstElementChild).textContent = (name instanceof HTMLInputElement && name.value) || one.dataset.name;
      /** @type {HTMLElement} */ (one.lastElementChild).textContent = String(player?.total ?? "–");
    }
    this.others();
  }

  /** Frame the fields of problems. @param {import("./account.js").Problem[]} problems */
  frame(problems) {
    for (const one of this.form.querySelectorAll(".line.wrong")) one.classList.remove("wrong");
    for (const mark of problems.flatMap((one) => one.marks)) this.fieldOf(mark)?.closest(".line")?.classList.add("wrong");
  }

  // --- keys ----------------------------------------------------------------------------------------------------

  /** A tap on a choice shows its keys, not the browser's list. @param {Event} event */
  held(event) {
    const { target } = event;
    if (!(target instanceof HTMLSelectElement) || !this.keyed) return;
    event.preventDefault();
    target.focus({ preventScroll: true });
  }

  /** @param {Field} field */
  take(field) {
    if (!this.keyed) return;
    if (field.matches(".num")) this.mark(field);
    else if (field.type === "text") this.mark(null);
  }

  /** Make a field the one that keys set. @param {Field | null} field */
  mark(field) {
    for (const one of this.form.querySelectorAll(".at")) one.classList.remove("at");
    this.current = field;
    const after = this.after();
    this.next.textContent = after ? filled(this.data.words.next, { name: this.called(after) }) : this.data.words.done;
    if (!field) return this.host.rest();
    field.classList.add("at");
    field.closest(".line")?.classList.add("at");
    field.closest(".line")?.scrollIntoView({ block: "nearest" });
    this.host.write(field.dataset.mark ?? "");
  }

  /** Go to a field, into its column. @param {Field | null | undefined} field */
  go(field) {
    if (!field) return;
    const owner = /** @type {HTMLElement | null} */ (field.closest(".column"))?.dataset.owner;
    if (owner && owner !== this.owner) this.show(owner);
    field.focus({ preventScroll: true });
    field.closest(".line")?.scrollIntoView({ block: "center" });
  }

  /** The next field: down the column, then the next player's first one; null at the end. @returns {Field | null} */
  after() {
    const all = /** @type {Field[]} */ ([...this.form.querySelectorAll(".num")]);
    return all[this.current ? all.indexOf(this.current) + 1 : all.findIndex((one) => !one.closest(".off"))] ?? null;
  }

  /** What the next field is called on the button that leads there. @param {Field} field */
  called(field) {
    const [column, line] = [field.closest(".column"), field.closest(".line")];
    if (column?.classList.contains("off")) return find(this.form, `#who [aria-pressed=true] + * span`)?.textContent ?? "";
    if (line === this.current?.closest(".line")) return find(field.parentElement ?? field, "small")?.textContent ?? "";
    return find(line ?? field, "p")?.firstChild?.textContent ?? "";
  }

  onward() {
    const next = this.after();
    if (next) return this.go(next);
    this.mark(null);
    this.current = null;
  }

  /**
   * The keys of the field: its values or digits, and the signs that stand behind it; null where there is a drawing.
   * @returns {[string, string][] | null} what each does: "=" and a value, "!" and a mark, a digit, "back"
   */
  keys() {
    const field = this.current;
    if (!field || !this.keyed) return null;
    const line = /** @type {(Field)[]} */ ([...(field.closest(".line")?.querySelectorAll(".num, .tick input") ?? [])]);
    const rest = line.slice(line.indexOf(field) + 1);
    const end = rest.findIndex((one) => one.matches(".num"));
    const signs = rest.slice(0, end < 0 ? rest.length : end);
    const values = field instanceof HTMLSelectElement ? [...field.options].map((one) => [one.value, one.text]) : (field.dataset.keys ?? "").split(" ").filter(Boolean).map((one) => [one, one]);
    const digits = [..."0123456789"].map((one) => [one, one]);
    return /** @type {[string, string][]} */ ([
      ...(values.length ? values.map(([value, text]) => [`=${value}`, text]) : digits),
      ...signs.map((one) => [`!${one.dataset.mark}`, one.nextElementSibling?.textContent ?? ""]),
      ...(values.length ? [] : [["back", ""]]),
    ]);
  }

  /** Whether no further digit can follow what is written, and no sign does. @param {string} text */
  full(text) {
    const field = this.current;
    if (!(field instanceof HTMLInputElement) || !text || this.keys()?.some(([key]) => key[0] === "!")) return false;
    const most = Number(field.dataset.most) || 10 ** field.maxLength - 1;
    return text === "0" || Number(text) * 10 > most;
  }

  /** Set the field. @param {string} text @returns {Values} */
  says(text) {
    const field = /** @type {Field} */ (this.current);
    field.value = text;
    return this.entered(field);
  }
}
