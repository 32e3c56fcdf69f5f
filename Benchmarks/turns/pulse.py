#!/usr/bin/env python3
"""Rehearses on a real PulseAudio server, and measures how soon the partner answers.

    Benchmarks/turns/pulse.py BUILD SCRIPT PART [LINES]

Two null sinks stand for the room: what is played to `cue_actor` is the actor's microphone (its monitor), and `cue_partner` is the
loudspeaker. When the rehearsal listens, this program plays the actor's line by flite; both monitors are recorded in one process
each, and the time from the actor's last sample to the partner's first one is what is printed, line by line. Needs pulseaudio,
pactl, parec, paplay and flite. With LAST=WORDS in the environment, these are said in place of a line's last two words, so that
its end is not heard as written.
"""
import json, os, subprocess, sys, tempfile, threading, time
import array

RATE = 48000


def samples(raw):
    data = array.array("h")
    data.frombytes(raw[: len(raw) // 2 * 2])
    return data


class Recording:
    """The monitor of a sink; each sample's time is known to some 10 ms, by when it came."""

    def __init__(self, sink):
        self.process = subprocess.Popen(
            ["parec", "-d", sink + ".monitor", "--rate=%d" % RATE, "--channels=1", "--format=s16le",
             "--latency-msec=5", "--raw"], stdout=subprocess.PIPE)
        self.loud = []  # times at which a block of 5 ms was loud
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()

    def read(self):
        while block := self.process.stdout.read(RATE // 200 * 2):
            if max(map(abs, samples(block)), default=0) > 300:
                self.loud.append(time.monotonic())


def main():
    build, script, part = sys.argv[1:4]
    most = int(sys.argv[4]) if len(sys.argv) > 4 else 12
    folder = tempfile.mkdtemp()
    subprocess.run(["pulseaudio", "--start", "--exit-idle-time=-1"], check=True)
    modules = [
        subprocess.run(
            ["pactl", "load-module", "module-null-sink", "sink_name=" + name, "rate=%d" % RATE],
            check=True, capture_output=True, text=True).stdout.strip()
        for name in ("cue_actor", "cue_partner")
    ]
    answers = []
    try:
        actor, partner = Recording("cue_actor"), Recording("cue_partner")
        time.sleep(1)
        host = subprocess.Popen(
            [build + "/host", "rehearse", script, "--as", part, "-v", os.environ.get("VOICE", "mock"), "--device", "pulse:cue_partner",
             "--microphone=pulse:cue_actor.monitor", "--json", "--from", "1"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        text, said = {}, 0
        for row in host.stdout:
            event = json.loads(row)
            if event["event"] == "shown":
                text[event["line"]] = event["text"]
            elif event["event"] == "listening":
                if said == most:
                    break
                said += 1
                line, file = event["line"], "%s/%d.wav" % (folder, said)
                words = text[line].split()
                if last := os.environ.get("LAST"):
                    words[-2:] = last.split()
                subprocess.run(["flite", "-voice", "rms", "-t", " ".join(words), "-o", file], check=True)
                time.sleep(0.5)
                subprocess.run(["paplay", "--device=cue_actor", file], check=True)
            elif event["event"] == "heard":
                answers.append((line, event["reason"], time.monotonic()))
                print("line %d: %s" % (line, event["reason"]), flush=True)
            elif event["event"] in ("waits", "finished", "microphone-lost", "recognizer-failed"):
                print("  ", row.strip(), flush=True)
        time.sleep(1)
        host.terminate()
        host.wait()
    finally:
        for module in modules:
            subprocess.run(["pactl", "unload-module", module])
    waits = {}
    for line, reason, at in answers:
        last = max((t for t in actor.loud if t < at), default=None)
        first = min((t for t in partner.loud if last and t > last), default=None)
        if last and first and first - last < 10:
            waits.setdefault(reason, []).append(first - last)
    for reason, all in sorted(waits.items()):
        all.sort()
        print("%s: %d answers, median %.0f ms, longest %.0f ms" % (
            reason, len(all), 1000 * all[len(all) // 2], 1000 * all[-1]))


main()
