#!/usr/bin/env python3
"""Plugin programs that break the rules of the protocol. Each copy does what its file is named."""
import os, signal, struct, sys

FAULT = os.path.splitext(os.path.basename(sys.argv[0]))[0]
HELLO, CREATE, PARAMS, SPEAK, LISTEN = 1, 3, 6, 0x11, 0x20
DONE, PLUGIN, PARAM, LOG, BEGIN, SOUND, HONOURED = 0x80, 0x82, 0x83, 0x84, 0x91, 0x92, 0x94
OPTIONAL, CREDIT = 1, 480000
wire = os.fdopen(os.dup(1), "wb")


def write(data):
    wire.write(data)
    wire.flush()


def u32(value):
    return struct.pack("<I", value)


def f64(value):
    return struct.pack("<d", value)


def send(kind, request, *fields, flags=0):
    body = b"".join(struct.pack("<HHI", tag, 0, len(value)) + value for tag, value in fields)
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
        send(SOUND, request, (33, bytes(800)), (999, b"a tag of it"))
    elif FAULT == "greedy":
        begin(request)
        send(SOUND, request, (33, bytes(2 * CREDIT + 2)))
    elif FAULT == "not-ours":
        begin(request + 77)
        send(SOUND, request + 77, (33, bytes(800)))
        done(request + 77)
        begin(request)
        send(SOUND, request, (33, bytes(800)))
    elif FAULT == "hang":
        send(LOG, 0, (19, u32(0)), (20, b"its line has begun"), flags=OPTIONAL)
        while True:
            signal.pause()
    elif FAULT == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif FAULT == "closes":
        os.close(wire.fileno())
        os.close(1)
        while True:
            signal.pause()
    done(request)


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
        of_kind = b"cue.recognizer/1" if FAULT == "stuck" else b"cue.voice/1"
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
        while True:  # it takes no more
            signal.pause()
    elif kind not in (7, 8, 9):
        done(request)
