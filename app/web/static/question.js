// What the dock shows of a turn: the question with its ways, what Done writes, or the best move that is known.

import { element, filled } from "./account.js";

/** @typedef {import("./turn.js").Turn} Turn */
/** @typedef {import("./turn.js").Prompt} Prompt */
/** @typedef {import("./turn.js").Pick} Pick */
/** @typedef {import("./turn.js").Part} Part */

const KEYS = 6; // at most so many ways are keys at once, the others are rings and unfolded

/** @param {string} text @param {string} more */
function head(text, more) {
  return element("h2", "", text, " ", element("small", "", more));
}

/** @param {string} className @param {(Node | string)[]} inside @param {() => void} pressed */
export function button(className, inside, pressed) {
  const key = /** @type {HTMLButtonElement} */ (element("button", className, ...inside));
  key.type = "button";
  key.addEventListener("click", pressed);
  return key;
}

/** @param {string} face */
function die(face) {
  const node = element("span", "die", face.slice(1) || "?");
  node.dataset.colour = face[0] ?? "";
  return node;
}

/** Dice that are typed one by one, those of the table as a key. @param {Turn} turn @param {Prompt} prompt */
export function dice(turn, prompt) {
  const { words } = turn.host;
  const { faces, wants } = turn.state;
  const typed = prompt.faces.map((before, n) => {
    const node = die(`${before || "n"}${faces[n] ?? ""}`);
    if (n === faces.length) node.classList.add("now");
    return node;
  });
  const keys = [1, 2, 3, 4, 5, 6].map((n) => button("tap", [String(n)], () => turn.rolled(prompt, [String(n)])));
  const roll = button("btn", [words.roll], () => turn.roll(prompt));
  const note = wants ? words.dice_first : turn.who;
  return [head(prompt.words, note), element("div", "four typed", ...typed), element("div", "six", ...keys), ...offered(turn), roll];
}

/** @param {Turn} turn */
function offered(turn) {
  const { faces: typed, told } = turn.state;
  const given = typed.length ? null : turn.table.of(told?.time);
  if (!given) return [];
  const faces = given.dice.split(" ").map((face) => die(/^\d/.test(face) ? `n${face}` : face));
  const from = element("span", "small", filled(turn.host.words.dice_of, { name: given.name || "–" }));
  return [button("btn full offered", [from, ...faces], () => turn.ask([given.dice]))];
}

/** What is told at once: of two a tap takes the other, of more the one. @param {Turn} turn @param {Prompt} prompt */
export function parts(turn, prompt) {
  const rows = prompt.parts.filter((part) => part.is_open).map((part) => keys(turn, prompt, part));
  const flips = prompt.parts.filter((part) => !part.is_open).map((part) => flip(turn, prompt, part));
  return [head(prompt.words, turn.host.words.flip), ...fromTable(turn, prompt), element("div", "six", ...rows), element("div", "parts", ...flips)];
}

/** @param {Turn} turn @param {Prompt} prompt @param {Part} part */
function keys(turn, prompt, part) {
  const at = prompt.parts.indexOf(part);
  const row = element("div", "", ...part.picks.map((pick) => {
    const key = button(pick.words.length > 1 ? "tap wide" : "tap", [pick.words], () => turn.tell(at, pick.key));
    key.setAttribute("aria-pressed", String(pick.key === turn.state.parts[at]));
    return key;
  }));
  row.setAttribute("role", "group");
  row.setAttribute("aria-label", part.words);
  return row;
}

/** @param {Turn} turn @param {Prompt} prompt @param {Part} part */
function flip(turn, prompt, part) {
  const at = prompt.parts.indexOf(part);
  const now = part.picks.findIndex((pick) => pick.key === turn.state.parts[at]);
  const pick = part.picks[now];
  const next = part.picks[(now + 1) % part.picks.length];
  const key = button("tap", [element("small", "", part.words), pick.face ? die(pick.face + pick.words.slice(0, 1).toUpperCase()) : pick.words], () => turn.tell(at, next.key));
  key.setAttribute("aria-label", `${part.words}: ${pick.words}`);
  key.disabled = next === pick;
  return key;
}

