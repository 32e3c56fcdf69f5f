# SPDX-License-Identifier: MIT
"""What every plugin in Python needs: it speaks the worker protocol (PROTOCOL.md). There is nothing to change here.

Derive a class from Voice, Dsp or Recognizer, and call serve(Class). What takes more than 50 ms goes through `self.work`: it
runs in the engine's thread while the host is still listened to, so that a cancel counts at once.

That needs an engine which releases the interpreter lock while it computes, as NumPy, ONNX Runtime and most C libraries do. A loop
in Python holds the lock: the other thread gets it every 5 ms, so a cancel still arrives, but the engine does not become faster by
threads. A C function that keeps the lock for long makes the plugin deaf: run that in a process of its own (`multiprocessing`).
"""
import array
import fcntl
import math
import os
import select
import struct
import threading

OK, CANCELLED = 0, 2
E_INTERNAL, E_INVALID, E_UNSUPPORTED, E_STATE, E_BUSY, E_NOT_FOUND = -1, -2, -3, -4, -5, -7
E_MEMORY, E_MODEL = -6, -9
E_TEXT_ENCODING, E_TEXT_TOO_LONG, E_LANGUAGE, E_VOICE, E_FORMAT, E_RATE, E_PERMISSION = -11, -13, -14, -15, -16, -17, -18
WORD, SOUND_PARAM, LIVE, NEEDS_RESTART = 1, 8, 4, 2  # an event; flags of parameters
SPEED, PITCH, VOLUME, LANGUAGE, VOICE_FIELD, TONES, DIRECTION, CONTEXT, SEED, TEXT_FORM = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
MODEL, PHRASE, PRONUNCIATION = 12, 13, 14
CLAMPED, IGNORED, REPLACED, GUESSED = 1, 2, 3, 4
PLAIN, SSML, PHONEMES = 0, 1, 2  # what the text of a request is
SAMPLES = {1: "f", 2: "h"}  # 32-bit float, 16-bit integer
NUMBER, INTEGER, SWITCH, CHOICE, TEXT = 1, 2, 3, 4, 5  # types of parameters
MALE, FEMALE, NEUTRAL = 1, 2, 3
AS_PLUGIN, NEVER, BY_SEED, ALWAYS = 0, 1, 2, 3  # whether a voice gives the same sound for the same request
EXPECTED, FOLLOWING, COMPETING, COMMAND, FILLER, NAME, PHRASE_NUMBER = 1, 2, 3, 4, 5, 6, 7  # roles of phrases
CAN_READ_PHONEMES, CAN_READ_LEXICON = 4, 128  # flags of a voice's traits
OUTSIDE, FILLED = 1, 2  # flags of a word that was heard
SILENT = 2  # flag of a request to speak
SECRET, IN_THE_OPEN = 1, 1  # a flag of a parameter: it is a key; a flag of a value: others can read it
NOT_REALTIME = 32  # flag of a plugin: an effect that is not for live sound
OPTIONAL = 1  # flag of a message: who does not know it skips it
DONE, PLUGIN, PARAM, VOICE, BEGIN, SOUND, EVENT, HONOURED = 0x80, 0x82, 0x83, 0x90, 0x91, 0x92, 0x93, 0x94
LOG, PROGRESS = 0x84, 0x85
AHEAD_OF_SOUND = {BEGIN, EVENT, HONOURED}  # each message wakes the host, so these go together with what comes next
PARTIAL, FINAL, ENDPOINT, TAKEN = 0xA0, 0xA1, 0xA2, 0xA3
DESTROY, CANCEL, CREDIT, QUIT, AUDIO, FINISH = 0x04, 0x07, 0x08, 0x09, 0x21, 0x22
SAVE, LOAD, EXTENSION, STREAM, TEXT_PIECE, END = 0x0C, 0x0D, 0x0E, 0x15, 0x16, 0x17
CHANGED, VOICES_CHANGED, PARAMS_CHANGED, LATENCY_CHANGED = 0x86, 1, 2, 4
MOST_BYTES, UNKNOWN_TAIL = 524288, 4294967295  # of a state or an extension's message; a tail that is not known
LONGEST, MOST_SAMPLES = 8388608, 65536


class Failure(Exception):
    """It cannot be done; the user reads the sentence."""

    def __init__(self, status, sentence):
        super().__init__(sentence)
        self.status = status


class Cancelled(Exception):
    """The host wants no more."""


def is_lack_of_memory(error):
    """Whether an engine's error means that there is not enough memory; each library says so in its own words."""
    words = str(error).lower()
    return isinstance(error, MemoryError) or any(word in words for word in ("alloc", "out of memory", "failed to map segment"))


class F64(float):
    """A number that travels as f64."""


class U64(int):
    """A number that travels as u64."""


def packed(fields):
    """Fields as bytes. int: u32, or i32 below zero; str: text; list: fields; bytes: as they are."""
    body = []
    for tag, value in fields:
        if isinstance(value, str):
            value = value.encode()
        elif isinstance(value, F64):
            value = struct.pack("<d", value)
        elif isinstance(value, U64):
            value = struct.pack("<Q", value)
        elif isinstance(value, int):
            value = struct.pack("<i" if value < 0 else "<I", value)
        elif isinstance(value, list):
            value = packed(value)
        body.append(struct.pack("<HHI", tag, 0, len(value)) + value)
    return b"".join(body)


