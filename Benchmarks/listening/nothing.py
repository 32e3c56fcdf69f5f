#!/usr/bin/env python3
"""Lets a recognizer that is a plugin program hear sound in which nobody speaks, and counts the pieces of which it makes text.

  nothing.py PROGRAM [--pieces 500] [--seed 1] [--keep FOLDER]

The pieces are of 2 to 10 seconds: silence, noise (white, pink, brown), the hum of mains, clicks and knocks, tones, and music
(melodies, chords, drums), at levels from barely audible to loud. Every second piece is heard with an expected line, of which a
recognizer that wants to please hears too much. PROGRAM is a plugin that speaks the worker protocol; nothing else is needed.
"""
import argparse, array, math, os, random, struct, subprocess, sys, wave

RATE = 16000
LINES = ["I have been waiting for you.", "Who is there?", "The captain of the ship gave us his word, and he kept it.",
         "No.", "You never told me that your brother was in town.", "Good evening, Nora. It is half past nine."]


def silence(n, rng):
    return [rng.choice((0, 0, 1, -1)) / 32768 for _ in range(n)]


def white(n, rng):
    return [rng.gauss(0, 0.3) for _ in range(n)]


def brown(n, rng):
    level, out = 0.0, []
    for _ in range(n):
        level = 0.995 * level + rng.gauss(0, 0.03)
        out.append(level)
    return out


def pink(n, rng):
    dice, out = [0.0] * 12, []
    for index in range(n):
        for die in range(12):
            if index % (1 << die) == 0:
                dice[die] = rng.gauss(0, 0.1)
        out.append(sum(dice))
    return out


def hum(n, rng):
    base = rng.choice((50, 60, 100, 120)) * rng.uniform(0.99, 1.01)
    parts = [(h, rng.random() / h, rng.random() * 7) for h in range(1, rng.randint(2, 12))]
    return [0.4 * sum(a * math.sin(2 * math.pi * base * h * i / RATE + p) for h, a, p in parts) for i in range(n)]


def clicks(n, rng):
    out, at = [rng.gauss(0, 0.001) for _ in range(n)], 0
    while at < n:
        at += int(rng.expovariate(rng.choice((1, 3, 8))) * RATE)
        hertz, decay, level = rng.uniform(80, 5000), rng.uniform(50, 2000), rng.uniform(0.2, 0.9)
        for i in range(at, min(n, at + 2000)):
            out[i] += level * math.exp(-decay * (i - at) / RATE) * math.sin(2 * math.pi * hertz * (i - at) / RATE)
    return out


