#!/usr/bin/env python3
"""An effect of the kit for Python: two channels come of one. The first is the sound, ten frames later, and then an echo of it; the
second is the side chain, or half of the sound."""
import array

from cue_plugin import LIVE, SOUND_PARAM, Dsp, Parameter, serve

LATENCY, TAIL = 10, 5


class Widener(Dsp):
    id = name = "widener"
    vendor, version, licence, description = "me", "1.0", "MIT", "Makes two channels of one."
    features = ("spatial",)
    parameters = [Parameter(1, "gain", "", "How loud it is.", 0, 2, 1, SOUND_PARAM | LIVE)]
    gain, latency, tail = 1, LATENCY, TAIL

    def set(self, parameter, value):
        self.gain = value

    def reset(self):
        self.configure(*self.shape)

    def accepts(self, channels, outputs, sides):
        return channels == 1 and outputs == 2 and sides in (0, 1)

    def configure(self, rate, channels):
        self.held = [(0.0, 0.0)] * LATENCY

    def process(self, samples):
        out = array.array("f")
        for at, sample in enumerate(samples):
            beside = self.side[at] if self.sides else 0.5 * sample
            self.held.append((self.gain * sample, self.gain * beside))
            out.extend(self.held.pop(0))
        return out

    def flush(self):
        rest = array.array("f")
        for pair in self.held + [(0.25, 0.25)] * TAIL:
            rest.extend(pair)
        return rest


serve(Widener)
