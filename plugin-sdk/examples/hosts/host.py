#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A host in one file: it lets a plugin speak, hear or change sound, by the worker protocol. HOST.md explains it.

    host.py say PLUGIN "Good evening." OUT.wav [VOICE]
    host.py hear PLUGIN IN.wav                              16-bit mono; prints what is heard as it is heard
    host.py effect PLUGIN IN.wav OUT.wav [NAME=VALUE ...]

PLUGIN is a library or a program. CUE_WORKER names the program cue-worker; CUE_WALL has its options for the wall, "--wall" if it is
not set. A plugin that needs more than every plugin may needs a grant there, such as "--wall --grant=read:/opt/models".
"""
import array, os, select, struct, sys, wave

(HELLO, CREATE, CREDIT, QUIT, SPEAK, LISTEN, AUDIO, FINISH, CONFIGURE, PROCESS, FLUSH) = (
    1, 3, 8, 9, 0x11, 0x20, 0x21, 0x22, 0x30, 0x31, 0x32)
DONE, BEGIN, SOUND, PARTIAL, FINAL, TAKEN = 0x80, 0x91, 0x92, 0xA0, 0xA1, 0xA3
STATUS, SENTENCE, MAJOR, MINOR, NAME, INSTANCE, KIND, TEXT, PARAM = 1, 2, 5, 6, 7, 9, 11, 20, 22
SAMPLE, RATE, CHANNELS, SOUND_BYTES, CREDITS, VOICE, PARTIALS = 30, 31, 32, 33, 34, 41, 80
MAX_FRAMES, CAPACITY, LATENCY, FRAMES = 100, 101, 103, 113
S16, F32, BLOCK, SPARE = 2, 1, 4096, 32768

def fields(*pairs):
    """int: u32; str: UTF-8; list: fields; bytes: as they are."""
    body = b""
    for tag, value in pairs:
        if isinstance(value, int):
            value = struct.pack("<I", value)
        elif isinstance(value, str):
            value = value.encode()
        elif isinstance(value, list):
            value = fields(*value)
        body += struct.pack("<HHI", tag, 0, len(value)) + value
    return body

class Worker:
    def __init__(self, plugin, kind, settings=()):
        worker = os.environ.get("CUE_WORKER", "/usr/local/libexec/cue/cue-worker")
        how = ["--sheltered"] if plugin.endswith(".so") else ["--supervise"]
        walls = os.environ.get("CUE_WALL", "--wall").split()
        (theirs, self.out), (self.input, wire), (line, self.lifeline) = os.pipe(), os.pipe(), os.pipe()
        # Only these copies are inherited. 3 is the lifeline: however we end, the worker and all below it end, too.
        copies = [(os.POSIX_SPAWN_DUP2, theirs, 0), (os.POSIX_SPAWN_DUP2, wire, 1), (os.POSIX_SPAWN_DUP2, line, 3)]
        self.process = os.posix_spawn(worker, [worker, *walls, *how, os.path.abspath(plugin)], os.environ,
                                      file_actions=copies)
        for descriptor in (theirs, wire, line):
            os.close(descriptor)
        self.inbox, self.last = b"", 0
        about = self.finish(self.ask(HELLO, (MAJOR, 1), (MINOR, 0), (NAME, "example")))
        if struct.unpack("<I", about[MAJOR])[0] != 1:
            sys.exit("The plugin speaks another version of the protocol.")
        params = [(PARAM, [(NAME, name), (TEXT, value)]) for name, value in settings]
        self.finish(self.ask(CREATE, (INSTANCE, 1), (KIND, kind), *params))

    def send(self, kind, request, *pairs):
        body = fields(*pairs)
        message = struct.pack("<IHHI", len(body), kind, 0, request) + body
        while message:
            try:
                message = message[os.write(self.out, message):]
            except BrokenPipeError:
                return  # the plugin has ended: `receive` says so

    def ask(self, kind, *pairs):
        self.last += 1
        self.send(kind, self.last, *pairs, *([] if kind in (HELLO, CREATE) else [(INSTANCE, 1)]))
        return self.last

    def receive(self, request, seconds=20):
        """The next message of a request; others (LOG, PROGRESS) are passed over. A silent plugin is given up."""
        while True:
            while len(self.inbox) < 12 or len(self.inbox) < 12 + struct.unpack_from("<I", self.inbox)[0]:
                if not select.select([self.input], [], [], seconds)[0]:
                    sys.exit("The plugin does not answer.")
                some = os.read(self.input, 65536)
                if not some:
                    sys.exit(f"The plugin has ended: {os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])}.")
                self.inbox += some
            length, kind, _, number = struct.unpack_from("<IHHI", self.inbox)
            body, self.inbox, found = self.inbox[12 : 12 + length], self.inbox[12 + length :], {}
            while body:
                tag, _, size = struct.unpack_from("<HHI", body)
                found.setdefault(tag, body[8 : 8 + size])
                body = body[8 + size :]
            if kind == DONE and number in (0, request) and struct.unpack("<i", found[STATUS])[0] < 0:
                sys.exit(found.get(SENTENCE, b"The plugin failed and does not say why.").decode())
            if number == request:
                return kind, found

    def finish(self, request, take=lambda kind, found: None):
        """Hands each message of a request to `take`, up to its DONE, which it returns."""
        while (message := self.receive(request))[0] != DONE:
            take(*message)
        return message[1]

    def quit(self):
        """Lets the worker end; whether it did, and was not killed."""
        self.send(QUIT, 0)
        os.close(self.out)
        return os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1]) == 0

def write(path, rate, channels, sound):
    with wave.open(path, "wb") as file:
        file.setnchannels(channels), file.setsampwidth(2), file.setframerate(rate)
        file.writeframes(sound)

def say(plugin, text, path, voice=""):
    worker, sound, form = Worker(plugin, "cue.voice/1"), bytearray(), {}
    request = worker.ask(SPEAK, (TEXT, text), (VOICE, voice), (CREDITS, 2 * SPARE))

    def take(kind, found):
        if kind == BEGIN:
            form.update({tag: struct.unpack("<I", found[tag])[0] for tag in (SAMPLE, RATE, CHANNELS)})
        elif kind == SOUND:
            sound.extend(found[SOUND_BYTES])
            frames = len(found[SOUND_BYTES]) // form[CHANNELS] // (2 if form[SAMPLE] == S16 else 4)
            worker.send(CREDIT, request, (CREDITS, frames))  # as much again as was taken

    worker.finish(request, take)
    if form.get(SAMPLE) == F32:
        sound = array.array("h", (int(max(-1, min(each, 1)) * 32767) for each in array.array("f", bytes(sound))))
    write(path, form.get(RATE, 16000), form.get(CHANNELS, 1), bytes(sound))
    return worker

def hear(plugin, path):
    worker = Worker(plugin, "cue.recognizer/1")
    with wave.open(path) as file:
        request = worker.ask(LISTEN, (SAMPLE, S16), (RATE, file.getframerate()), (CHANNELS, 1), (PARTIALS, 1))

        def until(end):
            while (message := worker.receive(request))[0] != end:
                if message[0] in (PARTIAL, FINAL):
                    print("heard" if message[0] == FINAL else "so far", message[1].get(TEXT, b"").decode(), flush=True)

        until(TAKEN)  # it is open
        while block := file.readframes(BLOCK):
            worker.send(AUDIO, request, (SOUND_BYTES, block), (FRAMES, len(block) // 2))
            until(TAKEN)
        worker.send(FINISH, request)
        until(DONE)
    return worker

def effect(plugin, path, result, *settings):
    worker, sound = Worker(plugin, "cue.dsp/1", [each.split("=", 1) for each in settings]), bytearray()
    with wave.open(path) as file:
        rate, channels = file.getframerate(), file.getnchannels()
        shape = worker.finish(worker.ask(CONFIGURE, (RATE, rate), (CHANNELS, channels), (MAX_FRAMES, BLOCK)))
        take = lambda kind, found: sound.extend(found[SOUND_BYTES])
        while block := array.array("h", file.readframes(BLOCK)):
            floats = array.array("f", (each / 32768 for each in block)).tobytes()
            worker.finish(worker.ask(PROCESS, (SOUND_BYTES, floats), (CAPACITY, BLOCK)), take)
        worker.finish(worker.ask(FLUSH, (CAPACITY, BLOCK)), take)
    late = struct.unpack("<I", shape.get(LATENCY, bytes(4)))[0] * channels  # what precedes the sound
    samples = (round(max(-1, min(each, 32767 / 32768)) * 32768) for each in array.array("f", bytes(sound))[late:])
    write(result, rate, channels, array.array("h", samples).tobytes())
    return worker

if __name__ == "__main__":
    what = {"say": say, "hear": hear, "effect": effect}.get(sys.argv[1] if len(sys.argv) > 1 else "")
    if not what:
        sys.exit(__doc__)
    if not what(*sys.argv[2:]).quit():
        sys.exit("The plugin did not end well.")
