// What points at marks of a sheet: frames of problems with their numbers, rings of what may be picked, an outline.

/** @typedef {import("./drawing.js").Box} Box */

const SVG = "http://www.w3.org/2000/svg";

/** Where an event is on a drawing, in its mm. @param {SVGSVGElement} svg @param {MouseEvent} event */
export function millimetres(svg, event) {
  return new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM()?.inverse());
}

/** @param {Box} box @returns {[number, number]} */
export function middle(box) {
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** @param {string} name @param {Record<string, string | number>} attributes @param {...(Node | string)} inside */
export function drawn(name, attributes, ...inside) {
  const made = document.createElementNS(SVG, name);
  set(made, attributes);
  made.append(...inside);
  return made;
}

/** @param {Element} one @param {Record<string, string | number>} attributes numbers in mm */
function set(one, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    one.setAttribute(name, typeof value === "number" ? value.toFixed(2) : value);
  }
}

/** A box as the attributes of a rectangle, grown by so many mm. @param {Box} box @param {number} by */
function grown(box, by) {
  return { x: box.x - by, y: box.y - by, width: box.width + 2 * by, height: box.height + 2 * by };
}

export class Overlay {
  /**
   * @param {SVGSVGElement} sheet
   * @param {Map<string, Box>} boxes of all marks
   * @param {import("./rooms.js").Rooms | null} rooms
   */
  constructor(sheet, boxes, rooms) {
    this.sheet = sheet;
    this.boxes = boxes;
    this.rooms = rooms;
    this.outlined = drawn("rect", { class: "outlined" });
    this.layer = this.layer.bind(this);
    /** @type {Box[]} prices that stand there already */
    this.tags = [];
  }

  /** Where what points at a mark is drawn: with its part of a room. @param {string} id */
  layer(id) {
    const part = this.rooms?.partOf.get(id)?.group.querySelector(".over");
    return /** @type {SVGGElement} */ (part ?? this.sheet.querySelector("#frames"));
  }

  /** Outline what is written at, none for []. @param {string[]} ids @param {string} id one of them */
  outline(ids, id = "") {
    const rects = /** @type {Box[]} */ (ids.map((one) => this.boxes.get(one)).filter(Boolean));
    this.layer(id).append(this.outlined);
    this.outlined.toggleAttribute("hidden", !rects.length);
    this.outlined.classList.toggle("on", Boolean(rects.length));
    if (!rects.length) return;
    const [x, y] = [Math.min(...rects.map((one) => one.x)), Math.min(...rects.map((one) => one.y))];
    const width = Math.max(...rects.map((one) => one.x + one.width)) - x;
    set(this.outlined, grown({ x, y, width, height: Math.max(...rects.map((one) => one.y + one.height)) - y }, 0.8));
  }

  /** Frame the marks of each problem, with its number. @param {import("./account.js").Problem[]} problems */
  frame(problems) {
    for (const one of this.sheet.querySelectorAll(".framed, .pinned")) one.remove();
    for (const [n, problem] of problems.entries()) {
      const known = problem.marks.filter((id) => this.boxes.has(id));
      for (const over of new Set(known.map(this.layer))) {
        const rows = this.together(known.filter((id) => this.layer(id) === over));
        over.append(...rows.map((box) => drawn("rect", { ...grown(box, 0.7), rx: "1", class: "framed" })));
        const [x, y] = [rows[0].x - 0.4, rows[0].y - 0.4];
        const number = drawn("text", { x, y: y + 0.95 }, String(n + 1));
        over.append(drawn("g", { class: "pinned" }, drawn("circle", { cx: x, cy: y, r: "1.9" }), number));
      }
    }
  }

  /** Boxes of marks, those beside each other as one. @param {string[]} ids @returns {Box[]} */
  together(ids) {
    /** @type {Box[]} */
    const rects = [];
    for (const box of ids.map((id) => this.boxes.get(id))) {
      const last = rects.at(-1);
      if (!box) continue;
      if (last && Math.abs(last.y - box.y) < 0.5 && box.x - last.x - last.width < 2 && box.x > last.x) {
        last.width = box.x + box.width - last.x;
      } else rects.push({ ...box });
    }
    return rects;
  }

  /** Ring marks: those that may be picked with their prices or numbers, and those that are. @param {import("./turn.js").Ring[]} open @param {string[]} picked */
  ring(open, picked) {
    for (const one of this.sheet.querySelectorAll(".would, .price")) one.remove();
    this.tags = [];
    for (const mark of picked) this.ringOne(mark, "would picked", "");
    for (const { mark, tag, kind = "" } of open) this.ringOne(mark, `would ${kind}`, tag);
  }

  /** @param {string} id @param {string} className @param {string} tag its price */
  ringOne(id, className, tag) {
    const box = this.boxes.get(id);
    if (!box) return;
    const [x, y] = middle(box);
    const size = { cx: x, cy: y, rx: box.width / 2 + 0.3, ry: box.height / 2 + 0.3 };
    this.layer(id).append(drawn("ellipse", { ...size, class: className }));
    if (!tag) return;
    const pixel = 1 / (this.rooms?.scale(id) || 1);
    const width = (6 + 7.5 * tag.length) * pixel;
    const top = box.y + box.height - 12 * pixel;
    const price = { x: x - width / 2, y: top, width, height: 17 * pixel };
    const isOver = (/** @type {Box} */ one) =>
      Math.abs(one.y - top) < one.height && price.x < one.x + one.width && one.x < price.x + width;
    if (this.tags.some(isOver)) return;
    this.tags.push(price);
    const text = drawn("text", { x, y: top + 13 * pixel, "font-size": 13 * pixel }, tag);
    this.layer(id).append(drawn("g", { class: "price" }, drawn("rect", price), text));
  }
}
