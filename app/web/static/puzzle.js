// A puzzle: its answers are a tree that came with the page; only grade, hints and solution are asked of the computer.
import { ask } from "./request.js";

const words = JSON.parse(document.getElementById("words")?.textContent ?? "{}");
const [EACH, MARGIN] = [600, 8]; // ms a step of the solution; px

/** What was tapped last: another tap takes its place while the computer is away. */
let latest = {};

/** Shows what went wrong, "" for nothing. @param {string} text */
function refuse(text) {
  const notice = document.getElementById("refused");
  if (!notice) return;
  notice.textContent = text;
  notice.hidden = !text;
}

/** Asks for the latest tap. @param {string} address @param {import("./request.js").How} how */
async function asked(address, how) {
  const tap = (latest = {});
  const wanted = () => latest === tap;
  const answer = await ask(address, { ...how, wanted, late: (why) => refuse(why || words.lost) });
  if (!answer || !wanted()) return null;
  refuse("");
  return answer;
}

/** @typedef {{label?: string, ask?: string, ways?: Branch[], offers?: string[], name?: string, text?: string, places?: string[], room?: string}} Branch */
const element = (/** @type {string} */ id) => document.getElementById(id);
const dock = element("dock");
/** All answers by their parts: it is walked here, without asking the computer. @type {Branch} */
const tree = JSON.parse(element("tree")?.textContent ?? "{}");
/** Where the answer stands: the tree, the choice in it, and so on. */
let path = [tree];
let playing = 0;
const here = () => /** @type {Branch} */ (path.at(-1));

/** All answers that a choice leads to. @param {Branch} branch @returns {Branch[]} */
const answersOf = (branch) => branch.ways?.flatMap(answersOf) ?? [branch];
/** The places that all of these have. @param {Branch} branch */
function placesOf(branch) {
  const [first, ...more] = answersOf(branch);
  return (first.places ?? []).filter((place) => more.every((one) => one.places?.includes(place)));
}

/** The path to an answer of which this holds. @param {(answer: Branch) => unknown} holds @param {Branch[]} way @returns {Branch[] | undefined} */
function pathTo(holds, way = [tree]) {
  const here = /** @type {Branch} */ (way.at(-1));
  if (!here.ways) return holds(here) ? way : undefined;
  return here.ways.map((next) => pathTo(holds, [...way, next])).find(Boolean);
}

/** As far as the answers with a place go together, else the first choice that has it. @param {Branch[]} way @param {string} place */
function onward(way, place) {
  const leads = (/** @type {Branch} */ one) => answersOf(one).some((answer) => answer.places?.includes(place));
  const on = [...way];
  for (let next; (next = on.at(-1)?.ways?.filter(leads))?.length === 1; ) on.push(next[0]);
  if (on.length > way.length) return on;
  const first = way.at(-1)?.ways?.find((one) => placesOf(one).includes(place));
  return first ? [...way, first] : null;
}

/**
 * The path after a tap on a place: on to the answers with it; else the place is put to the others or taken away,
 * where that is an answer; else the last choice that can have it changes, or the one that brought it goes.
 * @param {string} place
 */
function tapped(place) {
  const taken = placesOf(here());
  const has = taken.includes(place);
  const wanted = has ? taken.filter((one) => one !== place) : [...taken, place].sort();
  const toggled = pathTo((answer) => String(answer.places ?? []) === String(wanted));
  const back = path.map((_, n) => path.slice(0, n + 1)).reverse();
  if (has) return toggled ?? back.find((way) => !placesOf(/** @type {Branch} */ (way.at(-1))).includes(place)) ?? path;
  return onward(path, place) ?? toggled ?? back.map((way) => onward(way, place)).find(Boolean) ?? path;
}

/** Brings places of the drawing into sight: all, or those of the part that has most of them. @param {Element[]} spots */
function bring(spots) {
  if (!dock) return;
  const seen = spots.filter((one) => one.getClientRects().length);
  const parts = seen.map((one) => seen.filter((other) => other.closest(".piece, figure") === one.closest(".piece, figure")));
  const below = dock.offsetWidth >= innerWidth ? dock.offsetHeight + MARGIN : 0;
  const page = document.documentElement.style;
  const [bar, question] = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".bar, .asked"));
  const above = bar.offsetHeight + MARGIN + (getComputedStyle(question).position === "sticky" ? question.offsetHeight : 0);
  question.style.top = `${bar.offsetHeight}px`;
  const [all, room] = [seen.map((one) => one.getBoundingClientRect()), innerHeight - below - above];
  const fits = Math.max(...all.map((one) => one.bottom)) - Math.min(...all.map((one) => one.top)) < room;
  const most = fits ? seen : parts.sort((a, b) => a.length - b.length).pop() ?? [];
  page.scrollPadding = `${above}px 0 ${below}px`; // only now: the buttons of the dock lie within it
  for (const one of most.reverse()) one.scrollIntoView({ block: "nearest", inline: "center" });
  page.scrollPadding = "";
}

