// The loupe of small screens: a part of the sheet at 8 px a millimetre. A tap on the sheet moves it, a tap in it
// marks, a drag in it moves it too.

const PIXELS_PER_MM = 8;
const SVG = "http://www.w3.org/2000/svg";

export class Loupe {
  /**
   * @param {SVGSVGElement} sheet the whole sheet
   * @param {HTMLElement} place where the loupe stands; its height is its own
   * @param {(x: number, y: number) => void} tapped told where in the loupe, in mm of the sheet
   */
  constructor(sheet, place, tapped) {
    this.sheet = sheet;
    this.place = place;
    this.svg = document.createElementNS(SVG, "svg");
    this.svg.setAttribute("class", "paper");
    this.svg.setAttribute("aria-hidden", "true");
    this.marks = /** @type {SVGGElement} */ (sheet.querySelector("#marks")?.cloneNode(true));
    this.marks.removeAttribute("id");
    for (const mark of this.marks.children) {
      for (const name of ["role", "tabindex", "aria-label", "aria-checked"]) mark.removeAttribute(name);
      mark.setAttribute("data-mark", mark.id.slice(2));
      mark.removeAttribute("id");
    }
    this.svg.append(used("printed"), this.marks, used("frames"));
    place.append(this.svg);
    this.lens = document.createElementNS(SVG, "rect");
    this.lens.setAttribute("class", "lens");
    sheet.append(this.lens);
    const { x, y, width, height } = sheet.viewBox.baseVal;
    this.whole = { x, y, width, height };
    this.at = { x: x + width / 4, y: y + height / 8 };
    new ResizeObserver(() => this.draw()).observe(place);
    this.listen(tapped);
  }

  get on() {
    return this.place.offsetParent !== null;
  }

  /** Show a place in the middle. @param {number} x in mm @param {number} y */
  show(x, y) {
    this.at = { x, y };
    this.draw();
  }

  draw() {
    const width = this.place.clientWidth / PIXELS_PER_MM;
    const height = this.place.clientHeight / PIXELS_PER_MM;
    if (!width || !height) return;
    const { whole } = this;
    const clamped = (/** @type {number} */ value, /** @type {number} */ low, /** @type {number} */ high) =>
      low > high ? (low + high) / 2 : Math.min(Math.max(value, low), high);
    this.at.x = clamped(this.at.x, whole.x + width / 2, whole.x + whole.width - width / 2);
    this.at.y = clamped(this.at.y, whole.y + height / 2, whole.y + whole.height - height / 2);
    const view = [this.at.x - width / 2, this.at.y - height / 2, width, height];
    this.svg.setAttribute("viewBox", view.map((one) => one.toFixed(2)).join(" "));
    ["x", "y", "width", "height"].forEach((name, n) => this.lens.setAttribute(name, view[n].toFixed(2)));
  }

  /** @param {(x: number, y: number) => void} tapped */
  listen(tapped) {
    /** @type {{x: number, y: number, at: {x: number, y: number}, moved: boolean} | null} */
    let held = null;
    this.svg.addEventListener("pointerdown", (event) => {
      held = { x: event.clientX, y: event.clientY, at: { ...this.at }, moved: false };
      this.svg.setPointerCapture(event.pointerId);
    });
    this.svg.addEventListener("pointermove", (event) => {
      if (!held) return;
      const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
      held.moved ||= Math.hypot(dx, dy) > 10;
      if (held.moved) this.show(held.at.x - dx / PIXELS_PER_MM, held.at.y - dy / PIXELS_PER_MM);
    });
    this.svg.addEventListener("pointerup", (event) => {
      const { x, y } = millimetres(this.svg, event);
      if (held && !held.moved) tapped(x, y);
      held = null;
    });
    this.svg.addEventListener("pointercancel", () => (held = null));
  }
}

/** @param {string} id */
function used(id) {
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${id}`);
  return use;
}

/** Where an event is on a drawing, in its mm. @param {SVGSVGElement} svg @param {MouseEvent} event */
export function millimetres(svg, event) {
  return new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM()?.inverse());
}
