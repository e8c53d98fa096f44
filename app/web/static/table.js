// The standings of a table: asked for while the page is seen, painted when something changed.

import { swap } from "./swap.js";

const standings = document.getElementById("standings");
const every = Number(standings?.dataset.every ?? 2000);
let tag = "";
/** @type {ReturnType<typeof setTimeout> | undefined} */
let next;

async function look() {
  clearTimeout(next);
  if (document.visibilityState === "visible") {
    try {
      const answer = await fetch(location.href, { headers: tag ? { "If-None-Match": tag } : {}, cache: "no-store" });
      if (answer.status === 200) {
        tag = answer.headers.get("ETag") ?? "";
        swap(await answer.text(), ["#standings", "#result"]);
      }
      late(answer.ok || answer.status === 304 ? "" : standings?.dataset.lost ?? "");
    } catch {
      late(standings?.dataset.lost ?? "");
    }
  }
  next = setTimeout(look, every);
}

/** @param {string} text */
function late(text) {
  const line = document.getElementById("late");
  if (line && line.textContent !== text) line.textContent = text;
}

addEventListener("visibilitychange", () => document.visibilityState === "visible" && look());
look();
