#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A recognizer that is a program: it hears telephone keys. PROTOCOL.md says what is spoken here."""
import array, math, operator, os, select, struct, sys

(HELLO, DESCRIBE, CREATE, DESTROY, PARAMS, CANCEL, QUIT, RESET) = (1, 2, 3, 4, 6, 7, 9, 10)
(LISTEN, AUDIO, FINISH) = (0x20, 0x21, 0x22)
(DONE, PLUGIN, HONOURED, PARTIAL, FINAL, TAKEN) = (0x80, 0x82, 0x94, 0xA0, 0xA1, 0xA3)
(OK, CANCELLED, INVALID, UNSUPPORTED, BUSY, NOT_FOUND, FORMAT, RATE) = (0, 2, -2, -3, -5, -7, -16, -17)
IGNORED, REPLACED = 2, 3  # of HONOURED
TONES = [697, 770, 852, 941, 1209, 1336, 1477, 1633]
KEYS = "one two three a four five six b seven eight nine c star zero pound d".split()
wire, inbox, waiting = os.fdopen(os.dup(1), "wb"), b"", []
os.dup2(2, 1)  # what is printed goes to standard error, and not into the protocol
instances, streams, cancelled = set(), {}, set()  # streams by the number of their LISTEN

def u64(value): return struct.pack("<Q", value)
def f64(value): return struct.pack("<d", value)
def number(fields, tag, usual):  # one of another length counts as missing
    return struct.unpack("<I", fields[tag])[0] if len(fields.get(tag, b"")) == 4 else usual

def packed(fields):
    body = b""
    for tag, value in fields:  # int: u32 or, below zero, i32; str: text; bytes: as they are
        value = value.encode() if isinstance(value, str) else value
        value = struct.pack("<i" if value < 0 else "<I", value) if isinstance(value, int) else value
        body += struct.pack("<HHI", tag, 0, len(value)) + value
    return body

def send(kind, request, *fields):
    body = packed(fields)
    wire.write(struct.pack("<IHHI", len(body), kind, 0, request) + body)
    wire.flush()

def done(request, status, sentence="", *more):
    send(DONE, request, (1, status), (2, sentence), *more)

def receive(block):
    """Takes what the host has sent; a cancel counts at once, all else waits its turn."""
    global inbox
    while block or select.select([0], [], [], 0)[0]:
        some = os.read(0, 65536)
        if not some:
            sys.exit()  # the host is gone
        inbox += some
        while len(inbox) >= 12 and len(inbox) >= 12 + struct.unpack_from("<I", inbox)[0]:
            length, kind, flags, request = struct.unpack_from("<IHHI", inbox)
            body, inbox, fields = inbox[12 : 12 + length], inbox[12 + length :], {}
            while len(body) >= 8:  # half a field at the end has no meaning; of two with one tag, the first counts
                tag, _, size = struct.unpack_from("<HHI", body)
                fields.setdefault(tag, body[8 : 8 + size])
                body = body[8 + size :]
            if kind == CANCEL:
                cancelled.add(request)
            elif kind == QUIT:
                sys.exit()
            else:
                waiting.append((kind, flags, request, fields))
        block = False

class Stream:
    """One stream of sound, heard in windows of 25 ms that overlap by half, however it is cut."""

    def __init__(self, fields):
        self.code = {1: "f", 2: "h"}.get(number(fields, 30, 2))
        self.rate, self.channels = number(fields, 31, 16000), number(fields, 32, 1)
        self.partials, self.instance = number(fields, 80, 0), fields.get(9)
        self.step = self.rate // 80
        self.waves = [[wave(2 * math.pi * hertz * n / self.rate) for n in range(2 * self.step)]
                      for hertz in TONES for wave in (math.cos, math.sin)] if self.rate <= 768000 else []
        self.sound, self.frame, self.taken, self.revision = array.array("f"), 0, 0, 0
        self.words, self.key = [], None  # words: [key, start, end, share]; key: of the window before

    def mixed(self, sound):
        scale = self.channels * (32768 if self.code == "h" else 1)
        samples = array.array(self.code, sound)
        lanes = zip(*(samples[c :: self.channels] for c in range(self.channels)))
        return array.array("f", (x / scale if -1e9 < x < 1e9 else 0 for x in map(sum, lanes)))

    def heard(self, window):
        """The key that is down in a window and how much of its sound the two tones are, or None."""
        energy, count = sum(map(operator.mul, window, window)), len(window)
        if energy < 1e-6 * count:
            return None, 0
        parts = [sum(map(operator.mul, window, wave)) for wave in self.waves]
        shares = [2 * (parts[i] ** 2 + parts[i + 1] ** 2) / count / energy for i in range(0, 16, 2)]
        row, column = max(range(4), key=lambda i: shares[i]), max(range(4, 8), key=lambda i: shares[i])
        low, high = shares[row], shares[column]
        return (KEYS[4 * row + column - 4] if low + high > 0.8 and min(low, high) > 0.1 else None, low + high)

    def listen(self):
        """Hears the next window, and says whether that brought a word."""
        (key, share), before, news = self.heard(self.sound[: 2 * self.step]), self.key, False
        end = self.frame + 2 * self.step
        if key and key == before:  # in two windows: it is a word, which stays
            last = self.words[-1] if self.words else None
            if last and last[0] == key and end - last[2] <= 3 * self.step:
                last[2] = end  # it goes on; one window may be missing, for a crackle
            else:
                start = max(self.frame - self.step, last[2] if last else 0)
                self.words.append([key, start, end, min(share, 1)])
                news = True
        self.key, self.frame = key, self.frame + self.step
        del self.sound[: self.step]
        return news

    def tell(self, kind, request):
        self.revision += 1
        text = " ".join(key for key, *_ in self.words)
        sure = sum(share for *_, share in self.words) / len(self.words) if self.words else -1
        send(kind, request, (85, self.revision), (20, text), (86, len(text)), (54, u64(0)),
             (88, u64(self.taken)), (89, f64(sure)), (90, f64(not self.words)), (40, "en"),
             *((87, packed([(20, key), (54, u64(start)), (88, u64(end)), (89, f64(share))]))
               for key, start, end, share in self.words))

