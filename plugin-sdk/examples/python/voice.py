#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A voice that is a program: it hums a tone for every word. PROTOCOL.md says what is spoken here."""
import array, math, os, re, select, struct, sys

RATE, WORD, OK, CANCELLED, INVALID, UNSUPPORTED, NOT_FOUND, ENCODING, VOICE_UNKNOWN = 22050, 1, 0, 2, -2, -3, -7, -11, -15
SILENT = 2  # flag of a request
(HELLO, DESCRIBE, CREATE, DESTROY, CANCEL, CREDIT, QUIT) = (1, 2, 3, 4, 7, 8, 9)
(VOICES, SPEAK, TRAITS, FINGERPRINT, PARAMS, RESET, PREPARE) = (0x10, 0x11, 0x12, 0x13, 6, 10, 0x14)
(DONE, PLUGIN, VOICE, BEGIN, SOUND, EVENT, HONOURED) = (0x80, 0x82, 0x90, 0x91, 0x92, 0x93, 0x94)
wire, inbox, waiting = os.fdopen(os.dup(1), "wb"), b"", []
os.dup2(2, 1)  # what is printed goes to standard error, and not into the protocol
credit, cancelled, instances = {}, set(), set()  # the first two of the request that is being spoken

def F64(value):
    return struct.pack("<d", value)

def send(kind, request, *fields):
    body = b""
    for tag, value in fields:  # int: u32 or, below zero, i32; str: text; bytes: as they are
        value = value.encode() if isinstance(value, str) else value
        value = struct.pack("<i" if value < 0 else "<I", value) if isinstance(value, int) else value
        body += struct.pack("<HHI", tag, 0, len(value)) + value
    wire.write(struct.pack("<IHHI", len(body), kind, 0, request) + body)
    wire.flush()

def receive(block):
    """Takes what the host has sent; credit and cancel count at once, all else waits its turn."""
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
            if kind == CREDIT:
                credit[request] = credit.get(request, 0) + value(fields, 34)
            elif kind == CANCEL:
                cancelled.add(request)
            elif kind == QUIT:
                sys.exit()
            else:
                if kind == DESTROY:  # what is under way or waits is not said to its end
                    cancelled.update(credit, (each[2] for each in waiting))
                waiting.append((kind, flags, request, fields))
        block = False

def value(fields, tag, form="<I", usual=0):
    """A number; one of another length counts as missing."""
    given = fields.get(tag, b"")
    return struct.unpack(form, given)[0] if len(given) == struct.calcsize(form) else usual

def number(request, fields, tag, usual, least, most, about):
    """What was asked for, or the nearest we can do, which is then reported."""
    asked = value(fields, tag, "<d") or usual  # 0: not said
    used = usual if asked != asked else min(max(asked, least), most)
    if used != asked:
        send(HONOURED, request, (57, about), (58, 1), (59, F64(used)))
    return used

def speak(request, fields):
    text, frame = fields.get(20, b""), 0
    try:
        text.decode()
    except UnicodeDecodeError:
        return send(DONE, request, (1, ENCODING), (2, "The text is not UTF-8."))
    if fields.get(41, b"") not in (b"", b"hum"):
        return send(DONE, request, (1, VOICE_UNKNOWN), (2, "There is no such voice, only hum."))
    if request in cancelled:
        return send(DONE, request, (1, CANCELLED))
    if value(fields, 52):  # markup is read as it is
        send(HONOURED, request, (57, 10), (58, 2))
    speed = number(request, fields, 42, 1, 0.25, 4, 1)
    number(request, fields, 43, 0, 0, 0, 2)
    volume = number(request, fields, 44, 1, 0, 4, 3)
    if value(fields, 14) & SILENT:
        volume = 0
    second = array.array("h", (int(value * volume) for value in TONE))
    credit[request] = credit.get(request, 0) + value(fields, 34)
    for word in re.finditer(rb"[^ \t\r\n]+", text):
        if frame == 0:
            send(BEGIN, request, (30, 2), (31, RATE), (32, 1))  # 16-bit, 22,050 Hz, mono
        if value(fields, 45) & WORD:
            send(EVENT, request, (53, WORD), (54, struct.pack("<Q", frame)), (55, word.start()),
                 (56, len(word[0])))
        hum, at = int(RATE * (0.1 + 0.04 * len(word[0].decode())) / speed), 0
        end = hum + int(RATE * 0.08 / speed)
        while at < end and request not in cancelled:
            receive(block=credit[request] == 0)  # never more sound than was asked for
            count = min(credit[request], (hum if at < hum else end) - at, RATE - at % RATE, RATE // 5)
            if count:
                tone = second[at % RATE : at % RATE + count].tobytes()
                send(SOUND, request, (33, tone if at < hum else bytes(2 * count)))
            credit[request], at = credit[request] - count, at + count
        if request in cancelled:
            break
        frame += end
    send(DONE, request, (1, CANCELLED if request in cancelled else OK))
    credit.pop(request)
    cancelled.discard(request)

TONE = [8000 * math.sin(2 * math.pi * 160 * n / RATE) for n in range(RATE)]
ABOUT = [(10, "org.cue.example-python"), (11, "cue.voice/1"), (7, "Humming"), (8, "1.0"), (12, 1),
         (13, 2), (16, "MIT"), (18, "Hums a tone for every word."), (5, 1), (6, 0)]
while True:
    while not waiting:
        receive(block=True)
    kind, flags, request, fields = waiting.pop(0)
    instance, known = fields.get(9), kind in (HELLO, DESCRIBE, CREATE, DESTROY, VOICES, PARAMS, RESET, TRAITS, FINGERPRINT, PREPARE)
    if kind == CREATE and (instance in instances or not value(fields, 9)):
        send(DONE, request, (1, INVALID), (2, "That number is in use, or none."))
        continue
    if kind == CREATE and fields.get(10, b"") not in (b"", ABOUT[0][1].encode()):
        send(DONE, request, (1, NOT_FOUND), (2, "There is no such plugin here."))
        continue
    if (known or kind == SPEAK) and kind not in (HELLO, DESCRIBE, CREATE) and instance not in instances:
        send(DONE, request, (1, NOT_FOUND), (2, "There is no such instance."))
        continue
    if kind == SPEAK:
        speak(request, fields)
        continue
    if kind == CREATE:
        instances.add(instance)
    if kind == DESTROY:
        instances.discard(instance)
    if kind in (DESCRIBE, CREATE):
        send(PLUGIN, request, *ABOUT)
    elif kind == VOICES:
        send(VOICE, request, (10, "hum"), (7, "Hum"), (31, RATE), (14, 1))
    more = {HELLO: [(5, 1), (6, 0)], TRAITS: [(45, WORD), (63, F64(0.25)), (64, F64(4))], FINGERPRINT: [(20, "hum 1")]}.get(kind, [])
    if known or not flags & 1:  # a message marked as optional may be passed over
        send(DONE, request, (1, OK if known else UNSUPPORTED), *more)
