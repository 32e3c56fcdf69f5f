"""An effect: a tremolo, five swells a second, as deep as its one parameter says. Put your effect where `process` is."""
import array
import math

from cue_plugin import LIVE, SOUND_PARAM, Dsp, Parameter, serve

SWELLS_A_SECOND = 5


class Tremolo(Dsp):
    id = name = "starter-name"
    vendor, version, licence = "me", "1.0", "MIT"
    description = "Makes sound swell and fade."
    # Live: it may change at any frame.
    parameters = [Parameter(1, "depth", "", "How deep it swells: 0 not at all, 1 down to silence.", 0, 1, 0.5,
                            SOUND_PARAM | LIVE)]
    depth, rate, time = 0.5, 1, 0

    def set(self, parameter, value):
        self.depth = value

    def reset(self):
        self.time = 0

    def configure(self, rate, channels):
        self.rate, self.time = rate, 0

    def process(self, samples):
        """The heart of an effect; how sound is cut into blocks does not change it."""
        out = array.array("f")
        for at in range(0, len(samples), self.channels):
            turn = self.time * SWELLS_A_SECOND / self.rate % 1
            gain = 1 - self.depth * (0.5 - 0.5 * math.cos(2 * math.pi * turn))
            out.extend(gain * sample for sample in samples[at : at + self.channels])
            self.time += 1
        return out


serve(Tremolo)
