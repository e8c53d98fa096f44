// Dice of a table: whoever types them first types them for all.

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
    const answer = await fetch(`${link()}/dice?${new URLSearchParams({ time })}`).catch(() => null);
    this.earlier = answer?.ok ? (await answer.json()).dice : null;
    if (this.earlier) this.changed();
  }

  /** Tell the table the dice of a turn. @param {string | undefined} time @param {string} dice */
  async share(time, dice) {
    if (!link() || !time || this.of(time)?.dice === dice) return;
    const body = JSON.stringify({ time, dice });
    const headers = { "Content-Type": "application/json" };
    await fetch(`${link()}/dice`, { method: "PUT", headers, body }).catch(() => null); // the sheet goes on without
  }
}
