#!/usr/bin/env python3
"""Voices, recognizers and effects that are programs, and keep to the protocol but for one thing: the name of the file says which.

The conformance suite must find just that. "voice-healthy", "ear-healthy" and "echo-healthy" keep to all of it. Read it from the
bottom: what is served, then what you look for by its name.
"""
import array
import math
import os
import select
import struct
import subprocess
import sys
import threading
import time

KIND, _, FAULT = os.path.basename(sys.argv[0]).removesuffix(".py").partition("-")
RATE, WORD, SILENT = 8000, 1, 2
OK, CANCELLED, INVALID, UNSUPPORTED, BUSY, NOT_FOUND = 0, 2, -2, -3, -5, -7
ENCODING, VOICE_UNKNOWN, FORMAT, RATE_UNKNOWN, STATE = -11, -15, -16, -17, -4
(HELLO, DESCRIBE, CREATE, DESTROY, SET, PARAMS, CANCEL, CREDIT, QUIT, RESET, GET) = range(1, 12)
VOICES, SPEAK, TRAITS, FINGERPRINT, PREPARE, LISTEN, AUDIO, FINISH = 0x10, 0x11, 0x12, 0x13, 0x14, 0x20, 0x21, 0x22
CONFIGURE, PROCESS, FLUSH = 0x30, 0x31, 0x32
(DONE, PLUGIN, PARAM, LOG, VOICE, BEGIN, SOUND, EVENT, HONOURED) = (0x80, 0x82, 0x83, 0x84, 0x90, 0x91, 0x92, 0x93, 0x94)
PARTIAL, FINAL, TAKEN = 0xA0, 0xA1, 0xA3
wire, inbox, waiting = os.fdopen(os.dup(1), "wb"), b"", []
os.dup2(2, 1)
credit, cancelled = {}, set()
instances = {}  # the values of each
lines, errors, was_cancelled = 0, 0, False


def has(fault):
    return FAULT == fault


def f64(value):
    return struct.pack("<d", value)


def u64(value):
    return struct.pack("<Q", value)


def packed(fields):
    body = b""
    for tag, value in fields:
        value = value.encode() if isinstance(value, str) else value
        value = struct.pack("<i" if value < 0 else "<I", value) if isinstance(value, int) else value
        body += struct.pack("<HHI", tag, 0, len(value)) + value
    return body


def send(kind, request, *fields, flags=0):
    body = packed(fields)
    wire.write(struct.pack("<IHHI", len(body), kind, flags, request) + body)
    wire.flush()


def done(request, status, sentence="", *fields):
    send(DONE, request, (1, status), *([(2, sentence)] if sentence else []), *fields)


class Fields:
    """The first of each tag counts, and a number of another length is missing."""

    def __init__(self, body):
        self.all = []
        if has("half-fields") and body[-4:] == bytes([1, 0, 0, 0]):
            sys.exit(3)
        while len(body) >= 8:
            tag, _, size = struct.unpack_from("<HHI", body)
            self.all.append((tag, body[8 : 8 + size]))
            body = body[8 + size :]
            if has("dies-of-tags") and (tag > 900 or tag == 23):
                sys.exit(3)
        if has("needs-order") and self.all and self.all[0][0] not in (5, 9, 10):
            self.all = []

    def bytes(self, tag, usual=b""):
        values = [value for number, value in self.all if number == tag]
        return (values[-1] if has("takes-the-last") else values[0]) if values else usual

    def number(self, tag, form, usual):
        value = self.bytes(tag)
        return struct.unpack(form, value)[0] if len(value) == struct.calcsize(form) else usual

    def u32(self, tag, usual=0):
        return self.number(tag, "<I", usual)

    def f64(self, tag, usual=0.0):
        return self.number(tag, "<d", usual)


