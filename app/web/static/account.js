// Total, lines and problems beside a sheet, and what the page knows of it.

/** @typedef {import("./controls.js").Values} Values */
/** @typedef {{id: string, points: number | string, text: string, is_doubtful: boolean}} Line */
/** @typedef {{name: string, total: number | string, band: string | null, lines: Line[], remarks: string[], owner: string,
 *   sums: Record<string, number>}} Player `owner`: whose column it is; `sums` of the column */
/** @typedef {{text: string, short: string, marks: Values}} Remedy */
/** @typedef {{text: string, short: string, marks: string[], remedies: Remedy[]}} Problem remedies: the likely one first */
/** @typedef {{total: number | string | null, players: Player[], problems: Problem[], fills: Values, doubt: {text: string, see: string} | null}} Score */
/**
 * @typedef {{code: string, language: string, values: Record<string, string[]>, cells: Record<string, number>,
 *   controls: import("./controls.js").Control[], marks: Values, stamps: Record<string, number>,
 *   stored: {id: string, version: number, place: string}, score: Score, words: Record<string, string>,
 *   play: {address: string, turn: number, answers: string[]}}} Data `play`: of a game that is played on the sheet
 */

const REST = 1000;

/** @type {Data} */
export const data = JSON.parse(document.querySelector("#data")?.textContent ?? "{}");

/** @param {string} id */
export function find(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** A sentence with its blanks filled. @param {string} text @param {Record<string, string | number>} values */
export function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (blank, name) => String(values[name] ?? blank));
}

/** @param {string} name @param {string} className @param {(Node | string)[]} children */
export function element(name, className = "", ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

export class Account {
  /**
   * @param {HTMLElement} place where lines and problems stand
   * @param {{mend: (changes: Values) => void, point: (mark: string) => void, picture: (marks: string[]) => Node | null}} host
   */
  constructor(place, host) {
    this.place = place;
    this.host = host;
    this.total = find("total");
    this.note = find("note");
    this.status = find("status");
    this.link = find("faults");
    this.say = find("say");
    this.lost = this.lost.bind(this);
    /** What stands above the total, "" for when it was counted. */
    this.when = "";
    this.counted = this.note.textContent ?? "";
  }

  /** @param {Score} score */
  show(score) {
    const { words } = data;
    const several = score.players.length > 1;
    this.total.replaceChildren(
      ...(several
        ? score.players.map((one) => element("span", "each", element("small", "", one.name), String(one.total)))
        : [String(score.total ?? "–")]),
    );
    this.total.classList.toggle("several", several);
    this.counted = filled(words.counted, { time: clock(new Date()) });
    this.note.textContent = this.when || this.counted;
    this.note.classList.remove("late");
    this.place.replaceChildren(
      element("div", "faults"),
      ...(score.players.length ? [element("h2", "", words.points)] : []),
      ...score.players.map((one) => lines(one, several)),
      ...doubtOf(score),
    );
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      const totals = score.players.map((one) => (several ? `${one.name} ${one.total}` : String(one.total)));
      const spoken = totals.length ? filled(words.spoken, { total: new Intl.ListFormat(data.language).format(totals) }) : "";
      this.status.textContent = this.link.hidden ? spoken : `${spoken} ${this.link.textContent}`;
    }, REST);
  }

  /** Tell problems, the first of them in sight. @param {Problem[]} problems */
  tell(problems) {
    const n = problems.length;
    this.link.hidden = !n;
    this.link.textContent = filled(n === 1 ? data.words.problem : data.words.problems, { n });
    this.place.querySelector(".faults")?.replaceChildren(...problems.map((one, at) => this.problem(one, at + 1)));
    this.say.hidden = !n;
    if (n) this.say.replaceChildren(...this.first(problems[0]));
  }

  /** A problem in a sentence, with what mends it: the likely way last and blue. @param {Problem} problem */
  first(problem) {
    const text = element("button", "told", element("b", "", problem.short));
    text.addEventListener("click", () => this.host.point(problem.marks[0]));
    const close = element("button", "btn", data.words.later);
    close.addEventListener("click", () => (this.say.hidden = true));
    const mend = problem.remedies.map((remedy, at) => {
      const button = element("button", at ? "btn" : "btn go", remedy.short);
      button.addEventListener("click", () => this.mend(problem, remedy));
      return button;
    });
    const picture = this.host.picture(problem.marks);
    return [...(picture ? [picture] : []), text, element("div", "acts", close, ...mend.reverse())];
  }

  /** Do what mends a problem; where a person must pick, show where. @param {Problem} problem @param {Remedy} remedy */
  mend(problem, remedy) {
    if (Object.keys(remedy.marks).length) this.host.mend(remedy.marks);
    else this.host.point(problem.marks[0]);
  }

  /** Say which turn it is, above the total. @param {string} when */
  at(when) {
    this.when = when;
    if (!this.note.classList.contains("late")) this.note.textContent = when || this.counted;
  }

  /** Say that nothing was counted since. @param {Date} since @param {string} why */
  lost(since, why) {
    this.note.textContent = why || filled(data.words.lost, { time: clock(since) });
    this.note.classList.add("late");
  }

  /** @param {Problem} problem @param {number} number */
  problem(problem, number) {
    const line = element("summary", "told", element("span", "pin", String(number)), element("span", "", problem.short));
    line.addEventListener("click", () => this.host.point(problem.marks[0]));
    const node = element("div", "say", element("details", "", line, element("p", "small", problem.text)));
    node.id = `p${number}`;
    for (const remedy of problem.remedies) {
      const mend = element("button", "btn", remedy.text);
      mend.addEventListener("click", () => this.mend(problem, remedy));
      node.append(mend);
    }
    return node;
  }
}

/** @param {Player} player @param {boolean} several */
function lines(player, several) {
  const list = element("dl", "sum");
  for (const line of player.lines) {
    const nil = line.points ? "" : "nil";
    list.append(element("dt", nil, line.is_doubtful ? `${line.text} *` : line.text), element("dd", nil || "pen", String(line.points)));
  }
  const head = several ? [element("h3", "row", element("span", "grow", player.name), String(player.total))] : [];
  const more = [player.band, ...player.remarks].filter(Boolean).map((text) => element("p", "small", text ?? ""));
  return element("section", "player", ...head, list, ...more);
}

/** What the points rest on that nobody has proved, and where to say so. @param {Score} score */
function doubtOf(score) {
  if (!score.doubt) return [];
  const way = /** @type {HTMLAnchorElement} */ (element("a", "", data.words.copy));
  way.href = score.doubt.see;
  return [element("p", "small", `* ${score.doubt.text} `, ...(score.doubt.see ? [way] : []))];
}

/** @param {Date} time */
function clock(time) {
  return time.toLocaleTimeString(data.language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}
