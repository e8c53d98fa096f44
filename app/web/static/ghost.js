// Lets the ghost play while the player goes on.
import { over } from "./poll.js";
import { ask } from "./request.js";
import { swap } from "./swap.js";

const PARTS = ["#points", "#outcome"];
let isPlaying = false;

/** The button by which the ghost plays on, while it is behind. */
function button() {
  return document.querySelector("#ghost button");
}

/** Shows the button, or not: a player who has just moved brings a new one. @param {boolean} isHidden */
function hide(isHidden) {
  button()?.toggleAttribute("hidden", isHidden);
}

/** Lets the ghost play what it has not played yet, one turn after the other, and shows where it stands then. */
export async function haunt() {
  hide(true);
  if (isPlaying) return;
  isPlaying = true;
  try {
    while (button()) {
      const { action } = /** @type {HTMLFormElement} */ (document.getElementById("ghost"));
      const answer = await ask(action, { body: () => ({}) });
      if (!answer?.ok) throw new Error(answer?.text);
      if ((await over(`/jobs/${answer.data.job}`)).state === "failed") throw new Error(answer.data.job);
      const page = await ask(answer.data.see, { accept: "text/html" });
      if (!page?.ok) throw new Error(page?.text);
      swap(page.text, PARTS);
      hide(true);
    }
  } catch {
    hide(false);
  }
  isPlaying = false;
}

haunt();
