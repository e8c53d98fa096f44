// Dice of a table: whoever types them first types them for all.

import { ask } from "./request.js";

const link = () => document.getElementById("totable")?.getAttribute("href") ?? "";

export class TableDice {
  /** @param {() => void} changed told when the table has other dice */
  constructor(changed) {
    /** @type {{time: string, dice: string, name: string}[]} */
    this.rolled = [];
    document.addEventListener("table", (event) => {
      const { rolled } = /** @type {CustomEvent} */ (event).detail;
      const isNew = JSON.stringify(rolled) !== JSON.stringify(this.rolled);
      this.rolled = rolled;
      if (isNew) changed();
    });
  }

  /** The dice of a turn, null where nobody has typed them. @param {string | undefined} time */
  of(time) {
    return this.rolled.find((one) => one.time === time) ?? null;
  }

  /** Tell the table the dice of a turn. @param {string | undefined} time @param {string} dice */
  share(time, dice) {
    if (!link() || !time || this.of(time)?.dice === dice) return;
    const given = (this.given = { time, dice }); // the sheet goes on without: it is told when it can be
    ask(`${link()}/dice`, { method: "PUT", body: () => given, wanted: () => this.given === given });
  }
}
