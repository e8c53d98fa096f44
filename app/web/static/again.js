// The page of an old key: goes on with what was open as soon as this browser has the new one.
const EVERY = 2000;
const address = new URL(location.href);
address.searchParams.delete("token"); // an old one in the address stays wrong

async function look() {
  try {
    const answer = document.hidden ? null : await fetch(address, { method: "HEAD", cache: "no-store" });
    if (answer && answer.status !== 401) return location.replace(address);
  } catch {
    // away: the next look will tell
  }
  setTimeout(look, EVERY);
}
setTimeout(look, EVERY);
