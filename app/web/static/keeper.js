// Keeps a sheet's marks on the computer, and takes over what another phone has tapped on the same sheet.

/** @typedef {import("./marks.js").Marks} Marks */
/** @typedef {{id: string, version: number, place: string}} Stored */

const REST = 400; // ms after a tap
const AGAIN = 2000;
const LOOK = 2000;

function fresh() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (one) => one.toString(16).padStart(2, "0")).join("");
}

/**
 * @param {string} code page code
 * @param {Stored} stored
 * @param {Marks} marks
 * @param {(why: string) => void} refused is told why nobody is let in any more, and "" once it is over
 */
export function keep(code, stored, marks, refused) {
  let { version } = stored;
  let locked = false;
  let busy = false;
  let waits = false;
  let timer = 0;
  marks.id = stored.id || marks.id;

  /**
   * @param {{version: number, marks: Record<string, string>, stamps: Record<string, number>}} answer
   * @param {Record<string, number>} sent the times that this answers: the computer's clock goes before ours
   */
  function take(answer, sent) {
    version = answer.version;
    marks.merge(answer.marks, answer.stamps, sent);
  }

  /** Tell when the computer has another key than this browser. @param {Response} answer */
  async function checked(answer) {
    const before = locked;
    locked = answer.status === 401;
    if (locked) refused((await answer.json()).error);
    else if (before) refused("");
  }

  async function send() {
    if (busy) return void (waits = true);
    busy = true;
    waits = false;
    marks.id ||= fresh();
    const sent = { ...marks.stamps };
    try {
      const answer = await fetch(`/sheets/${marks.id}`, {
        method: "PUT",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ page_code: code, marks: marks.written(), stamps: sent, version }),
        signal: AbortSignal.timeout(20000),
      });
      await checked(answer);
      if (answer.ok) take(await answer.json(), sent);
      else waits ||= answer.status >= 500 || locked; // a new start has a new key: it may still come
    } catch {
      waits = true; // the computer is away: the marks are in this browser
    }
    busy = false;
    if (waits) later(AGAIN);
  }

  /** @param {number} after */
  function later(after) {
    clearTimeout(timer);
    timer = setTimeout(send, after);
  }

  async function look() {
    if (!version || busy || waits || document.hidden) return;
    try {
      const answer = await fetch(`/sheets/${stored.id}`, {
        headers: { Accept: "application/json", "If-None-Match": `"${version}"` },
        signal: AbortSignal.timeout(20000),
      });
      await checked(answer);
      if (answer.status === 200) take(await answer.json(), {});
    } catch {
      // away: the next look will tell
    }
  }

  marks.listeners.push((_changed, merged) => merged || later(REST));
  if (Object.keys(marks.stamps).length) later(REST); // what was tapped while the computer was away
  if (stored.id) setInterval(look, LOOK);
}
