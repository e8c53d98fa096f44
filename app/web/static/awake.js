// Keeps the screen on while the page is seen: by a wake lock, or where none is given (plain http), by a silent film.

import { remembered } from "./storage.js";

const KEY = "pencilwright.awake";
const place = () => sessionStorage;
const button = /** @type {HTMLButtonElement | null} */ (document.getElementById("awake"));
/** @type {WakeLockSentinel | null} */
let lock = null;
/** @type {HTMLVideoElement | null} */
let film = null;

/** A film of two pixels that is drawn here and never ends. */
function silent() {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 2;
  const pen = canvas.getContext("2d");
  const video = document.createElement("video");
  video.muted = video.playsInline = true;
  video.className = "film";
  video.setAttribute("aria-hidden", "true");
  video.srcObject = canvas.captureStream(1);
  document.body.append(video);
  setInterval(() => pen?.fillRect(0, 0, 2, 2), 1000);
  return video;
}

async function hold() {
  try {
    if (navigator.wakeLock) lock = await navigator.wakeLock.request("screen");
    else await (film ??= silent()).play();
    return true;
  } catch {
    return false; // a low battery, or a browser that forbids it
  }
}

function release() {
  lock?.release();
  film?.pause();
  lock = null;
}

/** @param {boolean} on */
function show(on) {
  button?.setAttribute("aria-pressed", String(on));
  remembered(KEY, on ? "1" : "", place);
}

if (button && (navigator.wakeLock || HTMLCanvasElement.prototype.captureStream)) {
  button.hidden = false;
  const wanted = () => button.getAttribute("aria-pressed") === "true";
  button.addEventListener("click", async () => {
    if (wanted()) release();
    show(!wanted() && (await hold()));
  });
  addEventListener("visibilitychange", () => document.visibilityState === "visible" && wanted() && hold());
  if (remembered(KEY, undefined, place)) hold().then(show);
}
