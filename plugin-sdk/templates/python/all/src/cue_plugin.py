# SPDX-License-Identifier: MIT
"""What every plugin in Python needs: it speaks the worker protocol (PROTOCOL.md). There is nothing to change here.

Derive a class from Voice, Dsp or Recognizer, and call serve(Class).
"""
import array
import math
import os
import select
import struct
import sys

OK, CANCELLED = 0, 2
E_INTERNAL, E_INVALID, E_UNSUPPORTED, E_STATE, E_BUSY, E_NOT_FOUND = -1, -2, -3, -4, -5, -7
E_TEXT_ENCODING, E_VOICE, E_FORMAT, E_RATE = -11, -15, -16, -17
WORD, SOUND_PARAM, LIVE = 1, 8, 4
SPEED, PITCH, VOLUME, TONES, TEXT_FORM, PHRASE = 1, 2, 3, 6, 10, 13
CLAMPED, IGNORED = 1, 2
DONE, PLUGIN, PARAM, VOICE, BEGIN, SOUND, EVENT, HONOURED = 0x80, 0x82, 0x83, 0x90, 0x91, 0x92, 0x93, 0x94
PARTIAL, FINAL, ENDPOINT, TAKEN = 0xA0, 0xA1, 0xA2, 0xA3
DESTROY, CANCEL, CREDIT, QUIT, AUDIO, FINISH = 0x04, 0x07, 0x08, 0x09, 0x21, 0x22
LONGEST, MOST_SAMPLES = 8388608, 65536


class Failure(Exception):
    """It cannot be done; the user reads the sentence."""

    def __init__(self, status, sentence):
        super().__init__(sentence)
        self.status = status


class Cancelled(Exception):
    """The host wants no more."""


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


class Wire:
    """The host, at the other end of standard input and output."""

    def __init__(self):
        self.out = os.fdopen(os.dup(1), "wb")
        os.dup2(2, 1)  # what is printed goes to standard error, and not into the protocol
        self.inbox = b""
        self.waiting = []
        self.credit = {}
        self.cancelled = set()
        self.open = set()  # the request that is being served

    def send(self, kind, request, fields=()):
        body = packed(fields)
        self.out.write(struct.pack("<IHHI", len(body), kind, 0, request) + body)
        self.out.flush()

    def receive(self, block):
        """Takes what the host has sent; credit and cancel count at once, all else waits its turn."""
        while block or select.select([0], [], [], 0)[0]:
            some = os.read(0, 65536)
            if not some:
                sys.exit()  # the host is gone
            self.inbox += some
            while len(self.inbox) >= 12:
                length, kind, flags, request = struct.unpack_from("<IHHI", self.inbox)
                if length > LONGEST or kind >= DONE:
                    sys.exit(70)  # nothing that a host may send
                if len(self.inbox) < 12 + length:
                    break
                body, self.inbox = self.inbox[12 : 12 + length], self.inbox[12 + length :]
                if kind == QUIT:
                    sys.exit()
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


class Parameter:
    """A number that users set by --set NAME=VALUE."""

    def __init__(self, id, name, unit, description, minimum, maximum, initial, flags=0):
        self.id, self.name, self.unit, self.description = id, name, unit, description
        self.minimum, self.maximum, self.initial, self.flags = minimum, maximum, initial, flags

    def allows(self, number):
        return self.minimum <= number <= self.maximum


class Plugin:
    id = name = vendor = version = licence = description = ""
    parameters = []

    def activate(self):
        """Loads the engine; whatever takes long belongs here and not into __init__."""

    def set(self, parameter, value):
        """Takes a new value, which is within its range."""

    def reset(self):
        """Forgets what earlier requests left behind; parameters stay."""

    def serve(self, wire, kind, request, fields):
        """Serves a request of its kind of plugin; says what DONE has beside its status, or that there is none yet."""
        return None


