// The rooms of a narrow screen: parts of the drawing, stacked at the width of the screen. On a wide one, and in the
// room "", the sheet is whole. The parts are groups of the one drawing (generator/svg.py), moved and enlarged.

import { drawn } from "./overlay.js";

/** @typedef {import("./drawing.js").Box} Box */
/** @typedef {{group: SVGGElement, room: string, box: Box, marks: string[], at: {x: number, y: number, by: number}, row: Box, ground: Element}} Part */

const FINGER = 46; // px between two marks, where the screen has them
const ROW = 48;
const GAP = 4;
const NARROW = matchMedia("(max-width:59.99rem)");
/** All rooms lie below each other, the dock beside them: sheet.css has the same. */
const MIDDLE = matchMedia("(min-width:43.75rem) and (max-width:59.99rem) and (min-height:30.01rem)");

export class Rooms {
  /**
   * @param {SVGSVGElement} sheet
   * @param {HTMLElement} tabs
   * @param {Map<string, Box>} boxes of all marks
   * @param {(mark: string) => boolean} isAlone whether nobody taps a mark but by hand: a turn sets it with others
   * @param {() => void} moved told when another room is shown
   */
  constructor(sheet, tabs, boxes, isAlone, moved) {
    this.sheet = sheet;
    this.tabs = tabs;
    this.moved = moved;
    this.isAlone = isAlone;
    /** Whether marks are set by hand: each needs room for a finger. */
    this.byHand = true;
    const grounds = sheet.querySelectorAll(".ground");
    this.whole = sheet.getAttribute("viewBox") ?? "";
    this.parts = [.../** @type {NodeListOf<SVGGElement>} */ (sheet.querySelectorAll(".part"))].map((group, n) => {
      const [x, y, width, height] = (group.dataset.box ?? "").split(" ").map(Number);
      const marks = [...group.querySelectorAll(".mark")].map((one) => one.id.slice(2));
      const part = { group, room: group.dataset.room ?? "", box: { x, y, width, height }, marks, ground: grounds[n] };
      return /** @type {Part} */ ({ ...part, at: { x: 0, y: 0, by: 1 }, row: { x, y, width, height } });
    });
    /** @type {Map<string, Part>} */
    this.partOf = new Map(this.parts.flatMap((part) => part.marks.map((mark) => [mark, part])));
    this.boxes = boxes;
    this.name = this.parts[0]?.room ?? "";
    tabs.addEventListener("click", (event) => {
      const tab = /** @type {Element} */ (event.target).closest("[data-room]");
      if (!(tab instanceof HTMLElement)) return;
      this.show(tab.dataset.room ?? "");
      this.begin();
    });
    new ResizeObserver(() => this.draw()).observe(tabs);
    for (const one of [NARROW, MIDDLE]) one.addEventListener("change", () => this.draw());
  }

  get narrow() {
    return NARROW.matches;
  }

  /** Whether a room is shown, not the whole sheet. */
  get on() {
    return this.narrow && Boolean(this.name);
  }

  /** @param {boolean} byHand */
  tapped(byHand) {
    if (byHand === this.byHand) return;
    this.byHand = byHand;
    this.draw();
  }

  /** Whether a room is shown. @param {string | undefined} room */
  shows(room) {
    return MIDDLE.matches ? Boolean(room) : room === this.name;
  }

  /** Whether a mark is in sight. @param {string} mark */
  has(mark) {
    return !this.on || this.shows(this.partOf.get(mark)?.room);
  }

  /** Scroll to the beginning of the room. */
  begin() {
    const first = MIDDLE.matches && this.name ? this.parts.find((part) => part.room === this.name) : null;
    const top = first ? this.sheet.getBoundingClientRect().top + scrollY + first.row.y - this.tabs.getBoundingClientRect().bottom : 0;
    scrollTo(0, Math.max(0, top));
  }

  /** @param {string} name "" for the whole sheet */
  show(name) {
    if (name === this.name) return;
    this.name = name;
    this.draw();
    if (this.narrow) this.begin();
    this.moved();
  }

  /** Show the room of a mark; the whole sheet for one without. @param {string} mark */
  reveal(mark) {
    const room = this.partOf.get(mark)?.room;
    if (this.narrow && (room || !this.has(mark))) this.show(room ?? "");
  }

  /** Say at the tabs of other rooms which moves lie there. @param {import("./turn.js").Ring[]} rings */
  number(rings) {
    for (const tab of /** @type {NodeListOf<HTMLElement>} */ (this.tabs.querySelectorAll("[data-room]"))) {
      const there = rings.filter(({ mark, kind }) => kind && !this.has(mark) && this.partOf.get(mark)?.room === tab.dataset.room);
      tab.dataset.moves = there.map((one) => one.tag).join(" ");
    }
  }