/** Shows where the answer stands, in the dock and on the drawing. @param {boolean} [focus] */
function show(focus) {
  if (!dock) return;
  const [at, answers] = [here(), answersOf(here())];
  const { last, best, trap } = /** @type {HTMLElement} */ (element("result")).dataset;
  const named = (/** @type {string | undefined} */ name) => answersOf(tree).find((one) => one.name && one.name === name)?.places ?? [];
  dock.hidden = false;
  dock.dataset.state = best ? "over" : at.ways ? "asks" : at.name === last ? "graded" : "chosen";
  const texts = { gone: best && at.name ? "" : path.slice(1).map((one) => one.label).join(" › "), ask: at.ask ?? "", chosen: at.text ?? "" };
  for (const [id, text] of Object.entries(texts)) /** @type {HTMLElement} */ (element(id)).textContent = text;
  element("ways")?.scrollTo(0, 0);
  element("ways")?.replaceChildren(
    ...(at.ways ?? []).map((way) => {
      const button = Object.assign(document.createElement("button"), { className: "btn", textContent: way.label });
      button.addEventListener("click", () => go([...path, way], true));
      return button;
    }),
  );
  /** @type {HTMLInputElement} */ (document.querySelector("#give [name=answer]")).value = at.name ?? "";
  /** @type {HTMLButtonElement} */ (element("back")).disabled = path.length < 2;
  const offers = (at.offers ?? answers.flatMap((one) => one.places ?? [])).filter((place) => tapped(place) !== path);
  const [taken, offered] = best ? [[], named(last)] : [placesOf(at), offers];
  const [won, lost] = at.name ? [named(best), named(trap)] : [best ? placesOf(at) : [], []];
  for (const spot of /** @type {NodeListOf<SVGElement>} */ (document.querySelectorAll("[data-place]"))) {
    const place = spot.dataset.place ?? "";
    const states = { taken: taken.includes(place), open: offered.includes(place) && !taken.includes(place), best: won.includes(place), trap: lost.includes(place) };
    for (const [name, is] of Object.entries(states)) spot.classList.toggle(name, is);
  }
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".piece"))) {
    part.classList.toggle("pale", Boolean(part.dataset.room) && !best && !answers.some((one) => !one.room || one.room === part.dataset.room));
  }
  const asked = [...document.querySelectorAll(best ? ".best" : ".open")];
  bring(asked.length ? asked : [...document.querySelectorAll(".taken")]);
  if (focus) /** @type {HTMLElement | null} */ (dock.querySelector("#ways button, #give button"))?.focus({ preventScroll: true });
}

/** @param {Branch[]} way @param {boolean} [focus] */
function go(way, focus) {
  clearTimeout(playing);
  path = way;
  latest = {}; // no other answer is graded once the computer is back
  refuse("");
  const indices = path.slice(1).map((one, n) => path[n].ways?.indexOf(one));
  history.replaceState(null, "", location.pathname + location.search + (indices.length ? `#${indices.join(".")}` : ""));
  show(focus);
}

/** Plays the best answer on the drawing, a choice each; where nothing is to move, it is there at once. */
function play() {
  const way = pathTo((answer) => answer.name === element("result")?.dataset.best) ?? path;
  const step = (/** @type {number} */ n) => {
    go(way.slice(0, n));
    if (n < way.length) playing = setTimeout(step, EACH, n + 1);
  };
  step(matchMedia("(prefers-reduced-motion: reduce)").matches ? way.length : 2);
}

/** Begins where the address says that an answer stands, else with the one that was graded last. */
function begin() {
  if (!dock) return;
  const steps = location.hash.slice(1).split(".").filter(Boolean);
  const way = steps.reduce((on, at) => [...on, on.at(-1)?.ways?.[Number(at)] ?? []].flat(), [tree]);
  const { best, last } = /** @type {HTMLElement} */ (element("result")).dataset;
  path = (best || way.length < 2) ? pathTo((answer) => answer.name === (best ?? last)) ?? way : way;
  show();
}

/** Sends a form and takes over what came of it. @param {HTMLFormElement} form */
async function send(form) {
  const fields = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  const answer = await asked(form.action, { accept: "text/html", body: () => fields });
  if (!answer) return;
  const fresh = new DOMParser().parseFromString(answer.text, "text/html");
  if (!answer.ok) return refuse(fresh.querySelector("noscript .refused")?.textContent ?? words.lost);
  for (const part of document.querySelectorAll("[data-part]")) {
    const other = fresh.getElementById(part.id);
    if (other) part.replaceWith(document.importNode(other, true));
  }
  const { last } = /** @type {HTMLElement} */ (element("result")).dataset;
  if (form.action.endsWith("/reveal")) return play();
  go((form.action.endsWith("/answer") && pathTo((answer) => answer.name === last)) || path);
  if (form.action.endsWith("/hint")) element("hints")?.focus();
}

/** Shares the result by the device's own way, else copies it by selecting it, which plain http allows, too. @param {Element} button */
function share(button) {
  const text = /** @type {HTMLElement} */ (element("shared"));
  if (navigator.share) return navigator.share({ text: text.innerText }).catch(() => {}); // closed again
  getSelection()?.selectAllChildren(text);
  if (document.execCommand("copy") && button.lastChild) button.lastChild.textContent = words.copied;
}

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const spot = /** @type {SVGElement | null} */ (target.closest("[data-place]"));
  if (spot && dock?.dataset.state !== "over") go(tapped(spot.dataset.place ?? ""));
  if (target.closest("#back")) go(path.slice(0, -1), true);
  if (target.closest("#again")) play();
  const sharing = target.closest("#sharing");
  if (sharing) share(sharing);
});

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches("[data-send]")) return;
  event.preventDefault();
  const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
  if (button) button.disabled = true;
  send(form).finally(() => {
    if (button) button.disabled = false;
  });
});

begin();
