// Turns over the cards of a ranking, the last place first. Each card turns by itself without this, too.

const cards = /** @type {HTMLDetailsElement[]} */ ([...document.querySelectorAll(".place")]);
const next = /** @type {HTMLButtonElement} */ (document.getElementById("next"));
const all = /** @type {HTMLButtonElement} */ (document.getElementById("all"));

function last() {
  return cards.findLast((card) => !card.open);
}

function name() {
  const card = last();
  next.hidden = all.hidden = !card;
  if (card) next.textContent = (next.dataset.turn ?? "").replace("{n}", card.dataset.place ?? "");
}

next.addEventListener("click", () => {
  const card = last();
  if (!card) return;
  for (const one of cards) if (one.dataset.place === card.dataset.place) one.open = true;
  card.scrollIntoView({ block: "nearest" });
});
all.addEventListener("click", () => cards.forEach((card) => (card.open = true)));
for (const card of cards) card.addEventListener("toggle", name);
name();
