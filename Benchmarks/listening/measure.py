#!/usr/bin/env python3
"""Measures what 'host listen' and 'host practice' judge, on lines said by flite and eSpeak NG.

  measure.py [--set fresh|report|tuning|human] [--every N] [--build build] [--only NAME,...] [--second PLUGIN] [--jobs N]

The tuning set has its own lines (tuning.txt), voices and noises; the report set has others (report.txt), and no limit was
chosen on it. The fresh set has lines and takes that were written when all limits stood (fresh.txt).
The human set has the recordings of recordings.txt that are installed; what is changed there is what is expected. Each take is one run of the program, as a user has it: nothing is learnt from take to take.
"""
import argparse, array, concurrent.futures, functools, hashlib, json, math, os, random, re, subprocess, sys, tempfile, wave

HERE = os.path.dirname(os.path.abspath(__file__))
SETS = {
    "tuning": dict(lines="tuning.txt", takes=["slt", "rms", "awb"], voices=["slt", "rms", "e:en-us", "e:en-gb-x-rp"], noises=["white", "pink"]),
    "report": dict(lines="report.txt", takes=["slt", "awb", "kal16"], voices=["awb", "kal16", "slt*1.08", "rms*0.93", "e:en-us-nyc", "e:en-us+f3"],
                   noises=["pink", "brown", "white"]),
    "fresh": dict(lines="fresh.txt", takes=["kal16", "slt*1.08", "rms*0.93"], voices=["kal16", "slt*1.08", "rms*0.93", "e:en-us-nyc"],
                  noises=["brown", "pink"]),
    # The "voices" are turns: each changes other words.
    "human": dict(lines="recordings.txt", voices=["1", "2", "3", "4"], noises=["pink", "brown"]),
}
RECORDINGS = "/usr/share/pocketsphinx/test/data", f"{HERE}/../../build/neural/recordings"
LONGEST = 20  # seconds of a recording that is one line
RATE = 16000
NUMBERS = {
    "tuning": [("forty two", "42"), ("seven", "7"), ("one hundred and five", "105"), ("nineteen", "19")],
    "report": [("thirty six", "36"), ("nine", "9"), ("two hundred and twelve", "212"), ("eighty one", "81"),
               ("twenty four", "24"), ("five thousand", "5000")],
    "fresh": [("fifty three", "53"), ("six", "6"), ("three hundred and one", "301"), ("twelve", "12"), ("ninety five", "95"),
              ("two thousand and seven", "2007")],
}
NO_NUMBERS = {
    "tuning": ["five apples", "two dogs and a cat", "bananas are yellow", "too late", "for you and me"],
    "report": ["three blind mice", "ten little ducks", "I ate at eight with Tom", "once upon a time", "nobody came",
               "four candles and a fork", "won by a mile", "see you tonight"],
    "fresh": ["six pence", "seven days a week", "too many to count", "the tenor sings", "for ever and ever", "ate an apple",
              "one day", "heaven knows"],
}


def bare(word):
    return word.strip(",.;:?!").lower()


DICTIONARY = "/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict"
DIGITS = dict(zip(map(str, range(21)), "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
                  "fifteen sixteen seventeen eighteen nineteen twenty".split()))


@functools.lru_cache(1)
def pronunciations():
    found = {}
    for line in open(DICTIONARY) if os.path.exists(DICTIONARY) else ():
        word, _, phones = line.strip().partition(" ")
        found.setdefault(word.partition("(")[0], set()).add(phones)
    return found


def is_same(one, other):
    """Whether two words are the same to an ear: "7" and "seven", and by the CMU dictionary "your" and "you're"."""
    one, other = DIGITS.get(one, one), DIGITS.get(other, other)
    return one == other or bool(pronunciations().get(one, set()) & pronunciations().get(other, set()))


def seed(*parts):
    return int(hashlib.sha256("|".join(map(str, parts)).encode()).hexdigest()[:12], 16)


def scenes(path):
    text = "\n".join(l for l in open(path).read().split("\n") if not l.startswith("#"))
    return [block.split("\n") for block in re.split(r"\n\n+", text.strip())]