class Speech:
    """Where a voice puts its sound."""

    def __init__(self, wire, request):
        self.wire, self.request = wire, request

    def begin(self, rate):
        self.wire.send(BEGIN, self.request, [(30, 2), (31, rate), (32, 1)])

    def word(self, frame, offset, length):
        self.wire.send(EVENT, self.request, [(53, WORD), (54, U64(frame)), (55, offset), (56, length)])

    def report(self, field, outcome, value=0.0):
        self.wire.send(HONOURED, self.request, [(57, field), (58, outcome), (59, F64(value))])

    def within(self, asked, low, high, usual, field):
        """What was asked for, or the nearest that can be done, which is then reported."""
        used = usual if math.isnan(asked) else min(max(asked, low), high)
        if used != asked:
            self.report(field, CLAMPED, used)
        return used

    def sound(self, samples):
        """16-bit samples, never more of them than were asked for."""
        samples = array.array("h", samples)
        if sys.byteorder == "big":
            samples.byteswap()
        while True:
            self.wire.receive(block=bool(samples) and not self.wire.credit[self.request])
            if self.request in self.wire.cancelled:
                raise Cancelled
            count = min(self.wire.credit[self.request], len(samples), 8192)
            if count:
                self.wire.send(SOUND, self.request, [(33, samples[:count].tobytes())])
                self.wire.credit[self.request] -= count
                samples = samples[count:]
            if not samples:
                return


class Voice(Plugin):
    kind = "cue.voice/1"
    voice = fingerprint = ""
    rate = 22050
    speeds = pitches = (0.0, 0.0)

    def speak(self, text, speed, pitch, volume, wants_words, speech):
        raise NotImplementedError

    def serve(self, wire, kind, request, fields):
        if kind == 0x10:
            wire.send(VOICE, request, [(10, self.voice), (7, self.voice), (31, self.rate), (14, 1), (60, 3)])
            return []
        if kind == 0x12:
            (slow, fast), (low, high) = self.speeds, self.pitches
            return [(45, WORD), (63, F64(slow)), (64, F64(fast)), (65, F64(low)), (66, F64(high))]
        if kind == 0x13:
            return [(20, self.fingerprint)]
        if kind == 0x14 or kind == 0x11:
            if fields.text(41) not in ("", self.voice):
                raise Failure(E_VOICE, f"There is no such voice; the only one is “{self.voice}”.")
        if kind == 0x14:
            return []
        if kind != 0x11:
            return None
        speech = Speech(wire, request)
        open_requests = {each for _, _, each, _ in wire.waiting} | {request}
        wire.credit = {each: frames for each, frames in wire.credit.items() if each in open_requests}
        wire.credit[request] = wire.credit.get(request, 0) + fields.u32(34)
        try:
            fields.text(20)
            if fields.u32(52):
                speech.report(TEXT_FORM, IGNORED)
            if fields.groups(46):
                speech.report(TONES, IGNORED)
            self.speak(fields.bytes(20), fields.f64(42, 1.0) or 1.0, fields.f64(43), fields.f64(44, 1.0),
                       bool(fields.u32(45) & WORD), speech)
        finally:
            wire.credit.pop(request, None)
        return []


