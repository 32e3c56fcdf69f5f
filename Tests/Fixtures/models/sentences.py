"""Stands in for Hibari's engine in tests: a word has 100 samples for each letter, or for each sound that the lexicon has. What is
to go wrong is the name of a voice, or stands in the text."""
import array
import time

from cue_plugin import E_MODEL, Failure


class Engine:
    rate, default, versions = 24000, "heart", "fake 1"
    voices = {name: dict(language=language, gender=gender, accent="Test", kokoro=name, sha256=name * 20)
              for name, language, gender in (("heart", "en-US", "female"), ("emma", "en-GB", "female"),
                                             ("broken", "en-US", "male"), ("absent", "en-US", "male"))}

    def path(self, name):
        return "/nowhere/absent.onnx" if name == "absent" else "/"

    def load(self, name):
        if name == "broken":
            raise Failure(E_MODEL, "Hibari's voice “broken” is damaged.")
        return Model(name)


class Model:
    def __init__(self, name):
        self.name, self.number, self.lexicon = name, 0, {}

    def seed(self, number):
        self.number = number

    def sentences(self, text):
        at, parts = 0, text.split(". ")
        for number, part in enumerate(parts, 1):
            yield part, at, number == len(parts)
            at += len((part + ". ").encode())

    def phoneme_sentences(self, text):
        return iter([(text, 0, True)])

    def next_sound(self, sentences, speed, volume):
        for text, at, is_last in sentences:
            if "stuck" in text:
                time.sleep(30)
            if "memory" in text:
                raise MemoryError
            words, sound = [], array.array("h")
            for word in text.split():
                words.append((len(sound), at + text.encode().index(word.encode()), len(word.encode())))
                said = self.lexicon.get(word.strip(".,").lower(), word)
                sound.extend([int(volume * (9000 + self.number))] * int(100 * len(said) / speed))
            return sound, words, is_last
        return array.array("h"), [], True
