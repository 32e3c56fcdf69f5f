"""A voice: it sounds a tone for every word, longer for longer words. Put your engine where `tone` is."""
import math
import re

from cue_plugin import PITCH, SOUND_PARAM, SPEED, VOLUME, Parameter, Voice, serve


class ToneVoice(Voice):
    id = name = "starter-name"
    vendor, version, licence = "me", "1.0", "MIT"
    description = "Sounds a tone for every word."
    parameters = [Parameter(1, "base", "Hz", "The tone of a word.", 80, 400, 160, SOUND_PARAM)]
    voice, rate = "tone", 22050
    speeds, pitches = (0.25, 4.0), (-24.0, 24.0)
    base = 160.0

    def fingerprint(self, voice):
        """Change this whenever the same request begins to sound different: hosts keep sound by it."""
        return "starter-name 1.0"

    def set(self, parameter, value):
        self.base = value

    def speak(self, request, speech):
        """The heart of a voice: sound is handed on as it is made, and nothing is kept."""
        speed = speech.within(request.speed, 0.25, 4, 1, SPEED)
        pitch = speech.within(request.pitch, -24, 24, 0, PITCH)
        volume = speech.within(request.volume, 0, 4, 1, VOLUME)
        frame = 0
        for word in re.finditer(rb"[^ \t\r\n\0]+", request.bytes):
            if frame == 0:
                speech.begin(self.rate)
            # Offsets are bytes of the request's text; the event goes out before the sound that holds its frame.
            if request.wants_words:
                speech.word(frame, word.start(), len(word[0]))
            sounded = int(self.rate * (0.1 + 0.04 * len(word[0].decode())) / speed)
            rest = int(self.rate * 0.08 / speed)
            self.tone(speech, self.base * 2 ** (pitch / 12), volume, sounded)
            self.tone(speech, 0, 0, rest)
            frame += sounded + rest

    def tone(self, speech, hertz, gain, frames):
        """A tone that swells and fades, or silence where `hertz` is 0."""
        turn = 2 * math.pi * hertz / self.rate
        edge = 0.01 * self.rate
        for start in range(0, frames, 2048):
            speech.sound(
                round(6000 * gain * min(min(at, frames - at) / edge, 1) * math.sin(turn * at))
                for at in range(start, min(start + 2048, frames)))


serve(ToneVoice)
