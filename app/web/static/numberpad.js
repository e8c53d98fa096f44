// The panel for numbers and words: large keys under the sheet, a field for a name.

/** @typedef {{title: string, note: string, value: string, digits: number, keys: [string, string][] | null}} Place `keys`: of a column */

export class NumberPad {
  /**
   * @param {HTMLElement} panel
   * @param {{typed: (text: string) => string | null, next: () => void, sign: (mark: string) => void, full: (text: string) => boolean,
   *   closed: () => void}} host `typed` takes what was typed and says what stands below the title, null where it cannot be; `full`:
   *   no digit can follow
   */
  constructor(panel, host) {
    const find = (/** @type {string} */ name) => /** @type {HTMLElement} */ (panel.querySelector(`[data-part=${name}]`));
    this.panel = panel;
    this.host = host;
    this.title = find("title");
    this.note = find("note");
    this.display = find("value");
    this.keys = find("keys");
    this.values = find("values");
    this.field = /** @type {HTMLInputElement} */ (find("field"));
    this.text = "";
    this.fresh = true;
    this.digits = 4;
    panel.addEventListener("click", (event) => {
      const key = /** @type {Element} */ (event.target).closest("[data-key]");
      if (key instanceof HTMLElement) this.press(key.dataset.key ?? "");
    });
    panel.addEventListener("keydown", (event) => this.keyed(event));
    this.field.addEventListener("input", () => host.typed(this.field.value));
  }

  get open() {
    return !this.panel.hidden;
  }

  /** @param {Place} place @param {boolean} words whether words are written, not digits */
  show(place, words) {
    this.title.textContent = place.title;
    this.note.textContent = place.note;
    this.text = place.value;
    this.digits = place.digits;
    this.fresh = true;
    this.display.hidden = this.keys.hidden = words || Boolean(place.keys);
    this.values.classList.toggle("words", (place.keys ?? []).some(([, text]) => text.length > 3));
    this.values.replaceChildren(...(place.keys ?? []).map(([key, text]) => this.key(key, text)));
    this.field.hidden = !words;
    this.display.textContent = place.value || "0";
    this.field.value = place.value;
    this.field.setAttribute("aria-label", place.title);
    this.panel.hidden = false;
    if (!place.keys) (words ? this.field : this.panel).focus({ preventScroll: true });
  }

  /** @param {string} key @param {string} text */
  key(key, text) {
    const made = /** @type {HTMLElement} */ (this.keys.querySelector(key === "back" ? "[data-key=back]" : "[data-key='0']")).cloneNode(true);
    if (!(made instanceof HTMLElement) || key === "back") return made;
    made.dataset.key = key;
    made.textContent = text;
    if (key[0] !== "=") return made;
    const isOn = key.slice(1) === this.text;
    made.setAttribute("aria-pressed", String(isOn));
    if (isOn) made.dataset.key = "="; // a second tap takes it back
    return made;
  }

  close() {
    if (!this.open) return;
    this.panel.hidden = true;
    this.host.closed();
  }

  /** @param {string} key a digit, "back", "next" or "close" */
  press(key) {
    if (key === "next") return this.host.next();
    if (key === "close") return this.close();
    if (key[0] === "!") this.host.sign(key.slice(1));
    else if (key[0] === "=") this.host.typed(key.slice(1));
    if ("!=".includes(key[0])) return this.host.next();
    const before = this.fresh ? "" : this.text;
    const text = key === "back" ? this.text.slice(0, -1) : (before + key).replace(/^0+(?=\d)/, "");
    if (text.length > this.digits) return;
    const note = this.host.typed(text);
    if (note === null) return;
    this.fresh = false;
    this.text = text;
    this.note.textContent = note;
    this.display.textContent = text || "0";
    if (this.host.full(text)) this.host.next();
  }

  /** @param {KeyboardEvent} event */
  keyed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const inField = event.target === this.field;
    const key = { Escape: "close", Backspace: "back", Enter: "next" }[event.key] ?? (/^\d$/.test(event.key) ? event.key : "");
    const onButton = event.target instanceof HTMLButtonElement && event.key === "Enter";
    if (!key || onButton || (inField && event.key !== "Escape" && event.key !== "Enter")) return;
    event.preventDefault();
    this.press(key);
  }
}
