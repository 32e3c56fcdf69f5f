"""What was said, if a certain line is expected.

Whisper with the line as its prompt hears the line's words, names and numbers as they are written; but it also hears them where
others were said, or nothing. Laid over the sound, the line's words get probabilities: but a right word may get a low one. So
another word counts only if both speak for it: it was read off the sound, and the line's own word does not fit there.
"""
import difflib
import re

FITS = 0.05  # a word of the line with this probability may have been said
NOBODY = 0.46  # more: nobody speaks
OTHER = -4.6  # the mean of the logarithms for a line that was said at all; what is said is something else below it


class Judged:
    """A word, its seconds, how sure it is, and whether it is one of the line's."""

    def __init__(self, text, start, end, confidence, is_expected):
        self.text, self.start, self.end, self.confidence, self.is_expected = text, start, end, confidence, is_expected


def judged(model, encoded, line, beam):
    """The words of a stretch of sound, and how sure it is that nobody spoke; None where the line was not said."""
    written = as_written(line)
    fitted, mean = model.fit(encoded, written)
    if mean < OTHER:
        return None
    tokens, _, no_speech = model.read(encoded, written, beam)
    if no_speech > NOBODY:
        return [], no_speech
    read, _ = model.fitted(encoded, tokens)
    return combined(read, fitted), no_speech


def as_written(line):
    """The line with a capital and a full stop: without them it looks wrong to Whisper."""
    line = " ".join(line.split())
    line = line[:1].upper() + line[1:]
    return line if re.search(r"[.!?…]\W*$", line) else line + "."


def combined(read, fitted):
    """Words that were read off the sound, and the line's own where those fit as well."""
    said = []
    matcher = difflib.SequenceMatcher(None, [plain(word.text) for word in read], [plain(word.text) for word in fitted], False)
    for what, i, i_end, j, j_end in matcher.get_opcodes():
        others, own = read[i:i_end], fitted[j:j_end]
        fit = min((word.lowest for word in own), default=0.0)
        same = "".join(plain(word.text) for word in others) == "".join(plain(word.text) for word in own)
        if what == "equal":
            said += [Judged(word.text, word.start, word.end, word.probability, True) for word in others]
        elif own and (fit >= FITS or same):
            said += [Judged(word.text, word.start, word.end, word.probability, True) for word in own]
        else:
            said += [Judged(word.text, word.start, word.end, 1 - fit if own else word.probability, False) for word in others]
    return in_order(said)


def plain(word):
    return re.sub(r"[\W_]", "", word).lower()


def in_order(words, end=0):
    """Words whose times rise, from `end` on: those of two readings may overlap."""
    for word in words:
        word.start = max(word.start, end)
        end = word.end = max(word.end, word.start)
    return words
