// A sheet as it is drawn: what is written at its marks, what may be picked, its rooms, tracks and keyboard.
// Drawn by generator/svg.py (`screen`).

import { find } from "./account.js";
import { Overlay, middle, millimetres } from "./overlay.js";
import { Rooms } from "./rooms.js";

/** @typedef {import("./controls.js").Values} Values */
/** @typedef {{x: number, y: number, width: number, height: number}} Box */
/**
 * @typedef {object} Host
 * @property {() => Values} written values of the marks
 * @property {(mark: string) => void} tap
 * @property {() => void} moved told when another room is shown
 * @property {() => boolean} [byHand] whether marks are set by hand now, not by a turn
 */

const NEAR = 1.5; // mm beside a mark that still mean it
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Drawing {
  /** @param {import("./account.js").Data} data @param {Host} host */
  constructor(data, host) {
    this.host = host;
    this.kinds = data.values;
    this.cells = data.cells;
    this.tracks = /** @type {import("./controls.js").Track[]} */ (data.controls.filter((one) => one[0] === "Track"));
    this.svg = /** @type {SVGSVGElement} */ (document.querySelector("#sheet"));
    /** @type {Map<string, SVGGElement>} */
    this.groups = new Map();
    /** @type {Map<string, Box>} */
    this.boxes = new Map();
    /** @type {Map<string, string>} */
    this.labels = new Map();
    for (const group of /** @type {NodeListOf<SVGGElement>} */ (this.svg.querySelectorAll(".mark"))) {
      const id = group.id.slice(2);
      const rect = /** @type {SVGRectElement} */ (group.querySelector(".hit"));
      const at = (/** @type {string} */ name) => Number(rect.getAttribute(name));
      this.groups.set(id, group);
      this.boxes.set(id, { x: at("x"), y: at("y"), width: at("width"), height: at("height") });
      this.labels.set(id, group.getAttribute("aria-label") ?? id);
    }
    /** @type {Values} what the score puts at places for points */
    this.fills = data.score.fills;
    /** @type {import("./turn.js").Preview} */
    this.preview = { now: {}, would: {}, rings: [] };
    /** @type {Set<string>} marks that the last turn has written */
    this.fresh = new Set();
    this.current = [...this.groups].find(([, one]) => one.getAttribute("role") !== "button")?.[0] ?? "";
    const tabs = find("rooms");
    const alone = new Set(data.controls.filter((one) => one[0] === "Toggle").flatMap((one) => one[1]));
    this.rooms = tabs ? new Rooms(this.svg, tabs, this.boxes, (mark) => alone.has(mark), () => this.moved()) : null;
    if (this.rooms && find("turn")) this.rooms.byHand = false;
    this.overlay = new Overlay(this.svg, this.boxes, this.rooms);
    this.svg.parentElement?.addEventListener("focusin", (event) => { // Chromium gives a drawing that listens itself to Tab a stop of its own
      const id = this.named(event);
      if (id) this.rove(id);
      if (id && this.groups.get(id)?.matches(":focus-visible")) this.uncover(id);
    });
    this.svg.addEventListener("keydown", (event) => this.pressed(event));
  }

  /** Draw all of it, once what is written is known. */
  begin() {
    this.rooms?.draw();
    for (const id of this.groups.keys()) this.paint(id);
    this.rove(this.current);
    this.overlay.outline([]);
    this.purse();
  }

  // --- what is written -------------------------------------------------------------------------------------

  /** Values that a mark may have besides blank, in their order. @param {string} id @returns {string[]} */
  allowed(id) {
    return this.kinds[this.groups.get(id)?.classList[1] ?? ""] ?? [];
  }

  /** What is written at a mark, or shown as if it were. @param {string} id */
  valueOf(id) {
    return this.preview.now[id] ?? this.host.written()[id] ?? "";
  }

  /** @param {string} id */
  paint(id) {
    const group = this.groups.get(id);
    if (!group) return;
    const value = this.valueOf(id) || group.dataset.printed || "";
    group.classList.toggle("fresh", this.fresh.has(id) || id in this.preview.now);
    this.write(group, id, value);
    const role = group.getAttribute("role");
    if (role === "checkbox" || role === "radio") {
      const second = value && value === this.allowed(id)[1];
      group.setAttribute("aria-checked", second ? "mixed" : String(Boolean(value)));
    } else {
      const content = value || this.fills[id] || "";
      const label = this.labels.get(id) ?? "";
      if (role === "button") group.setAttribute("aria-label", content ? `${label}: ${content}` : label);
      else if (content) group.setAttribute("aria-valuenow", content);
      else group.removeAttribute("aria-valuenow");
    }
  }

  /** @param {SVGGElement} group @param {string} id @param {string} value */
  write(group, id, value) {
    group.dataset.value = value;
    const text = group.querySelector("text");
    if (!text) return;
    const content = value || this.fills[id] || "";
    text.textContent = text.classList.contains("comb") ? content.padStart(this.cells[id] ?? 1, "\u00a0") : content;
    group.classList.toggle("counted", !value && Boolean(content));
    if (text.classList.contains("comb")) return;
    text.removeAttribute("style");
    const box = /** @type {Box} */ (this.boxes.get(id));
    const room = box.width - 2 * (Number(text.getAttribute("x")) - box.x);
    const wide = content ? text.getComputedTextLength() : 0;
    if (wide > room) text.style.fontSize = `${(Number(text.getAttribute("font-size")) * room) / wide}px`;
  }

  /** Marks were written. @param {string[]} changed @param {boolean} isTurn whether a turn has written them */
  wrote(changed, isTurn) {
    const before = [...this.fresh];
    this.fresh = new Set(isTurn ? changed : []);
    for (const id of [...before, ...changed]) this.paint(id);
    this.purse();
  }

  /** @param {Values} fills what the score puts at places for points now */
  counted(fills) {
    const before = this.fills;
    this.fills = fills;
    for (const id of new Set([...Object.keys(before), ...Object.keys(fills)])) this.paint(id);
  }

  /** What each track holds, and would hold. */
  purse() {
    for (const [, ids, printed] of this.tracks) {
      const place = document.querySelector(`[data-track="${ids[0].split(".")[0]}"]`);
      if (!place) continue;
      const held = (/** @type {(id: string) => string} */ value) =>
        ids.filter((id, n) => (n < printed || value(id)) && value(id) !== this.allowed(id)[1]).length;
      const [now, then] = [held((id) => this.valueOf(id)), held((id) => this.preview.would[id] ?? this.valueOf(id))];
      /** @type {Element} */ (place.querySelector("b")).textContent = String(then);
      /** @type {Element} */ (place.querySelector("s")).textContent = now === then ? "" : String(now);
    }
  }

  // --- what is pointed at ------------------------------------------------------------------------------------

  /** Show what may be picked, and what would be written. @param {import("./turn.js").Preview} shown */
  foresee(shown) {
    this.preview = shown;
    this.rooms?.tapped(this.host.byHand?.() ?? false);
    if (Object.keys(shown.now).length || Object.keys(shown.would).length) this.fresh = new Set();
    for (const id of this.groups.keys()) this.paint(id);
    const would = Object.keys(shown.would);
    this.overlay.ring(shown.rings, would);
    this.rooms?.number(shown.rings);
    if (would.length) this.uncover(would.find((mark) => this.rooms?.has(mark)) ?? would[0]);
    this.purse();
  }

  /** Scroll a mark out from under the dock, or the rooms. @param {string} id */
  uncover(id) {
    requestAnimationFrame(() => {
      const box = this.groups.get(id)?.getBoundingClientRect();
      const dock = document.querySelector(".foot")?.getBoundingClientRect();
      const end = dock && box && dock.left < box.right ? dock.top : innerHeight; // not where it lies at the right
      const begin = find("rooms")?.getBoundingClientRect().bottom ?? 0;
      if (!this.rooms?.on || !box) return;
      if (box.bottom > end - 8) scrollBy(0, box.bottom - end + 16);
      else if (box.top < begin + 8) scrollBy(0, box.top - begin - 16);
    });
  }

  /** Whether a mark is in sight. @param {string} mark */
  has(mark) {
    return this.rooms?.has(mark) ?? true;
  }

  /** Another room is shown. */
  moved() {
    if (!this.has(this.current)) this.rove([...this.groups.keys()].find((id) => this.has(id)) ?? this.current);
    this.host.moved();
  }

  /** What a turn shows on the drawing. @returns {Pick<import("./turn.js").Host, "reveal" | "top" | "inSight">} */
  get forTurns() {
    return {
      reveal: (mark) => this.rooms?.reveal(mark),
      top: () => this.rooms?.on && this.rooms.begin(),
      inSight: (mark) => this.has(mark),
    };
  }

  // --- what a finger or a key means ----------------------------------------------------------------------------

  /** The mark that an event happened in, "" for none. @param {Event} event */
  named(event) {
    return /** @type {Element} */ (event.target).closest(".mark")?.id.slice(2) ?? "";
  }

  /** The mark that a tap means, "" for none. @param {MouseEvent} event */
  hit(event) {
    const named = this.named(event);
    if (event.detail === 0 && named) return named; // a screen reader's click has no place
    if (this.rooms?.on) {
      const part = this.rooms.at(event);
      return part ? this.markAt(part.x, part.y, part.reach, part.marks, this.rooms.byHand ? part.reach : 0) : "";
    }
    const { x, y } = millimetres(this.svg, event);
    return this.markAt(x, y, this.rooms?.narrow ? 2 * NEAR : NEAR);
  }

  /**
   * The mark at a place, "" for none.
   * @param {number} x in mm @param {number} y @param {number} reach @param {Iterable<string>} among
   * @param {number} core so near to its middle it is this one, even inside another: who marks by hand means small ones too
   */
  markAt(x, y, reach = NEAR, among = this.boxes.keys(), core = 0) {
    let [found, least] = ["", reach];
    for (const id of among) {
      const box = /** @type {Box} */ (this.boxes.get(id));
      const aside = Math.max(box.x - x, 0, x - box.x - box.width);
      const above = Math.max(box.y - y, 0, y - box.y - box.height);
      const off = Math.hypot(aside, above);
      const [across, down] = middle(box);
      const away = Math.hypot(across - x, down - y);
      const far = away < core ? away / 1000 - 2 : off || away / 1000 - 1; // inside goes before beside, the nearest middle before all
      if (far < least) [found, least] = [id, far];
    }
    return found;
  }

  /** Make a mark the one that Tab leads to. @param {string} id */
  rove(id) {
    if (!this.groups.has(id)) return;
    this.groups.get(this.current)?.setAttribute("tabindex", "-1");
    this.groups.get(id)?.setAttribute("tabindex", "0");
    this.current = id;
  }

  /** Go to a mark. @param {string} id */
  go(id) {
    this.rooms?.reveal(id);
    this.rove(id);
    this.groups.get(id)?.focus();
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const plain = !(event.ctrlKey || event.metaKey || event.altKey);
    if (!plain || !(event.target instanceof SVGElement)) return;
    if (event.key in ARROWS) this.go(this.beside(this.current, ARROWS[event.key]));
    else if (event.key === " " || event.key === "Enter") this.host.tap(this.current);
    else if (event.key === "Home") this.go([...this.groups.keys()][0]);
    else if (event.key === "End") this.go([...this.groups.keys()].at(-1) ?? "");
    else return;
    event.preventDefault();
  }

  /** The nearest mark in a direction. @param {string} id @param {[number, number]} way */
  beside(id, [dx, dy]) {
    const [x, y] = middle(/** @type {Box} */ (this.boxes.get(id)));
    let [found, least] = [id, Infinity];
    for (const [other, box] of this.boxes) {
      const [right, down] = [middle(box)[0] - x, middle(box)[1] - y];
      const ahead = right * dx + down * dy;
      const across = Math.abs(right * dy) + Math.abs(down * dx);
      if (other === id || ahead < 0.5 || across > 2 * ahead) continue;
      if (ahead + 2 * across < least) [found, least] = [other, ahead + 2 * across];
    }
    return found;
  }
}
