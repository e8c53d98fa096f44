// Shows a newer state of the page without leaving it: its parts are taken from a page of our own server.

/** @param {string} html @param {string[]} parts selectors of what is replaced @returns the page that they are from */
export function swap(html, parts) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const at = document.activeElement;
  const focused = at instanceof HTMLElement && at.id ? `#${CSS.escape(at.id)}` : "";
  const open = new Set([...document.querySelectorAll("details[open][id]")].map((one) => one.id));
  for (const part of parts) {
    const [before, after] = [document.querySelector(part), page.querySelector(part)];
    if (before && after) before.replaceWith(document.adoptNode(after));
  }
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  document.title = page.title;
  if (focused) /** @type {HTMLElement | null} */ (document.querySelector(focused))?.focus({ preventScroll: true });
  return page;
}