def listen(request, fields):
    stream = Stream(fields)
    if any(other.instance == stream.instance for other in streams.values()):
        return done(request, BUSY, "A stream is open already.")
    if not stream.code or not 1 <= stream.channels <= 64:
        return done(request, FORMAT, "Sound is 16-bit or float here, in 1 to 64 channels.")
    if not 4000 <= stream.rate <= 768000:
        return done(request, RATE, "Telephone tones need 4,000 to 768,000 frames a second.")
    if fields.get(40, b"en")[:2].lower() != b"en":
        send(HONOURED, request, (57, 4), (58, REPLACED), (59, f64(0)), (20, "en"))
    if 82 in fields:
        send(HONOURED, request, (57, 13), (58, IGNORED), (59, f64(0)), (20, "it hears any key"))
    streams[request] = stream
    send(TAKEN, request, (54, u64(0)))

def audio(request, stream, fields):
    width = stream.channels * array.array(stream.code).itemsize
    frames = min(number(fields, 113, 1 << 32), len(fields.get(33, b"")) // width)
    stream.sound += stream.mixed(fields.get(33, b"")[: frames * width])
    stream.taken += frames
    while len(stream.sound) >= 2 * stream.step:
        receive(block=False)  # a cancel does not wait for the end of the sound
        if request in cancelled:
            return
        if stream.listen() and stream.partials:
            stream.tell(PARTIAL, request)
    send(TAKEN, request, (54, u64(stream.taken)))

def serve(kind, flags, request, fields):
    if kind in (AUDIO, FINISH):
        if request not in streams:
            return  # of a stream that has ended
        if kind == AUDIO:
            return audio(request, streams[request], fields)
        streams.pop(request).tell(FINAL, request)
        return done(request, OK)
    instance = fields.get(9)
    if kind == CREATE and (instance in instances or not number(fields, 9, 0)):
        return done(request, INVALID, "That number is in use, or none.")
    if kind == CREATE and fields.get(10, b"") not in (b"", b"org.cue.example-python-ear"):
        return done(request, NOT_FOUND, "There is no such plugin here.")
    if kind in (LISTEN, DESTROY, PARAMS, RESET) and instance not in instances:
        return done(request, NOT_FOUND, "There is no such instance.")
    if request in cancelled:
        return done(request, CANCELLED)
    if kind == LISTEN:
        return listen(request, fields)
    if kind == CREATE:
        instances.add(instance)
    if kind == DESTROY:
        instances.discard(instance)
        cancelled.update(number for number, stream in streams.items() if stream.instance == instance)
        end_cancelled()
    if kind in (DESCRIBE, CREATE):
        send(PLUGIN, request, (10, "org.cue.example-python-ear"), (11, "cue.recognizer/1"),
             (7, "Telephone keys"), (8, "1.0"), (12, 1), (13, 2), (16, "MIT"),
             (18, "Hears the tones of telephone keys."), (5, 1), (6, 0))
    known = kind in (HELLO, DESCRIBE, CREATE, DESTROY, PARAMS, RESET)
    if known or not flags & 1:  # a message marked as optional may be passed over
        done(request, OK if known else UNSUPPORTED, "", *([(5, 1), (6, 0)] if kind == HELLO else []))

def end_cancelled():
    for request in cancelled & streams.keys():
        del streams[request]
        done(request, CANCELLED)

while True:
    while not waiting:
        receive(block=True)
        end_cancelled()  # a stream that waits for sound is over at once
    serve(*waiting.pop(0))
    end_cancelled()
