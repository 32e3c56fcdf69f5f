#!/usr/bin/env python3
"""A voice of the kit for Python: its text may come in pieces, it learns how many lines it has said, and it answers messages. Each
byte of its text sounds for 100 samples. It does not report its words."""
import array

import cue_plugin
from cue_plugin import E_INVALID, E_UNSUPPORTED, SPEED, VOLUME, Choice, Failure, Parameter, Switch, Voice, serve


class Learner(Voice):
    id = name = "learner"
    vendor, version, licence, description = "me", "1.0", "MIT", "Learns how many lines it has said."
    determinism = 0
    voice, rate, events, longest = "tone", 8000, 0, 100000
    speeds, loudest = (0.5, 2.0), 2.0
    parameters = [Choice(1, "state", "What its state is like.", {2: "good", 5: "too-long", 9: "with-key"}, "good"),
                  Switch(2, "loud", "Whether it is loud.", False, cue_plugin.SOUND_PARAM),
                  Parameter(3, "key", "", "A key.", 0, 0, "", 1)]
    kind_of_state, loud, key, lines = "good", False, "", 0

    def set(self, parameter, value):
        if parameter.name == "state":
            self.kind_of_state = value
        elif parameter.name == "loud":
            self.loud = value
        else:
            self.key = value

    def fingerprint(self, voice):
        return "learner 1.0"

    def settle(self, request, speech):
        self.speech, self.begun = speech, False
        self.speed = speech.within(request.speed, 0.5, 2, 1, SPEED)
        self.volume = speech.within(request.volume, 0, 2, 1, VOLUME)

    def sound(self, text):
        if text and not self.begun:
            self.begun = True
            self.speech.begin(self.rate)
        level = int((8000 if self.loud else 1000) * self.volume)
        for byte in text.encode():
            self.speech.sound(array.array("h", [level + byte if self.volume else 0] * int(100 / self.speed)))

    def speak(self, request, speech):
        self.settle(request, speech)
        self.sound(request.text)
        self.lines += 1

    def begin_line(self, request, speech):
        self.settle(request, speech)
        self.sound(request.text)

    def add_text(self, piece):
        self.sound(piece)

    def end_line(self):
        self.lines += 1

    def save(self):
        state = {"good": b"", "too-long": bytes(600000), "with-key": self.key.encode()}[self.kind_of_state]
        return b"lines %d " % self.lines + state

    def load(self, state):
        words = state.split()
        if words and (words[0] != b"lines" or not words[1].isdigit()):
            raise Failure(E_INVALID, "These bytes are no state of this voice.")
        self.lines = int(words[1]) if words else 0

    def answer(self, id, message):
        if id != "org.example.lines/1":
            raise Failure(E_UNSUPPORTED, "This voice does not know such a message.")
        return b"%d %s" % (self.lines, message)


cue_plugin.MOST_BYTES = 1000000  # so that a host sees too much
serve(Learner)