/** The same as the table has been told. @param {Turn} turn @param {Prompt} prompt */
function fromTable(turn, prompt) {
  const given = turn.table.of(turn.state.told?.time);
  const told = given?.dice.split(" ") ?? [];
  const isOurs = told.length === prompt.parts.length && prompt.parts.every((part, n) => part.picks.some((pick) => pick.key === told[n]));
  if (!given || !isOurs || told.every((key, n) => key === turn.state.parts[n])) return [];
  const words = prompt.parts.map((part, n) => part.picks.find((pick) => pick.key === told[n])?.words ?? "");
  const from = element("span", "small", filled(turn.host.words.wheel_of, { name: given.name || "–" }));
  const when = words.filter((_, n) => prompt.parts[n].is_open).join(" ");
  return [button("btn full offered", [from, " ", when], () => turn.show({ parts: told }))];
}

/** The row of a prompt's dice, one of them picked or not. @param {Turn} turn @param {Prompt} prompt @param {string} picked @param {number} at */
function row(turn, prompt, picked, at) {
  const open = prompt.picks.filter((pick) => pick.face).map((pick) => {
    const key = button("tap", [die(pick.face), element("small", "", pick.price)], () => turn.pick(pick.key, at));
    key.setAttribute("aria-label", `${pick.words}, ${pick.price}`);
    key.setAttribute("aria-pressed", String(pick.key === picked));
    return key;
  });
  const barred = prompt.barred.map((bar) => {
    const one = element("span", "tap", die(bar.face), element("small", "", bar.why));
    one.setAttribute("aria-disabled", "true");
    return one;
  });
  const dice = element("div", "four", ...open, ...barred);
  dice.setAttribute("role", "group");
  dice.setAttribute("aria-label", prompt.words);
  return dice;
}

/** What may be picked; before it the dice, of which another may be taken. @param {Turn} turn @param {Prompt} prompt @param {string[]} events */
export function picks(turn, prompt, events) {
  const { host, answers } = turn;
  const { asked } = turn.state;
  const at = asked.findIndex((one) => one?.picks.some((pick) => pick.face));
  const before = at >= 0 && at < answers.length ? [row(turn, asked[at], answers[at], at)] : [];
  for (const one of before) one.classList.add("again");
  const plain = prompt.picks.filter((pick) => !pick.face);
  const near = plain.filter((pick) => !pick.marks.length || (host.inSight(pick.marks.at(-1) ?? "") && !pick.price));
  const first = plain.length <= KEYS ? plain : near.slice(0, KEYS);
  const rest = plain.filter((pick) => !first.includes(pick));
  const ways = (/** @type {Pick[]} */ several) => element("div", "ways", ...several.map((pick) => way(turn, pick)));
  const more = rest.length ? [element("details", "", element("summary", "", filled(host.words.more, { n: rest.length })), ways(rest))] : [];
  const own = prompt.picks.some((pick) => pick.face) ? [row(turn, prompt, "", answers.length)] : before;
  const note = turn.ways(prompt).length ? host.words.ring : events.join(" ");
  return [head(prompt.words, note), ...own, ...(first.length ? [ways(first)] : []), ...more];
}

/** @param {Turn} turn @param {Pick} pick */
function way(turn, pick) {
  const price = pick.price ? [" ", element("small", "", pick.price)] : [];
  return button("btn", [pick.words, ...price], () => turn.pick(pick.key));
}

/** What Done will write, and the other ways of what was taken as usual. @param {Turn} turn @param {string[]} events */
export function done(turn, events) {
  const { answers, state: { asked } } = turn;
  const at = asked.findIndex((prompt) => prompt?.usual);
  const several = at >= 0 && at < answers.length ? asked[at].picks : [];
  const keys = several.map((pick) => {
    const key = button("btn", [pick.words], () => turn.ask([...answers.slice(0, at), pick.key, ...answers.slice(at + 1)]));
    key.setAttribute("aria-pressed", String(pick.key === answers[at]));
    return key;
  });
  return [element("p", "move1", events.at(-1) ?? ""), ...(keys.length > 1 ? [element("div", "ways", ...keys)] : [])];
}

