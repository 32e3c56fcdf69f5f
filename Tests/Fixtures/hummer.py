"""A service on this machine that answers as ElevenLabs does, and hums for 20 ms a character. It says its port first."""
import base64, http.server, json, socketserver, struct

FRAMES = 480  # of a character, at 24 kHz
VOICES = {"voices": [{"voice_id": "v1", "name": "One"}, {"voice_id": "v2", "name": "Two"}],
          "has_more": False, "next_page_token": None}


class Hummer(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

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
        models = [{"model_id": "eleven_x", "can_do_text_to_speech": True}]
        self.answer(200, VOICES if self.path.startswith("/v2/voices") else models)

    def do_POST(self):
        order = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if "/no-such" in self.path:
            detail = {"status": "voice_not_found", "message": "There is no such voice."}
            return self.answer(404, {"detail": detail})
        timed = "with-timestamps" in self.path
        settings = order.get("voice_settings", {})
        period = (96 if "/v2" in self.path else 120) + int(20 * settings.get("stability", 0.5))
        each = int(FRAMES / settings.get("speed", 1))
        text = order["text"]
        self.send_response(200)
        self.send_header("Content-Type", "application/json" if timed else "audio/pcm")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        try:
            for start in range(0, len(text), 10):
                some = text[start : start + 10]
                first, last = start * each, (start + len(some)) * each
                sound = b"".join(struct.pack("<h", ((n + 37) % period) * 130 - 65 * (period - 1)) for n in range(first, last))
                begins = [(start + n) * each / 24000 for n in range(len(some))]
                ends = [begin + each / 24000 for begin in begins]
                alignment = {"characters": list(some), "character_start_times_seconds": begins,
                             "character_end_times_seconds": ends}
                piece = {"audio_base64": base64.b64encode(sound).decode(), "alignment": alignment}
                chunk = (json.dumps(piece) + "\n").encode() if timed else sound
                self.wfile.write(b"%x\r\n" % len(chunk) + chunk + b"\r\n")
            self.wfile.write(b"0\r\n\r\n")
        except OSError:
            pass  # it was cancelled


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        pass  # who was cancelled goes without a word


server = Server(("127.0.0.1", 0), Hummer)
print(server.server_address[1], flush=True)
server.serve_forever()
