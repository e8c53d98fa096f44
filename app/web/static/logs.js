// A file with a log is read here and stands in the field of the form.

const form = /** @type {HTMLFormElement} */ (document.getElementById("logs"));
const field = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem("log"));
const part = /** @type {HTMLElement} */ (form.querySelector("[data-part=files]"));
const input = /** @type {HTMLInputElement} */ (part.querySelector("input"));
part.hidden = false;
input.addEventListener("change", async () => {
  const [file] = input.files ?? [];
  if (file) field.value = await file.text();
});
