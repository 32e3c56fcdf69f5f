"""A voice with a model. Put your model where `Model` is."""
import array
import math
import os
import re
import sys

from cue_plugin import E_MODEL, PITCH, SOUND_PARAM, SPEED, VOLUME, Failure, Parameter, Voice, serve

NAME = "starter-name.model"


class Model:
    """Stands in for a model: a tone for each letter."""

    def __init__(self, path, progress):
        try:
            with open(path, encoding="utf-8") as file:
                lines = file.read().split("\n")
        except OSError as error:
            raise Failure(E_MODEL, f"The model {path} cannot be read: {error.strerror}.") from None
        kind, _, self.version = lines[0].partition(" ")
        self.hertz = {}
        for line in filter(None, lines[1:]):
            letter, _, tone = line.partition(" ")
            self.hertz[letter] = float(tone)
            progress(len(self.hertz) / 26)
        if kind != "tones" or len(self.hertz) != 26:
            raise Failure(E_MODEL, f"{path} is no whole model of tones.")

    def sound(self, word, rate, speed, semitones):
        """The sound of a word, as floats of full scale 1."""
        frames, samples = int(rate * 0.06 / speed), array.array("f")
        for letter in word.lower():
            turn = 2 * math.pi * self.hertz.get(letter, 220) * 2 ** (semitones / 12) / rate
            samples.extend(min(at, frames - at, 64) / 64 * 0.2 * math.sin(turn * at) for at in range(frames))
        samples.extend([0.0] * int(rate * 0.08 / speed))
        return samples


def path():
    """Where the model is: beside the plugin, else among the user's and the system's models."""
    beside = os.path.join(os.path.dirname(os.path.realpath(sys.argv[0])), NAME)
    data = os.environ.get("XDG_DATA_HOME") or os.path.join(os.environ.get("HOME", ""), ".local/share")
    home = os.environ.get("CUE_HOME")
    folders = [os.path.join(home + "/data" if home else data, "cue/models"), "/usr/local/share/cue/models", "/usr/share/cue/models"]
    for each in [beside] + [os.path.join(folder, NAME) for folder in folders]:
        if os.path.exists(each):
            return each
    raise Failure(E_MODEL, f"The model is missing: there is no {beside}.")


class ModelVoice(Voice):
    id = name = "starter-name"
    vendor, version, licence = "me", "1.0", "MIT"
    description = "Sounds a tone for every letter, by a model."
    parameters = [Parameter(1, "base", "Hz", "The tone of the letter a.", 80, 400, 110, SOUND_PARAM)]
    voice, rate = "letters", 22050
    speeds, pitches, loudest = (0.25, 4.0), (-24.0, 24.0), 4.0
    base, model = 110.0, None

    def activate(self):
        """Loads the model. Import large packages here too, and not above: a host asks each plugin what it is."""
        self.model = Model(path(), self.progress)

    def fingerprint(self, voice):
        """Change this whenever the same request begins to sound different: hosts keep sound by it."""
        return f"starter-name 1.0, tones {self.model.version}"

    def set(self, parameter, value):
        self.base = value

    def speak(self, request, speech):
        """Sound is handed on word by word: no word waits for the next one."""
        speed = speech.within(request.speed, 0.25, 4, 1, SPEED)
        pitch = speech.within(request.pitch, -24, 24, 0, PITCH) + 12 * math.log2(self.base / 110)
        volume = speech.within(request.volume, 0, 4, 1, VOLUME)
        frame = 0
        for word in re.finditer(rb"[^ \t\r\n\0]+", request.bytes):
            if frame == 0:
                speech.begin(self.rate, sample=1)
            # Offsets are bytes of the request's text; the event goes out before the sound that holds its frame.
            if request.wants_words:
                speech.word(frame, word.start(), len(word[0]))
            letters = word[0].decode()
            for at in range(0, len(letters), 64):
                # In the engine's thread, so that a cancel is heard meanwhile.
                sound = self.work(self.model.sound, letters[at : at + 64], self.rate, speed, pitch)
                speech.sound(array.array("f", (max(-1.0, min(volume * sample, 1.0)) for sample in sound)))
                frame += len(sound)


serve(ModelVoice)
