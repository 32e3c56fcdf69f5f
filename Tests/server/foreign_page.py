#!/usr/bin/env python3
"""Shows a real browser a page of another site that attacks a server on this machine, and says which attacks it did not refuse.

    Tests/server/foreign_page.py PORT

The attacks: a POST that needs no permission (no-CORS), a form, JSON from another site, an image, a WebSocket, and a name that
points at this machine (DNS rebinding).
"""
import http.server
import subprocess
import sys
import tempfile
import threading
import urllib.request

PORT = sys.argv[1]
PAGE = """<body><script>
const server = "http://127.0.0.1:PORT", speech = server + "/v1/audio/speech"
const json = {method: "POST", headers: {"Content-Type": "application/json"}, body: '{"input": "stolen"}'}
const post = {method: "POST", mode: "no-cors", body: '{"input": "stolen"}'}
const tries = [
  () => fetch(speech, post), () => fetch(speech, json), () => fetch(server + "/v1/audio/voices").then(got => got.text()),
  () => new Promise(done => { const image = new Image(); image.onerror = image.onload = done; image.src = server + "/v1/models" }),
  () => new Promise(done => { const wire = new WebSocket("ws://127.0.0.1:PORT/health"); wire.onerror = wire.onopen = done }),
  () => fetch("http://rebound.example:PORT/v1/audio/voices").then(got => got.text()),
];
(async () => {
  for (const one of tries) try { await one() } catch {}
  const form = document.createElement("form"), text = document.createElement("input")
  form.method = "POST"; form.enctype = "text/plain"; form.action = speech
  text.name = '{"input": "'; text.value = 'stolen"}'; form.append(text); document.body.append(form); form.submit()
})()
</script>""".replace("PORT", PORT).encode()


class Page(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(PAGE)))
        self.end_headers()
        self.wfile.write(PAGE)

    def log_message(self, *words):
        pass


site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
threading.Thread(target=site.serve_forever, daemon=True).start()


def browse(address):
    with tempfile.TemporaryDirectory() as profile:
        subprocess.run(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}", "--virtual-time-budget=8000",
             "--host-resolver-rules=MAP rebound.example 127.0.0.1, MAP evil.example 127.0.0.1", "--dump-dom", address],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=50)


browse(f"http://evil.example:{site.server_address[1]}/")
browse(f"http://rebound.example:{PORT}/v1/audio/voices")
counts = {}
for line in urllib.request.urlopen(f"http://127.0.0.1:{PORT}/metrics").read().decode().splitlines():
    if line.startswith("cue_requests_total{"):
        status = line.split('status="')[1].split('"')[0]
        counts[status] = counts.get(status, 0) + int(line.split()[-1])
# 404: the icon of the page that refuses the form.
good = set(counts) <= {"403", "404", "421"} and counts.get("403", 0) >= 5 and counts.get("421", 0) >= 1
print("all right" if good else f"What was answered, by status: {counts}")
sys.exit(not good)
