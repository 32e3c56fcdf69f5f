#!/usr/bin/env python3
"""Measures what tones do to offline voices: for each voice and tone, how far duration, median pitch, level and pitch range
move beside the same lines without a tone, and which of them by more than a just noticeable difference, in the direction
that the tone's table says (Documentation/Decisions/0027-tones-are-heard.md has the sources).

    Benchmarks/tones/measure.py HOST LINES.txt [--voices flite:slt,…] [--jobs N] [--plugins FOLDER] [--whisper]

tuning.txt holds the lines that the table was tuned on, held-out.txt those that it is reported on. Needs numpy.
Exits 1 where a tone changes fewer than two measures of a voice. With --whisper it measures instead how much of each line has a
pitch, said plainly and whispered, and exits 1 where whispering leaves more than a tenth of it.
"""
import argparse, os, subprocess, sys, tempfile, wave
from concurrent.futures import ThreadPoolExecutor
import numpy as np

# Just noticeable differences: tempo of speech 5 % (Quené 2007), median pitch of connected speech 1 semitone, level 1 dB
# (Jesteadt and others 1977), pitch range 1.5 semitones (Rietveld and Gussenhoven 1985).
JND = {"speed": 5.0, "pitch": 1.0, "level": 1.0, "range": 1.5}
UNIT = {"speed": "%", "pitch": "st", "level": "dB", "range": "st"}

# The direction of each tone: speed, pitch, level, range.
DIRECTIONS = {
    "tense": "+ + + -", "playful": "+ + - +", "intimate": "- - - -", "angry": "+ + + +", "sad": "- - - -",
    "comedic": "+ + - +", "mysterious": "- - - -", "urgent": "+ + + +", "desperate": "+ + + +",
    "hopeful": "+ + - +", "bitter": "- - - -", "loving": "- - - -", "fearful": "+ + - -", "defiant": "+ - + +",
    "vulnerable": "- + - -",
}
MEASURES = ["speed", "pitch", "level", "range"]