def receive(block):
    """Takes what the host has sent; credit and cancel count at once, all else waits its turn."""
    global inbox
    while block or select.select([0], [], [], 0)[0]:
        some = os.read(0, 65536)
        if not some:
            while has("outlives-its-host"):
                time.sleep(1)
            os._exit(0)
        if has("whole-messages") and len(some) < 12:
            continue
        inbox += some
        while len(inbox) >= 12 and len(inbox) >= 12 + struct.unpack_from("<I", inbox)[0]:
            length, kind, flags, request = struct.unpack_from("<IHHI", inbox)
            fields, inbox = Fields(inbox[12 : 12 + length]), inbox[12 + length :]
            if has("dies-of-flags") and flags > 1:
                sys.exit(3)
            if kind == CREDIT:
                credit[request] = credit.get(request, 0) + fields.u32(34)
            elif kind == CANCEL:
                cancelled.add(request)
                if has("cancel-leaves-descriptor"):
                    os.open("/dev/null", os.O_RDONLY)
            elif kind == QUIT:
                if has("aborts-at-end"):
                    os.abort()
                if not has("deaf-to-quit"):
                    os._exit(0)
            else:
                if kind == DESTROY:
                    cancelled.update(credit, (each[2] for each in waiting), streams)
                waiting.append((kind, flags, request, fields))
        block = False


# What each request leaves behind.


def leave_behind(request):
    if has("leaves-zombie") and os.fork() == 0:
        os._exit(0)
    if has("leaves-child"):
        subprocess.Popen(["/bin/sleep", "1000"])
    if has("leaves-thread"):
        threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
    if has("writes-a-novel"):
        sys.stderr.write("another phase of this line is over\n" * 3000)
    if has("logs-all"):
        for _ in range(300):
            send(LOG, 0, (19, 2), (20, "a line of the engine's log"), flags=1)


# Settings.

LEVEL = (57, 1), (53, 1), (14, 8 | (4 if KIND == "echo" else 0)), (7, "level"), (71, f64(0)), (72, f64(2)), (73, f64(1))


def set_value(instance, name, text):
    if name != "level":
        return OK if has("takes-any-name") else NOT_FOUND
    try:
        value = float(text)
    except ValueError:
        return INVALID
    if not 0 <= value <= 2 and not has("takes-anything"):
        return INVALID
    if not has("deaf-parameter"):
        instances[instance]["level"] = value
    if has("shares-parameters"):
        for other in instances.values():
            other["level"] = value
    return OK


# A voice: it hums a tone for every word.


def clamped(request, fields, tag, least, most, field):
    asked = fields.f64(tag)
    if asked == 0 and tag != 43 and not has("zero-is-slow"):
        return 1
    used = min(max(asked, least), most) if asked == asked else 1.0
    if used != asked:
        send(HONOURED, request, (57, field), (58, 1), (59, f64(used)))
    return used


