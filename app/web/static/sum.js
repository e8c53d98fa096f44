// Says what the options that are ticked come to together, as far as it is known of each.

for (const told of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-sum]"))) {
  const options = told.closest("fieldset");
  const show = () => {
    const ticked = /** @type {HTMLInputElement[]} */ ([...(options?.querySelectorAll("[data-points]:checked") ?? [])]);
    const sum = ticked.reduce((points, one) => points + Number(one.dataset.points), 0);
    told.hidden = ticked.length < 2;
    const words = (sum < 0 ? told.dataset.easier : told.dataset.harder) ?? "";
    /** @type {HTMLElement} */ (told.firstElementChild).textContent = words.replace("{n}", String(Math.abs(sum)));
  };
  options?.addEventListener("change", show);
  show();
}
