"""Sentences in Hibari's hands: from text to phonemes to sound, and which sound is which word."""
import bisect
import difflib
import hashlib
import re

import hibari
import numpy
import onnxruntime
from hibari import dsp
from hibari.g2p.normalize import normalize
from hibari.tts import MAX_PHONEMES, Hibari
from hibari.voices import DEFAULT, VOICES, cache_dir, voice_path

from cue_plugin import E_MEMORY, E_MODEL, Failure, is_lack_of_memory

LONGEST_SENTENCE = 1000  # characters; a longer one is cut at a space, so that sound comes soon and a cancel counts soon
PAUSE = 0.45  # seconds from one sentence to the next, at normal speed; the network leaves 0.7, which is long in a dialogue
ENDS = b"/CumSum_output_0"  # where each phoneme ends: inside the network, in steps of two frames of sound
# Sounds of IPA in the network's own alphabet, the longer ones first.
SOUNDS = [("eɪ", "A"), ("aɪ", "I"), ("aʊ", "W"), ("oʊ", "O"), ("əʊ", "O"), ("ɔɪ", "Y"), ("dʒ", "ʤ"), ("tʃ", "ʧ"), ("ɝ", "ɜɹ"),
          ("ɚ", "əɹ"), ("r", "ɹ"), ("g", "ɡ")]
WORD = re.compile(r"\S*\w\S*")


class Engine:
    """The package: its voices, and where they are."""

    rate, default, voices = dsp.SR, DEFAULT, VOICES
    versions = f"hibari-tts {hibari.__version__} onnxruntime {onnxruntime.__version__} numpy {numpy.__version__}"

    def path(self, name):
        """Where the voice's model is, or should be. Nothing is downloaded."""
        try:
            return voice_path(name, download_missing=False)
        except FileNotFoundError:
            return f"{cache_dir()}/{VOICES[name]['file']}"

    def load(self, name):
        """The voice, ready to speak."""
        path = self.path(name)
        try:
            with open(path, "rb") as file:
                data = file.read()
        except OSError as error:
            raise Failure(E_MODEL, f"Hibari's voice “{name}” cannot be read: {path}: {error.strerror}.") from None
        if hashlib.sha256(data).hexdigest() != VOICES[name]["sha256"]:
            raise Failure(E_MODEL, f"Hibari's voice “{name}” is damaged or of another version: {path} has not the checksum "
                          "that the package hibari-tts expects; install it again.")
        try:
            return Model(name, data)
        except Exception as error:  # onnxruntime has errors of its own for each thing that may be wrong
            if is_lack_of_memory(error):
                raise Failure(E_MEMORY, f"There is not enough memory to load Hibari's voice “{name}”.") from None
            raise Failure(E_MODEL, f"Hibari's voice “{name}” cannot be loaded: {error}") from None


class Sentence:
    """Phonemes that the network says in one go; for each word, the phoneme where it begins and its bytes of the text."""

    def __init__(self, phonemes, words=()):
        self.phonemes, self.words = phonemes, list(words)


