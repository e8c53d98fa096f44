// Lets the ghost play while the player goes on, and finds moves by their words.
const ghost = /** @type {HTMLFormElement | null} */ (document.getElementById("ghost"));
if (ghost) {
  const button = ghost.querySelector("button");
  if (button) button.hidden = true;
  fetch(ghost.action, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html" },
    body: "",
  })
    .then((response) => {
      if (response.ok) location.reload();
      else throw new Error(String(response.status));
    })
    .catch(() => {
      if (button) button.hidden = false;
    });
}

const search = document.getElementById("search");
const moves = document.getElementById("moves");
const field = search?.querySelector("input");
if (search && moves && field) {
  search.hidden = false;
  field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const group of moves.querySelectorAll("details")) {
      let found = 0;
      for (const move of group.querySelectorAll("button")) {
        const text = `${move.value} ${move.textContent}`.toLowerCase();
        move.hidden = !words.every((word) => text.includes(word));
        found += move.hidden ? 0 : 1;
      }
      group.hidden = !found;
      if (words.length) group.removeAttribute("name");
      else group.setAttribute("name", "moves");
      group.open = words.length > 0;
    }
  });
}
