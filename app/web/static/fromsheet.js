// A sheet that is being tapped in this browser: its marks go with what is asked about it.

import { Marks } from "./marks.js";

const form = /** @type {HTMLFormElement | null} */ (document.getElementById("ask"));
const code = form?.elements.namedItem("page_code");
const marks = form?.elements.namedItem("marks");
const query = new URLSearchParams(location.search);
if (query.has("code") && code instanceof HTMLInputElement && marks instanceof HTMLInputElement) {
  const key = [code.value, query.get("id") || query.get("photo")].filter(Boolean).join(".");
  const stamps = JSON.parse(marks.dataset.stamps ?? "{}");
  marks.value = JSON.stringify(new Marks(key, JSON.parse(marks.value), stamps).written());
}
