"""A speech server on this machine, as Kokoro-FastAPI and speaches are: it hums what it should say, and hears a word for each half
second. It says its port first."""
import http.server, json, re, socketserver, struct

VOICES = {"voices": [{"id": "af_one", "name": "af_one"}, {"id": "bm_two", "name": "bm_two"}]}
KNOWN = ["af_one", "bm_two", "alloy"]
FRAMES = 480  # of a character, at 24 kHz
WORDS = ["one", "two", "three", "four"]


class Talker(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *words):
        pass

    def answer(self, status, value):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        if self.path == "/v1/audio/voices":
            return self.answer(200, VOICES)
        self.answer(200, {"object": "list", "data": [{"id": "kokoro", "object": "model"}]})

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            if self.path == "/v1/audio/speech":
                return self.speak(json.loads(body))
            self.hear(body)
        except OSError:
            pass  # it was cancelled

    def speak(self, order):
        if order["voice"] not in KNOWN:
            message = f"Voice '{order['voice']}' not found."
            return self.answer(400, {"detail": {"error": "validation_error", "message": message}})
        each = int(FRAMES / order.get("speed", 1))
        period = 96 if order["voice"] == "bm_two" else 120
        text = order["input"]
        self.send_response(200)
        self.send_header("Content-Type", "audio/" + order["response_format"])
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        if order["response_format"] == "wav":
            self.chunk(b"RIFF\xff\xff\xff\xffWAVEfmt " + struct.pack("<IHHIIHH", 16, 1, 1, 24000, 48000, 2, 16)
                       + b"data\xff\xff\xff\xff")
        for start in range(0, len(text), 10):
            frames = range(start * each, (start + len(text[start : start + 10])) * each)
            self.chunk(b"".join(struct.pack("<h", ((n + 37) % period) * 130 - 65 * (period - 1)) for n in frames))
        self.wfile.write(b"0\r\n\r\n")

    def chunk(self, some):
        self.wfile.write(b"%x\r\n" % len(some) + some + b"\r\n")

    def hear(self, body):
        header = body.index(b"RIFF")
        rate, size = struct.unpack_from("<I", body, header + 24)[0], struct.unpack_from("<I", body, header + 40)[0]
        seconds = size / 2 / rate
        words = [{"word": WORDS[n % 4], "start": n / 2, "end": min(n / 2 + 0.4, seconds)} for n in range(int(seconds * 2) or 1)]
        said = {"task": "transcribe", "language": "en", "duration": seconds, "text": " ".join(w["word"] for w in words)}
        if re.search(rb'name="response_format"\r\n\r\nverbose_json', body):
            said["words"] = words
        self.answer(200, said)


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request, client_address):
        pass  # who was cancelled goes without a word


server = Server(("127.0.0.1", 0), Talker)
print(server.server_address[1], flush=True)
server.serve_forever()