def speak(request, fields):
    global lines, errors, was_cancelled
    values = instances[fields.u32(9)]
    text, frame = fields.bytes(20), 0
    lines += 1
    leave_behind(request)
    try:
        text.decode()
    except UnicodeDecodeError:
        return done(request, ENCODING, "The text is not UTF-8.")
    if fields.bytes(41) not in (b"", b"hum"):
        errors += 1
        if has("error-leaves-descriptor"):
            os.open("/dev/null", os.O_RDONLY)
        return done(request, VOICE_UNKNOWN, "There is no such voice, only hum.")
    if request in cancelled:
        return done(request, CANCELLED)
    if fields.u32(52):
        send(HONOURED, request, (57, 10), (58, 2))
    if has("reports-always"):
        send(HONOURED, request, (57, 9), (58, 2))
    speed = clamped(request, fields, 42, 0.25, 4, 1)
    clamped(request, fields, 43, 0, 0, 2)
    volume = clamped(request, fields, 44, 0, 4, 3)
    if fields.u32(14) & SILENT:
        volume = 0
    volume *= values["level"] * (1.5 if has("error-is-loud") and errors else 1)
    if has("cancel-is-fast") and was_cancelled:
        speed *= 1.5
    rate = 16000 if has("tenth-is-other") and lines > 9 else RATE
    if has("cut-at-a-thousand"):
        text = text[:1000]
    clip = (lambda x: (x + 32768) % 65536 - 32768) if has("wraps") else (lambda x: min(max(x, -32768), 32767))
    second = array.array("h", (clip(int(value * volume)) for value in TONE))
    granted = fields.u32(34, 1 << 30 if has("generous") else 0)
    credit[request] = credit.get(request, 0) + granted
    at_word, start = 0, 0
    for part in text.replace(b"\t", b" ").replace(b"\r", b" ").replace(b"\n", b" ").split(b" "):
        offset, start = start, start + len(part) + 1
        if not part:
            continue
        if frame == 0:
            send(BEGIN, request, (30, 2), (31, rate), (32, 1))
        at_word += 1
        if has("counts-characters"):
            offset = len(text[:offset].decode())
        if fields.u32(45) & WORD and not (has("half-the-words") and at_word % 2 == 0):
            send(EVENT, request, (53, WORD), (54, u64(frame)), (55, offset), (56, len(part)))
        hum, at = int(rate * (0.1 + 0.04 * len(part.decode())) / speed), 0
        end = hum + int(rate * 0.08 / speed) + (frame // 60 if has("gaps-grow") else 0)
        while at < end and request not in cancelled:
            receive(block=credit[request] == 0)
            count = min(credit[request], (hum if at < hum else end) - at, rate // 5, RATE - at % RATE)
            if count:
                tone = second[at % RATE : at % RATE + count].tobytes()
                send(SOUND, request, (33, tone if at < hum else bytes(2 * count)))
            credit[request], at = credit[request] - count, at + count
        if request in cancelled:
            break
        frame += end
    was_cancelled = request in cancelled
    done(request, CANCELLED if was_cancelled else OK)
    credit.pop(request, None)
    cancelled.discard(request)


# A recognizer: what is loud for 50 ms is a word.

streams = {}


class Stream:
    def __init__(self, fields):
        self.code = {1: "f", 2: "h"}.get(fields.u32(30, 2))
        self.rate, self.channels = fields.u32(31, 16000), fields.u32(32, 1)
        self.partials, self.instance = fields.u32(80), fields.u32(9)
        self.taken = self.loud = self.revision = self.filled = 0
        self.energy, self.words = 0.0, []

    def take(self, sound):
        scale = 32768 if self.code == "h" else 1
        samples = array.array(self.code, sound)
        window, news = max(1, self.rate // 100), False
        for at in range(0, len(samples), self.channels):
            value = sum(samples[at : at + self.channels]) / self.channels / scale
            value = min(1, max(-1, value)) if value == value else 0
            self.energy, self.filled, self.taken = self.energy + value * value, self.filled + 1, self.taken + 1
            if self.filled < window:
                continue
            self.loud = self.loud + 1 if self.energy / window > 0.01 else 0
            self.energy = self.filled = 0
            if self.loud == 5:
                start = self.taken - 5 * window
                scale_of = 16000 / self.rate if has("words-at-one-rate") else 1
                self.words.append((int(start * scale_of), int(self.taken * scale_of)))
                news = True
        return news

    def tell(self, kind, request):
        self.revision += 1
        text = " ".join("key" for _ in self.words)
        if has("tires") and lines > 30 or has("shaken-by-refusal") and errors:
            text = "thanks"
        send(kind, request, (85, self.revision), (20, text), (86, len(text)), (88, u64(self.taken)),
             (89, f64(0.9 if text else 0)), (90, f64(0 if text else 1)),
             *((87, packed([(20, "key"), (54, u64(a)), (88, u64(b)), (89, f64(0.9))])) for a, b in self.words))


def listen(request, fields):
    global lines, errors
    stream = Stream(fields)
    lines += 1
    leave_behind(request)
    if any(other.instance == stream.instance for other in streams.values()):
        return done(request, BUSY, "A stream is open already.")
    if not stream.code or not 1 <= stream.channels <= 64:
        return done(request, FORMAT, "There are no such samples.")
    if not 1000 <= stream.rate <= 768000:
        errors += 1
        return done(request, RATE_UNKNOWN, "So few.")
    streams[request] = stream
    send(TAKEN, request, (54, u64(0)))


def audio(request, stream, fields):
    sound, width = fields.bytes(33), stream.channels * array.array(stream.code).itemsize
    frames = min(fields.u32(113, 1 << 31), len(sound) // width)
    if has("deaf-to-frames"):
        frames = len(sound) // width
    if has("needs-sound") and not sound:
        return
    step = max(1, stream.rate // 4)
    for at in range(0, frames, step):
        receive(block=False)
        if request in cancelled:
            return
        if stream.take(sound[at * width : min(at + step, frames) * width]) and stream.partials:
            stream.tell(PARTIAL, request)
    send(TAKEN, request, (54, u64(stream.taken)))


def end_cancelled():
    for request in cancelled & streams.keys():
        if has("final-after-cancel"):
            streams[request].tell(FINAL, request)
        del streams[request]
        done(request, CANCELLED)
        cancelled.discard(request)


# An effect: a gain, and an echo after a quarter of a second.


class Echo:
    def __init__(self, channels, rate):
        self.channels, self.rate = channels, rate
        self.delay = rate // 4 * channels
        self.past, self.at, self.rest, self.taken = array.array("f", bytes(4 * self.delay)), 0, self.delay, 0

    def frames(self, samples, level):
        out = array.array("f", samples)
        for index, sample in enumerate(samples):
            value = sample + 0.5 * level * self.past[self.at]
            if has("wraps-around"):
                value = (value + 1.7) % 3.4 - 1.7
            if has("one-ear") and self.channels > 1 and index % self.channels:
                value = 0.0
            self.past[self.at], out[index] = sample, value
            self.at = (self.at + 1) % self.delay
        return out


everybodys = {}


def effect(kind, request, fields):
    values = instances[fields.u32(9)]
    if kind == CONFIGURE:
        rate, channels, most = fields.u32(31), fields.u32(32), fields.u32(100)
        if not 100 <= rate <= 768000:
            return done(request, RATE_UNKNOWN, "There is no such rate.")
        if not 1 <= channels <= 8 or fields.u32(39) not in (0, channels) or fields.u32(38) or not most:
            return done(request, FORMAT, "As many channels come out as go in.")
        values["echo"], values["most"], values["over"] = Echo(channels, rate), most, False
        if has("shares-sound"):
            values["echo"].past = everybodys.setdefault((rate, channels), values["echo"].past)
        if has("configure-resets-level"):
            values["level"] = 1.0
        return done(request, OK, "", (103, 0), (104, rate // 4))
    echo = values.get("echo")
    if not echo or kind == PROCESS and values["over"]:
        return done(request, STATE, "It is not configured.")
    values["over"] = kind == FLUSH
    capacity, changes = fields.u32(101), []
    for tag, body in fields.all:
        if tag == 105:
            change = Fields(body)
            changes.append((change.u32(55), change.u32(57), change.f64(59)))
    if any(number != 1 or not 0 <= value <= 2 for _, number, value in changes):
        return done(request, INVALID, "There is no such change.")
    samples = array.array("f", fields.bytes(33)) if kind == PROCESS else array.array("f", bytes(4 * echo.rest))
    if kind == PROCESS and len(samples) // echo.channels > values["most"]:
        return done(request, STATE, "The block is too long.")
    if kind == FLUSH:
        echo.rest = 0
    at = 0
    if has("first-of-two"):
        changes = [each for i, each in enumerate(changes) if i == 0 or changes[i - 1][0] != each[0]]
    for frame, _, value in changes + [(len(samples), 0, None)]:
        end = min(frame * echo.channels, len(samples)) if value is not None else len(samples)
        while at < end:
            stop = min(end, at + max(1, min(capacity, 4096)) * echo.channels)
            out = echo.frames(samples[at:stop], values["level"])
            if has("tires") and echo.taken > 300000:
                out = array.array("f", (0.5 * x for x in out))
            echo.taken += len(out)
            send(SOUND, request, (33, out.tobytes()))
            at = stop
        if value is not None:
            values["level"] = value
    if kind == FLUSH and not samples:
        pass
    done(request, OK, "", *((54, each) for tag, each in fields.all if tag == 54))


# All of it.

TONE = [9000 * math.sin(2 * math.pi * 160 * n / RATE) for n in range(RATE)]
KINDS = {"voice": "cue.voice/1", "ear": "cue.recognizer/1", "echo": "cue.dsp/1"}
ABOUT = [(10, f"org.cue.mutant-{KIND}"), (11, KINDS[KIND]), (7, "Mutant"), (8, "1.0"), (12, 1 if KIND == "voice" else 2), (13, 2), (16, "MIT"),
         (5, 1), (6, 0)]
OWN = {"voice": (VOICES, SPEAK, TRAITS, FINGERPRINT, PREPARE), "ear": (LISTEN,), "echo": (CONFIGURE, PROCESS, FLUSH)}[KIND]


def create(request, fields):
    number = fields.u32(9)
    if (number == 0 or number in instances) and not has("any-number"):
        return done(request, INVALID, "That number is in use.")
    if fields.bytes(10) not in (b"", ABOUT[0][1].encode()):
        return done(request, NOT_FOUND, "There is no such plugin.")
    if fields.bytes(11) not in (b"", KINDS[KIND].encode()):
        return done(request, UNSUPPORTED, "It is of another kind.")
    instances[number] = {"level": 1.0}
    for tag, body in fields.all:
        if tag == 22:
            parameter = Fields(body)
            status = set_value(number, parameter.bytes(7).decode(), parameter.bytes(20).decode())
            if status < 0:
                del instances[number]
                return done(request, status, "There is no such setting.")
    if has("create-resets-level"):
        instances[number]["level"] = 1.0
    send(PLUGIN, request, *ABOUT)
    done(request, OK)


def serve(kind, flags, request, fields):
    if kind in (AUDIO, FINISH):
        if request not in streams:
            return
        if kind == AUDIO:
            return audio(request, streams[request], fields)
        stream = streams.pop(request)
        stream.tell(FINAL, request)
        if has("two-finals") and stream.words:
            stream.tell(FINAL, request)
        return done(request, OK)
    if kind == HELLO:
        if has("one-minor") and fields.u32(6) != 0:
            return done(request, -21, "It speaks another version.", (5, 1), (6, 0))
        return done(request, OK, "", (5, 1), (6, 0))
    if kind == DESCRIBE:
        send(PLUGIN, request, *ABOUT)
        return done(request, OK)
    if kind == CREATE:
        return create(request, fields)
    common = kind in (DESTROY, SET, PARAMS, RESET, GET)
    if not common and kind not in OWN:
        if flags & 1 and not has("answers-all") or has("silent-about-messages"):
            return None
        return done(request, UNSUPPORTED, "It does not know this.")
    number = fields.u32(9)
    if number not in instances:
        if has("any-number"):
            return done(request, OK)
        return done(request, NOT_FOUND, "There is no such instance.")
    if kind == DESTROY:
        end_cancelled()
        del instances[number]
        return done(request, OK)
    if kind == PARAMS:
        send(PARAM, request, *LEVEL)
        return done(request, OK)
    if kind == SET:
        status = set_value(number, fields.bytes(7).decode(), fields.bytes(20).decode())
        return done(request, status, "" if status == OK else "It goes from 0 to 2.")
    if kind == GET:
        return done(request, OK if fields.u32(57) == 1 else NOT_FOUND, "", (59, f64(instances[number]["level"])))
    if kind == RESET:
        echo = instances[number].get("echo")
        if echo:
            instances[number].update(echo=Echo(echo.channels, echo.rate), over=False)
        if has("reset-resets-level"):
            instances[number]["level"] = 1.0
        return done(request, OK)
    if request in cancelled and kind != SPEAK:
        return done(request, CANCELLED)
    if kind == SPEAK:
        return speak(request, fields)
    if kind == LISTEN:
        return listen(request, fields)
    if KIND == "echo":
        return effect(kind, request, fields)
    if kind == VOICES:
        if has("list-leaves-descriptor"):
            os.open("/dev/null", os.O_RDONLY)
        send(VOICE, request, (10, "hum"), (7, "Hum"), (31, RATE), (14, 1))
    more = {TRAITS: [(45, WORD), (63, f64(0.25)), (64, f64(4)), (78, f64(4))], FINGERPRINT: [(20, "hum 1")]}.get(kind, [])
    done(request, OK, "", *more)


while True:
    while not waiting:
        receive(block=True)
        end_cancelled()
    serve(*waiting.pop(0))
    end_cancelled()
