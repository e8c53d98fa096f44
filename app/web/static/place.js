// A sheet's place at its table, in its bar; what else the table says goes to whoever listens for "table".

import { watch } from "./request.js";

const link = /** @type {HTMLAnchorElement} */ (document.getElementById("totable"));
const own = JSON.parse(document.getElementById("data")?.textContent ?? "{}").stored?.id;
const spoken = /** @type {HTMLElement} */ (link.querySelector("[data-place]"));

watch(() => link.href, (status, text) => {
  if (status !== 200) return; // away: the sheet itself says so
  const table = JSON.parse(text);
  const entry = table.standings.find((/** @type {{sheet: string}} */ one) => one.sheet === own);
  spoken.textContent = entry ? (spoken.dataset.place ?? "").replace("{place}", entry.place).replace("{n}", table.standings.length) : "";
  document.dispatchEvent(new CustomEvent("table", { detail: table }));
});
