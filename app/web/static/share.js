// Copies an address by selecting it, which plain http allows, too; the device's own way to send it is there where it has one.
const [link, copy, send, done] = ["link", "copy", "send", "done"].map((id) => document.getElementById(id));
if (link && copy && send && done) {
  copy.hidden = false;
  send.hidden = !navigator.share;
  copy.addEventListener("click", () => {
    getSelection()?.selectAllChildren(link);
    done.textContent = done.dataset[document.execCommand("copy") ? "copied" : "marked"] ?? "";
  });
  send.addEventListener("click", () => navigator.share({ url: link.textContent ?? "" }).catch(() => {})); // closed again
}