def tones(n, rng):
    out = [0.0] * n
    for _ in range(rng.randint(1, 4)):
        start, length, hertz = rng.randrange(n), rng.randint(RATE // 10, n), rng.uniform(100, 4000)
        glide = rng.choice((0, 0, rng.uniform(-200, 200)))
        for i in range(start, min(n, start + length)):
            t = (i - start) / RATE
            out[i] += 0.3 * math.sin(2 * math.pi * (hertz + glide * t) * t)
    return out


def music(n, rng):
    out, at, shape = [0.0] * n, 0, rng.choice(("melody", "chords", "plucked", "vibrato"))
    beat = int(rng.uniform(0.2, 0.6) * RATE)
    harmonics = rng.choice((1, 4, 8))
    while at < n:
        root = 110 * 2 ** (rng.choice((0, 2, 4, 5, 7, 9, 11, 12, 14, 16, 17, 19)) / 12) * rng.choice((1, 2))
        for tone in {"chords": (1, 1.26, 1.498)}.get(shape, (1,)):
            for i in range(at, min(n, at + beat)):
                t = (i - at) / RATE
                phase = 2 * math.pi * root * tone * t
                phase += 0.01 * root * math.sin(2 * math.pi * 5.5 * t) / 5.5 * 6 if shape == "vibrato" else 0
                level = min(1, t * 50, (beat / RATE - t) * 50) * (math.exp(-4 * t) if shape == "plucked" else 1)
                out[i] += 0.15 * level * sum(math.sin(h * phase) / h for h in range(1, harmonics + 1))
        at += beat * rng.choice((1, 1, 2))
    return out


def drums(n, rng):
    out, beat = [0.0] * n, int(rng.uniform(0.15, 0.5) * RATE)
    for start in range(0, n, beat):
        kind = rng.choice(("kick", "snare", "hat", "rest"))
        for i in range(start, min(n, start + beat)):
            t = (i - start) / RATE
            out[i] += {"kick": 0.8 * math.exp(-12 * t) * math.sin(2 * math.pi * 55 * t * (1 + math.exp(-30 * t))),
                       "snare": 0.5 * math.exp(-18 * t) * rng.gauss(0, 0.6), "hat": 0.3 * math.exp(-60 * t) * rng.gauss(0, 0.6),
                       "rest": 0.0}[kind]
    return out


KINDS = [silence, white, pink, brown, hum, clicks, tones, music, drums]


def piece(number, seed):
    """The kind of a piece, and its 16-bit samples."""
    rng = random.Random(f"{seed}|{number}")
    kind = KINDS[number % len(KINDS)]
    sound = kind(int(rng.uniform(2, 10) * RATE), rng)
    gain = 1 if kind is silence else 10 ** (rng.uniform(-40, 0) / 20)
    return kind.__name__, array.array("h", (max(-32768, min(32767, round(32767 * gain * x))) for x in sound))


class Plugin:
    """A plugin program, spoken to by the protocol."""

    def __init__(self, path):
        self.process = subprocess.Popen([os.path.abspath(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.request = 0
        self.ask(1, [(5, 1), (6, 0)])
        self.ask(3, [(9, 1)])

    def send(self, kind, fields, request):
        body = b""
        for tag, value in fields:
            value = struct.pack("<I", value) if isinstance(value, int) else value
            body += struct.pack("<HHI", tag, 0, len(value)) + value
        self.process.stdin.write(struct.pack("<IHHI", len(body), kind, 0, request) + body)
        self.process.stdin.flush()

    def answer(self):
        head = self.process.stdout.read(12)
        if len(head) < 12:
            sys.exit("The plugin has ended.")
        length, kind, _, _ = struct.unpack("<IHHI", head)
        body, fields = self.process.stdout.read(length), {}
        while body:
            tag, _, size = struct.unpack_from("<HHI", body)
            fields.setdefault(tag, body[8 : 8 + size])
            body = body[8 + size :]
        return kind, fields

    def ask(self, kind, fields):
        self.request += 1
        self.send(kind, fields, self.request)
        while True:
            kind, fields = self.answer()
            if kind == 0x80:
                if struct.unpack("<i", fields[1])[0] < 0:
                    sys.exit(fields.get(2, b"").decode())
                return

    def hear(self, samples, line):
        """The text, and what it says of nobody having spoken."""
        self.request += 1
        phrase = struct.pack("<HHII", 83, 0, 4, 1) + struct.pack("<HHI", 20, 0, len(line.encode())) + line.encode()
        self.send(0x20, [(9, 1), (80, 1)] + ([(82, phrase)] if line else []), self.request)
        for at in range(0, len(samples), RATE // 2):
            self.send(0x21, [(33, samples[at : at + RATE // 2].tobytes())], self.request)
        self.send(0x22, [], self.request)
        text, partials = "", 0
        while True:
            kind, fields = self.answer()
            if kind == 0xA1:
                text = fields.get(20, b"").decode()
            partials += kind == 0xA0 and bool(fields.get(20))
            if kind == 0x80:
                return text, partials


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--pieces", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="a folder for the pieces of which text was made")
    options = parser.parse_args()
    plugin, found, made, seconds = Plugin(options.program), 0, 0, 0.0
    for number in range(options.pieces):
        kind, samples = piece(number, options.seed)
        line = LINES[number // 2 % len(LINES)] if number % 2 else ""
        text, partials = plugin.hear(samples, line)
        seconds += len(samples) / RATE
        made += bool(partials and not text)
        if text:
            found += 1
            print(f"{number:4} {kind:8} {len(samples) / RATE:4.1f} s, expected “{line}”: “{text}”", flush=True)
            if options.keep:
                with wave.open(f"{options.keep}/{number}-{kind}.wav", "wb") as file:
                    file.setnchannels(1), file.setsampwidth(2), file.setframerate(RATE)
                    file.writeframes(samples.tobytes())
    print(f"{found} of {options.pieces} pieces ({seconds:.0f} s) gave text; {made} more did so for a while")


if __name__ == "__main__":
    main()
