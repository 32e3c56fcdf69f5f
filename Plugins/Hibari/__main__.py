"""Hibari as a voice of Cue: a small neural voice for English that is quicker than any listener.

`cue_plugin` speaks the protocol; this file says what the voice can do (`HibariVoice`), and `sentences.py` finds out which
sound belongs to which word. Nothing is imported from the engine before the host asks for it.
"""
import os
import sys

from cue_plugin import (
    CAN_READ_LEXICON, CAN_READ_PHONEMES, E_LANGUAGE, E_MEMORY, E_MODEL, E_UNSUPPORTED, E_VOICE, FEMALE, LANGUAGE, MALE, PHONEMES, PITCH, PLAIN,
    REPLACED, SPEED, VOLUME, Failure, Voice, VoiceInfo, is_lack_of_memory, serve)

INSTALL = "Run 'make neural', or set it up as Documentation/Guide/ModelPlugins.md says."


class HibariVoice(Voice):
    id, name = "hibari", "Hibari"
    vendor, version, licence = "Cue", "1.1", "Apache-2.0"
    url = "https://github.com/MMWilliams/hibari"
    description = "A human-like voice for English, by a small neural network, without a network connection."
    speeds, traits, forms = (0.5, 2.0), CAN_READ_PHONEMES | CAN_READ_LEXICON, (PLAIN, PHONEMES)

    # Loading.

    def activate(self):
        """Imports the engine and loads its first voice, with a message at each step: the host's patience is limited."""
        if sys.version_info < (3, 9):
            raise Failure(E_UNSUPPORTED, f"Hibari needs Python 3.9 or later, and {sys.executable} is "
                          f"{sys.version_info.major}.{sys.version_info.minor}. {INSTALL}")
        for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
            os.environ[name] = "1"  # the host runs several of us beside each other
        self.progress(0)
        self.engine = self.work(imported)
        self.models = {}
        self.progress(0.5)
        self.prepare("")

    def voices(self):
        """The voice in the package, and of the others those that somebody put where the engine looks for them."""
        return [VoiceInfo(name, f"Hibari {name}", (about["language"], "en"), MALE if about["gender"] == "male" else FEMALE,
                          self.engine.rate, f"{about['accent']}, made from the voice {about['kokoro']} of Kokoro",
                          is_default=name == self.engine.default, quality=4)
                for name, about in self.engine.voices.items() if os.path.exists(self.engine.path(name))]

    def check(self, voice):
        if voice in self.engine.voices and not os.path.exists(self.engine.path(voice)):
            raise Failure(E_VOICE, f"Hibari's voice “{voice}” is not installed: there is no {self.engine.path(voice)}.")
        super().check(voice)

    def prepare(self, voice):
        name = voice or self.engine.default
        if name not in self.models:
            self.models[name] = self.work(self.engine.load, name)
        return self.models[name]

    def fingerprint(self, voice):
        name = voice or self.engine.default
        return f"hibari {self.version} {name} {self.engine.voices.get(name, {}).get('sha256', '')[:16]} {self.engine.versions}"

    # Speaking.

    def speak(self, request, speech):
        """Sound goes out a sentence at a time, as soon as the sentence is made."""
        name = request.voice or self.best(request.language)
        if request.language and request.language.lower().split("-")[0] != "en":
            speech.report(LANGUAGE, REPLACED, text=self.engine.voices[name]["language"])
        speed = speech.within(request.speed, *self.speeds, 1, SPEED)
        speech.within(request.pitch, 0, 0, 0, PITCH)
        volume = speech.within(request.volume, 0, 4, 1, VOLUME)
        model = self.prepare(name)
        model.lexicon = request.lexicon
        model.seed(request.seed)  # without one it is 0: the same request gives the same sound
        if request.form == PHONEMES:
            sentences = model.phoneme_sentences(request.text)
        else:
            refuse_foreign_script(request.text)
            sentences = model.sentences(request.text)
        frame, is_last = 0, False
        while not is_last:
            sound, words, is_last = self.work(model.next_sound, sentences, speed, volume)
            if not len(sound):
                continue
            if frame == 0:
                speech.begin(self.engine.rate)
            if request.wants_words:
                for start, offset, length in words:
                    speech.word(frame + start, offset, length)
            speech.sound(sound)
            frame += len(sound)

    def best(self, language):
        """The default voice, or the first that speaks exactly this English."""
        default = self.engine.default
        fitting = [name for name, about in self.engine.voices.items() if about["language"].lower() == language.lower()]
        if not fitting or default in fitting:
            return default
        return next((name for name in fitting if os.path.exists(self.engine.path(name))), default)


def imported():
    """The engine, or a sentence that says what is missing."""
    try:
        import sentences
    except (ImportError, MemoryError) as error:
        if is_lack_of_memory(error):
            raise Failure(E_MEMORY, "There is not enough memory to load Hibari; it needs 300 MB.") from None
        raise Failure(E_MODEL, f"Hibari cannot be loaded: {error}. {INSTALL}") from None
    return sentences.Engine()


def refuse_foreign_script(text):
    """Hibari reads Latin letters. Text that is mostly of others is for another voice; a name or two are left out."""
    letters = [letter for letter in text if letter.isalpha()]
    foreign = [letter for letter in letters if ord(letter) > 0x24F and not 0x1E00 <= ord(letter) < 0x1F00]
    if 2 * len(foreign) > len(letters):
        raise Failure(E_LANGUAGE, f"Hibari speaks English, and does not know the script of “{''.join(foreign[:20])}”; "
                      "choose a voice for that language.")


serve(HibariVoice)
