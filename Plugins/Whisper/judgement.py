"""What was said, if a certain line is expected.

Whisper with the line as its prompt hears the line's words, names and numbers as they are written; but it also hears them where
others were said, or nothing. Laid over the sound, the line's words get probabilities: but a right word may get a low one. So
another word counts only if both speak for it: it was read off the sound, and the line's own word does not fit there. Where
that does not fit at all though it was read, the prompt may have overruled the sound: the sound is read again without it.
"""
import difflib
import re

# Probabilities and logarithms of probabilities; they were chosen on the tuning set of Benchmarks/listening.
FITS = 0.05  # a word of the line with this probability may have been said
SHORT, SHORT_FITS = 3, 0.01  # letters of words such as "a" and "up", which are hard to hear, and the same for those
SURELY_NOT = 0.01  # one with less was hardly said, even if the prompt has put it there
BETTER = 5.0  # other words fit so much better than the line's: the difference of the logarithms
ALIKE = 0.6  # the share of letters that two words have in common if one may be the other, misheard
OTHER = -4.6  # the mean logarithm of a line that was said at all; below it, something else was
NOBODY = 0.46  # above it nobody speaks, though a prompt was given
NO_SPEECH, GUESSED = 0.6, -1.0  # the same without a prompt, and the mean logarithm of what is made up
REST = 1.5  # seconds of sound behind the last word: more was said, which the prompt keeps from being read


class Judged:
    """A word, its seconds, how sure it is, and whether it is one of the line's.

    What both readings agree on is more likely right than not, even where noise leaves each of them unsure: 0.5 and more.
    """

    def __init__(self, text, start, end, confidence, is_expected):
        self.text, self.start, self.end, self.confidence, self.is_expected = text, start, end, confidence, is_expected


def judged(model, encoded, seconds, line, beam):
    """The words of so many seconds of sound, and how sure it is that nobody spoke; None where the line was not said."""
    written = as_written(line)
    fitted, mean = model.fit(encoded, written)
    if mean < OTHER:
        return None
    tokens, _, no_speech = model.read(encoded, written, beam)
    if no_speech > NOBODY:
        return [], no_speech
    read = once(model.fitted(encoded, tokens)[0], fitted)
    goes_on = not read or seconds - read[-1].end > REST
    if not goes_on and joined(read) == joined(fitted) and all(word.lowest >= SURELY_NOT for word in fitted):
        return combined(read, fitted, []), no_speech
    tokens, score, nobody = model.read(encoded, "", beam)
    if is_guessed(score, nobody):
        return [], nobody
    free, _ = model.fitted(encoded, tokens)
    said = combined(without_prompt(model, encoded, read, fitted, free), fitted, free)
    if goes_on:
        end = said[-1].end if said else 0
        rest = [word for word in free if word.start >= end]
        if len(new(rest, fitted)) > len(rest) / 2:
            said += [Judged(word.text, word.start, word.end, word.probability, False) for word in rest]
    return said, no_speech


def as_written(line):
    """The line with a capital and a full stop: without them it looks wrong to Whisper."""
    line = " ".join(line.split())
    line = line[:1].upper() + line[1:]
    return line if re.search(r"[.!?…]\W*$", line) else line + "."


def combined(read, fitted, free):
    """Words that were read off the sound, and the line's own where those fit as well. What is too much counts if it was also
    read without the prompt, in `free`."""
    said, known = [], {plain(word.text) for word in free}
    for what, i, i_end, j, j_end in compared(read, fitted).get_opcodes():
        others, own = read[i:i_end], fitted[j:j_end]
        fits = all(word.lowest >= (FITS if len(plain(word.text)) > SHORT else SHORT_FITS) for word in own)
        same = joined(others) == joined(own)
        if what == "equal":
            said += [Judged(word.text, word.start, word.end, (1 + word.probability) / 2, True) for word in others]
        elif own and (fits or same):
            said += [Judged(word.text, word.start, word.end, (1 + word.probability) / 2, True) for word in own]
        elif own:
            sure = 1 - min(word.lowest for word in own)
            said += [Judged(word.text, word.start, word.end, sure, False) for word in others]
        else:
            said += [Judged(word.text, word.start, word.end, word.probability, False)
                     for word in new(others, fitted) if plain(word.text) in known]
    return in_order(said)


def new(words, fitted):
    """The words that are not among the line's: those would be an echo of the prompt."""
    line = {plain(word.text) for word in fitted}
    return [word for word in words if plain(word.text) not in line]


def once(read, fitted):
    """What was read without what the prompt has echoed: the line again behind the line."""
    line = [plain(word.text) for word in fitted]
    words = [plain(word.text) for word in read]
    echo = words[len(line) :]
    return read[: len(line)] if words[: len(line)] == line and echo == (line * len(words))[: len(echo)] else read


def is_guessed(score, nobody):
    """Whether what was read without a prompt is made up: so unlikely, and so sure that nobody speaks."""
    return nobody > NO_SPEECH and score < GUESSED


def without_prompt(model, encoded, read, fitted, free):
    """What was read, with words of `free`, the reading without a prompt, if those fit much better and sound different."""
    line_fit = total(fitted)
    same = compared(read, fitted).get_matching_blocks()
    place = {block.b + step: block.a + step for block in same for step in range(block.size)}
    for what, i, i_end, j, j_end in reversed(compared(fitted, free).get_opcodes()):
        own, others = fitted[i:i_end], free[j:j_end]
        if what != "replace" or len(own) > 2 or len(others) > 3 or any(index not in place for index in range(i, i_end)):
            continue
        alike = difflib.SequenceMatcher(None, joined(own), joined(others)).ratio()
        if min(word.lowest for word in own) >= SURELY_NOT or alike >= ALIKE:
            continue
        line = " ".join(word.text for word in fitted[:i] + others + fitted[i_end:])
        if total(model.fit(encoded, line)[0]) > line_fit + BETTER:
            read = read[: place[i]] + others + read[place[i_end - 1] + 1 :]
    return read


def total(words):
    """The logarithm of the probability of all words."""
    return sum(word.logarithm for word in words)


def compared(some, others):
    return difflib.SequenceMatcher(None, [plain(word.text) for word in some], [plain(word.text) for word in others], False)


def joined(words):
    return "".join(plain(word.text) for word in words)


def plain(word):
    return re.sub(r"[\W_]", "", word).lower()


def in_order(words, end=0):
    """Words whose times rise, from `end` on: those of two readings may overlap."""
    for word in words:
        word.start = max(word.start, end)
        end = word.end = max(word.end, word.start)
    return words
