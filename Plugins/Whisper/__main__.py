"""Whisper as a recognizer of Cue: it hears English without a network connection, and how an expected line was said.

`cue_plugin` speaks the protocol. This file says what the recognizer takes and gives (`WhisperRecognizer`); `stream.py` parts
the sound into stretches of speech, `activity.py` knows where somebody speaks, `model.py` calls the network, and `judgement.py`
compares what it reads with the expected line, by `sound.py` where the words differ. Nothing is imported from the engine before
the host asks for it.
"""
import os
import sys

from cue_plugin import (
    E_MEMORY, E_MODEL, E_UNSUPPORTED, EXPECTED, IGNORED, INTEGER, LANGUAGE, MODEL, NEEDS_RESTART, OUTSIDE, PHRASE,
    PRONUNCIATION, REPLACED, Failure, Heard, Parameter, Recognizer, Word, is_lack_of_memory, serve)

INSTALL = "Run 'make neural', or set it up as Documentation/Guide/ModelPlugins.md says."


class WhisperRecognizer(Recognizer):
    id, name = "whisper", "Whisper"
    vendor, version, licence = "Cue", "1.0", "Apache-2.0 AND MIT"
    url = "https://github.com/SYSTRAN/faster-whisper"
    description = "Hears anything in English, and whether an expected line was said word by word, without a network connection."
    rates = (8000, 192000)
    parameters = [
        Parameter(1, "model", "", "The folder of another Whisper model in CTranslate2's form.", 0, 0, "", NEEDS_RESTART),
        Parameter(2, "threads", "", "How many threads the network uses.", 1, 16, 1, NEEDS_RESTART, INTEGER),
        Parameter(3, "beam", "", "How many readings are compared; more take longer.", 1, 10, 5, 0, INTEGER),
        Parameter(4, "ear", "", "The folder of another Moonshine model that hears doubted words, too, or none.", 0, 0, "",
                  NEEDS_RESTART),
    ]

    def __init__(self):
        self.settings = {each.name: each.initial for each in self.parameters}

    def set(self, parameter, value):
        self.settings[parameter.name] = value

    # Loading.

    def activate(self):
        """Imports the engine and loads the model, with a message at each step: the host's patience is limited."""
        if sys.version_info < (3, 9):
            raise Failure(E_UNSUPPORTED, f"Whisper needs Python 3.9 or later, and {sys.executable} is "
                          f"{sys.version_info.major}.{sys.version_info.minor}. {INSTALL}")
        threads = self.settings["threads"]
        os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = str(threads)
        self.progress(0)
        self.engine = self.work(imported)
        self.progress(0.4)
        self.model = self.work(self.engine.load, self.settings["model"], self.settings["ear"], threads)
        self.progress(0.8)
        self.work(self.engine.warm_up, self.model)
        self.progress(1)

    # Hearing.

    def open(self, request, report):
        """What is said is heard whatever the phrases are; of those, the expected line helps, and the others are not used."""
        language = request.language.lower().split("-")[0]
        if not self.model.speak(language or "en"):
            report(LANGUAGE, REPLACED, text="en")
        if request.model:
            report(MODEL, IGNORED, text="the model is a setting: --set model=FOLDER")
        line = next((number for number, (role, _) in enumerate(request.phrases) if role == EXPECTED), None)
        for number, _ in enumerate(request.phrases):
            if number != line:
                report(PHRASE, IGNORED, number + 1, "it uses the expected line only, and hears everything")
        for word, _ in request.lexicon:
            report(PRONUNCIATION, IGNORED, text=f"{word}: it knows words by their spelling")
        self.line = (line or 0) + 1
        text = "" if line is None else request.written[line]
        self.sound = self.engine.Stream(self.model, request, text, self.settings["beam"], self.work)

    def hear(self, sound):
        for news in self.sound.hear(sound):
            self.frame = self.sound.frame
            yield news

    def end(self):
        return self.sound.speech_end

    def heard(self, is_final):
        if is_final:
            self.sound.finish()
        words = [Word(word.text, word.start, word.end, word.confidence, self.line if word.is_expected else 0,
                      0 if word.text else OUTSIDE) for word in self.sound.words]
        return Heard(words, self.sound.stable, self.sound.confidence, self.sound.no_speech, self.model.language)

    def close(self):
        self.sound = None


def imported():
    """The engine, or a sentence that says what is missing."""
    try:
        import stream
    except (ImportError, MemoryError) as error:
        if is_lack_of_memory(error):
            raise Failure(E_MEMORY, "There is not enough memory to load Whisper; it needs 500 MB.") from None
        raise Failure(E_MODEL, f"Whisper cannot be loaded: {error}. {INSTALL}") from None
    return stream


serve(WhisperRecognizer)
