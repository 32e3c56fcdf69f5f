#!/usr/bin/env python3
"""Makes small models for the tests of Plugins/Sherpa: make.py FOLDER [NAME...]

They have the inputs, outputs and metadata of the real ones and do something simple that can be heard and counted:

  tiny-voice      a Piper pair: a hum whose length is that of the phonemes, with noise from a random node
  tiny-ctc        recognizes "hum" where low sounds are stronger than high ones, and "hiss" the other way round
  tiny-transducer the same, while sound comes
  tiny-denoise    halves the level
  tiny-kokoro     only if it is named: two speakers of two languages, one of them with a lexicon
"""
import json
import pathlib
import struct
import sys

FLOAT, INT64 = 1, 7


def varint(n):
    n &= (1 << 64) - 1
    out = b""
    while n > 127:
        out += bytes([n & 127 | 128])
        n >>= 7
    return out + bytes([n])


def num(field, value):
    return varint(field << 3) + varint(value)


def sub(field, value):
    value = value.encode() if isinstance(value, str) else value
    return varint(field << 3 | 2) + varint(len(value)) + value


def tensor(name, values, dims, kind=FLOAT):
    raw = struct.pack(f"<{len(values)}{'f' if kind == FLOAT else 'q'}", *values)
    return b"".join(num(1, d) for d in dims) + num(2, kind) + sub(8, name) + sub(9, raw)


def attribute(name, value):
    if isinstance(value, int):
        return sub(5, sub(1, name) + num(3, value) + num(20, 2))
    if isinstance(value, list):
        return sub(5, sub(1, name) + b"".join(num(8, v) for v in value) + num(20, 7))
    return sub(5, sub(1, name) + sub(5, value) + num(20, 4))


def node(kind, inputs, outputs, **attributes):
    return sub(
        1,
        b"".join(sub(1, i) for i in inputs) + b"".join(sub(2, o) for o in outputs) + sub(3, outputs[0] + "/" + kind)
        + sub(4, kind) + b"".join(attribute(k, v) for k, v in attributes.items()),
    )


def value(name, kind, shape):
    dims = b"".join(sub(1, sub(2, d) if isinstance(d, str) else num(1, d)) for d in shape)
    return sub(1, name) + sub(2, sub(1, num(1, kind) + sub(2, dims)))


def model(path, nodes, inputs, outputs, weights=(), metadata=None):
    graph = b"".join(nodes) + sub(2, "tiny") + b"".join(sub(5, w) for w in weights)
    graph += b"".join(sub(11, value(*i)) for i in inputs) + b"".join(sub(12, value(*o)) for o in outputs)
    content = num(1, 8) + sub(2, "cue") + sub(7, graph) + sub(8, sub(1, "") + num(2, 15))
    content += b"".join(sub(14, sub(1, k) + sub(2, str(v))) for k, v in (metadata or {}).items())
    path.write_bytes(content)


def describe(folder, kind, files, **more):
    folder.mkdir(parents=True, exist_ok=True)
    listed = [{"role": role, "path": path} for role, path in files.items()]
    (folder / "model.json").write_text(json.dumps({"format": 1, "type": kind, "files": listed, **more}, indent=2) + "\n")
    return folder


def tiny_voice(root):
    folder = root / "tiny-voice"
    folder.mkdir(parents=True, exist_ok=True)
    symbols = "_^$ !',-.:;?abcdefhijklmnopqrstuvwxzæðŋɐɑɔəɚɛɜɡɪɫɹʃʊʌʒˈˌːθᵻ"
    per_symbol = 256 * 4
    nodes = [
        # frames = symbols × a length × what the speed asks
        node("Cast", ["input_lengths"], ["count"], to=FLOAT),
        node("Gather", ["scales", "one"], ["length"], axis=0),
        node("Mul", ["count", "per_symbol"], ["usual"]),
        node("Mul", ["usual", "length"], ["frames_f"]),
        node("Cast", ["frames_f"], ["frames"], to=INT64),
        node("Squeeze", ["frames", "zero_axis"], ["frames0"]),
        node("Range", ["zero", "frames0", "one0"], ["places"]),
        node("Cast", ["places"], ["places_f"], to=FLOAT),
        node("Mul", ["places_f", "angle"], ["angles"]),
        node("Sin", ["angles"], ["hum"]),
        node("Mul", ["hum", "level"], ["quiet"]),
        node("RandomNormalLike", ["quiet"], ["noise"]),
        node("Mul", ["noise", "noise_level"], ["quiet_noise"]),
        node("Add", ["quiet", "quiet_noise"], ["sound"]),
        node("Reshape", ["sound", "shape"], ["output"]),
    ]
    weights = [
        tensor("one", [1], [], INT64), tensor("zero", [0], [], INT64), tensor("one0", [1], [], INT64),
        tensor("zero_axis", [0], [1], INT64), tensor("per_symbol", [per_symbol / 2], [1]),
        tensor("angle", [2 * 3.14159265 * 150 / 22050], [1]), tensor("level", [0.3], [1]),
        tensor("noise_level", [0.02], [1]), tensor("shape", [1, 1, -1], [3], INT64),
    ]
    model(
        folder / "tiny.onnx", nodes,
        [("input", INT64, ["n", "t"]), ("input_lengths", INT64, ["n"]), ("scales", FLOAT, [3])],
        [("output", FLOAT, ["n", 1, "s"])], weights)
    (folder / "tiny.onnx.json").write_text(json.dumps({
        "audio": {"sample_rate": 22050, "quality": "low"}, "espeak": {"voice": "en-us"}, "num_speakers": 1,
        "inference": {"noise_scale": 0.667, "length_scale": 1, "noise_w": 0.8}, "phoneme_type": "espeak",
        "phoneme_id_map": {s: [i] for i, s in enumerate(symbols)}, "language": {"code": "en_US", "family": "en"}}))