class Model:
    """One voice."""

    def __init__(self, name, data):
        self.seeded = None  # the seed whose first state is kept: it takes longer to work out than to set
        self.lexicon = {}  # words in small letters and how they are spoken, in IPA
        self.tells_times = ENDS in data
        self.engine = Hibari(voice=name, model=with_output(data, ENDS) if self.tells_times else data, threads=1)
        self.engine.g2p.oov  # both are loaded when they are first asked for: now
        for sentence, _ in self.sentences("Ready."):  # the first call is the slowest
            self.seed(0)
            self.sound(sentence, 1)

    def seed(self, number):
        """From now on the noise in the voice, breath and consonants, is that of the seed."""
        if number != self.seeded:
            self.random, self.seeded = numpy.random.default_rng(number), number
            self.start = self.random.bit_generator.state
        self.random.bit_generator.state = self.start
        self.tail = None

    # From text to phonemes. `Hibari.stream` does the same, and forgets the words.

    def sentences(self, text):
        """The sentences of a text, each read when it is its turn, and whether it is the last one."""
        pieces, position = [], 0
        for whole in self.engine.split_sentences(text):
            position = text.index(whole, position)
            for piece in cut(whole, LONGEST_SENTENCE):
                pieces.append((piece, position))
                position += len(piece)
        for number, (piece, position) in enumerate(pieces, 1):
            yield from told_last(self.read(piece, text, position), number == len(pieces))

    def read(self, piece, text, position):
        """The phonemes of a piece of text that begins at `position` of the whole."""
        g2p = self.engine.g2p
        tokens = g2p.phonemize_tokens(g2p.tokenize(normalize(piece)))
        phonemes, spoken = "", []  # spoken: the words as they are read, "nine" "dollars", and where they begin
        is_new = True
        for token in tokens:
            said = self.lexicon.get(token.text.lower())
            if said:
                token.phonemes = own_sounds(said)
            if is_new and (token.phonemes or "").strip():
                spoken.append([token.text, len(phonemes)])
            elif spoken:
                spoken[-1][0] += token.text
            phonemes += token.phonemes or ""
            phonemes += " " if token.whitespace else ""
            is_new = bool(token.whitespace)
        lead = len(phonemes) - len(phonemes.lstrip())
        written = [(match[0], match.start()) for match in WORD.finditer(piece)]
        words = []
        for index, start in matched([word for word, _ in written], spoken):
            word, at = written[index]
            offset = len(text[: position + at].encode())
            words.append((max(start - lead, 0), offset, len(word.encode())))
        yield from parted(phonemes.strip(), words)

    def phoneme_sentences(self, phonemes):
        """Text that is phonemes already, in the engine's notation."""
        return told_last(parted(" ".join(phonemes.split()), []), True)

    # From phonemes to sound.

    def next_sound(self, sentences, speed, volume):
        """Sound, as 16-bit samples, and words of the next sentence, and whether it is the last one."""
        for sentence, is_last in sentences:
            sound, words = self.joined(*self.sound(sentence, speed), speed)
            return (numpy.clip(sound * numpy.float32(volume), -1, 1) * 32767).astype(numpy.int16), words, is_last
        return numpy.zeros(0, numpy.int16), [], True

    def joined(self, sound, words, speed):
        """The same with less silence at its beginning, if the pause after the sentence before would be too long."""
        level = 0.012 * max(sound.max(initial=0), -sound.min(initial=0))
        if not level:
            return sound, words
        loud = (sound > level) | (sound < -level)
        first, cut = int(loud.argmax()), 0
        if self.tail is not None:
            pause = int(PAUSE * dsp.SR / speed)
            cut = min(first, max(0, self.tail + first - pause))
        self.tail = int(loud[::-1].argmax())
        return sound[cut:], [(max(start - cut, 0), offset, length) for start, offset, length in words]

    def sound(self, sentence, speed):
        """The samples, and for each word its first sample and its bytes of the text."""
        known = [place for place, phoneme in enumerate(sentence.phonemes) if phoneme in self.engine.vocab]
        ids = self.engine.ids(sentence.phonemes)
        if len(ids) < 3:
            return numpy.zeros(0, numpy.float32), []
        inputs = {"ids": numpy.asarray([ids], numpy.int64), "speed": numpy.asarray([speed], numpy.float32)}
        outputs = self.engine.sess.run(None, inputs)
        sound = dsp.synth(*(output[0] for output in outputs[:6]), self.random)
        words = []
        if self.tells_times:
            ends = outputs[6].reshape(-1)
            for start, offset, length in sentence.words:
                # The first of the network's phonemes is silence, so the one ahead of the word's first has the word's number.
                before = bisect.bisect_left(known, start)
                words.append((int(ends[before]) * len(sound) // int(ends[-1]), offset, length))
        return sound, words


def own_sounds(ipa):
    """IPA as the network knows it; what it does not know is left out."""
    for sound, own in SOUNDS:
        ipa = ipa.replace(sound, own)
    return ipa


def cut(text, longest):
    """Pieces of a text that are not longer than that, cut after spaces if there are any."""
    while len(text) > longest:
        at = text.rfind(" ", 1, longest) + 1 or longest
        yield text[:at]
        text = text[at:]
    yield text


def parted(phonemes, words):
    """Phonemes as sentences that the network can say: at most MAX_PHONEMES each, cut after a clause or a word."""
    start = 0
    while start < len(phonemes):
        end = len(phonemes)
        if end - start > MAX_PHONEMES:
            clauses = [match.end() for match in re.finditer(r"[,;:—] ", phonemes[start : start + MAX_PHONEMES])]
            space = phonemes.rfind(" ", start + 1, start + MAX_PHONEMES) + 1
            end = start + clauses[-1] if clauses else space or start + MAX_PHONEMES
        yield Sentence(phonemes[start:end].rstrip(),
                       [(at - start, offset, length) for at, offset, length in words if start <= at < end])
        start = end


def told_last(sentences, are_last):
    """Each sentence of a piece of text, and whether it is the last of all."""
    sentences = list(sentences)
    for number, sentence in enumerate(sentences, 1):
        yield sentence, are_last and number == len(sentences)


def matched(written, spoken):
    """Pairs of a written word's number and where it begins among the phonemes, in order.

    Most words are read as they are written. "$9.99" is read as five words, and begins with the first of them.
    """
    def plain(word):
        return re.sub(r"\W", "", word).lower()

    ours, theirs = [plain(word) for word in written], [plain(word) for word, _ in spoken]
    if ours == theirs:  # the usual case, and quicker
        yield from enumerate(start for _, start in spoken)
        return
    matcher = difflib.SequenceMatcher(None, ours, theirs, False)
    for _, i, i_end, j, j_end in matcher.get_opcodes():
        for number in range(i, i_end if j < j_end else i):
            yield number, spoken[j + (number - i) * (j_end - j) // (i_end - i)][1]


def with_output(model, tensor):
    """An ONNX model that also gives a tensor which it computes inside.

    ONNX is Protocol Buffers, where messages that follow each other are merged: so a few bytes at the end add an output to the
    graph (field 7 of the model; its field 12 is an output, whose field 1 is the name).
    """
    def field(number, value):
        return bytes([number << 3 | 2, len(value)]) + value

    return model + field(7, field(12, field(1, tensor)))
