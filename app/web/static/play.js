// A game whose turns are taken on its sheet: the server keeps it and rolls for it, the ghost plays along.

import { data, find } from "./account.js";
import { Drawing } from "./drawing.js";
import { haunt } from "./ghost.js";
import { ask } from "./request.js";
import { swap } from "./swap.js";
import { Turn } from "./turn.js";

const PARTS = ["#points", "#outcome", "#played"];
const undo = /** @type {HTMLButtonElement} */ (find("undo"));
let { marks, play } = data;

/** Let something happen in the game, and show what became of it. @param {string} what @param {object} body @returns {Promise<string[]>} the answers that stay */
async function act(what, body = {}) {
  const answer = await ask(`${play.address}/${what}`, { accept: "text/html", body: () => body, late: (why) => turn?.late(why) });
  if (!answer?.ok) throw new Error(answer?.data?.error);
  const page = swap(answer.text, PARTS);
  /** @type {import("./account.js").Data} */
  const now = JSON.parse(page.getElementById("data")?.textContent ?? "{}");
  const before = marks;
  ({ marks, play } = now);
  const changed = Object.keys({ ...before, ...marks }).filter((mark) => before[mark] !== marks[mark]);
  drawing.counted(now.score.fills);
  drawing.wrote(changed, what === "turn");
  haunt();
  return play.answers;
}

/** @type {Turn | null} */
let turn = null;
const drawing = new Drawing(data, {
  written: () => marks,
  tap: (mark) => drawing.preview.rings.find((one) => one.mark === mark)?.pick(),
  moved: () => turn?.render(),
});
const { svg, rooms } = drawing;
svg.addEventListener("click", (event) => {
  const mark = drawing.hit(event);
  if (event.detail > 0 && rooms?.narrow && !rooms.on) rooms.reveal(mark);
  else drawing.host.tap(mark);
});

drawing.begin();
turn = new Turn(find("turn"), {
  ...drawing.forTurns,
  address: `${play.address}/turn`,
  key: `pencilwright.turn.${play.address}`,
  language: data.language,
  position: () => ({ turn: play.turn }),
  answers: play.answers,
  preview(shown) {
    drawing.foresee(shown);
    undo.disabled = !play.turn && !turn?.isBegun;
  },
  at(when) {
    if (when) find("note").textContent = when;
  },
  write: async (_changes, answers) => void (await act("turn", { turn: play.turn, answers, is_done: true })),
  undo: () => act("undo", { turn: String(play.turn) }),
  roll: () => act("roll"),
  words: data.words,
});
find("dock").hidden = false;
undo.addEventListener("click", () => turn?.back());
addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
  event.preventDefault();
  turn?.back();
});
