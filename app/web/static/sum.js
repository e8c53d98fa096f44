// Says what the options that are ticked come to together, as far as it is known of each.

for (const line of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-sum]"))) {
  const options = line.closest("fieldset");
  const show = () => {
    const ticked = /** @type {HTMLInputElement[]} */ ([...(options?.querySelectorAll("[data-points]:checked") ?? [])]);
    const sum = ticked.reduce((points, one) => points + Number(one.dataset.points), 0);
    line.hidden = ticked.length < 2;
    const words = (sum < 0 ? line.dataset.easier : line.dataset.harder) ?? "";
    /** @type {HTMLElement} */ (line.firstElementChild).textContent = words.replace("{n}", String(Math.abs(sum)));
  };
  options?.addEventListener("change", show);
  show();
}
