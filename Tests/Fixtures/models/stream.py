"""Stands in for Whisper's engine in tests: each half second of loud sound is a word, which is “word”, or the line's next one."""
import array

from cue_plugin import E_MODEL, Failure


class Model:
    language = "en"

    def speak(self, language):
        return language == "en"


def load(folder, ear, threads):
    if folder:
        raise Failure(E_MODEL, f"There is no Whisper model in {folder}: model.bin is missing.")
    return Model()


def warm_up(model):
    pass


class Said:
    def __init__(self, text, start, end, confidence, is_expected):
        self.text, self.start, self.end, self.confidence, self.is_expected = text, start, end, confidence, is_expected


class Stream:
    def __init__(self, model, request, line, beam, work):
        self.line, self.work, self.step, self.channels = line.split(), work, request.rate // 2, request.channels
        self.code = {1: "f", 2: "h"}[request.sample]
        self.frame, self.rest, self.words, self.no_speech = 0, array.array(self.code), [], 1.0

    stable = property(lambda self: len(self.words))
    speech_end = property(lambda self: self.words[-1].end if self.words else 0)
    confidence = property(lambda self: 0.9 if self.words else -1.0)

    def hear(self, sound):
        self.rest.frombytes(sound)
        while len(self.rest) >= self.step * self.channels:
            part, self.rest = self.rest[: self.step * self.channels], self.rest[self.step * self.channels :]
            self.frame += self.step
            if self.work(max, part) > (0.1 if self.code == "f" else 3000):
                number = len(self.words)
                text = self.line[number] if number < len(self.line) else "word"
                self.words.append(Said(text, self.frame - self.step, self.frame, 0.9, number < len(self.line)))
                self.no_speech = 0.1
                yield "heard"

    def finish(self):
        pass
