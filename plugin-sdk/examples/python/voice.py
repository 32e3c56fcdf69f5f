#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A voice that is a program: it hums a tone for every word.

It speaks PROTOCOL.md on its standard input and output, and needs nothing but Python. Read it from
the bottom: the loop, what answers a message, how sound is spoken, how messages travel.
"""
import array, collections, math, os, re, select, struct, sys

# The numbers of cue/protocol.h and cue/abi.h.
HELLO, DESCRIBE, CREATE, DESTROY, SET, PARAMS, CANCEL, CREDIT, QUIT, RESET = range(0x01, 0x0B)
VOICES, SPEAK, TRAITS, FINGERPRINT = range(0x10, 0x14)
DONE, PLUGIN, VOICE, BEGIN, SOUND, EVENT, HONOURED = 0x80, 0x82, 0x90, 0x91, 0x92, 0x93, 0x94
TAGS = dict(
    status=1, sentence=2, major=5, minor=6, name=7, version=8, instance=9, id=10, kind=11,
    concurrency=12, determinism=13, licence=16, description=18, text=20, param=22, sample=30,
    rate=31, channels=32, sound=33, credit=34, voice=41, speed=42, pitch=43, volume=44, events=45,
    type=53, frame=54, offset=55, length=56, field=57, outcome=58, value=59)
NAMES = {tag: name for name, tag in TAGS.items()}
CANCELLED, E_INVALID, E_UNSUPPORTED, E_BUSY, E_NOT_FOUND, E_ENCODING, E_VOICE = (
    2, -2, -3, -5, -7, -11, -15)
OPTIONAL, WORD, CLAMPED, IGNORED, S16, HERTZ = 1, 1, 1, 2, 2, 22050

wire = os.dup(1)
os.dup2(2, 1)  # a stray print() goes to standard error, not into the protocol
inbox = b""  # bytes that are no whole message yet
requests = collections.deque()  # what waits to be answered, the oldest first
credit = {}  # frames that each open SPEAK may still send
cancelled = set()  # open SPEAKs that are to end
instance = 0  # the number of our one instance; 0: none


def u32(number): return struct.pack("<I", number)
def i32(number): return struct.pack("<i", number)
def u64(number): return struct.pack("<Q", number)
def f64(number): return struct.pack("<d", number)


def number(fields, name, form, otherwise):
    """A number among `fields`; one that is missing or of another size was not said."""
    value = fields.get(name, b"")
    return struct.unpack(form, value)[0] if len(value) == struct.calcsize(form) else otherwise


def send(kind, request, /, **fields):
    body = b"".join(
        struct.pack("<HHI", TAGS[name], 0, len(value)) + value for name, value in fields.items())
    message = struct.pack("<IHHI", len(body), kind, 0, request) + body
    while message:
        message = message[os.write(wire, message):]


def done(request, status=0, sentence="", **fields):
    """The one answer that ends a request."""
    credit.pop(request, None)
    cancelled.discard(request)
    if sentence:
        fields["sentence"] = sentence.encode()
    send(DONE, request, status=i32(status), **fields)


def receive(wait):
    """Takes in what the host has sent; with `wait`, stays until something comes."""
    global inbox
    if wait or select.select([0], [], [], 0)[0]:
        some = os.read(0, 1 << 16)
        if not some:
            sys.exit(0)  # the host is gone
        inbox += some
    while len(inbox) >= 12:
        length, kind, flags, request = struct.unpack_from("<IHHI", inbox)
        if length > 8388608:
            sys.exit("The host has sent a message that is too long.")
        if len(inbox) < 12 + length:
            return
        body, inbox, fields = inbox[12:12 + length], inbox[12 + length:], {}
        while len(body) >= 8:
            tag, size = struct.unpack_from("<HxxI", body)
            fields.setdefault(NAMES.get(tag), body[8:8 + size])  # an unknown tag harms nobody
            body = body[8 + size:]
        take(kind, flags, request, fields)


def take(kind, flags, request, fields):
    """Credit and cancel count at once, even for a SPEAK that waits; all else waits its turn."""
    if kind == QUIT:
        sys.exit(0)
    elif kind == CANCEL:
        if request in credit:
            cancelled.add(request)
    elif kind == CREDIT:
        if request in credit:  # what comes for a request that is over is dropped
            credit[request] += number(fields, "credit", "<I", 0)
    else:
        if kind == SPEAK:
            credit[request] = number(fields, "credit", "<I", 0)
        requests.append((kind, flags, request, fields))


def play(request, hertz, frames):
    """Sends a tone, never more of it than was granted; False when the host wants no more."""
    at = 0
    while at < frames:
        receive(wait=credit[request] == 0)
        if request in cancelled:
            return False
        count = min(frames - at, credit[request], HERTZ // 5)
        if count == 0:
            continue
        tone = (math.sin(math.tau * hertz * n / HERTZ) for n in range(at, at + count))
        pcm = array.array("h", (round(8000 * sample) for sample in tone))
        if sys.byteorder == "big":
            pcm.byteswap()
        send(SOUND, request, sound=pcm.tobytes())
        credit[request] -= count
        at += count
    return True


def speak(request, asked):
    text = asked.get("text", b"")
    try:
        text.decode()
    except UnicodeDecodeError:
        return done(request, E_ENCODING, "The text is not UTF-8.")
    if asked.get("voice", b"") not in (b"", b"hum"):
        return done(request, E_VOICE, "There is no such voice; the only one is “hum”.")
    wanted = number(asked, "speed", "<d", 1) or 1
    speed = 1 if math.isnan(wanted) else min(max(wanted, 0.25), 4)
    if speed != wanted:  # what is not done as asked is said
        send(HONOURED, request, field=u32(1), outcome=u32(CLAMPED), value=f64(speed))
    for field, name, usual in ((2, "pitch", 0), (3, "volume", 1)):
        if number(asked, name, "<d", usual) != usual:
            send(HONOURED, request, field=u32(field), outcome=u32(IGNORED))
    frame = 0
    for word in re.finditer(rb"\S+", text):  # among bytes, since offsets count bytes
        if frame == 0:
            send(BEGIN, request, sample=u32(S16), rate=u32(HERTZ), channels=u32(1))
        if number(asked, "events", "<I", 0) & WORD:
            send(EVENT, request, type=u32(WORD), frame=u64(frame),
                 offset=u32(word.start()), length=u32(len(word[0])))
        hum = int(HERTZ * (0.1 + 0.04 * len(word[0].decode())) / speed)
        rest = int(HERTZ * 0.08 / speed)
        if not play(request, 160, hum) or not play(request, 0, rest):
            return done(request, CANCELLED)
        frame += hum + rest
    done(request)  # text without words is no sound and no error


def describe(request):
    send(PLUGIN, request, id=b"org.cue.example-python", kind=b"cue.voice/1",
         concurrency=u32(1), determinism=u32(2), name=b"Humming script", version=b"1.0",
         licence=b"MIT", description=b"Hums a tone for every word.", major=u32(1), minor=u32(0))


def create(request, fields):
    global instance
    if fields.get("id", b"") not in (b"", b"org.cue.example-python"):
        return done(request, E_NOT_FOUND, "This program offers no such plugin.")
    if instance:
        return done(request, E_BUSY, "This program serves one instance.")
    if "param" in fields:
        return done(request, E_NOT_FOUND, "The humming script has no parameters.")
    instance = number(fields, "instance", "<I", 0)
    if not instance:
        return done(request, E_INVALID, "An instance needs a number above 0.")
    describe(request)
    done(request)


def serve(kind, flags, request, fields):
    global instance
    if kind == HELLO:
        done(request, major=u32(1), minor=u32(0))  # what we speak; the host compares
    elif kind == DESCRIBE:
        describe(request)
        done(request)
    elif kind == CREATE:
        create(request, fields)
    elif kind not in (DESTROY, SET, PARAMS, RESET, VOICES, SPEAK, TRAITS, FINGERPRINT):
        if not flags & OPTIONAL:
            done(request, E_UNSUPPORTED, "This program does not know that message.")
    elif not instance or number(fields, "instance", "<I", 0) != instance:
        done(request, E_NOT_FOUND, "There is no such instance.")
    elif kind == SPEAK:
        done(request, CANCELLED) if request in cancelled else speak(request, fields)
    elif kind == VOICES:
        send(VOICE, request, id=b"hum", name=b"Hum", rate=u32(HERTZ))
        done(request)
    elif kind == TRAITS:
        done(request, events=u32(WORD))
    elif kind == FINGERPRINT:
        done(request, text=b"hum 1.0")  # to be changed when the sound changes
    elif kind == SET:
        done(request, E_NOT_FOUND, "The humming script has no parameters.")
    else:  # DESTROY; PARAMS, of which there are none; RESET: nothing is remembered
        if kind == DESTROY:
            instance = 0
        done(request)


try:
    while True:
        if requests:
            serve(*requests.popleft())
        else:
            receive(wait=True)
except BrokenPipeError:
    pass  # the host is gone