  /** A copy of the part with a mark, for a problem that another room shows; null for none. @param {string} mark */
  picture(mark) {
    const part = this.partOf.get(mark);
    if (!this.on || !part) return null;
    const copy = /** @type {SVGGElement} */ (part.group.cloneNode(true));
    for (const name of ["transform", "display"]) copy.removeAttribute(name);
    for (const one of copy.querySelectorAll("[id], [tabindex], [role]")) ["id", "tabindex", "role"].forEach((name) => one.removeAttribute(name));
    const { x, y, width, height } = part.box;
    return drawn("svg", { class: "paper cutout", viewBox: `${x} ${y} ${width} ${height}`, "aria-hidden": "true" }, copy);
  }

  draw() {
    for (const tab of /** @type {NodeListOf<HTMLElement>} */ (this.tabs.querySelectorAll("[data-room]"))) {
      tab.setAttribute("aria-pressed", String(tab.dataset.room === this.name));
    }
    this.sheet.classList.toggle("roomed", this.on);
    const width = this.tabs.clientWidth;
    if (!this.on || !width) {
      for (const { group, ground } of this.parts) {
        ground.removeAttribute("width");
        group.removeAttribute("transform");
        group.removeAttribute("display");
      }
      this.sheet.setAttribute("viewBox", this.whole);
      return;
    }
    const visible = this.parts.filter((part) => this.shows(part.room));
    for (const { group, ground, room } of this.parts) {
      group.removeAttribute("display");
      ground.removeAttribute("width");
      if (!this.shows(room)) group.setAttribute("display", "none");
    }
    this.sheet.setAttribute("viewBox", `0 0 ${width} ${this.stack(visible, width)}`);
  }

  /** Place parts below each other, narrow ones beside each other, and return how high that is. @param {Part[]} parts @param {number} width px */
  stack(parts, width) {
    const usual = width / Math.max(...parts.map((part) => part.box.width));
    let [top, by] = [GAP, usual];
    for (let n = 0; n < parts.length; ) {
      const row = [];
      let used = 0;
      for (; n < parts.length; n += 1) {
        const { box, marks } = parts[n];
        const line = parts.filter((one) => one.box.y === box.y); // is enlarged alike
        if (marks.length > 1) by = Math.max(usual, FINGER / Math.min(...line.map((one) => this.pitch(one.marks))));
        const own = Math.min(by, width / box.width);
        const isBelow = own > usual && box.y !== row[0]?.part.box.y && marks.some(this.isAlone);
        if (row.length && (isBelow || used + own * box.width > width)) break;
        row.push({ part: parts[n], own });
        used += own * box.width;
      }
      const high = Math.max(ROW, ...row.map(({ part, own }) => part.box.height * own));
      let left = (width - used) / 2;
      for (const [at, { part, own }] of row.entries()) {
        const { box } = part;
        part.at = { x: left - box.x * own, y: top + (high - box.height * own) / 2 - box.y * own, by: own };
        const [from, to] = [at ? left : 0, at === row.length - 1 ? width : left + box.width * own];
        part.row = { x: from, y: top, width: to - from, height: high };
        part.group.setAttribute("transform", `translate(${part.at.x.toFixed(2)} ${part.at.y.toFixed(2)}) scale(${own.toFixed(4)})`);
        const under = { ...part.row, y: part.row.y - GAP, height: part.row.height + 2 * GAP };
        for (const [name, value] of Object.entries(under)) part.ground.setAttribute(name, value.toFixed(2));
        left += box.width * own;
      }
      top += high;
    }
    return Math.ceil(top + GAP);
  }

  /** How many pixels a millimetre has at a mark. @param {string} mark */
  scale(mark) {
    const part = this.on ? this.partOf.get(mark) : null;
    return part?.at.by ?? this.sheet.clientWidth / this.sheet.viewBox.baseVal.width;
  }

  /** The least distance between marks that are tapped, in mm. @param {string[]} marks */
  pitch(marks) {
    let least = Infinity;
    const own = marks.filter((mark) => this.byHand || !this.isAlone(mark));
    const middles = own.map((mark) => /** @type {Box} */ (this.boxes.get(mark))).map(({ x, y, width, height }) => [x + width / 2, y + height / 2]);
    for (const [n, [x, y]] of middles.entries()) {
      for (const [right, down] of middles.slice(0, n)) least = Math.min(least, Math.max(Math.abs(x - right), Math.abs(y - down)));
    }
    return least;
  }

  /**
   * The marks of the part at a place, and the place in mm; null beside all parts.
   * @param {{clientX: number, clientY: number}} point
   */
  at({ clientX, clientY }) {
    const { left, top, width } = this.sheet.getBoundingClientRect();
    const wide = this.sheet.viewBox.baseVal.width / width;
    const [x, y] = [(clientX - left) * wide, (clientY - top) * wide];
    const inside = (/** @type {Part} */ { room, row }) =>
      this.shows(room) && x >= row.x && x <= row.x + row.width && y >= row.y && y <= row.y + row.height;
    const part = this.parts.find(inside);
    if (!part) return null;
    return { x: (x - part.at.x) / part.at.by, y: (y - part.at.y) / part.at.by, reach: FINGER / 2 / part.at.by, marks: part.marks };
  }
}
