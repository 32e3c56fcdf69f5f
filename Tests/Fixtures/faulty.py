#!/usr/bin/env python3
"""Plugin programs that break the rules of the protocol. Each copy does what its file is named."""
import os, signal, struct, sys, time

FAULT = os.path.splitext(os.path.basename(sys.argv[0]))[0]
HELLO, CREATE, PARAMS, SPEAK, LISTEN, AUDIO, FINISH = 1, 3, 6, 0x11, 0x20, 0x21, 0x22
DONE, PLUGIN, PARAM, LOG, PROGRESS, BEGIN, SOUND, HONOURED = 0x80, 0x82, 0x83, 0x84, 0x85, 0x91, 0x92, 0x94
PARTIAL, FINAL, TAKEN = 0xA0, 0xA1, 0xA3
EARS = ("stuck", "hears", "deaf", "runs-ahead", "no-final", "two-finals", "late-partial", "overconfident",
        "backwards")
OPTIONAL, CREDIT = 1, 480000
# 400 frames that are not silent.
SOUNDS = b"\0\x10" * 400
wire = os.fdopen(os.dup(1), "wb")


def write(data):
    wire.write(data)
    wire.flush()


def u32(value):
    return struct.pack("<I", value)


def u64(value):
    return struct.pack("<Q", value)


def f64(value):
    return struct.pack("<d", value)


def fields(*pairs):
    return b"".join(struct.pack("<HHI", tag, 0, len(value)) + value for tag, value in pairs)


def send(kind, request, *pairs, flags=0):
    body = fields(*pairs)
    write(struct.pack("<IHHI", len(body), kind, flags, request) + body)


def done(request, *more):
    send(DONE, request, (1, u32(0)), *more)


def take(count):
    data = b""
    while len(data) < count:
        more = os.read(0, count - len(data))
        if not more:
            sys.exit()
        data += more
    return data


def begin(request):
    send(BEGIN, request, (30, u32(2)), (31, u32(8000)), (32, u32(1)))


def speak(request):
    if FAULT == "garbage":
        write(b"This is no message at all, and never was.")
    elif FAULT == "huge":
        write(struct.pack("<IHHI", 1 << 31, DONE, 0, request))
    elif FAULT == "half-frame":
        begin(request)
        send(SOUND, request, (33, b"abc"))
    elif FAULT == "half-message":
        write(struct.pack("<IHHI", 100, DONE, 0, request) + b"and no more")
        sys.exit()
    elif FAULT == "half-field":
        write(struct.pack("<IHHI", 5, DONE, 0, request) + b"short")
    elif FAULT == "long-field":
        write(struct.pack("<IHHI", 8, DONE, 0, request) + struct.pack("<HHI", 1, 0, 0xFFFFFFFF))
    elif FAULT == "short-number":
        send(DONE, request, (1, b"\0\0"))
    elif FAULT == "no-status":
        send(DONE, request)
    elif FAULT == "nan-value":
        send(HONOURED, request, (57, u32(1)), (58, u32(1)), (59, f64(float("nan"))))
    elif FAULT == "unknown":
        send(0xEE, request)
    elif FAULT == "unknown-optional":
        send(0xEE, request, (999, b"from a later version"), flags=OPTIONAL)
        begin(request)
        send(SOUND, request, (33, SOUNDS), (999, b"a tag of it"))
    elif FAULT == "greedy":
        begin(request)
        send(SOUND, request, (33, bytes(2 * CREDIT + 2)))
    elif FAULT == "not-ours":
        begin(request + 77)
        send(SOUND, request + 77, (33, SOUNDS))
        done(request + 77)
        begin(request)
        send(SOUND, request, (33, SOUNDS))
    elif FAULT == "hang":
        send(LOG, 0, (19, u32(0)), (20, b"its line has begun"), flags=OPTIONAL)
        while True:
            signal.pause()
    elif FAULT == "endless-progress":
        while True:
            send(PROGRESS, 0, (21, u32(500)), flags=OPTIONAL)
            time.sleep(0.01)
    elif FAULT == "endless-shortfalls":
        while True:
            send(HONOURED, request, (57, u32(1)), (58, u32(1)), (59, f64(1)))
            time.sleep(0.01)
    elif FAULT == "slow-progress":
        for _ in range(12):
            send(PROGRESS, 0, (21, u32(500)), flags=OPTIONAL)
            time.sleep(0.1)
        begin(request)
        send(SOUND, request, (33, SOUNDS))
    elif FAULT == "floods-log":
        for number in range(20000):
            send(LOG, 0, (19, u32(0)), (20, b"line %d " % number + b"x" * (9000 if number == 3 else 10)),
                 flags=OPTIONAL)
        begin(request)
        send(SOUND, request, (33, SOUNDS))
    elif FAULT == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif FAULT == "closes":
        os.close(wire.fileno())
        os.close(1)
        while True:
            signal.pause()
    done(request)


def heard(kind, request, text):
    confidence = 2.0 if FAULT == "overconfident" else 0.5
    first, last = (900, 100) if FAULT == "backwards" else (100, 900)
    word = fields((20, b"to"), (54, u64(first)), (88, u64(last)), (89, f64(0.5)), (91, u32(1)), (14, u32(4)))
    send(kind, request, (20, text), (86, u32(99)), (89, f64(confidence)), (87, word))


if FAULT == "exits":
    sys.exit(7)
while True:
    length, kind, flags, request = struct.unpack("<IHHI", take(12))
    take(length)
    if FAULT == "silent":
        continue
    if FAULT == "unusable":
        send(DONE, 0, (1, struct.pack("<i", -3)), (2, b"It cannot work here."))
        sys.exit()
    if kind == CREATE and FAULT != "undescribed":
        of_kind = b"cue.recognizer/1" if FAULT in EARS else b"cue.voice/1"
        send(PLUGIN, request, (10, b"faulty"), (11, of_kind))
    if kind == PARAMS and FAULT == "wild-parameter":
        for of_type in (1, 2, 3, 4, 5):
            send(PARAM, request, (53, u32(of_type)), (7, b"wild"), (71, f64(-1e300)), (72, f64(1e300)),
                 (73, f64(1e300)))
    if kind == HELLO:
        done(request, (5, u32(2 if FAULT == "version-2" else 1)), (6, u32(0)))
    elif kind == SPEAK:
        speak(request)
    elif kind == LISTEN:
        if FAULT == "deaf":
            send(DONE, request, (1, struct.pack("<i", -16)), (2, b"Only sound of the future."))
        else:
            send(HONOURED, request, (57, u32(14)), (58, u32(4)), (20, b"Aoife: IY F AH"))
            send(TAKEN, request, (54, u64(0)))
    elif kind == AUDIO:
        if FAULT == "runs-ahead":
            send(TAKEN, request, (54, u64(1 << 30)))
        if FAULT == "stuck":
            while True:
                signal.pause()
        heard(PARTIAL, request, b"to be")
        send(TAKEN, request, (54, u64(16000)))
    elif kind == FINISH:
        if FAULT != "no-final":
            heard(FINAL, request, b"to be or not")
        if FAULT == "two-finals":
            heard(FINAL, request, b"to be")
        if FAULT == "late-partial":
            heard(PARTIAL, request, b"to be")
        done(request)
    elif kind not in (7, 8, 9):
        done(request)
