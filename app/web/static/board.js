// Check your copy: a tap on a place of a drawing takes the next of what it may be. The form's own fields keep it.

import { drawn } from "./overlay.js";

const DIGITS = 10;
const spots = /** @type {SVGAElement[]} */ ([...document.querySelectorAll(".spot")]);
const spoken = document.getElementById("taken");

for (const one of document.querySelectorAll(".aslist")) one.removeAttribute("open");
for (const spot of spots) {
  spot.addEventListener("click", (event) => {
    event.preventDefault();
    take(spot);
  });
}
document.addEventListener("input", (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  for (const spot of spots) if (spot.dataset.field === field.name) show(spot);
});

/** @param {SVGAElement} spot */
function field(spot) {
  return /** @type {HTMLInputElement | HTMLSelectElement} */ (document.getElementById(`f-${spot.dataset.field}`));
}

/** Take a text into a list and out of it; make an entry what a place stands for, or the next. @param {SVGAElement} spot */
function take(spot) {
  const at = field(spot);
  if (at instanceof HTMLInputElement && at.type === "checkbox") at.checked = !at.checked;
  else if (spot.dataset.text) at.value = spot.dataset.text;
  else if (at instanceof HTMLSelectElement) at.selectedIndex = (at.selectedIndex + 1) % at.length;
  else at.value = String(Number(at.value) + 1 === DIGITS ? 0 : Number(at.value) + 1);
  at.dispatchEvent(new Event("input", { bubbles: true }));
  if (spoken && !spot.dataset.text) spoken.textContent = `${spot.getAttribute("aria-label")}: ${words(at)}`;
}

/** @param {HTMLInputElement | HTMLSelectElement} at */
function words(at) {
  return at instanceof HTMLSelectElement ? at.selectedOptions[0].text : at.value;
}

/** Show on a place what its field says. @param {SVGAElement} spot */
function show(spot) {
  const at = field(spot);
  if (spot.dataset.text) {
    const isOn = at instanceof HTMLInputElement && at.type === "checkbox" ? at.checked : at.value === spot.dataset.text;
    spot.classList.toggle("on", isOn);
    return;
  }
  const [x, y] = (spot.dataset.at ?? "").split(" ").map(Number);
  for (const old of spot.querySelectorAll("use,text")) old.remove();
  const sign = document.getElementById(`s-${at.value}`);
  if (sign) {
    const [, , wide, high] = (sign.getAttribute("viewBox") ?? "").split(" ").map(Number);
    const size = Number(spot.ownerSVGElement?.dataset.high);
    const width = (size * wide) / high;
    spot.append(drawn("use", { href: `#s-${at.value}`, x: x - width / 2, y: y - size / 2, width, height: size }));
  } else spot.append(drawn("text", { x, y: y + 5 }, words(at)));
}