/** What an answer is worth, as far as it is known. @param {import("./best.js").Known} best */
function badge(best) {
  return element("span", best.is_sure ? "tag" : "tag est", best.badge);
}

/** The best move as far as it is known. @param {Turn} turn */
export function advice(turn) {
  const { found } = turn.state;
  const { words } = turn.host;
  const who = `${turn.who} · ${(turn.answers[0].match(/\d/g) ?? []).join(" ")}`;
  if (!found?.best) {
    const what = found?.error || found?.what || words.begins;
    return [head(words.best, who), element("p", "small", what)];
  }
  const { best } = found;
  return [
    element("div", "row", head(words[found.is_over ? "best" : "so_far"], ""), badge(best)),
    element("p", "small muted", who),
    element("p", "move1", best.words),
    element("p", "", element("b", "big pen", best.value), " ", element("small", "muted", `${best.error} ${best.unit}`)),
    ...(found.is_over ? [] : [bar(found)]),
    ...(found.error ? [element("p", "small", found.error)] : []),
    element("p", "small move1", best.gain),
    ...(best.why ? [element("p", "small muted", best.why)] : []),
  ];
}

/** The three best, one of them chosen: the same numbers stand at the rings. @param {Turn} turn @param {import("./best.js").Best} asked */
export function three(turn, asked) {
  const { found, shown } = turn.state;
  const { words } = turn.host;
  if (!found?.best) return advice(turn);
  const { best } = found;
  const rows = best.moves.map(({ play, lost, error, sure }, n) => {
    const way = asked.ways.get(play);
    const what = element("span", "grow", element("b", "", way?.thing ?? ""), element("small", "", way?.how ?? ""));
    const worth = element("span", "right", element("b", "", n ? lost : best.value), element("small", "", n ? `${error} ${sure}` : best.error));
    const row = button("one", [element("b", "number", String(n + 1)), what, worth], () => turn.choose(play));
    row.setAttribute("aria-pressed", String(play === shown));
    return row;
  });
  const all = /** @type {HTMLAnchorElement} */ (element("a", "small", words.all));
  all.href = asked.see;
  return [
    element("div", "row", head(words.three, ""), badge(best)),
    element("div", "three", ...rows),
    ...(found.is_over ? [] : [bar(found)]),
    element("div", "row", button("btn grow", [words.why_not], () => turn.own()), all),
  ];
}

/** One's own move against the best. @param {Turn} turn */
export function mine(turn) {
  const { against, mine: asked, told } = turn.state;
  const { words } = turn.host;
  const own = against?.own;
  const between = asked?.newest?.between;
  const more = asked?.newest?.error || (asked?.against && !between ? words.begins : "");
  const lines = between?.reasons.flatMap(({ points, words: line }) => [element("b", points.startsWith("+") ? "pen" : "less", points), element("span", "", line)]);
  return [
    element("div", "row", head(words.mine, ""), element("span", "", element("b", "", own?.lost ?? ""), " ", element("small", "muted", own ? `${own.error} ${own.sure}` : ""))),
    element("p", "move1", told?.thing ?? "", " ", element("small", "muted", told?.how ?? "")),
    ...(lines ? [element("div", "gains", ...lines)] : []),
    ...(between || more ? [element("p", "small muted", between?.share ?? more)] : []),
    button("btn", [words.play_mine], () => turn.write()),
  ];
}

/** @param {import("./best.js").Progress} found */
function bar(found) {
  const node = document.createElement("progress");
  node.setAttribute("aria-label", found.what);
  if (found.whole) Object.assign(node, { max: found.whole, value: found.done });
  return node;
}