class Dsp(Plugin):
    kind = "cue.dsp/1"
    channels = 0  # 0: not configured
    maximum = 0

    def configure(self, rate, channels):
        """Prepares for that sound, and forgets all other."""

    def process(self, samples):
        """The next frames of float sound, all channels of a frame side by side; gives as many."""
        raise NotImplementedError

    def serve(self, wire, kind, request, fields):
        if kind == 0x30:
            rate, channels, maximum = fields.u32(31), fields.u32(32), fields.u32(100)
            if not 1 <= rate <= 768000:
                raise Failure(E_RATE, "The rate goes from 1 to 768000 Hz.")
            if not 1 <= channels <= 64:
                raise Failure(E_FORMAT, "There are 1 to 64 channels.")
            if not 1 <= maximum <= 1048576:
                raise Failure(E_INVALID, "A block has 1 to 1048576 frames.")
            self.channels, self.maximum = channels, maximum
            self.configure(rate, channels)
            return [(103, 0), (104, 0)]
        if kind == 0x31:
            self.block(wire, request, fields)
        if kind == 0x32 and not self.channels:
            raise Failure(E_STATE, "Nothing was configured.")
        # Each frame is heard where it was; nothing is kept back.
        return [(54, value) for tag, value in fields.all if tag == 54] if kind in (0x31, 0x32) else None

    def block(self, wire, request, fields):
        sound = fields.bytes(33)
        frames = len(sound) // (4 * max(self.channels, 1))
        if not self.channels or frames > self.maximum:
            raise Failure(E_STATE, "The block is longer than was configured.")
        live = {each.id: each for each in self.parameters if each.flags & LIVE}
        changes = [(each.u32(55), live.get(each.u32(57)), each.f64(59, math.nan)) for each in fields.groups(105)]
        if any(not parameter or not parameter.allows(value) for _, parameter, value in changes):
            raise Failure(E_INVALID, "A change is not allowed.")
        samples, at = array.array("f", sound[: 4 * self.channels * frames]), 0
        most = max(1, min(fields.u32(101) or frames, MOST_SAMPLES // self.channels))
        while at < frames:
            wire.receive(block=False)
            if request in wire.cancelled:
                raise Cancelled
            while changes and changes[0][0] <= at:
                _, parameter, value = changes.pop(0)
                parameter.value = value
                self.set(parameter, value)
            end = min(at + most, frames, changes[0][0] if changes else frames)
            wire.send(SOUND, request, [(33, self.process(samples[at * self.channels : end * self.channels]).tobytes())])
            at = end


class Recognizer(Plugin):
    kind = "cue.recognizer/1"
    stream = None  # the request of the open one

    def open(self, rate):
        """Opens the stream, of sound with one channel."""

    def push(self, sample, frame):
        """Takes the sample before `frame`; "heard" where there is more in `words`, "finished" where the speaker may be."""
        raise NotImplementedError

    def words(self):
        """All that was heard in the stream: text, first frame, frame behind the last."""
        raise NotImplementedError

    def serve(self, wire, kind, request, fields):
        if kind == 0x20:
            return self.listen(wire, request, fields)
        if kind in (AUDIO, FINISH):
            if request == self.stream:  # what comes for one that is over is dropped
                self.audio(wire, request, fields) if kind == AUDIO else self.finish(wire, request)
            return False
        return None

    def listen(self, wire, request, fields):
        if self.stream is not None:
            raise Failure(E_BUSY, "A stream is open already.")
        self.form, self.channels, rate = fields.u32(30, 2), fields.u32(32, 1), fields.u32(31, 16000)
        if self.form not in (1, 2) or not 1 <= self.channels <= 64:
            raise Failure(E_FORMAT, "Sound is 32-bit float or 16-bit integer, with 1 to 64 channels.")
        if not 100 <= rate <= 768000:
            raise Failure(E_RATE, "The rate goes from 100 to 768000 Hz.")
        for tag in (40, 81):
            fields.text(tag)
        self.stream, self.partials, self.frame, self.revision = request, fields.u32(80), 0, 0
        # It hears that there is sound and not what is said, and says so. A recognizer of words looks at the phrases here.
        for number in range(len(fields.groups(82))):
            wire.send(HONOURED, request, [(57, PHRASE), (58, IGNORED), (59, F64(number + 1)),
                                          (20, "it hears sound, not words")])
        self.open(rate)
        wire.send(TAKEN, request, [(54, U64(0))])
        return False

    def audio(self, wire, request, fields):
        sound, size = fields.bytes(33), (4 if self.form == 1 else 2) * self.channels
        frames = min(len(sound) // size, fields.u32(113, len(sound) // size))
        samples = array.array("f" if self.form == 1 else "h", sound[: frames * size])
        scale = (1 if self.form == 1 else 32768) * self.channels
        for at in range(0, len(samples), self.channels):
            if at % MOST_SAMPLES < self.channels:  # a message may hold minutes
                wire.receive(block=False)
                if request in wire.cancelled:
                    return  # the CANCEL that waits ends the stream
            total = sum(samples[at : at + self.channels])
            self.frame += 1
            news = self.push(total / scale if math.isfinite(total) else 0.0, self.frame)
            if news == "heard" and self.partials:
                self.tell(wire, request, PARTIAL)
            elif news == "finished":
                wire.send(ENDPOINT, request, [(54, U64(self.words()[-1][2] if self.words() else self.frame))])
        wire.send(TAKEN, request, [(54, U64(self.frame))])

    def finish(self, wire, request):
        self.tell(wire, request, FINAL)
        self.stream = None
        wire.send(DONE, request, [(1, OK)])

    def tell(self, wire, request, kind):
        words, self.revision = self.words(), self.revision + 1
        text = " ".join(word for word, _, _ in words)
        told = [(85, self.revision), (20, text), (86, len(text.encode())), (54, U64(0)), (88, U64(self.frame)),
                (89, F64(-1)), (90, F64(0.5 if words else 1))]
        for word, start, end in words:
            told.append((87, [(20, word), (54, U64(start)), (88, U64(end)), (89, F64(-1))]))
        wire.send(kind, request, told)


class Server:
    def __init__(self, plugin):
        self.make, self.plugin, self.number, self.wire = plugin, None, 0, Wire()

    def about(self, request):
        made = self.make
        self.wire.send(PLUGIN, request, [
            (10, made.id), (11, made.kind), (7, made.name), (17, ""), (15, made.vendor), (8, made.version),
            (16, made.licence), (18, made.description), (12, 1), (13, 2), (14, 0), (5, 1), (6, 0)])

    def run(self):
        while True:
            kind, flags, request, fields = self.wire.next()
            status, more = OK, []
            if kind == CANCEL:  # what it was for has been served by now, but for a stream
                if self.streams() and request == self.plugin.stream:
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
                status, more = failure.status, [(2, str(failure)[:170])]
            except Exception as error:  # a mistake of ours is an answer, and no end
                status, more = E_INTERNAL, [(2, f"{type(error).__name__}: {error}"[:170])]
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
            return self.plugin.serve(self.wire, kind, request, fields) if self.streams() else False
        if not 0x04 <= kind <= 0x46:
            return None
        if not self.plugin or fields.u32(9) != self.number:
            raise Failure(E_NOT_FOUND, "There is no such instance.")
        if request in self.wire.cancelled:
            raise Cancelled
        return self.of_instance(kind, request, fields)

    def streams(self):
        return isinstance(self.plugin, Recognizer)

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
                self.wire.send(PARAM, request, [
                    (57, each.id), (53, 1), (14, each.flags), (7, each.name), (70, each.unit), (18, each.description),
                    (71, F64(each.minimum)), (72, F64(each.maximum)), (73, F64(each.initial))])
            return []
        if kind == 0x0A:
            self.close_stream()
            self.plugin.reset()
            return []
        return self.plugin.serve(self.wire, kind, request, fields)

    def set(self, plugin, setting):
        name, text = setting.text(7), setting.text(20)
        parameter = next((each for each in plugin.parameters if each.name == name), None)
        if not parameter:
            raise Failure(E_NOT_FOUND, "There is no such parameter.")
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not parameter.allows(value):
            raise Failure(E_INVALID, f"{name} goes from {parameter.minimum} to {parameter.maximum} {parameter.unit}".strip() + ".")
        parameter.value = value
        plugin.set(parameter, value)

    def close_stream(self):
        if self.streams() and self.plugin.stream is not None:
            self.wire.send(DONE, self.plugin.stream, [(1, CANCELLED)])
            self.plugin.stream = None


def keep_private():
    """Lets no other program of the user read our memory, where keys may be. CUE_DUMPABLE=1 allows debuggers."""
    if os.environ.get("CUE_DUMPABLE") == "1":
        return
    try:
        import ctypes

        ctypes.CDLL(None).prctl(4, 0, 0, 0, 0)  # PR_SET_DUMPABLE
    except (ImportError, OSError, AttributeError):
        pass  # it works without, less privately


def serve(plugin):
    """Serves the class until the host is gone."""
    keep_private()
    Server(plugin).run()
