// Shows the steps of the opponent's turn one after the other, and says each aloud where the player wants that.
const steps = document.getElementById("steps");
const next = /** @type {HTMLButtonElement | null} */ (document.getElementById("next"));
const after = document.getElementById("after");
const sound = /** @type {HTMLButtonElement | null} */ (document.getElementById("sound"));
const KEY = "pencilwright.sound";

const kept = (/** @type {string} */ key, /** @type {string | undefined} */ value) => {
  try {
    if (value === undefined) return sessionStorage.getItem(key);
    sessionStorage.setItem(key, value);
  } catch {
    // no storage: nothing is remembered
  }
  return null;
};

if (steps && next && after) {
  const all = /** @type {HTMLElement[]} */ ([...steps.children]);
  const seen = `pencilwright.seen.${location.pathname}`;
  const before = Number(kept(seen, undefined) ?? 0);
  let shown = before < all.length && all.length > before ? before : 0;
  let aloud = kept(KEY, undefined) === "1";

  /** @param {HTMLElement} step */
  const speak = (step) => {
    if (!aloud || !("speechSynthesis" in window)) return;
    const speech = new SpeechSynthesisUtterance(step.children[1].textContent ?? "");
    speech.lang = steps.dataset.lang ?? "en";
    speechSynthesis.speak(speech);
  };
  const show = () => {
    all.forEach((step, n) => {
      step.hidden = n >= shown;
      step.classList.toggle("now", n === shown - 1);
    });
    next.hidden = shown >= all.length;
    after.hidden = shown < all.length;
    kept(seen, String(after.dataset.more ? shown : 0));
  };
  const on = () => {
    shown = Math.min(shown + 1, all.length);
    show();
    if (shown) speak(all[shown - 1]);
  };
  next.addEventListener("click", () => {
    on();
    all[shown - 1]?.scrollIntoView({ block: "nearest" });
    if (next.hidden) after.querySelector("button")?.focus();
  });
  on();
  if (sound && "speechSynthesis" in window) {
    sound.hidden = false;
    sound.setAttribute("aria-pressed", String(aloud));
    sound.addEventListener("click", () => {
      aloud = !aloud;
      sound.setAttribute("aria-pressed", String(aloud));
      kept(KEY, aloud ? "1" : "0");
      if (aloud && shown) speak(all[shown - 1]);
      else speechSynthesis.cancel();
    });
  }
}
