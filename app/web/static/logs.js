// Files with logs are read here and stand in the field of the form, each below its name.

const form = /** @type {HTMLFormElement} */ (document.getElementById("logs"));
const field = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem("logs"));
const part = /** @type {HTMLElement} */ (form.querySelector("[data-part=files]"));
const input = /** @type {HTMLInputElement} */ (part.querySelector("input"));
const STORED = `logs:${form.getAttribute("action")}`; // what was refused comes back into the field
part.hidden = false;
try {
  if (!field.value && document.querySelector("[role=alert]")) field.value = sessionStorage.getItem(STORED) ?? "";
  else sessionStorage.removeItem(STORED);
} catch {
  // a browser that stores nothing, or not so much: the log is pasted again
}
form.addEventListener("submit", () => {
  try {
    sessionStorage.setItem(STORED, field.value);
  } catch {
    sessionStorage.removeItem(STORED); // too long to keep
  }
});
input.addEventListener("change", async () => {
  const files = [...(input.files ?? [])].sort((one, other) => one.name.localeCompare(other.name));
  const texts = await Promise.all(files.map(async (file) => `# file: ${file.name}\n${await file.text()}`));
  field.value = [field.value.trim(), ...texts].filter(Boolean).join("\n");
});
