// Keeps a sheet's marks on the computer, and takes over what another phone has tapped on the same sheet.

/** @typedef {import("./marks.js").Marks} Marks */
/** @typedef {{id: string, version: number, place: string}} Stored */

import { ask, watch } from "./request.js";

const REST = 400; // ms after a tap

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

  /** Tell why the computer takes nothing, such as another key, "" once it does. @param {string} why */
  function locks(why) {
    if (why || locked) refused(why);
    locked = Boolean(why);
  }

  /** Send what is written, and again until it is kept: meanwhile it is in this browser. */
  async function send() {
    timer = 0;
    if (busy) return later();
    busy = true;
    marks.id ||= fresh();
    let sent = {};
    const body = () => ({ page_code: code, marks: marks.written(), stamps: (sent = { ...marks.stamps }), version });
    const answer = await ask(`/sheets/${marks.id}`, { method: "PUT", body, late: locks });
    locks("");
    if (answer?.ok) take(answer.data, sent);
    busy = false;
  }

  function later() {
    clearTimeout(timer);
    timer = setTimeout(send, REST);
  }

  marks.listeners.push((_changed, merged) => merged || later());
  if (Object.keys(marks.stamps).length) later(); // what was tapped while the computer was away
  const address = () => (version && !busy && !timer ? `/sheets/${stored.id}` : "");
  const looked = (/** @type {number} */ status, /** @type {string} */ text) => {
    if (status) locks(status === 401 ? JSON.parse(text).error : "");
    if (status === 200) take(JSON.parse(text), {});
  };
  if (stored.id) watch(address, looked);
}
