"""Where somebody speaks: Silero's voice activity detection, which faster-whisper brings along."""
import numpy
from faster_whisper.vad import get_vad_model

RATE = 16000
CHUNK = 512  # samples that are judged together: 32 ms
CONTEXT = 64  # samples of the chunk before, which the network sees again
SPEECH, SILENCE = 0.5, 0.35  # from the first on it is speech; it stays so down to the second
LEAST_SPEECH = 4  # chunks in a row that make speech; fewer are a click
LEAST_SILENCE = 10  # chunks in a row that end it


class Activity:
    """Listens to a stream of samples, and knows the stretches of speech in it."""

    def __init__(self):
        self.network = get_vad_model().session
        self.h = self.c = numpy.zeros((1, 1, 128), numpy.float32)
        self.context = numpy.zeros(CONTEXT, numpy.float32)
        self.chunks = 0  # heard so far
        self.stretches = []  # of speech: the first chunk, and the one after the last
        self.loud = self.quiet = 0  # chunks in a row
        self.is_speech = False

    def hear(self, samples):
        """Takes whole chunks."""
        batch = samples.reshape(-1, CHUNK)
        before = numpy.concatenate([self.context[None], batch[:-1, -CONTEXT:]])
        shares, self.h, self.c = self.network.run(
            None, {"input": numpy.concatenate([before, batch], 1), "h": self.h, "c": self.c})
        self.context = batch[-1, -CONTEXT:]
        for share in shares.reshape(-1):
            self.chunks += 1
            self.judge(share)

    def judge(self, share):
        self.loud = self.loud + 1 if share >= SPEECH else 0
        self.quiet = self.quiet + 1 if share < SILENCE else 0
        if not self.is_speech and self.loud >= LEAST_SPEECH:
            self.is_speech = True
            self.stretches.append([self.chunks - self.loud, self.chunks])
        if self.is_speech:
            if not self.quiet:
                self.stretches[-1][1] = self.chunks
            self.is_speech = self.quiet < LEAST_SILENCE

    @property
    def speech(self):
        """The stretches, as samples: the first, and the one after the last."""
        return [(first * CHUNK, end * CHUNK) for first, end in self.stretches]

    @property
    def silence(self):
        """For how many samples nobody has spoken."""
        return (self.chunks - (self.stretches[-1][1] if self.stretches else 0)) * CHUNK
