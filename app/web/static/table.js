// The standings of a table: asked for while the page is seen, painted when something changed.

import { watch } from "./request.js";
import { swap } from "./swap.js";

watch(() => location.href, (status, text) => {
  if (status === 200) swap(text, ["#standings", "#result"]);
  const lost = status === 200 || status === 304 ? "" : document.getElementById("standings")?.dataset.lost ?? "";
  const line = document.getElementById("late");
  if (line && line.textContent !== lost) line.textContent = lost;
}, "text/html");
