// Dice of a table: whoever types them first types them for all.

import { ask } from "./request.js";

const link = () => document.getElementById("totable")?.getAttribute("href") ?? "";

export class TableDice {
  /** @param {() => void} changed told when the table has other dice */
  constructor(changed) {
    /** @type {{time: string, dice: string, name: string} | null} the newest */
    this.newest = null;
    /** @type {typeof this.newest} what was asked for */
    this.earlier = null;
    this.changed = changed;
    document.addEventListener("table", (event) => {
      const { dice } = /** @type {CustomEvent} */ (event).detail;
      const isNew = JSON.stringify(dice) !== JSON.stringify(this.newest);
      this.newest = dice;
      if (isNew) changed();
    });
  }

  /** The dice of a turn, null where nobody has typed them. @param {string | undefined} time */
  of(time) {
    return [this.newest, this.earlier].find((one) => one && one.time === time) ?? null;
  }

  /** Ask the table for what it was told of a time, dice or not. @param {string} time */
  async find(time) {
    if (!link() || this.of(time)) return;
    this.wanted = time;
    const wanted = () => this.wanted === time;
    const answer = await ask(`${link()}/dice?${new URLSearchParams({ time })}`, { wanted });
    if (!answer?.ok || !wanted()) return;
    this.earlier = answer.data.dice;
    if (this.earlier) this.changed();
  }

  /** Tell the table the dice of a turn. @param {string | undefined} time @param {string} dice */
  share(time, dice) {
    if (!link() || !time || this.of(time)?.dice === dice) return;
    const given = (this.given = { time, dice }); // the sheet goes on without: it is told when it can be
    ask(`${link()}/dice`, { method: "PUT", body: () => given, wanted: () => this.given === given });
  }
}
