/**
 * What this browser keeps under a key, "" for nothing; keep a value.
 * @param {string} key @param {string} [value] @param {() => Storage} [place]
 */
export function remembered(key, value, place = () => localStorage) {
  try {
    if (value !== undefined) place().setItem(key, value);
    return place().getItem(key) ?? "";
  } catch {
    return ""; // full or forbidden: it is for this page
  }
}

/** What is kept under a key as JSON; what cannot be read is as if it were not there. @param {string} key */
export function remembering(key) {
  try { return JSON.parse(remembered(key) || "{}"); } catch { return {}; }
}
