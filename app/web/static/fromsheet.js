// A sheet that is being tapped in this browser: its marks go with what is asked about it.
const form = /** @type {HTMLFormElement | null} */ (document.getElementById("ask"));
const code = form?.elements.namedItem("page_code");
const marks = form?.elements.namedItem("marks");
const said = new URLSearchParams(location.search);
if (said.has("code") && code instanceof HTMLInputElement && marks instanceof HTMLInputElement) {
  try {
    const key = [code.value, said.get("id") || said.get("photo")].filter(Boolean).join(".");
    const kept = JSON.parse(localStorage.getItem(`pencilwright.sheet.${key}`) ?? "null");
    if (kept?.values) marks.value = JSON.stringify(kept.values);
  } catch {
    // no storage: what the server knows of the sheet stays
  }
}