class Sounds:
    """Takes, each made once in a folder."""

    def __init__(self, folder):
        self.folder = folder

    def say(self, text, voice):
        path = f"{self.folder}/{seed(text, voice):x}.wav"
        part = f"{path}.{random.random()}"
        if not os.path.exists(path):
            name, _, factor = voice.partition("*")
            if name.startswith("e:"):
                subprocess.run(["espeak-ng", "-v", name[2:], "-w", part, text], check=True)
            else:
                subprocess.run(["flite", "-voice", name, "-t", text, "-o", part], check=True)
            os.rename(part, path)
        with wave.open(path) as sound:
            rate = sound.getframerate() * float(voice.partition("*")[2] or 1)
            samples = array.array("h", sound.readframes(sound.getnframes()))
        return resampled(samples, rate)


def recordings(path):
    """Texts of the recordings that are installed and not too long, with their samples."""
    found = {}
    for line in open(path).read().split("\n"):
        name, _, text = line.partition(" | ")
        file = next((f"{folder}/{name}" for folder in RECORDINGS if os.path.exists(f"{folder}/{name}")), None)
        if line.startswith("#") or not text or not file:
            continue
        if name.endswith(".raw"):
            samples, rate = array.array("h", open(file, "rb").read()), RATE
        else:
            with wave.open(file) as sound:
                samples, rate = array.array("h", sound.readframes(sound.getnframes())), sound.getframerate()
        if len(samples) <= LONGEST * rate:
            found[text] = resampled(samples, rate)
    return found


def resampled(samples, rate):
    step = rate / RATE
    count = max(0, int((len(samples) - 2) / step))
    out = [0.0] * count
    # Linear is enough: rates are near each other, and all sets have the same.
    for index in range(count):
        at = index * step
        whole = int(at)
        out[index] = samples[whole] + (at - whole) * (samples[whole + 1] - samples[whole])
    return out


NOISES = {}


def noise(kind, count, rng):
    """Noise from a random place in ten seconds of it, which are made once."""
    if kind not in NOISES:
        NOISES[kind] = made_noise(kind, 10 * RATE, random.Random(kind))
    start = rng.randrange(10 * RATE)
    return [NOISES[kind][(start + index) % (10 * RATE)] for index in range(count)]


def made_noise(kind, count, rng):
    if kind == "white":
        return [rng.gauss(0, 1) for _ in range(count)]
    if kind == "brown":
        level, out = 0.0, []
        for _ in range(count):
            level = 0.99 * level + rng.gauss(0, 1)
            out.append(level)
        return out
    dice, out = [0.0] * 13, []  # Voss
    for index in range(count):
        for die in range(13):
            if index % (1 << die) == 0:
                dice[die] = rng.gauss(0, 1)
        out.append(sum(dice))
    return out


def take(parts, decibels, kind, rng):
    """Sounds and seconds of silence, with silence around them and noise beneath."""
    samples = [0.0] * int(0.35 * RATE)
    for part in parts:
        samples += [0.0] * int(part * RATE) if isinstance(part, float) else part
    samples += [0.0] * int(0.5 * RATE)
    spoken = [s * s for s in samples if s]
    power = sum(spoken) / max(1, len(spoken))
    hum = noise(kind, len(samples), rng)
    hum_power = sum(h * h for h in hum) / len(hum)
    gain = math.sqrt(power / 10 ** (decibels / 10) / hum_power) if decibels is not None else 2 / math.sqrt(hum_power)
    return array.array("h", (max(-32768, min(32767, round(s + gain * h))) for s, h in zip(samples, hum)))


def write(samples, path):
    with wave.open(path, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.tobytes())