class Fields:
    """What came with a message; of a tag that comes twice the first one counts, unless all are asked for."""

    def __init__(self, body):
        self.all = []
        while len(body) >= 8:
            tag, _, size = struct.unpack_from("<HHI", body)
            if size > len(body) - 8:
                break
            self.all.append((tag, bytes(body[8 : 8 + size])))
            body = body[8 + size :]

    def bytes(self, tag):
        return next((value for each, value in self.all if each == tag), b"")

    def number(self, tag, form, usual):
        value = self.bytes(tag)
        return struct.unpack(form, value)[0] if len(value) == struct.calcsize(form) else usual

    def u32(self, tag, usual=0):
        return self.number(tag, "<I", usual)

    def f64(self, tag, usual=0.0):
        return self.number(tag, "<d", usual)

    def text(self, tag):
        try:
            return self.bytes(tag).decode()
        except UnicodeDecodeError:
            raise Failure(E_TEXT_ENCODING, "The text is not UTF-8.") from None

    def groups(self, tag):
        return [Fields(value) for each, value in self.all if each == tag]


class Engine:
    """The thread in which an engine works, one task after the other."""

    def __init__(self):
        self.tasks, self.news = [], threading.Condition()
        self.woken, self.waker = os.pipe()  # a byte comes when a task is done
        threading.Thread(target=self.run, daemon=True).start()

    def submit(self, function, arguments):
        task = [function, arguments, None, None]  # what to do, and, when it is done: "value" or "error", and that
        with self.news:
            self.tasks.append(task)
            self.news.notify()
        return task

    def run(self):
        while True:
            with self.news:
                while not self.tasks:
                    self.news.wait()
                task = self.tasks.pop(0)
            try:
                outcome, result = "value", task[0](*task[1])
            except BaseException as error:  # it is raised where the result is waited for
                outcome, result = "error", error
            task[3], task[2] = result, outcome
            os.write(self.waker, b".")

    def drop(self, task):
        """Forgets a task: it does not begin, or nobody waits for its end."""
        with self.news:
            if task in self.tasks:
                self.tasks.remove(task)


class Wire:
    """The host, at the other end of standard input and output."""

    def __init__(self):
        self.out = os.fdopen(os.dup(1), "wb")
        try:
            fcntl.fcntl(self.out, 1031, 4 * MOST_SAMPLES)  # F_SETPIPE_SZ: a message with sound goes in one piece
        except OSError:
            pass  # no pipe, or all that the user may have is in use
        os.dup2(2, 1)  # what is printed goes to standard error, and not into the protocol
        self.engine = None
        self.inbox = bytearray()
        self.waiting = []
        self.credit = {}
        self.cancelled = set()
        self.open = set()  # the request that is being served

    def send(self, kind, request, fields=(), flags=0):
        body = packed(fields)
        try:
            self.out.write(struct.pack("<IHHI", len(body), kind, flags, request) + body)
            if kind not in AHEAD_OF_SOUND:
                self.out.flush()
        except BrokenPipeError:
            leave()  # the host is gone

    def flush(self):
        """Sends what waits for sound: there is none for a while."""
        try:
            self.out.flush()
        except BrokenPipeError:
            leave()

    def work(self, function, *arguments):
        """What `function` returns. It runs in the engine's thread, and meanwhile the host is listened to."""
        self.flush()
        self.engine = self.engine or Engine()
        task = self.engine.submit(function, arguments)
        while not task[2]:
            if self.open & self.cancelled:
                self.engine.drop(task)
                raise Cancelled
            ready = select.select([0, self.engine.woken], [], [])[0]
            if self.engine.woken in ready:
                os.read(self.engine.woken, 4096)
            if 0 in ready:
                self.receive(block=False)
        if task[2] == "error":
            raise task[3]
        return task[3]

    def receive(self, block):
        """Takes what the host has sent; credit and cancel count at once, all else waits its turn."""
        if block:
            self.flush()
        while block or select.select([0], [], [], 0)[0]:
            some = os.read(0, 65536)
            if not some:
                leave()  # the host is gone
            self.inbox += some
            while len(self.inbox) >= 12:
                length, kind, flags, request = struct.unpack_from("<IHHI", self.inbox)
                if length > LONGEST or kind >= DONE:
                    leave(70)  # nothing that a host may send
                if len(self.inbox) < 12 + length:
                    break
                body = bytes(self.inbox[12 : 12 + length])
                del self.inbox[: 12 + length]
                if kind == QUIT:
                    leave()
                elif kind == CREDIT:
                    self.credit[request] = self.credit.get(request, 0) + Fields(body).u32(34)
                else:
                    if kind == CANCEL:
                        self.cancelled.add(request)
                    elif kind == DESTROY:  # what is under way or waits is not served to its end
                        self.cancelled.update(self.open, (each[2] for each in self.waiting))
                    self.waiting.append((kind, flags, request, Fields(body)))
            block = False

    def next(self):
        while not self.waiting:
            self.receive(block=True)
        return self.waiting.pop(0)


def leave(status=0):
    """Ends the program, at once and whatever the engine's thread does."""
    os._exit(status)


