// Lets the ghost play while the player goes on, and finds moves by their words.
import { over } from "./poll.js";
import { swap } from "./swap.js";

const PARTS = ["#points", "#verdict"];

/** Lets the ghost play what it has not played yet, and shows where it stands then. */
async function haunt() {
  const ghost = /** @type {HTMLFormElement | null} */ (document.getElementById("ghost"));
  const button = ghost?.querySelector("button");
  if (!ghost || !button) return;
  button.hidden = true;
  try {
    const answer = await fetch(ghost.action, { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });
    if (!answer.ok) throw new Error(String(answer.status));
    const { job } = await answer.json();
    if ((await over(job)).state === "failed") throw new Error(job);
    const page = await fetch(location.href);
    if (!page.ok) throw new Error(String(page.status));
    swap(await page.text(), PARTS);
    haunt();
  } catch {
    button.hidden = false;
  }
}

haunt();

const search = document.getElementById("search");
const moves = document.getElementById("moves");
const field = search?.querySelector("input");
if (search && moves && field) {
  search.hidden = false;
  field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const group of moves.querySelectorAll("details")) {
      let found = 0;
      for (const move of group.querySelectorAll("button")) {
        const text = `${move.value} ${move.textContent}`.toLowerCase();
        move.hidden = !words.every((word) => text.includes(word));
        found += move.hidden ? 0 : 1;
      }
      group.hidden = !found;
      if (words.length) group.removeAttribute("name");
      else group.setAttribute("name", "moves");
      group.open = words.length > 0;
    }
  });
}
