// Lets the ghost play while the player goes on.
import { over } from "./poll.js";
import { swap } from "./swap.js";

const PARTS = ["#points", "#outcome"];

/** Lets the ghost play what it has not played yet, and shows where it stands then. */
export async function haunt() {
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