class Parameter:
    """What users set by --set NAME=VALUE: a number, a whole number, or text, where `initial` is one. See Switch and Choice, too."""

    def __init__(self, id, name, unit, description, minimum, maximum, initial, flags=0, type=None, group=""):
        self.id, self.name, self.unit, self.description = id, name, unit, description
        self.minimum, self.maximum, self.initial, self.flags, self.group = minimum, maximum, initial, flags, group
        self.type = type or (TEXT if isinstance(initial, str) else NUMBER)

    def value_of(self, text):
        """The value that the text says; a Failure where it is none that is allowed."""
        if self.type == TEXT:
            return text
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not self.allows(value):
            kind = "a whole number" if self.type == INTEGER else "a number"
            unit = " " + self.unit if self.unit else ""
            raise Failure(E_INVALID, f"{self.name} takes {kind} from {self.minimum:g} to {self.maximum:g}{unit}.")
        return self.inside(value)

    def allows(self, number):
        return self.minimum <= number <= self.maximum and (self.type != INTEGER or number == int(number))

    def inside(self, number):
        """The number that travels, as the plugin has it."""
        return int(number) if self.type == INTEGER else number

    def outside(self, value):
        """The number for a value of the plugin."""
        return float(value)

    def described(self):
        told = [(57, self.id), (53, self.type), (14, self.flags), (7, self.name), (70, self.unit), (18, self.description)]
        told += [(77, self.group)] if self.group else []
        if self.type == TEXT:
            return told + [(75, self.initial)]
        step = F64(0 if self.type == NUMBER else 1)
        return told + [(71, F64(self.minimum)), (72, F64(self.maximum)), (73, F64(self.outside(self.initial))), (74, step)]


class Switch(Parameter):
    """What is on or off; its value is True or False."""

    def __init__(self, id, name, description, initial=False, flags=0, group=""):
        super().__init__(id, name, "", description, 0, 1, bool(initial), flags, SWITCH, group)

    def value_of(self, text):
        if text not in ("on", "off", "1", "0"):
            raise Failure(E_INVALID, f"{self.name} is on or off.")
        return text in ("on", "1")

    def allows(self, number):
        return number in (0, 1)

    def inside(self, number):
        return bool(number)


class Choice(Parameter):
    """One of several names, which is its value. `choices` has an id for each name: ids never change, names may be added anywhere."""

    def __init__(self, id, name, description, choices, initial, flags=0, group=""):
        self.choices = dict(choices)  # names by id
        self.ids = {name: id for id, name in self.choices.items()}
        super().__init__(id, name, "", description, min(self.choices), max(self.choices), initial, flags, CHOICE, group)

    def value_of(self, text):
        if text not in self.ids:
            raise Failure(E_INVALID, f"{self.name} is one of these: {', '.join(self.ids)}.")
        return text

    def allows(self, number):
        return number in self.choices

    def inside(self, number):
        return self.choices[int(number)]

    def outside(self, value):
        return float(self.ids[value])

    def described(self):
        told = [(57, self.id), (53, CHOICE), (14, self.flags), (7, self.name), (18, self.description), (73, F64(self.outside(self.initial)))]
        told += [(77, self.group)] if self.group else []
        return told + [(76, [(91, id), (7, name)]) for id, name in self.choices.items()]


class Plugin:
    """What all plugins have. Names that begin with `_` belong to this kit."""

    id = name = vendor = version = licence = url = description = ""
    determinism = 2  # whether the same request gives the same sound: 0 no, 1 from a fresh engine, 2 always
    flags = 0  # NOT_REALTIME
    first_sound = 0  # ms that a line of a voice may take until its first sound, `progress` begins them again; 0: the host decides
    features = ()  # what it is good for: "denoise", "reverb", "streaming"
    parameters = []
    wire = None
    number = 0  # of the instance

    def progress(self, share):
        """Tells the host that loading goes on, and how much of it is done, 0 to 1; its patience starts again."""
        self.wire.send(PROGRESS, 0, [(21, int(1000 * share))], OPTIONAL)

    def log(self, text):
        """A line for who wants to know more."""
        self.wire.send(LOG, 0, [(19, 2), (20, text)], OPTIONAL)

    def work(self, function, *arguments):
        """What `function` returns, computed in the engine's thread; a cancel ends the wait."""
        return self.wire.work(function, *arguments)

    def activate(self):
        """Loads the engine; whatever takes long belongs here and not into __init__."""

    def set(self, parameter, value):
        """Takes a new value, which is within its range."""

    def changed(self, what, latency=0, tail=0):
        """Tells the host to ask again for what has changed: VOICES_CHANGED, PARAMS_CHANGED, LATENCY_CHANGED, or a sum of them."""
        more = [(103, latency), (104, tail)] if what & LATENCY_CHANGED else []
        self.wire.send(CHANGED, 0, [(9, self.number), (14, what)] + more, OPTIONAL)

    # A plugin that learns what its user would miss has `save` and `load`: the host keeps the bytes for the next start. Settings
    # and keys are no part of them. A plugin with messages of its own has `answer`.
    save = None  # def save(self): gives the bytes, at most MOST_BYTES; the same each time while nothing new is learned
    load = None  # def load(self, state): takes what `save` gave, perhaps in an earlier version; b"" is the beginning;
    #              a Failure with E_INVALID for other bytes, and then nothing changes
    answer = None  # def answer(self, id, message): the reply, bytes; a Failure with E_UNSUPPORTED for an unknown id

    def reset(self):
        """Forgets what earlier requests left behind; parameters stay."""

    def _serve(self, wire, kind, request, fields):
        """Serves a request of its kind of plugin; says what DONE has beside its status, or that there is none yet."""
        return None


