// A sheet's place at its table, in its bar; what else the table says goes to whoever listens for "table".

const EVERY = 2000; // ms
const link = /** @type {HTMLAnchorElement | null} */ (document.getElementById("totable"));
const own = JSON.parse(document.getElementById("data")?.textContent ?? "{}").stored?.id;
const spoken = /** @type {HTMLElement | null} */ (link?.querySelector("[data-place]"));
let tag = "";

async function look() {
  if (!link || !spoken || document.hidden) return;
  try {
    const headers = { Accept: "application/json", ...(tag ? { "If-None-Match": tag } : {}) };
    const answer = await fetch(link.href, { headers, cache: "no-store" });
    if (answer.status !== 200) return;
    tag = answer.headers.get("ETag") ?? "";
    const table = await answer.json();
    const entry = table.standings.find((/** @type {{sheet: string}} */ one) => one.sheet === own);
    spoken.textContent = entry ? (spoken.dataset.place ?? "").replace("{place}", entry.place).replace("{n}", table.standings.length) : "";
    document.dispatchEvent(new CustomEvent("table", { detail: table }));
  } catch {
    // away: the sheet itself says so
  }
}

addEventListener("visibilitychange", look);
setInterval(look, EVERY);
look();
