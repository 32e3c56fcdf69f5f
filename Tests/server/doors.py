#!/usr/bin/env python3
"""Asks a server what clients and attackers ask, over real sockets, and says what is not as it should be.

    Tests/server/doors.py PORT SERVER WORKERS    the server's process, and a text that the command lines of its workers have
"""
import concurrent.futures
import http.client
import json
import os
import signal
import socket
import struct
import sys
import time

PORT, SERVER, WORKERS = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
failures = []


def expect(what, holds):
    if not holds:
        failures.append(what)


def ask(method, path, body=None, **headers):
    connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=60)
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    if isinstance(body, dict):
        body = json.dumps(body)
        headers.setdefault("Content-Type", "application/json")
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    return answer.status, answer.read(), answer


def speech(**members):
    return ask("POST", "/v1/audio/speech", {"input": "Good evening.", **members})


def raw(text, seconds=20):
    """What the server answers to these bytes."""
    with socket.create_connection(("127.0.0.1", PORT), timeout=seconds) as connection:
        connection.sendall(text)
        answer = b""
        try:
            while some := connection.recv(65536):
                answer += some
        except (TimeoutError, ConnectionResetError):
            pass
        return answer


def workers():
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            line = open(f"/proc/{pid}/cmdline", "rb").read().decode(errors="replace")
        except OSError:
            continue
        if WORKERS in line and "cue-worker" in line:
            found.append(int(pid))
    return found


def counts():
    """Open descriptors and threads of the server."""
    return len(os.listdir(f"/proc/{SERVER}/fd")), len(os.listdir(f"/proc/{SERVER}/task"))


def resident():
    for line in open(f"/proc/{SERVER}/status"):
        if line.startswith("VmRSS"):
            return int(line.split()[1])


def within(seconds, holds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.01)
    return holds()


def gauge(name):
    for line in ask("GET", "/metrics")[1].decode().splitlines():
        if line.startswith(name + " "):
            return int(line.split()[1])


# What clients get.
for kind, start in [("wav", b"RIFF"), ("mp3", b"\xff"), ("flac", b"fLaC"), ("opus", b"OggS"), ("pcm", b"")]:
    status, sound, answer = speech(response_format=kind)
    expect(f"speech as {kind}", status == 200 and sound.startswith(start) and len(sound) > 1000)
status, sound, answer = speech()
expect("mp3 by default", answer.getheader("Content-Type") == "audio/mpeg")
expect("nothing is kept by caches", answer.getheader("Cache-Control") == "no-store")
expect("any model and the public names are accepted", speech(model="tts-1-hd", voice="alloy")[0] == 200)
slow, fast = (len(speech(response_format="pcm", speed=speed)[1]) for speed in (0.5, 2))
expect("speed counts", 3.5 < slow / fast < 4.5)
status, events, answer = speech(stream_format="sse", response_format="pcm")
kinds = [json.loads(line[6:])["type"] for line in events.decode().split("\n\n") if line]
expect("events", kinds[-1] == "speech.audio.done" and set(kinds[:-1]) == {"speech.audio.delta"})
status, body, _ = speech(voice="mock:hihg")
expect("an unknown voice is 404, with the nearest", status == 404 and "mock:high" in json.loads(body)["error"]["message"])
expect("models", json.loads(ask("GET", "/v1/models")[1])["object"] == "list")
expect("voices", {"id", "name"} <= set(json.loads(ask("GET", "/v1/audio/voices")[1])["voices"][0]))
expect("HEAD", ask("HEAD", "/health")[:2] == (200, b""))
with concurrent.futures.ThreadPoolExecutor(60) as pool:  # 32 may wait
    text = "Good evening, Nora. " * 10
    statuses = set(pool.map(lambda n: speech(input=text, response_format="opus")[0], range(60)))
expect(f"too many requests are told to come again: {statuses}", statuses == {200, 429})
expect("no such path", ask("GET", "/v2")[0] == 404)
expect("no effect by GET", ask("GET", "/v1/audio/speech")[0] == 405)
status, body, _ = ask("POST", "/v1/audio/speech", b"\xff\xfe", Content_Type="application/json")
expect("no JSON", status == 400 and json.loads(body)["error"]["type"] == "invalid_request_error")

