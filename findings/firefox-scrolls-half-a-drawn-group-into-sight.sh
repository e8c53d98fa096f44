#!/usr/bin/env bash
# A drawing wider than its box, which scrolls: 624 pixels in 300. In it a group of SVG that is moved by its `transform`,
# which holds one path of 48 pixels around the group's origin. `scrollIntoView({ inline: "nearest" })` is called on the
# group, and then, from the same beginning, on its path.
# The guess: the same place, since both have the same box (`getBoundingClientRect` agrees). Seen with Firefox ESR 153.8
# (by Marionette, what geckodriver speaks): the path is scrolled into sight, the group only as far as its origin, and its
# right half stays outside; "end" does the same, "center" and "start" are right. Chromium 156 shows both whole, and so does
# WebKitGTK 2.50. It matters where places of a board are groups that are shown when something is laid on them: half of one
# stays hidden. Ask for a child of the group.
set -euo pipefail
for one in firefox-esr chromium; do
  command -v $one > /dev/null || { echo "$one (Debian: $one) cannot be had here" >&2; exit 2; }
done
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
cat > "$dir/page.html" <<'H'
<!doctype html><title>-</title><body style="margin:0"><div id="pan" style="width:300px;overflow:auto"><svg width="624" height="60"
viewBox="0 0 624 60"><g id="group" transform="translate(500 30)"><path id="path" d="M-24 -20H24V20H-24Z"/></g></svg></div><script>
const pan = document.getElementById("pan");
document.title = JSON.stringify(["group", "path"].map((id) => {
  pan.scrollLeft = 0;
  const one = document.getElementById(id);
  one.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  return [pan.scrollLeft, one.getBoundingClientRect().right];
}));</script>
H
cat > "$dir/run.py" <<'P'
import functools, html, http.server, json, re, socket, subprocess, sys, threading, time

folder = sys.argv[1]
class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_): pass
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
threading.Thread(target=server.serve_forever, daemon=True).start()
address = f"http://127.0.0.1:{server.server_port}/page.html"

with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
with open(f"{folder}/user.js", "w") as settings:
    settings.write(f'user_pref("marionette.port", {port});')
begin = ["firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", folder]
process = subprocess.Popen(begin, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
try:
    for _ in range(600):
        try:
            pipe = socket.create_connection(("127.0.0.1", port))
            break
        except OSError:
            time.sleep(0.1)
    stream = pipe.makefile("rb")
    def read():
        size = b""
        while (sign := stream.read(1)) != b":":
            size += sign
        return json.loads(stream.read(int(size)))
    def ask(name, **fields):
        data = json.dumps([0, 1, "WebDriver:" + name, fields]).encode()
        pipe.sendall(b"%d:%b" % (len(data), data))
        return read()[3]
    read()
    version = ask("NewSession", capabilities={})["capabilities"]["browserVersion"]
    ask("Navigate", url=address)
    gecko = json.loads(ask("GetTitle")["value"])
finally:
    process.terminate()
    process.wait()
begin = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/chromium"]
page = subprocess.run([*begin, "--dump-dom", address], capture_output=True, text=True, check=True).stdout
chromium = json.loads(html.unescape(re.search("<title>(.*?)</title>", page)[1]))
print("Firefox", version, "and", subprocess.run([*begin, "--version"], capture_output=True, text=True).stdout.strip())
print("scrolled, right edge, of a box of 300: Firefox", dict(zip(["group", "path"], gecko)), "Chromium", chromium)
sys.exit(not (gecko[0][1] > 310 and gecko[1][1] <= 300 and all(right <= 300 for _, right in chromium)))
P
python3 "$dir/run.py" "$dir"
