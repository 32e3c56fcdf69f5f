"""A recognizer: it hears when there is sound and when there is silence, and calls each stretch of sound “sound”. Put your engine
where `window` is."""
from cue_plugin import IGNORED, PHRASE, Heard, Parameter, Recognizer, Word, serve

WINDOWS_A_SECOND = 100  # how finely it listens
ENOUGH = 10  # windows of sound that make a stretch
PAUSE = 20  # windows of silence that end it
ADVICE = 50  # windows of silence after which the speaker seems to have finished


class Detector(Recognizer):
    id = name = "starter-name"
    vendor, version, licence = "me", "1.0", "MIT"
    description = "Hears when there is sound."
    parameters = [Parameter(1, "threshold", "dB", "What is louder is sound, what is not is silence.", -90, 0, -40)]
    threshold = -40.0

    def set(self, parameter, value):
        self.threshold = value

    def open(self, request, report):
        # It hears that there is sound and not what is said, and says so. A recognizer of words looks at the phrases here.
        for number, _ in enumerate(request.phrases):
            report(PHRASE, IGNORED, number + 1, "it hears sound, not words")
        self.window_frames = request.rate // WINDOWS_A_SECOND
        self.energy, self.in_window = 0.0, 0
        self.loud = self.quiet = 0  # windows of sound in a row, and of silence since
        self.in_sound, self.words = False, []

    def heard(self, is_final):
        return Heard(self.words, no_speech=0.5 if self.words else 1)

    def push(self, sample, frame):
        """The heart of a recognizer: sound comes in pieces of any length, and the result does not depend on them."""
        self.energy += sample * sample
        self.in_window += 1
        if self.in_window < self.window_frames:
            return None
        is_loud = self.energy / self.window_frames > 10 ** (self.threshold / 10)
        self.energy, self.in_window = 0.0, 0
        return self.window(is_loud, frame)

    def window(self, is_loud, frame):
        """One more hundredth of a second."""
        if not is_loud:
            self.quiet += 1
            self.in_sound = self.in_sound and self.quiet < PAUSE
            self.loud = self.loud if self.in_sound else 0
            return "finished" if self.quiet == ADVICE and self.words else None
        self.loud, self.quiet = self.loud + 1, 0
        if self.in_sound:
            self.words[-1].end = frame
            return None
        if self.loud < ENOUGH:
            return None
        self.words.append(Word("sound", frame - self.loud * self.window_frames, frame))
        self.in_sound = True
        return "heard"


serve(Detector)
