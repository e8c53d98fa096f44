// Check your copy: a place of a drawing is tapped, and what it holds is chosen below. The form's own fields keep it.

import { drawn } from "./overlay.js";

const pick = /** @type {HTMLElement} */ (document.getElementById("pick"));
const ways = /** @type {HTMLElement} */ (document.getElementById("ways"));
const spots = /** @type {SVGAElement[]} */ ([...document.querySelectorAll(".spot")]);

for (const one of document.querySelectorAll(".aslist")) one.removeAttribute("open");
for (const spot of spots) {
  spot.addEventListener("click", (event) => {
    event.preventDefault();
    if (spot.dataset.text) take(spot);
    else ask(spot);
  });
}
document.getElementById("picked-all")?.addEventListener("click", close);
document.addEventListener("keydown", (event) => event.key === "Escape" && close());
document.addEventListener("input", (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  for (const spot of spots) if (spot.dataset.field === field.name) show(spot);
});

/** @param {SVGAElement} spot */
function field(spot) {
  return /** @type {HTMLInputElement | HTMLSelectElement} */ (document.getElementById(`f-${spot.dataset.field}`));
}

/** Make the entry what a place stands for, or take a text into a list and out of it. @param {SVGAElement} spot */
function take(spot) {
  const at = field(spot);
  if (at instanceof HTMLInputElement && at.type === "checkbox") at.checked = !at.checked;
  else at.value = spot.dataset.text ?? "";
  at.dispatchEvent(new Event("input", { bubbles: true }));
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
  } else spot.append(drawn("text", { x, y: y + 5 }, at instanceof HTMLSelectElement ? at.selectedOptions[0].text : at.value));
}

/** Ask below what a place is. @param {SVGAElement} spot */
function ask(spot) {
  for (const one of spots) one.classList.toggle("now", one === spot);
  const at = field(spot);
  const title = document.getElementById("picked");
  if (title) title.textContent = spot.getAttribute("aria-label");
  ways.replaceChildren(...(at instanceof HTMLSelectElement ? words(spot, at) : steps(spot, at)));
  pick.hidden = false;
  const under = spot.getBoundingClientRect().bottom + 24 - pick.getBoundingClientRect().top;
  if (under > 0) scrollBy({ top: under });
}

/** @param {SVGAElement} spot @param {HTMLSelectElement} at */
function words(spot, at) {
  return [...at.options].map((option) => {
    const way = button(option.text, () => {
      at.value = option.value;
      show(spot);
      next(spot);
    });
    const sign = document.getElementById(`s-${option.value}`);
    if (sign) way.prepend(drawn("svg", { class: "sign", viewBox: sign.getAttribute("viewBox") ?? "" }, drawn("use", { href: `#s-${option.value}` })));
    way.setAttribute("aria-pressed", String(option.value === at.value));
    return way;
  });
}

/** @param {SVGAElement} spot @param {HTMLInputElement} at */
function steps(spot, at) {
  return ["−", "+"].map((sign) =>
    button(sign, () => {
      at.value = String(Math.max(0, Number(at.value) + (sign === "+" ? 1 : -1)));
      show(spot);
    }),
  );
}

/** @param {string} text @param {() => void} act */
function button(text, act) {
  const one = document.createElement("button");
  one.type = "button";
  one.className = "btn";
  one.textContent = text;
  one.addEventListener("click", act);
  return one;
}

/** Go on to the next place of the same value. @param {SVGAElement} spot */
function next(spot) {
  const after = spots[spots.indexOf(spot) + 1];
  const [mine, theirs] = [spot, after].map((one) => one?.dataset.field?.replace(/[0-9]+$/, ""));
  if (after && mine === theirs && !after.dataset.text) ask(after);
  else close();
}

function close() {
  pick.hidden = true;
  for (const one of spots) one.classList.remove("now");
}