def music(kind, rng):
    """Six seconds of notes or chords."""
    out = []
    while len(out) < 6 * RATE:
        seconds = rng.choice([0.25, 0.4, 0.6])
        root = 110 * 2 ** (rng.randrange(24) / 12)
        tones = {"melody": [2], "vibrato": [2], "chords": [1, 1.26, 1.498], "held": [1, 1.26, 1.498],
                 "plucked": [1, 1.498]}[kind]
        if kind == "held":
            seconds = 6
        harmonics = rng.choice([1, 4, 8])
        count = int(seconds * RATE)
        for index in range(count):
            time = index / RATE
            phase = 2 * math.pi * root * time
            if kind == "vibrato":
                phase += 0.012 * root / 5.5 * math.sin(2 * math.pi * 5.5 * time)
            level = min(1, time * 40, (seconds - time) * 40) * (math.exp(-3 * time) if kind == "plucked" else 1)
            out.append(3000 * level * sum(math.sin(tone * h * phase) / h for tone in tones for h in range(1, harmonics + 1)))
    return [0.0] * 5600 + out + [0.0] * 8000


class Measure:
    def __init__(self, options):
        self.set = SETS[options.set]
        self.name = options.set
        self.build = os.path.abspath(options.build)
        self.every = options.every
        self.verbose = options.verbose
        self.only = options.only.split(",") if options.only else None
        self.second = options.second
        self.folder = tempfile.mkdtemp(prefix="cue-listening-")
        self.sounds = Sounds(self.folder)
        self.recorded = recordings(f"{HERE}/{self.set['lines']}") if options.set == "human" else {}
        self.scenes = [[text] for text in self.recorded] or scenes(f"{HERE}/{self.set['lines']}")
        self.places = [(s, i) for s, scene in enumerate(self.scenes) for i in range(len(scene))]
        self.pool = concurrent.futures.ThreadPoolExecutor(max_workers=options.jobs)

    def run(self, arguments):
        environment = dict(os.environ, CUE_HOME=f"{self.folder}/home", LC_ALL="C.UTF-8")
        result = subprocess.run([f"{self.build}/host", *arguments], capture_output=True, text=True, env=environment)
        return result.returncode, [json.loads(l) for l in result.stdout.split("\n") if l.startswith("{")]

    def said(self, variant, scene, index, rng):
        """What is said: texts and pauses; nothing where the line is too short."""
        line = self.scenes[scene][index]
        tokens = line.split()
        bare = lambda token: token.rstrip(",.;:?!")
        if variant == "right":
            return [line]
        if variant == "pause":
            if len(tokens) < 2:
                return None
            at = rng.randrange(1, len(tokens))
            return [" ".join(tokens[:at]), rng.uniform(0.5, 1.5), " ".join(tokens[at:])]
        if variant == "other":
            return [rng.choice([l for l in self.scenes[scene] if l != line])]
        if variant == "outside":
            return [rng.choice(rng.choice([s for s in self.scenes if s is not self.scenes[scene]]))]
        if variant == "half":
            return [" ".join(tokens[: (len(tokens) + 1) // 2])] if len(tokens) >= 4 else None
        if variant == "clause":
            if len(tokens) < 6:
                return None
            count = max(2, len(tokens) // 3)
            first = rng.randint(0, len(tokens) - count)
            return [" ".join(tokens[:first] + tokens[first + count :])]
        own = {bare(t).lower() for t in tokens}
        words = sorted({bare(t).lower() for s in self.scenes for l in s for t in l.split()})
        words = [w for w in words if len(w) >= 4 and w not in own and "'" not in w]
        if variant == "changed":
            places = [i for i, t in enumerate(tokens) if len(bare(t)) >= 4]
            if not places:
                return None
            at = rng.choice(places)
            tokens[at] = rng.choice(words) + tokens[at][len(bare(tokens[at])) :]
            return [" ".join(tokens)]
        raise ValueError(variant)

    def file(self, variant, scene, index, voice, decibels):
        rng = random.Random(seed(self.name, variant, scene, index))
        parts = [self.recorded[self.scenes[scene][index]]] if self.recorded else self.said(variant, scene, index, rng)
        if parts is None:
            return None
        rng = random.Random(seed(variant, scene, index, voice, decibels))
        kind = rng.choice(self.set["noises"])
        sounds = parts if self.recorded else [p if isinstance(p, float) else self.sounds.say(p, voice) for p in parts]
        path = f"{self.folder}/{seed(variant, scene, index, voice, decibels):x}.take.wav"
        write(take(sounds, decibels, kind, rng), path)
        return path

    def among(self, scene):
        path = f"{self.folder}/scene{scene}.fountain"
        with open(path, "w") as file:
            file.write("INT. ROOM - DAY\n\n" + "".join(f"ANNA\n{line}\n\n" for line in self.scenes[scene]))
        return path

    def words(self, variant, scene, index, voice):
        """What is expected and what is said; nothing where the line is too short. A recording says what it says, so there the
        expected line is another."""
        line = self.scenes[scene][index]
        if not self.recorded:
            said = self.said(variant, scene, index, random.Random(seed(self.name, variant, scene, index)))
            return (line, said[0]) if said else (None, None)
        rng = random.Random(seed(self.name, variant, scene, index, voice))
        if variant == "clause":
            tokens, more = line.split(), rng.choice([s[0] for s in self.scenes if s[0] != line]).split()[:4]
            at = rng.randrange(1, len(tokens))
            return " ".join(tokens[:at] + [bare(word) for word in more] + tokens[at:]), line
        other = self.said(variant, scene, index, rng)
        return (other[0], line) if other else (None, None)

    def listen(self, job):
        variant, scene, index, voice, decibels, strictness, alone, second = job
        line, said = self.words(variant, scene, index, voice)
        path = line and self.file(variant, scene, index, voice, decibels)
        if path is None:
            return None
        more = [] if alone else ["--among", self.among(scene)]
        more += ["--second-opinion", second] if second else []
        status, events = self.run(["listen", path, "--expect", f"line:{line}", "--strictness", strictness, "--json", *more])
        os.unlink(path)
        if second and variant == "changed" and status != 0:
            new = [bare(word) for word, own in zip(said.split(), line.split()) if word != own]
            heard = [bare(word) for event in events if event["event"] == "wording" for doubt in event["doubts"]
                     for word in doubt.get("heard", "").split()]
            self.named.append(any(is_same(word, other) for word in new for other in heard))
        return status == 0

    def listened(self, name, variant, decibels, target, strictness="standard", alone=True, noticed=False, stride=1,
                 second=None):
        if self.only and not any(only in name for only in self.only):
            return
        jobs = [
            (variant, s, i, voice, decibels, strictness, alone, second)
            for number, (s, i) in enumerate(self.places)
            for turn, voice in enumerate(self.set["voices"])
            if (number + turn) % (self.every * stride) == 0
        ]
        self.named = []
        results = [(job[3], r) for job, r in zip(jobs, self.pool.map(self.listen, jobs)) if r is not None]
        self.tell(name, decibels, [(voice, r != noticed) for voice, r in results], target)
        if self.named:
            self.tell("  of these, the word that was said is named", decibels, [("", named) for named in self.named], 90)

    def tell(self, name, decibels, results, target):
        room = "clean" if decibels is None else f"{decibels} dB"
        percent = lambda rs: f"{100 * sum(r for _, r in rs) / max(1, len(rs)):.1f}"
        flite = [r for r in results if not r[0].startswith("e:")]
        espeak = [r for r in results if r[0].startswith("e:")]
        print(f"{name:48} {room:6} {percent(results):>6} % of {len(results):4}   flite {percent(flite):>6}, "
              f"eSpeak {percent(espeak):>6}   target {target}", flush=True)

    def practice(self, job):
        variant, scene, index, voice = job
        path = self.file(variant, scene, index, voice, None)
        if path is None:
            return None
        text = f"{path}.txt"
        with open(text, "w") as file:
            file.write(self.scenes[scene][index] + "\n")
        arguments = ["practice", text, "--voice", "flite:kal", "--listen", "--until-quiet", "--microphone", path,
                     "--device", "null", "--json", "--language", "en-US"]
        _, events = self.run(arguments)
        repeated = [e for e in events if e["event"] == "repeated"]
        if not repeated:
            return 0.0
        wrong = len(repeated[0]["missing"]) + len(repeated[0]["changed"]) + len(repeated[0].get("not_heard", []))
        wrong += len(repeated[0].get("added", []))
        return 1 - wrong / max(1, repeated[0]["words"])

    def practised(self):
        if self.only and "practice" not in self.only:
            return
        short = [(s, i) for s, i in self.places if len(self.scenes[s][i].split()) <= 6][:: self.every]
        wrong = [(v, s, i, voice) for s, i in short for v in ("other", "outside") for voice in self.set["voices"][:2]]
        scores = [x for x in self.pool.map(self.practice, wrong) if x is not None]
        print(f"practice: wrong takes that score more than 50 %: {sum(x > 0.5 for x in scores)} of {len(scores)} "
              f"(at 50 %: {sum(x == 0.5 for x in scores)}), 100 %: {sum(x == 1 for x in scores)}   "
              "target 2 of 32, 0", flush=True)
        right = [("right", s, i, voice) for s, i in short for voice in self.set["voices"][:2]]
        scores = [x for x in self.pool.map(self.practice, right) if x is not None]
        print(f"practice: right takes, mean score {100 * sum(scores) / len(scores):.1f} % of {len(scores)}   target 98",
              flush=True)

    def take_of(self, job):
        line, said, voice, decibels = job
        path = f"{self.folder}/{seed(line, said, voice, decibels):x}.take.wav"
        kind = self.set["noises"][0]
        write(take([self.sounds.say(said, voice)], decibels, kind, random.Random(seed(said, voice, decibels))), path)
        with open(f"{path}.txt", "w") as file:
            file.write(line + "\n")
        _, events = self.run(["practice", f"{path}.txt", "--voice", "flite:kal", "--listen", "--until-quiet",
                              "--microphone", path, "--device", "null", "--json", "--language", "en-US"])
        os.unlink(path)
        repeated = [e for e in events if e["event"] == "repeated"]
        if not repeated:
            return 0.0
        it = repeated[0]
        if "score" in it:
            return it["score"]
        right = it["words"] - len(it["missing"]) - len(it["changed"]) - len(it.get("not_heard", []))
        return right / max(1, it["words"] + len(it.get("added", [])))

    def taken(self, kind):
        """Short sentences with a word added or changed, or with one sound of a word changed, and as they are written."""
        path = f"{HERE}/{kind}-{self.name}.txt"
        if (self.only and kind not in self.only) or not os.path.exists(path):
            return
        lines = [l.split(" | ") for l in open(path).read().split("\n") if " | " in l and l[0] != "#"]
        for room in (None, 20):
            jobs = [(line, said, voice, room) for _, line, said in lines for voice in self.set["takes"]]
            scores = list(self.pool.map(self.take_of, jobs))
            name = "clean" if room is None else f"{room} dB"
            print(f"practice: wrong takes of short sentences, {name}: of {len(scores)}, "
                  f"{sum(x > 0.5 for x in scores)} above 50 %, {sum(x == 1 for x in scores)} at 100 %", flush=True)
            for kind in sorted({k for k, _, _ in lines}):
                own = [x for (k, _, _), x in zip([l for l in lines for _ in self.set["takes"]], scores) if k == kind]
                print(f"  {kind:10} {len(own):4}: mean {100 * sum(own) / len(own):5.1f} %, "
                      f"{sum(x > 0.5 for x in own)} above 50 %, {sum(x == 1 for x in own)} at 100 %", flush=True)
            for job, score in zip(jobs, scores):
                if score == 1 or (score > 0.5 and self.verbose):
                    print(f"    {100 * score:.0f} %: {job[0]} / {job[1]} / {job[2]}", flush=True)
            jobs = [(line, line, voice, room) for line in dict.fromkeys(l for _, l, _ in lines) for voice in self.set["takes"]]
            scores = list(self.pool.map(self.take_of, jobs))
            print(f"practice: right takes of short sentences, {name}: mean {100 * sum(scores) / len(scores):.1f} % "
                  f"of {len(scores)}, {sum(x < 0.98 for x in scores)} below 98 %   target 98", flush=True)
            for job, score in zip(jobs, scores):
                if score < 0.98 and self.verbose:
                    print(f"    {100 * score:.0f} %: {job[0]} / {job[2]}", flush=True)

    def heard(self, job):
        samples, expectation = job
        path = f"{self.folder}/{random.random()}.wav"
        write(samples, path)
        status, events = self.run(["listen", path, "--expect", expectation, "--json"])
        result = [e for e in events if e["event"] == "result"]
        return status, result[0] if result else {}

    def numbers(self):
        if self.only and "number" not in self.only:
            return
        jobs, answers = [], []
        for text, number in NUMBERS[self.name] + [(text, None) for text in NO_NUMBERS[self.name]]:
            for voice in self.set["voices"]:
                jobs.append((take([self.sounds.say(text, voice)], None, "white", random.Random(1)), "number"))
                answers.append((voice, number))
        results = list(self.pool.map(self.heard, jobs))
        right = [(v, r.get("number") == float(n)) for (v, n), (_, r) in zip(answers, results) if n]
        none = [(v, status == 1) for (v, n), (status, _) in zip(answers, results) if not n]
        self.tell("a number is understood", None, right, "-")
        self.tell("other words are no number", None, none, "-")

    def musics(self):
        if self.only and "music" not in self.only:
            return
        for expectation in ("number", "freeform", "name:Ana,Ben", "line:I know."):
            jobs = []
            for kind in ("melody", "vibrato", "chords", "held", "plucked"):
                for turn in range(2):
                    rng = random.Random(seed(self.name, kind, turn))
                    jobs.append((take([music(kind, rng)], None, "pink", rng), expectation))
            results = list(self.pool.map(self.heard, jobs))
            self.tell(f"music is nothing ({expectation})", None,
                      [("", status == 1 and not r.get("text")) for status, r in results], "100")

    def all(self):
        self.practised()
        self.taken("takes")
        self.taken("pairs")
        for room, target in ((None, 97), (20, 90)):
            self.listened("word-perfect: right lines accepted", "right", room, target, "word-perfect")
        for room in (None, 20):
            self.listened("word-perfect: single changed word noticed", "changed", room, 70, "word-perfect", noticed=True)
        for room, target in ((None, 98), (20, 96), (10, 93)):
            self.listened("second opinion: right lines kept", "right", room, target, "word-perfect", second=self.second)
        for room, target in ((None, 97), (20, 96), (10, 90)):
            self.listened("second opinion: changed word noticed", "changed", room, target, "word-perfect", noticed=True,
                          second=self.second)
        for room in (None, 20, 10):
            self.listened("second opinion: missing clause noticed", "clause", room, 100, "word-perfect", noticed=True,
                          stride=2, second=self.second)
        for room, target in ((None, 95), (20, 90)):
            self.listened("pause of 0.5 to 1.5 s: accepted", "pause", room, target)
        for room, target in ((None, 99), (20, 95), (10, 75)):
            self.listened("right lines accepted", "right", room, target)
        for alone, what in ((True, "the line alone"), (False, "among its scene")):
            for room, target in ((None, 99.5), (20, 99), (10, "-")):
                self.listened(f"another line of the scene noticed ({what})", "other", room, target, alone=alone,
                              noticed=True, stride=2)
        for room, target in ((None, 99), (20, 98), (10, "-")):
            self.listened("a line of elsewhere noticed", "outside", room, target, noticed=True, stride=2)
        for variant in ("clause", "half"):
            for room, target in ((None, 97), (20, 95)):
                self.listened(f"{variant} missing noticed", variant, room, target, noticed=True, stride=2)
        self.numbers()
        self.musics()


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--set", choices=SETS, default="report")
parser.add_argument("--every", type=int, default=1, help="only so many of the takes: every Nth")
parser.add_argument("--build", default="build", help="the folder with host and plugins")
parser.add_argument("--second", default="pocketsphinx", help="the second recognizer: an id, or a path of a plugin program")
parser.add_argument("--jobs", type=int, default=2, help="so many takes are heard at once")
parser.add_argument("--verbose", action="store_true", help="name the takes that went wrong")
parser.add_argument("--only", default="", help="parts of names of measures, with commas between")


if __name__ == "__main__":
    options = parser.parse_args()
    Measure(options).all()
