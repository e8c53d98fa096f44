// My pads: a file that is chosen is put into the form and sent.

const form = /** @type {HTMLFormElement | null} */ (document.getElementById("add"));
const input = /** @type {HTMLInputElement | null} */ (form?.querySelector("input[type=file]") ?? null);
const LARGEST = 256 * 1024; // bytes: the server says the same in a sentence

input?.closest("label")?.removeAttribute("hidden");
input?.addEventListener("change", async () => {
  const file = input.files?.[0];
  const text = form?.querySelector("textarea");
  if (!form || !file || !text) return;
  text.value = await file.slice(0, LARGEST + 1).text();
  input.value = "";
  form.requestSubmit();
});
