// A drawing of the table whose lit places are tapped: each does what the button with its key does.

/** @param {Event} event */
function pick(event) {
  const place = /** @type {Element} */ (event.target).closest("[data-key]");
  const key = place?.getAttribute("data-key");
  const button = [...document.querySelectorAll("#picks button")].find((item) => item.getAttribute("value") === key);
  if (!place || !button) return;
  event.preventDefault();
  /** @type {HTMLButtonElement} */ (button).click();
}

document.addEventListener("click", pick);
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" || event.key === " ") pick(event);
});
