"""Whisper, called a stretch of sound at a time: what is said in it, how sure that is, and how well a known text fits it."""
import math
import os
import re

import numpy
from faster_whisper import WhisperModel
from faster_whisper.tokenizer import Tokenizer

from cue_plugin import E_MEMORY, E_MODEL, Failure, is_lack_of_memory

RATE = 16000
LONGEST = 27  # seconds of a stretch; the network hears 30, and 3 of them are silence after it
PADDING = 3  # seconds of silence: without them, what is read off a short stretch repeats itself
TOKENS_A_SECOND = 12  # more than anybody speaks


class Told:
    """A word that was read off a stretch: its text, seconds, and the probabilities of its tokens."""

    def __init__(self, text, start, end, shares):
        self.text, self.start, self.end, self.shares = text, start, end, list(shares)

    @property
    def probability(self):
        return sum(self.shares) / len(self.shares)

    @property
    def lowest(self):
        return min(self.shares)


class Sound:
    """A stretch of sound; `features` is what the decoder needs; `seconds` is its length."""

    def __init__(self, samples, features, seconds):
        self.samples, self.features, self.seconds = samples, features, seconds


class Model:
    """A Whisper model in CTranslate2's form, from a folder, and perhaps a second ear."""

    def __init__(self, folder, threads, ear=None):
        self.ear = ear
        for name in ("model.bin", "config.json", "tokenizer.json"):
            if not os.path.isfile(os.path.join(folder, name)):
                raise Failure(E_MODEL, f"There is no Whisper model in {folder}: {name} is missing.")
        try:
            self.whole = WhisperModel(folder, device="cpu", compute_type="int8", cpu_threads=threads, local_files_only=True)
        except (RuntimeError, ValueError, OSError, MemoryError) as error:
            if is_lack_of_memory(error):
                raise Failure(E_MEMORY, f"There is not enough memory to load the Whisper model in {folder}.") from None
            raise Failure(E_MODEL, f"The Whisper model in {folder} cannot be loaded; is it damaged? {error}") from None
        self.network = self.whole.model
        self.is_multilingual = self.network.is_multilingual
        self.speak("en")
        # Hardly any noise: the network hears words in perfect silence.
        self.silence = self.encoded(1e-4 * numpy.random.default_rng(1).standard_normal(RATE).astype(numpy.float32))

    def speak(self, language):
        """From now on that language is heard; English, and False, where the model does not know it."""
        is_known = language in self.whole.supported_languages
        self.language = language if is_known else "en"
        self.tokens = Tokenizer(self.whole.hf_tokenizer, self.is_multilingual, task="transcribe", language=self.language)
        return is_known

    def encoded(self, samples):
        """A stretch for the decoder. Whole seconds: other lengths take more and more memory."""
        seconds = min(math.ceil(len(samples) / RATE) + PADDING, 30)
        padded = numpy.zeros(seconds * RATE, numpy.float32)
        padded[: min(len(samples), len(padded))] = samples[: len(padded)]
        features = self.whole.feature_extractor(padded, padding=0)[:, : seconds * 100]
        return Sound(samples, self.whole.encode(features), seconds)

    def read(self, encoded, prompt="", beam=5):
        """What is said: tokens, the mean of the logarithms of their probabilities, and how sure it is that nobody speaks."""
        start = list(self.tokens.sot_sequence) + [self.tokens.no_timestamps]
        if prompt:
            start = [self.tokens.sot_prev] + self.tokens.encode(" " + prompt)[-200:] + start
        result = self.network.generate(
            encoded.features, [start], beam_size=beam,
            max_length=min(448, len(start) + 10 + TOKENS_A_SECOND * encoded.seconds),
            return_scores=True, return_no_speech_prob=True, suppress_blank=True, suppress_tokens=[-1])[0]
        return self.without_loops(result.sequences_ids[0]), result.scores[0], result.no_speech_prob

    def readings(self, encoded, ahead, count, tokens):
        """The most probable texts that begin with the words `ahead`, the best first."""
        start = list(self.tokens.sot_sequence) + [self.tokens.no_timestamps]
        start += self.tokens.encode(" " + ahead) if ahead else []
        result = self.network.generate(
            encoded.features, [start], beam_size=count, num_hypotheses=count, max_length=min(448, len(start) + tokens),
            length_penalty=0, suppress_blank=True, suppress_tokens=[-1])[0]
        return [self.tokens.decode([token for token in ids if token < self.tokens.eot]) for ids in result.sequences_ids]

    def without_loops(self, tokens):
        """What is said three times in a row, or long and twice, is said once: the decoder loops."""
        for length in range(1, len(tokens) // 2 + 1):
            for start in range(len(tokens) - 2 * length + 1):
                piece, times = tokens[start : start + length], 1
                while tokens[start + times * length : start + (times + 1) * length] == piece:
                    times += 1
                if times > 3 or times > 1 and length >= 8:
                    return self.without_loops(tokens[: start + length])
        return tokens

    def fitted(self, encoded, tokens):
        """Tokens laid over the sound, as words with times; and the mean of the logarithms of their probabilities."""
        tokens = [token for token in tokens if token < self.tokens.eot]
        if not tokens:
            return [], 0.0
        result = self.network.align(
            encoded.features, list(self.tokens.sot_sequence), [tokens], encoded.seconds * 100, median_filter_width=7)[0]
        probabilities = result.text_token_probs
        when = {}  # the first place in time of each token
        for token, time in result.alignments:
            when.setdefault(token, time / 50)
        words, at = [], 0
        for text, own in zip(*self.tokens.split_to_word_tokens(tokens + [self.tokens.eot])):
            if own[0] >= self.tokens.eot:
                break
            shares = probabilities[at : at + len(own)]
            start, end = when.get(at, 0.0), when.get(at + len(own), when.get(at, 0.0))
            at += len(own)
            has_letters, begins = re.search(r"\w", text), text.startswith(" ")
            if words and not has_letters and not begins:  # punctuation belongs to the word ahead of it
                words[-1].text += text
                words[-1].end = max(words[-1].end, start)
            elif words and (not begins or not re.search(r"\w", words[-1].text)):  # "9.99"; an opening quotation mark
                words[-1].text += text.strip()
                words[-1].end = end
                words[-1].shares += shares
            else:
                words.append(Told(text.strip(), start, end, shares))
        mean = sum(math.log(max(share, 1e-10)) for share in probabilities) / len(probabilities)
        return words, mean

    def fit(self, encoded, text):
        """The same for text."""
        return self.fitted(encoded, self.tokens.encode(" " + text.strip()))

    def without_sound(self, text):
        """The words of text with the probabilities that they have where nothing is heard."""
        return self.fit(self.silence, text)[0]
