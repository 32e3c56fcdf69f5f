"""A second ear for doubted words: Moonshine, a network of another make, which mishears other words than Whisper.

It is asked one thing: how well a text that is known fits the sound, word by word. Without its model, Whisper judges alone. The
model is the one of the package moonshine-cpp: a merged decoder of Hugging Face's Optimum, used without its memory of what came
before.
"""
import importlib.util
import os

import numpy
import onnxruntime

from cue_plugin import E_MEMORY, E_MODEL, Failure, is_lack_of_memory

RATE = 16000
LEAST = 0.5  # seconds; a shorter sound gives the network nothing to see
FILES = "encoder_model.ort", "decoder_model_merged.ort", "tokenizer.bin"
START = 1  # the token ahead of all others
BYTE, PIECES = 3, 259  # the tokens from the first on are single bytes, those from the second on pieces of words
BLANK = "\u2581"  # stands for a blank in the tokens, as SentencePiece has it


def folder_of_package():
    """Where the package moonshine-cpp has its model; None where it is not installed."""
    package = importlib.util.find_spec("moonshine_cpp")
    folder = os.path.join(package.submodule_search_locations[0], "models", "base-en") if package else ""
    return folder if os.path.isdir(folder) else None


class Ear:
    """The network, from a folder."""

    def __init__(self, folder, threads):
        advice = "Whisper hears without it if you say --set whisper:ear=none."
        paths = [os.path.join(folder, name) for name in FILES]
        for path in paths:
            if not os.path.isfile(path):
                raise Failure(E_MODEL, f"There is no Moonshine model in {folder}: {os.path.basename(path)} is missing. {advice}")
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
        options.enable_cpu_mem_arena = False  # it would keep 400 MB
        try:
            self.encoder, self.decoder = (
                onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"]) for path in paths[:2])
            with open(paths[2], "rb") as file:
                self.tokens = tokens_in(file.read())
        except Exception as error:  # the engine's exceptions have nothing in common
            if is_lack_of_memory(error):
                raise Failure(E_MEMORY, f"There is not enough memory for the Moonshine model in {folder}. {advice}") from None
            raise Failure(E_MODEL, f"The Moonshine model in {folder} cannot be loaded: is it damaged? {advice} {error}") from None
        self.numbers = {token: number for number, token in enumerate(self.tokens) if number >= PIECES}
        self.no_past = {each.name: numpy.zeros((1, each.shape[1], 0, each.shape[3]), numpy.float32)
                        for each in self.decoder.get_inputs() if each.name.startswith("past")}

    def words(self, samples, text):
        """For each word of a text the logarithm of its probability in the sound, without that of its punctuation."""
        samples = numpy.pad(samples, (0, max(0, int(LEAST * RATE) - len(samples))))
        sound = self.encoder.run(None, {"input_values": samples[None].astype(numpy.float32)})[0]
        tokens = self.encode(text)
        output = self.decoder.run(["logits"], {
            "input_ids": numpy.array([[START] + tokens], numpy.int64), "encoder_hidden_states": sound,
            "use_cache_branch": numpy.array([False]), **self.no_past})[0][0]
        found = []
        for token, shares in zip(tokens, output):
            sign = self.tokens[token].decode(errors="ignore")
            if sign.startswith(BLANK):
                found.append(0.0)
            if any(letter.isalnum() for letter in sign):
                most = shares.max()
                found[-1] += float(shares[token] - most - numpy.log(numpy.exp(shares - most).sum()))
        return found

    def encode(self, text):
        """Text as tokens: of all neighbours that make a token together, those with the lowest number are joined first (BPE)."""
        parts = [sign.encode() for sign in (" " + text).replace(" ", BLANK)]
        while True:
            pairs = [(self.numbers.get(one + other), at) for at, (one, other) in enumerate(zip(parts, parts[1:]))]
            pairs = [pair for pair in pairs if pair[0] is not None]
            if not pairs:
                break
            at = min(pairs)[1]
            parts[at : at + 2] = [parts[at] + parts[at + 1]]
        known = [[self.numbers[part]] if part in self.numbers else [BYTE + byte for byte in part] for part in parts]
        return [token for tokens in known for token in tokens]


def tokens_in(file):
    """The tokens of tokenizer.bin: each is a length and that number of bytes. Lengths above 127 take two bytes, the lower seven
    bits first."""
    found, at = [], 0
    while at < len(file):
        length, at = file[at], at + 1
        if length > 127:
            length, at = length - 128 + (file[at] << 7), at + 1
        found.append(file[at : at + length])
        at += length
    if at > len(file):
        raise ValueError("tokenizer.bin is cut off.")
    return found