def tiny_kokoro(root):
    """A voice of many languages: a hum as high as the speaker's style says, as long as the tokens are many."""
    folder = describe(
        root / "tiny-kokoro", "kokoro",
        {"model": "model.onnx", "voices": "voices.bin", "tokens": "tokens.txt", "lexicon-zh": "lexicon-zh.txt"},
        languages=["en-US", "zh"], rate=24000, espeak="en-us", speakers=[
            {"id": "af_anna", "number": 0, "languages": ["en-US"]}, {"id": "zf_mei", "number": 1, "languages": ["zh-CN"]}])
    symbols = "$;:,.!?— abdefhijklmnoprstuvwxzɐɑɔəɛɜɡɪŋɹʃʊʌʒˈˌːθðæ↓"
    (folder / "tokens.txt").write_text("".join(f"{symbol} {number}\n" for number, symbol in enumerate(symbols)))
    (folder / "lexicon-zh.txt").write_text("你 n i ↓\n好 h a o ↓ a o ↓ a o ↓\n")
    (folder / "voices.bin").write_bytes(b"".join(struct.pack("<4f", hertz, 0, 0, 0) * 64 for hertz in (150, 300)))
    nodes = [
        node("Shape", ["tokens"], ["shape_of_tokens"]),
        node("Gather", ["shape_of_tokens", "one"], ["count"], axis=0),
        node("Cast", ["count"], ["count_f"], to=FLOAT),
        node("Mul", ["count_f", "per_token"], ["usual"]),
        node("Div", ["usual", "speed"], ["frames_f"]),
        node("Cast", ["frames_f"], ["frames"], to=INT64),
        node("Squeeze", ["frames", "zero_axis"], ["frames0"]),
        node("Range", ["zero", "frames0", "one0"], ["places"]),
        node("Cast", ["places"], ["places_f"], to=FLOAT),
        node("Gather", ["style", "zero"], ["hertz"], axis=1),
        node("Mul", ["hertz", "angle"], ["step"]),
        node("Mul", ["places_f", "step"], ["angles"]),
        node("Sin", ["angles"], ["hum"]),
        node("Mul", ["hum", "level"], ["audio"]),
    ]
    weights = [
        tensor("one", [1], [], INT64), tensor("zero", [0], [], INT64), tensor("one0", [1], [], INT64),
        tensor("zero_axis", [0], [1], INT64), tensor("per_token", [1200], [1]),
        tensor("angle", [2 * 3.14159265 / 24000], [1]), tensor("level", [0.3], [1]),
    ]
    model(
        folder / "model.onnx", nodes,
        [("tokens", INT64, [1, "t"]), ("style", FLOAT, [1, 4]), ("speed", FLOAT, [1])], [("audio", FLOAT, ["s"])], weights,
        {"model_type": "kokoro", "language": "multi-lang", "has_espeak": 1, "sample_rate": 24000, "version": 2, "voice": "en-us",
         "style_dim": "64,1,4", "n_speakers": 2, "speaker_names": "af_anna,zf_mei"})


def judge(rows):
    """A matrix of 80 × 3: how much a frame of log energies speaks for nothing, hum and hiss."""
    low = lambda i: 1 / 30 if i < 30 else -1 / 50
    return [x for i in range(rows) for x in (0.0, low(i), -low(i))]