class Speech:
    """Where a voice puts its sound."""

    def __init__(self, wire, request):
        self.wire, self.request, self.code = wire, request, "h"

    def begin(self, rate, sample=2):
        """Once, before all sound, which is mono: 16-bit integers, or with `sample` 1 floats."""
        self.code = SAMPLES[sample]
        self.wire.send(BEGIN, self.request, [(30, sample), (31, rate), (32, 1)])

    def word(self, frame, offset, length):
        """A word begins at `frame`; offset and length are bytes of the request's text. Ahead of the sound with that frame."""
        self.wire.send(EVENT, self.request, [(53, WORD), (54, U64(frame)), (55, offset), (56, length)])

    def report(self, field, outcome, value=0.0, text=""):
        """Something is not done as asked."""
        self.wire.send(HONOURED, self.request, [(57, field), (58, outcome), (59, F64(value)), (20, text)])

    def within(self, asked, low, high, usual, field):
        """What was asked for, or the nearest that can be done, which is then reported."""
        used = usual if math.isnan(asked) else min(max(asked, low), high)
        if used != asked:
            self.report(field, CLAMPED, used)
        return used

    def sound(self, samples):
        """The next samples: numbers, or something with a buffer of them, such as an array. The host says how many it takes."""
        try:
            data = memoryview(samples).cast("B")
        except TypeError:
            data = memoryview(array.array(self.code, samples)).cast("B")
        size = array.array(self.code).itemsize
        while True:
            self.wire.receive(block=bool(data) and not self.wire.credit[self.request])
            if self.request in self.wire.cancelled:
                raise Cancelled
            count = min(self.wire.credit[self.request], len(data) // size, MOST_SAMPLES)
            if count:
                self.wire.send(SOUND, self.request, [(33, bytes(data[: count * size]))])
                self.wire.credit[self.request] -= count
                data = data[count * size :]
            if not data:
                return


class VoiceInfo:
    """One of a plugin's voices. `quality` is how much it sounds like a person: 1 not at all, 5 nearly; 0: not said.
    `determinism`: whether the same request gives the same sound, where that is not what the plugin says of all its voices."""

    def __init__(self, id, name="", languages=(), gender=NEUTRAL, rate=22050, description="", licence="", is_default=False,
                 quality=0, determinism=AS_PLUGIN):
        self.id, self.name, self.languages, self.gender, self.rate = id, name or id, languages, gender, rate
        self.description, self.licence, self.is_default, self.quality = description, licence, is_default, quality
        self.determinism = determinism

    def described(self):
        told = [(10, self.id), (7, self.name), (31, self.rate), (14, int(self.is_default)), (60, self.gender),
                (68, self.quality), (13, self.determinism), (16, self.licence), (18, self.description)]
        return told + [(40, language) for language in self.languages]


class SpeechRequest:
    """What a voice is asked to say, and how."""

    def __init__(self, fields):
        self.text, self.bytes = fields.text(20), fields.bytes(20)
        self.form = fields.u32(52)  # PLAIN, SSML or PHONEMES
        self.language, self.voice = fields.text(40), fields.text(41)
        self.speed, self.pitch, self.volume = fields.f64(42) or 1.0, fields.f64(43), fields.f64(44) or 1.0  # 0: not said
        if fields.u32(14) & SILENT:
            self.volume = 0.0
        self.seed = fields.u32(48)  # 0: none given
        self.wants_words = bool(fields.u32(45) & WORD)
        self.has_tones = bool(fields.groups(46))
        self.lexicon = {each.text(7).lower(): each.text(20) for each in fields.groups(84)}  # words and how they are spoken, in IPA


class Voice(Plugin):
    kind = "cue.voice/1"
    voice = ""  # the only voice; a plugin with several has `voices` instead
    rate = 22050
    speeds = pitches = (0.0, 0.0)  # 0 and 0: any speed, no other pitch
    traits = 0  # CAN_READ_PHONEMES, CAN_READ_LEXICON
    events = WORD  # what it reports; 0 for an engine that does not know when its words begin: the host then estimates that
    loudest = 0.0  # the highest volume that it can do; 0: any
    longest = 0  # bytes of a text that it takes; 0: a megabyte at least
    forms = (PLAIN,)  # of text that it reads; another is read as plain, and that reported

    def voices(self):
        """The voices that can speak now; the first is the default."""
        return [VoiceInfo(self.voice, rate=self.rate, is_default=True)]

    def fingerprint(self, voice):
        """Names all that decides how the voice sounds: hosts keep sound by it."""
        raise NotImplementedError

    def prepare(self, voice):
        """Loads a voice ahead of its first line."""

    def check(self, voice):
        """A Failure where there is no such voice."""
        if not voice:
            return  # the default one, and nobody has to look which there are
        ids = [each.id for each in self.voices()]
        if voice not in ids:
            raise Failure(E_VOICE, f"There is no voice “{voice[:60]}” here; there is {', '.join(ids)}.")

    def speak(self, request, speech):
        """Says a SpeechRequest; sound is handed to the Speech as it is made."""
        raise NotImplementedError

    def _serve(self, wire, kind, request, fields):
        if kind == 0x10:
            for voice in self.voices():
                wire.send(VOICE, request, voice.described())
            return []
        if kind == 0x12:
            (slow, fast), (low, high) = self.speeds, self.pitches
            return [(14, self.traits), (45, self.events), (62, self.longest), (63, F64(slow)), (64, F64(fast)), (65, F64(low)),
                    (66, F64(high)), (78, F64(self.loudest))]
        if kind == 0x13:
            return [(20, self.fingerprint(fields.text(41)))]
        if kind in (STREAM, TEXT_PIECE, END):
            return self._piece(wire, kind, request, fields) if self.begin_line else None
        if kind == 0x11 and self._line:
            raise Failure(E_BUSY, "A line is open: its text comes in pieces.")
        if kind == 0x14 or kind == 0x11:
            self.check(fields.text(41))
        if kind == 0x14:
            self.prepare(fields.text(41))
            return []
        if kind != 0x11:
            return None
        try:
            asked, speech = self._begun(wire, request, fields)
            self.speak(asked, speech)
        finally:
            wire.credit.pop(request, None)
        return []

    def _begun(self, wire, request, fields):
        speech = Speech(wire, request)
        open_requests = {each for _, _, each, _ in wire.waiting} | {request}
        wire.credit = {each: frames for each, frames in wire.credit.items() if each in open_requests}
        wire.credit[request] = wire.credit.get(request, 0) + fields.u32(34)
        asked = SpeechRequest(fields)
        if self.longest and len(asked.bytes) > self.longest:
            raise Failure(E_TEXT_TOO_LONG, f"The text is longer than {self.longest} bytes.")
        if asked.form not in self.forms:
            speech.report(TEXT_FORM, IGNORED)
        if asked.has_tones:
            speech.report(TONES, IGNORED)
        return asked, speech

    # A voice whose text may come in pieces, as a language model writes it, has these. It says what it is sure of and keeps the
    # rest: an unfinished word or sentence. Places of words count from the first byte of the line.
    begin_line = None  # def begin_line(self, request, speech): the request's text is the first piece, perhaps empty
    #                    def add_text(self, piece): the next piece, str; words may be cut
    #                    def end_line(self): no more text; says all that is left
    _line = None  # the request of the open one

    def close_line(self):
        """The line is over, or was cancelled."""

    def _piece(self, wire, kind, request, fields):
        if kind == STREAM and self._line:
            raise Failure(E_BUSY, "A line is open already.")
        if kind != STREAM and request != self._line:
            return False  # of a line that is over
        try:
            if kind == STREAM:
                self.check(fields.text(41))
                self._line = request
                self.begin_line(*self._begun(wire, request, fields))
            elif kind == TEXT_PIECE:
                self.add_text(fields.text(20))
            else:
                self.end_line()
        except Cancelled:
            return False  # the CANCEL that waits ends the line
        except Exception:
            self._leave_line(wire)
            raise
        if kind != END:
            wire.flush()
            return False
        self._leave_line(wire)
        return []

    def _leave_line(self, wire):
        if self._line:
            wire.credit.pop(self._line, None)
            self._line = None
            self.close_line()


class Dsp(Plugin):
    """An effect. Its sound may be later than its input (`latency`), go on after it (`tail`), and have other channels.

    Python allocates and collects at any time, so an effect in Python is not for sound that somebody hears live: it has NOT_REALTIME.
    """

    kind = "cue.dsp/1"
    flags = NOT_REALTIME
    channels = 0  # 0: not configured
    outputs = 0  # channels that come out
    sides = 0  # channels of the second sound, the side chain; 0: there is none
    latency = 0  # frames at the beginning of its output that are not part of its sound; after `configure`
    tail = 0  # frames that follow the end of the input; UNKNOWN_TAIL
    maximum = 0
    _has_ended = False  # since the last FLUSH nothing was reset or configured
    shape = None

    def accepts(self, channels, outputs, sides):
        """Whether it can have so many channels in, out and at the side: as many out as in, and no side chain."""
        return outputs == channels and sides == 0

    def configure(self, rate, channels):
        """Prepares for that sound, and forgets all other. `outputs` and `sides` are set."""

    def process(self, samples):
        """Takes the next frames of float sound, all channels of a frame side by side; gives what it has. With a `latency`, that is
        as many frames as it takes; less only at the beginning, and then `latency` stays 0.

        `self.side` has the frames of the second sound.
        """
        raise NotImplementedError

    def flush(self):
        """What is left at the end of the input: `latency` frames, and the tail."""
        return array.array("f")

    def placed(self, frame):
        """The frame of its output at which a frame of the input is heard."""
        return frame + self.latency

    def _serve(self, wire, kind, request, fields):
        if kind == 0x30:
            rate, channels, maximum = fields.u32(31), fields.u32(32), fields.u32(100)
            outputs, sides = fields.u32(39) or channels, fields.u32(38)
            if not 1 <= rate <= 768000:
                raise Failure(E_RATE, "The rate goes from 1 to 768000 Hz.")
            if not 1 <= channels <= 64 or not 1 <= outputs <= 64 or sides > 64:
                raise Failure(E_FORMAT, "There are 1 to 64 channels.")
            if not self.accepts(channels, outputs, sides):
                beside = f", and {sides} at its side" if sides else ""
                raise Failure(E_FORMAT, f"This effect does not make {outputs} channels of {channels}{beside}.")
            if not 1 <= maximum <= 1048576:
                raise Failure(E_INVALID, "A block has 1 to 1048576 frames.")
            self.channels, self.outputs, self.sides, self.maximum, self._has_ended = channels, outputs, sides, maximum, False
            self.shape = rate, channels
            self.configure(*self.shape)
            return [(103, self.latency), (104, self.tail)]
        if kind == 0x31:
            if self._has_ended:
                raise Failure(E_STATE, "Its sound has ended: reset or configure it first.")
            self._block(wire, request, fields)
        if kind == 0x32:
            if not self.channels:
                raise Failure(E_STATE, "Nothing was configured.")
            self._change([each for each in self._changes(fields)])
            self._has_ended = True
            self._give(wire, request, self.flush(), fields.u32(101))
        if kind not in (0x31, 0x32):
            return None
        asked = [struct.unpack("<Q", value)[0] for tag, value in fields.all if tag == 54 and len(value) == 8]
        return [(54, U64(self.placed(frame))) for frame in asked]

    def _changes(self, fields):
        live = {each.id: each for each in self.parameters if each.flags & LIVE}
        changes = [(each.u32(55), live.get(each.u32(57)), each.f64(59, math.nan)) for each in fields.groups(105)]
        if any(not parameter or not parameter.allows(value) for _, parameter, value in changes):
            raise Failure(E_INVALID, "A change is not allowed.")
        return changes

    def _change(self, changes):
        for _, parameter, value in changes:
            parameter.value = parameter.inside(value)
            self.set(parameter, parameter.value)

    def _give(self, wire, request, samples, capacity):
        """Sends sound in messages that the host has room for."""
        most = max(1, min(capacity or MOST_SAMPLES, MOST_SAMPLES // self.outputs)) * self.outputs
        for at in range(0, len(samples), most):
            wire.send(SOUND, request, [(33, samples[at : at + most].tobytes())])

    def _block(self, wire, request, fields):
        sound, side = fields.bytes(33), array.array("f")
        frames = len(sound) // (4 * max(self.channels, 1))
        if not self.channels or frames > self.maximum:
            raise Failure(E_STATE, "The block is longer than was configured.")
        if self.sides:
            given = fields.bytes(37)[: 4 * self.sides * frames]
            side.frombytes(given + bytes(4 * self.sides * frames - len(given)))  # missing: silence
        changes = self._changes(fields)
        samples, at = array.array("f", sound[: 4 * self.channels * frames]), 0
        most = max(1, min(fields.u32(101) or frames, MOST_SAMPLES // self.channels))
        while at < frames:
            wire.receive(block=False)
            if request in wire.cancelled:
                raise Cancelled
            while changes and changes[0][0] <= at:
                self._change([changes.pop(0)])
            end = min(at + most, frames, changes[0][0] if changes else frames)
            self.side = side[at * self.sides : end * self.sides]
            made = self.process(samples[at * self.channels : end * self.channels])
            self._give(wire, request, made, fields.u32(101))
            at = end
        self._change(changes)


def likelihood(value):
    """0 to 1, below 0 not known, as it travels: 0 is not known there."""
    return F64(0 if value < 0 else max(value, 1e-9))


class Word:
    """A word that was heard: from its first frame to the one after its last; how sure that is, 0 to 1 (below 0: not known).

    `phrase` is the number of the request's phrase that it belongs to, 1 for the first; 0: none, or not known. `flags` may say
    OUTSIDE: sound that is in none of the phrases, whose text says what it was like, or is empty; FILLED: "uh".
    """

    def __init__(self, text, start, end, confidence=-1.0, phrase=0, flags=0):
        self.text, self.start, self.end, self.confidence, self.phrase = text, start, end, confidence, phrase
        self.flags = flags


class Heard:
    """All that was heard in a stream so far. The first `stable` words will not change any more."""

    def __init__(self, words=(), stable=None, confidence=-1.0, no_speech=-1.0, language=""):
        self.words = list(words)
        self.stable = len(self.words) if stable is None else stable
        self.confidence, self.no_speech, self.language = confidence, no_speech, language


class ListenRequest:
    """What a stream of sound is, and what may be heard in it."""

    def __init__(self, fields):
        self.sample, self.channels, self.rate = fields.u32(30, 2), fields.u32(32, 1), fields.u32(31, 16000)
        self.partials = fields.u32(80)
        self.language, self.model = fields.text(40), fields.text(81)
        self.phrases = [(each.u32(83), each.text(20)) for each in fields.groups(82)]  # role and text, as it is spoken
        self.written = [each.text(92) or each.text(20) for each in fields.groups(82)]  # the same as they are printed
        self.lexicon = [(each.text(7), each.text(20)) for each in fields.groups(84)]  # word and IPA


class Recognizer(Plugin):
    kind = "cue.recognizer/1"
    _stream = None  # the request of the open one
    rates = (100, 768000)  # the lowest and the highest that it takes

    def open(self, request, report):
        """Opens the stream of a ListenRequest. `report(field, outcome, value=0, text="")` says what is not done as asked."""

    def push(self, sample, frame):
        """Takes the sample before `frame`; "heard" where there is more to tell, "finished" where the speaker may be."""
        raise NotImplementedError

    def hear(self, sound):
        """Takes the next sound, 16-bit or float as the request says, in blocks of any length; gives what `push` does, each once.

        An engine that wants more than one sample at a time has this instead of `push`.
        """
        samples = array.array(SAMPLES[self.request.sample], sound)
        channels = self.request.channels
        scale = (1 if self.request.sample == 1 else 32768) * channels
        for at in range(0, len(samples), channels):
            total = sum(samples[at : at + channels])
            self.frame += 1
            news = self.push(total / scale if math.isfinite(total) else 0.0, self.frame)
            if news:
                yield news

    def heard(self, is_final):
        """What was heard in the stream, as a Heard."""
        raise NotImplementedError

    def end(self):
        """The frame at which the speaker seems to have finished."""
        words = self.heard(False).words
        return words[-1].end if words else self.frame

    def close(self):
        """The stream is over, or was cancelled."""

    def _serve(self, wire, kind, request, fields):
        if kind == 0x20:
            return self._listen(wire, request, fields)
        if kind in (AUDIO, FINISH):
            if request == self._stream:  # what comes for one that is over is dropped
                try:
                    self._audio(wire, request, fields) if kind == AUDIO else self._finish(wire, request)
                except Cancelled:
                    pass  # the CANCEL that waits ends the stream
                except Exception:
                    self._stream = None  # the DONE that tells of it ends the stream
                    self.close()
                    raise
            return False
        return None

    def _listen(self, wire, request, fields):
        if self._stream is not None:
            raise Failure(E_BUSY, "A stream is open already.")
        asked = ListenRequest(fields)
        low, high = self.rates
        if asked.sample not in SAMPLES or not 1 <= asked.channels <= 64:
            raise Failure(E_FORMAT, "Sound is 32-bit float or 16-bit integer, with 1 to 64 channels.")
        if not low <= asked.rate <= high:
            raise Failure(E_RATE, f"The rate goes from {low} to {high} Hz.")
        self.request, self._stream, self.frame, self._revision = asked, request, 0, 0

        def report(field, outcome, value=0.0, text=""):
            wire.send(HONOURED, request, [(57, field), (58, outcome), (59, F64(value)), (20, text)])

        try:
            self.open(asked, report)
        except BaseException:
            self._stream = None
            raise
        wire.send(TAKEN, request, [(54, U64(0))])
        return False

    def _audio(self, wire, request, fields):
        sound, size = fields.bytes(33), array.array(SAMPLES[self.request.sample]).itemsize * self.request.channels
        frames = min(len(sound) // size, fields.u32(113, len(sound) // size))
        taken = self.frame + frames
        step = MOST_SAMPLES // self.request.channels  # a message may hold minutes
        for at in range(0, frames, step):
            wire.receive(block=False)
            if request in wire.cancelled:
                raise Cancelled
            for news in self.hear(sound[at * size : min(at + step, frames) * size]):
                if news == "finished":
                    wire.send(ENDPOINT, request, [(54, U64(self.end()))])
                elif self.request.partials:
                    self._tell(wire, request, PARTIAL, self.heard(False))
        self.frame = taken
        wire.send(TAKEN, request, [(54, U64(taken))])

    def _finish(self, wire, request):
        self._tell(wire, request, FINAL, self.heard(True))
        self._stream = None
        self.close()
        wire.send(DONE, request, [(1, OK)])

    def _tell(self, wire, request, kind, heard):
        self._revision += 1
        def text_of(words):
            return " ".join(word.text for word in words if not word.flags & (OUTSIDE | FILLED))

        text, stable = text_of(heard.words), text_of(heard.words[: heard.stable])
        told = [(85, self._revision), (20, text), (86, len(stable.encode())), (54, U64(0)), (88, U64(self.frame)),
                (89, likelihood(heard.confidence)), (90, likelihood(heard.no_speech)), (40, heard.language)]
        for word in heard.words:
            told.append((87, [(20, word.text), (54, U64(word.start)), (88, U64(word.end)), (89, likelihood(word.confidence)),
                              (91, word.phrase), (14, word.flags)]))
        wire.send(kind, request, told)


class Server:
    def __init__(self, plugin):
        self.make, self.plugin, self.number, self.wire = plugin, None, 0, Wire()

    def about(self, request):
        made = self.make
        self.wire.send(PLUGIN, request, [
            (10, made.id), (11, made.kind), (7, made.name), (17, made.url), (15, made.vendor), (8, made.version),
            (16, made.licence), (18, made.description), (12, 1), (13, made.determinism), (14, made.flags), (5, 1), (6, 0)]
            + [(24, feature) for feature in made.features] + ([(116, made.first_sound)] if made.first_sound else []))

    def run(self):
        while True:
            kind, flags, request, fields = self.wire.next()
            status, more = OK, []
            if kind == CANCEL:  # what it was for has been served by now, but for a stream
                if request in self.open_streams():
                    self.close_stream()
                self.wire.cancelled.discard(request)
                continue
            self.wire.open = {request}
            try:
                more = self.serve(kind, request, fields)
                if more is None and flags & 1:
                    continue  # what is marked as optional and unknown is passed over
                if more is None:
                    raise Failure(E_UNSUPPORTED, "This plugin does not know such a request.")
                if more is False:  # a stream, which stays open
                    continue
            except Cancelled:
                self.wire.cancelled.discard(request)
                status, more = CANCELLED, []
            except Failure as failure:
                status, more = failure.status, [(2, sentence(failure))]
            except Exception as error:  # a mistake of ours is an answer, and no end
                if is_lack_of_memory(error):
                    error = "There is not enough memory; end other programs and try again."
                    status = E_MEMORY
                else:
                    status, error = E_INTERNAL, f"{type(error).__name__}: {error}"
                more = [(2, sentence(error))]
            self.wire.send(DONE, request, [(1, status)] + more)

    def serve(self, kind, request, fields):
        if kind == 0x01:
            return [(5, 1), (6, 0)]
        if kind == 0x02:
            self.about(request)
            return []
        if kind == 0x03:
            return self.create(request, fields)
        if kind in (AUDIO, FINISH):
            return self.plugin._serve(self.wire, kind, request, fields) if self.streams() else False
        if kind in (TEXT_PIECE, END):
            return self.plugin._serve(self.wire, kind, request, fields) if request in self.open_streams() else False
        if not 0x04 <= kind <= 0x46:
            return None
        if not self.plugin or fields.u32(9) != self.number:
            raise Failure(E_NOT_FOUND, "There is no such instance.")
        if request in self.wire.cancelled:
            raise Cancelled
        return self.of_instance(kind, request, fields)

    def streams(self):
        return isinstance(self.plugin, Recognizer)

    def open_streams(self):
        """The request of the open stream or line, if there is one."""
        return {getattr(self.plugin, "_stream", None), getattr(self.plugin, "_line", None)} - {None}

    def create(self, request, fields):
        number = fields.u32(9)
        if fields.text(10) not in ("", self.make.id):
            raise Failure(E_NOT_FOUND, "This program offers no such plugin.")
        if fields.text(11) not in ("", self.make.kind):
            raise Failure(E_UNSUPPORTED, f"{self.make.id} is of another kind.")
        if number == 0 or (self.plugin and number == self.number):
            raise Failure(E_INVALID, "The instance's number is 0 or taken.")
        if self.plugin:
            raise Failure(E_BUSY, "There is one instance at a time.")
        plugin = self.make()
        plugin.wire, plugin.number = self.wire, number
        for parameter in plugin.parameters:
            parameter.value = parameter.initial
        for setting in fields.groups(22):
            self.set(plugin, setting)
        plugin.activate()
        self.plugin, self.number = plugin, number
        self.about(request)
        return []

    def of_instance(self, kind, request, fields):
        if kind == 0x04:
            self.close_stream()
            self.plugin = None
            return []
        if kind == 0x05:
            self.set(self.plugin, fields)
            return []
        if kind == 0x06:
            for each in self.plugin.parameters:
                self.wire.send(PARAM, request, each.described())
            return []
        if kind == 0x0B:
            parameter = next((each for each in self.plugin.parameters if each.id == fields.u32(57)), None)
            if not parameter:
                raise Failure(E_NOT_FOUND, "There is no such parameter.")
            return [(20, parameter.value)] if parameter.type == TEXT else [(59, F64(parameter.outside(parameter.value)))]
        if kind == 0x0A:
            self.close_stream()
            self.plugin._has_ended = False
            self.plugin.reset()
            return []
        if kind == SAVE and self.plugin.save:
            return [(25, within(self.plugin.save()))]
        if kind == LOAD and self.plugin.load:
            self.plugin.load(within(fields.bytes(25)))
            return []
        if kind == EXTENSION and self.plugin.answer:
            return [(25, within(self.plugin.answer(fields.text(10), within(fields.bytes(25)))))]
        return self.plugin._serve(self.wire, kind, request, fields)

    def set(self, plugin, setting):
        name, text = setting.text(7), setting.text(20)
        parameter = next((each for each in plugin.parameters if each.name == name), None)
        if not parameter:
            raise Failure(E_NOT_FOUND, "There is no such parameter.")
        is_secret = bool(parameter.flags & SECRET)
        if is_secret and setting.u32(14) & IN_THE_OPEN:
            raise Failure(E_PERMISSION, f"{name} is a key, and others can read where it comes from.")
        value = parameter.value_of(text)
        parameter.value = parameter.initial if is_secret else value  # a key is never given out
        plugin.set(parameter, value)

    def close_stream(self):
        if isinstance(self.plugin, Voice) and self.plugin._line:
            self.wire.send(DONE, self.plugin._line, [(1, CANCELLED)])
            self.plugin._leave_line(self.wire)
        if self.streams() and self.plugin._stream is not None:
            self.wire.send(DONE, self.plugin._stream, [(1, CANCELLED)])
            self.plugin._stream = None
            self.plugin.close()


def within(data):
    """Bytes of a state or a message, if they are not too many."""
    if len(data) > MOST_BYTES:
        raise Failure(E_INVALID, f"There are {len(data)} bytes; {MOST_BYTES} are allowed.")
    return bytes(data)


def sentence(text):
    """Text that fits into a DONE: 512 bytes, whole characters, one line."""
    return " ".join(str(text).split()).encode()[:512].decode(errors="ignore")


def keep_private():
    """Lets no other program of the user read our memory, where keys may be. CUE_DUMPABLE=1 allows debuggers."""
    if os.environ.get("CUE_DUMPABLE") == "1":
        return
    try:
        import ctypes

        ctypes.CDLL(None).prctl(4, 0, 0, 0, 0)  # PR_SET_DUMPABLE
    except (ImportError, OSError, AttributeError):
        pass  # it works without, less privately


def refuse(text):
    """Says that the plugin cannot be used at all, and ends: for what is missing before there is a class to serve."""
    Wire().send(DONE, 0, [(1, E_UNSUPPORTED), (2, sentence(text))])
    leave(1)


def serve(plugin):
    """Serves the class until the host is gone."""
    keep_private()
    Server(plugin).run()