def pitches(x, rate, counts=None):
    """F0 of each voiced window in Hz: YIN with a threshold of 0.15, windows of 40 ms every 10 ms.

    Appends to `counts` how many windows are loud enough to be speech."""
    heard = 0
    factor = max(1, rate // 8000)
    if factor > 1:
        x = x[: len(x) // factor * factor].reshape(-1, factor).mean(axis=1)
        rate //= factor
    low, high, window = rate // 500, rate // 55, int(rate * 0.04)
    found = []
    loud = np.sqrt(np.mean(x ** 2)) * 0.15 if len(x) else 0
    for start in range(0, len(x) - window - high, rate // 100):
        base = x[start : start + window]
        if np.sqrt(np.mean(base ** 2)) < loud:
            continue
        heard += 1
        size = 1 << (window + high + window).bit_length()
        part = x[start : start + window + high]
        cross = np.fft.irfft(np.fft.rfft(part, size) * np.conj(np.fft.rfft(base, size)), size)[: high + 1]
        energy = np.concatenate(([0], np.cumsum(part ** 2)))
        power = energy[window : window + high + 1] - energy[: high + 1]
        difference = np.maximum(power[0] + power - 2 * cross, 0)
        normal = difference[1:] * np.arange(1, high + 1) / np.maximum(np.cumsum(difference[1:]), 1e-12)
        lag = low
        while lag < high - 1 and normal[lag - 1] >= 0.15:
            lag += 1
        if lag >= high - 1:
            continue
        while lag < high - 1 and normal[lag] < normal[lag - 1]:
            lag += 1
        left, middle, right = normal[lag - 2], normal[lag - 1], normal[lag]
        bend = left - 2 * middle + right
        shift = 0.5 * (left - right) / bend if bend > 0 else 0
        found.append(rate / (lag + min(max(shift, -0.5), 0.5)))
    if counts is not None:
        counts.append(heard)
    return np.array(found)


def measured(x, rate):
    """Seconds, median pitch in semitones, level in dB and pitch range in semitones of one line."""
    hop = rate // 100
    frames = x[: len(x) // hop * hop].reshape(-1, hop)
    powers = np.mean(frames ** 2, axis=1)
    heard = np.nonzero(powers > powers.max() * 1e-4)[0]
    if not len(heard):
        return None
    x = x[heard[0] * hop : (heard[-1] + 1) * hop]
    speech = powers[powers > powers.max() * 1e-3]
    semitones = 12 * np.log2(pitches(x, rate))
    if len(semitones) < 5:
        return len(x) / rate, None, 10 * np.log10(speech.mean()), None
    wide = np.percentile(semitones, 90) - np.percentile(semitones, 10)
    return len(x) / rate, np.median(semitones), 10 * np.log10(speech.mean()), wide


def voiced(x, rate):
    """The share of the windows of speech that have a pitch, and the level in dB."""
    counts = []
    found = len(pitches(x, rate, counts))
    return found / max(counts[0], 1), 10 * np.log10(np.mean(x ** 2))


def spoken(host, voice, lines, tone, environment, measured=measured):
    """What each of `lines` measures."""
    results = []
    with tempfile.TemporaryDirectory() as folder:
        # One process a line: nothing has to be told apart afterwards.
        for line in lines:
            sound = os.path.join(folder, "line.wav")
            done = subprocess.run(
                [host, "speak", "--voice", voice, "-o", sound, "-q"] + (["--tone", tone] if tone else []) + ["--", line],
                env=environment, stdin=subprocess.DEVNULL, capture_output=True)
            if done.returncode != 0:
                sys.exit(f"{voice} {tone}: {done.stderr.decode()}")
            with wave.open(sound) as file:
                rate = file.getframerate()
                x = np.frombuffer(file.readframes(file.getnframes()), np.int16).astype(float) / 32768
            results.append(measured(x, rate))
    return results


def differences(plain, toned):
    """speed in %, pitch and range in semitones, level in dB: the tone beside the plain line; None where not measurable."""
    result = {"speed": (plain[0] / toned[0] - 1) * 100, "level": toned[2] - plain[2]}
    known = plain[1] is not None and toned[1] is not None
    result["pitch"] = toned[1] - plain[1] if known else None
    result["range"] = toned[3] - plain[3] if known else None
    return result


def whisper(options, voices, lines, environment):
    print(f"{'voice':<16}{'pitch, plain':>14}{'whispered':>12}{'level dB':>10}")
    worst = 0.0
    for voice in voices:
        plain, soft = (np.mean(spoken(options.host, voice, lines, tone, environment, voiced), axis=0)
                       for tone in (None, "whispering"))
        print(f"{voice:<16}{plain[0]:>13.0%}{soft[0]:>12.1%}{soft[1] - plain[1]:>+10.1f}")
        worst = max(worst, soft[0] / max(plain[0], 0.01))
    return 1 if worst > 0.1 else 0


def main():
    parser = argparse.ArgumentParser(description="Measures what tones do to offline voices.")
    parser.add_argument("host")
    parser.add_argument("lines")
    parser.add_argument("--voices", default="flite:slt,flite:awb,flite:rms,flite:kal16,espeak:gmw/en,espeak:gmw/en-US")
    parser.add_argument("--tones", default=",".join(DIRECTIONS))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--plugins")
    parser.add_argument("--whisper", action="store_true")
    options = parser.parse_args()
    environment = dict(os.environ)
    if options.plugins:
        environment["CUE_PLUGIN_PATH"] = options.plugins
    lines = [line for line in open(options.lines).read().split("\n") if line]
    voices, tones = options.voices.split(","), options.tones.split(",")
    if options.whisper:
        return whisper(options, voices, lines, environment)
    work = [(voice, tone) for voice in voices for tone in [None] + tones]
    with ThreadPoolExecutor(options.jobs) as pool:
        sounds = dict(zip(work, pool.map(lambda w: spoken(options.host, w[0], lines, w[1], environment), work)))
    weak = 0
    for voice in voices:
        print(f"\n{voice}: median change over {len(lines)} lines, * more than a just noticeable difference in its direction\n")
        print(f"{'tone':<12}{'speed %':>10}{'pitch st':>10}{'level dB':>10}{'range st':>10}  measures  lines with two")
        for tone in tones:
            signs = dict(zip(MEASURES, DIRECTIONS[tone].split()))
            each = [differences(p, t) for p, t in zip(sounds[voice, None], sounds[voice, tone])]

            def counts(value, measure):
                return value is not None and value * (1 if signs[measure] == "+" else -1) >= JND[measure]

            row, count = f"{tone:<12}", 0
            for measure in MEASURES:
                values = [d[measure] for d in each if d[measure] is not None]
                value = float(np.median(values)) if values else None
                mark = "*" if counts(value, measure) else " "
                count += mark == "*"
                row += f"{'—' if value is None else f'{value:+.1f}':>9}{mark}"
            good = sum(sum(counts(d[m], m) for m in MEASURES) >= 2 for d in each)
            print(f"{row}  {count:>8}  {good:>3} of {len(each)}")
            weak += count < 2
    print(f"\n{len(voices) * len(tones) - weak} of {len(voices) * len(tones)} tones and voices change at least two measures.")
    return 1 if weak else 0


sys.exit(main())