def tiny_ctc(root):
    folder = describe(root / "tiny-ctc", "nemo-ctc", {"model": "model.onnx", "tokens": "tokens.txt"}, languages=["en"])
    (folder / "tokens.txt").write_text("▁hum 0\n▁hiss 1\n<blk> 2\n")
    weights = [x for i in range(80) for x in (judge(80)[i * 3 + 1], judge(80)[i * 3 + 2], 0.0)]
    nodes = [
        node("Transpose", ["audio_signal"], ["turned"], perm=[0, 2, 1]),
        node("MatMul", ["turned", "w"], ["scores"]),
        node("Add", ["scores", "b"], ["biased"]),
        node("LogSoftmax", ["biased"], ["logprobs"], axis=-1),
    ]
    model(
        folder / "model.onnx", nodes, [("audio_signal", FLOAT, ["n", 80, "t"]), ("length", INT64, ["n"])],
        [("logprobs", FLOAT, ["n", "t", 3])], [tensor("w", weights, [80, 3]), tensor("b", [0, 0, 0.5], [3])],
        {"vocab_size": 2, "subsampling_factor": 1, "normalize_type": "", "model_type": "EncDecCTCModelBPE"})


def tiny_transducer(root):
    folder = describe(
        root / "tiny-transducer", "transducer",
        {"encoder": "encoder.onnx", "decoder": "decoder.onnx", "joiner": "joiner.onnx", "tokens": "tokens.txt"},
        languages=["en"])
    (folder / "tokens.txt").write_text("<blk> 0\n▁hum 1\n▁hiss 2\n")
    # As an LSTM: nine frames in, the first four judged together, and a state that only counts.
    nodes = [
        node("Slice", ["x", "from", "to", "axis"], ["chunk"]),
        node("ReduceMean", ["chunk"], ["mean"], axes=[1], keepdims=1),
        node("MatMul", ["mean", "w"], ["scores"]),
        node("Add", ["scores", "b"], ["encoder_out"]),
        node("Identity", ["h"], ["next_h"]),
        node("Identity", ["c"], ["next_c"]),
    ]
    model(
        folder / "encoder.onnx", nodes,
        [("x", FLOAT, ["n", 9, 80]), ("h", FLOAT, [1, "n", 4]), ("c", FLOAT, [1, "n", 4])],
        [("encoder_out", FLOAT, ["n", 1, 3]), ("next_h", FLOAT, [1, "n", 4]), ("next_c", FLOAT, [1, "n", 4])],
        [tensor("w", judge(80), [80, 3]), tensor("b", [0.5, 0, 0], [3]), tensor("from", [0], [1], INT64), tensor("to", [4], [1], INT64),
         tensor("axis", [1], [1], INT64)],
        {"model_type": "lstm", "num_encoder_layers": 1, "T": 9, "decode_chunk_len": 4, "rnn_hidden_size": 4,
         "d_model": 4})
    model(
        folder / "decoder.onnx",
        [node("Cast", ["y"], ["yf"], to=FLOAT), node("Slice", ["yf", "from", "to", "axis"], ["last"]),
         node("Mul", ["last", "none"], ["decoder_out"])],
        [("y", INT64, ["n", 2])], [("decoder_out", FLOAT, ["n", 3])],
        [tensor("from", [1], [1], INT64), tensor("to", [2], [1], INT64), tensor("axis", [1], [1], INT64),
         tensor("none", [0, 0, 0], [3])],
        {"context_size": 2, "vocab_size": 3})
    model(
        folder / "joiner.onnx", [node("Add", ["encoder_out", "decoder_out"], ["logit"])],
        [("encoder_out", FLOAT, ["n", 3]), ("decoder_out", FLOAT, ["n", 3])], [("logit", FLOAT, ["n", 3])], [],
        {"joiner_dim": 3})


def tiny_denoise(root):
    folder = describe(root / "tiny-denoise", "denoise", {"model": "model.onnx"}, rate=16000)
    caches = {"conv_cache": [2, 1, 16, 16, 33], "tra_cache": [2, 3, 1, 1, 16], "inter_cache": [2, 1, 33, 16]}
    nodes = [node("Mul", ["mix", "half"], ["enh"])]
    nodes += [node("Identity", [name], [name + "_out"]) for name in caches]
    model(
        folder / "model.onnx", nodes,
        [("mix", FLOAT, [1, 257, 1, 2])] + [(n, FLOAT, s) for n, s in caches.items()],
        [("enh", FLOAT, [1, 257, 1, 2])] + [(n + "_out", FLOAT, s) for n, s in caches.items()],
        [tensor("half", [0.5], [1])],
        {"model_type": "gtcrn", "sample_rate": 16000, "version": 1, "n_fft": 512, "hop_length": 256,
         "window_length": 512, "window_type": "hann_sqrt", "comment": "tiny",
         **{n + "_shape": ",".join(map(str, s)) for n, s in caches.items()}})


if __name__ == "__main__":
    target = pathlib.Path(sys.argv[1])
    named = {"tiny-kokoro": tiny_kokoro}
    for make in [named[name] for name in sys.argv[2:]] or (tiny_voice, tiny_ctc, tiny_transducer, tiny_denoise):
        make(target)