# What attackers get.
own = f"127.0.0.1:{PORT}".encode()
get = b"GET /v1/audio/voices HTTP/1.1\r\nConnection: close\r\n"
for what, text, wanted in [
    ("a foreign name", get + b"Host: evil.example\r\n\r\n", b"421"),
    ("no Host", get + b"\r\n", b"400"),
    ("two Hosts", get + b"Host: " + own + b"\r\nHost: evil.example\r\n\r\n", b"400"),
    ("a foreign page", get + b"Host: " + own + b"\r\nOrigin: https://evil.example\r\n\r\n", b"403"),
    ("an image of a foreign page", get + b"Host: " + own + b"\r\nSec-Fetch-Site: cross-site\r\n\r\n", b"403"),
    ("a question of a foreign page", b"OPTIONS /v1/audio/speech HTTP/1.1\r\nConnection: close\r\nHost: " + own +
     b"\r\nOrigin: https://evil.example\r\nAccess-Control-Request-Method: POST\r\n\r\n", b"403"),
    ("a form of a page", b"POST /v1/audio/speech HTTP/1.1\r\nConnection: close\r\nHost: " + own +
     b"\r\nContent-Type: text/plain\r\nContent-Length: 14\r\n\r\n{\"input\": \"a\"}", b"415"),
    ("a body of 10 GB", b"POST /v1/audio/speech HTTP/1.1\r\nConnection: close\r\nHost: " + own +
     b"\r\nContent-Type: application/json\r\nContent-Length: 10000000000\r\n\r\n", b"413"),
    ("a head of 60 KB", get + b"Host: " + own + b"\r\nX: " + b"a" * 60000 + b"\r\n\r\n", b"431"),
    ("chunked nonsense", b"POST /v1/audio/speech HTTP/1.1\r\nConnection: close\r\nHost: " + own +
     b"\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n", b"400"),
    ("no HTTP", b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", b""),
    ("a path with '..'", b"GET /v1/../../etc/passwd HTTP/1.1\r\nConnection: close\r\nHost: " + own + b"\r\n\r\n", b"404"),
]:
    answer = raw(text)
    status = answer.split(b" ")[1:2]
    expect(f"{what}: {answer[:60]}", status == [wanted] if wanted else b"200" not in answer[:20])
expect("it goes on", speech()[0] == 200)

# Clients that go away, workers that end.
long = "Good evening, Nora. " * 5000
connection = socket.create_connection(("127.0.0.1", PORT))
body = json.dumps({"input": long, "response_format": "pcm", "voice": "mock"}).encode()
connection.sendall(b"POST /v1/audio/speech HTTP/1.1\r\nHost: " + own + b"\r\nContent-Type: application/json\r\nContent-Length: " +
                   str(len(body)).encode() + b"\r\n\r\n" + body)
connection.recv(100)
expect("it works", gauge("cue_requests_working") == 1)
connection.close()
expect("a client that goes away ends its work", within(10, lambda: gauge("cue_requests_working") == 0))

connection = socket.create_connection(("127.0.0.1", PORT))
connection.sendall(b"POST /v1/audio/speech HTTP/1.1\r\nHost: " + own + b"\r\nContent-Type: application/json\r\nContent-Length: " +
                   str(len(body)).encode() + b"\r\n\r\n" + body)
connection.recv(100)
for pid in workers():
    os.kill(pid, signal.SIGKILL)
connection.settimeout(20)
rest = b""
try:
    while some := connection.recv(1 << 20):
        rest += some
except ConnectionResetError:
    pass
expect("an answer that breaks off is not ended as a whole one", not rest.endswith(b"0\r\n\r\n"))
connection.close()
expect("the next request is served", speech(voice="mock")[0] == 200)

# Many at once, and many one after the other.
with concurrent.futures.ThreadPoolExecutor(20) as pool:
    statuses = list(pool.map(lambda n: speech(response_format="wav")[0], range(100)))
expect("twenty clients at once", statuses == [200] * 100)
for _ in range(100):
    speech(response_format="pcm")
before, memory = (counts(), len(workers())), resident()
for _ in range(300):
    speech(response_format="pcm")
within(3, lambda: (counts(), len(workers())) == before)
expect(f"nothing is left behind: descriptors, threads and workers {before} to {counts(), len(workers())}",
       counts()[0] <= before[0][0] + 2 and counts()[1] <= before[0][1] + 2 and len(workers()) <= before[1])
expect(f"memory stays: {memory} to {resident()} KB", resident() < memory * 1.2 + 2048)

print("\n".join(failures) or "all right")
sys.exit(bool(failures))
