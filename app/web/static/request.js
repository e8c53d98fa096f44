// Asks the computer until it answers: what is tapped while it is away waits, and goes on by itself.

/** @typedef {{ok: boolean, status: number, url: string, data: any, text: string}} Answer `data`: of JSON */
/**
 * @typedef {object} How
 * @property {string} [method] "POST" where there is a body, else "GET"
 * @property {() => object} [body] made anew for each try; URLSearchParams are a form, all else is JSON
 * @property {string} [accept]
 * @property {() => boolean} [wanted] whether it is still to be asked
 * @property {(why: string) => void} [late] told of each try that nothing came of, with what was said: "" for nothing
 */

const AGAIN = [300, 1000, 2000, 4000]; // ms until the next try
const PATIENCE = 20000;
const BACK = ["online", "visibilitychange"];
const EVERY = 2000; // ms between two looks

/** @param {number} ms at most: less where the network comes back, or the page is seen again */
function rest(ms) {
  return new Promise((then) => {
    const end = () => {
      clearTimeout(timer);
      for (const what of BACK) removeEventListener(what, end);
      then(undefined);
    };
    const timer = setTimeout(end, ms);
    for (const what of BACK) addEventListener(what, end);
  });
}

/** @param {string} address @param {How} [how] @returns {Promise<Answer | null>} null where it is not wanted any more */
export async function ask(address, { body, method = body ? "POST" : "GET", accept = "application/json", wanted = () => true, late } = {}) {
  for (let misses = 0; wanted(); misses += 1) {
    let why = "";
    try {
      const given = body?.();
      const isForm = given instanceof URLSearchParams;
      const headers = { Accept: accept, ...(given && !isForm && { "Content-Type": "application/json" }) };
      const sent = isForm ? given : given && JSON.stringify(given);
      const response = await fetch(address, { method, headers, body: sent, signal: AbortSignal.timeout(PATIENCE) });
      const text = await response.text();
      const data = response.headers.get("Content-Type")?.startsWith("application/json") ? JSON.parse(text) : null;
      const isLate = response.status === 401 || response.status >= 500; // another key, too much work: it may still come
      if (!isLate) return { ok: response.ok, status: response.status, url: response.url, data, text };
      why = data?.error ?? "";
    } catch {
      // no network, or half an answer
    }
    if (wanted()) late?.(why);
    await rest(AGAIN[Math.min(misses, AGAIN.length - 1)]);
  }
  return null;
}

/**
 * Look again and again, while the page is seen, whether an address has something new.
 * @param {() => string} address "" for not now
 * @param {(status: number, text: string) => void} receive 304 for nothing new, 0 where the computer does not answer
 */
export async function watch(address, receive, accept = "application/json") {
  for (let tag = ""; ; await rest(EVERY)) {
    const where = document.hidden ? "" : address();
    if (!where) continue;
    try {
      const headers = { Accept: accept, ...(tag && { "If-None-Match": tag }) };
      const response = await fetch(where, { headers, cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
      if (response.ok) tag = response.headers.get("ETag") ?? "";
      receive(response.status, await response.text());
    } catch {
      receive(0, "");
    }
  }
}
