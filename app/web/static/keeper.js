// Keeps a sheet's marks on the computer, which answers with their score, and takes over what another phone has tapped.

import { ask, watch } from "./request.js";

function fresh() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (one) => one.toString(16).padStart(2, "0")).join("");
}

/**
 * One request is under way at a time; the newest marks wait meanwhile, in this browser, too.
 * @param {import("./account.js").Data} data
 * @param {import("./marks.js").Marks} marks
 * @param {(score: import("./account.js").Score) => void} counted is told the score of the newest marks
 * @param {(since: Date, why: string) => void} lost is told that nothing was counted since, and what was said
 */
export function keep({ code, stored, language }, marks, counted, lost) {
  let { version } = stored;
  let last = new Date();
  let isWaiting = false;
  let isBusy = false;
  let isLocked = false;
  marks.id = stored.id || marks.id;
  const address = () => `/sheets/${marks.id}?${new URLSearchParams({ language })}`;

  /**
   * @param {{version: number, marks: Record<string, string>, stamps: Record<string, number>, score: import("./account.js").Score}} answer
   * @param {Record<string, number>} sent the times that this answers: the computer's clock goes before ours
   */
  function take(answer, sent) {
    if (answer.version < version) return; // a look that has been overtaken
    version = answer.version;
    last = new Date();
    marks.merge(answer.marks, answer.stamps, sent);
    if (!isWaiting) counted(answer.score);
  }

  /** Send what is written, and again until it is kept. */
  async function send() {
    isWaiting = true;
    if (isBusy) return;
    isBusy = true;
    marks.id ||= fresh();
    while (isWaiting) {
      let sent = {};
      const body = () => {
        isWaiting = false;
        return { page_code: code, marks: marks.written(), stamps: (sent = { ...marks.stamps }), version };
      };
      const answer = await ask(address(), { method: "PUT", body, late: (why) => lost(last, why) });
      if (answer?.ok) take(answer.data, sent);
      else if (!isWaiting) lost(last, answer?.data?.error ?? "");
    }
    isBusy = false;
  }

  marks.listeners.push((_changed, merged) => merged || send());
  if (Object.keys(marks.stamps).length) send(); // what was tapped while the computer was away
  const receive = (/** @type {number} */ status, /** @type {string} */ text) => {
    const answer = status === 200 && JSON.parse(text);
    if (answer && (isLocked || answer.version !== version)) take(answer, {}); // what we sent ourselves is counted
    else if (status === 304 && isLocked) send();
    if (status) isLocked = status === 401;
    if (status === 401) lost(last, JSON.parse(text).error);
  };
  if (stored.id) watch(() => (version && !isBusy ? address() : ""), receive);
}
