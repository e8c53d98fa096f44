// Shares the address of the page, where the device can.
const button = /** @type {HTMLButtonElement | null} */ (document.getElementById("share"));
if (button && (navigator.share || navigator.clipboard)) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const text = document.getElementById("code")?.textContent ?? document.title;
    try {
      if (navigator.share) await navigator.share({ title: document.title, text });
      else await navigator.clipboard.writeText(text);
    } catch {
      // the player has closed the sheet of the system: nothing to do
    }
  });
}
