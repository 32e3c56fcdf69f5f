"""What was said, if a certain line is expected.

Whisper with the line as its prompt hears the line's words, names and numbers as they are written; but it also hears them where
others were said, or nothing. Laid over the sound, the line's words get probabilities: but a right word may get a low one. So
several things together speak against a word (`doubts`), and none of them alone.
"""
import difflib
import math
import re

import numpy

from naming import named
from sound import unlikeness

# What speaks against a word, as factors of a logistic regression. They and the limits were found from 2,060 takes; of other
# lines, voices and noises than those that are reported (decision 37).
NONE = -3.97
FIT = -0.95  # the logarithm of the word's probability in the sound, 0 at best
EXPECTED = 0.48  # the same without any sound: a rare word may be less probable
UNREAD = 1.9  # it was not read with the line as the prompt
UNREAD_FREELY = 0.3  # nor without it
UNLIKE = 2.7  # how unlike it sounds to what was read without the prompt, 0 to 1
SHORT, IS_SHORT = 3, -3.35  # letters of words such as "a" and "up", which are hard to hear
LIMITS = (10, 1.6), (20, 1.0), (30, 0.2)  # decibels of speech above the noise, and what means that another word was said
EASY = 0.41  # sureness falls off so slowly with what speaks against a word
LEAST = -12.0  # logarithms that are lower count as this
QUIET = 30.0  # decibels of speech above noise that are enough

# What a second ear adds to that, found from 812 other takes.
EAR_NONE, EAR_IS_SHORT = -0.46, -5.0
EAR_FIT = -0.51  # the logarithm of the word's probability for it
EAR_LEAST = -14.0  # logarithms that are lower count as this
MADE_UP = -3.0  # the mean of these logarithms for what was read in music; misread speech has -1.6

OTHER = -4.6  # the mean logarithm of a line that was said at all; below it, something else was
NOBODY = 0.46  # above it nobody speaks, though a prompt was given
NO_SPEECH, GUESSED = 0.6, -1.0  # the same without a prompt, and the mean logarithm of what is made up
REST = 1.5  # seconds of sound after the last word: more was said, which the prompt keeps from being read


class Judged:
    """A word, its seconds, how sure it is, and whether it is one of the line's. One without text stands in the place of a word of
    the line that was not said, where nobody can tell what was, if anything."""

    def __init__(self, text, start, end, confidence, is_expected):
        self.text, self.start, self.end, self.confidence, self.is_expected = text, start, end, confidence, is_expected


def judged(model, encoded, seconds, line, beam, decibels=QUIET):
    """The words of the sound, and how sure it is that nobody spoke; None if the line was not said.

    `decibels`: how far speech is above the noise.
    """
    written = as_written(line)
    fitted, mean = model.fit(encoded, written)
    if mean < OTHER:
        return None
    tokens, _, no_speech = model.read(encoded, written, beam)
    if no_speech > NOBODY:
        return [], no_speech
    read = once(spoken(model.fitted(encoded, tokens)[0], seconds), fitted)
    goes_on = not read or seconds - read[-1].end > REST
    usual = [word.lowest for word in model.without_sound(written)]
    sure = doubts(fitted, usual, read, None, decibels)
    if not goes_on and joined(read) == joined(fitted) and max(sure) <= 0:
        return combined(read, fitted, [], sure), no_speech
    tokens, score, nobody = model.read(encoded, "", beam)
    if is_guessed(score, nobody):
        return [], nobody
    free = spoken(model.fitted(encoded, tokens)[0], seconds)
    found = doubts(fitted, usual, read, free, decibels)
    heard = model.ear.words(encoded.samples, written) if model.ear and model.language == "en" else []
    if heard and free and is_made_up(heard) and is_made_up(model.ear.words(encoded.samples, text(free))):
        return [], nobody
    if len(heard) == len(found):
        found = with_ear(found, fitted, heard)
    name = lambda place, instead: named(model, encoded, written, place, instead)
    said = combined(read, fitted, free, found, *([lone(found, name)] if len(fitted) == len(written.split()) else []))
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


def doubts(fitted, usual, read, free, decibels):
    """What speaks against each word of the line, above 0 where another was said.

    `usual`: the words' lowest probabilities without sound; `free`: None where nothing was read without the prompt yet: then
    this is the most that may speak against it.
    """
    limit = numpy.interp(decibels, *zip(*LIMITS))
    unread, unread_freely = others(fitted, read), others(fitted, free or [])
    found = []
    for index, (word, share) in enumerate(zip(fitted, usual)):
        doubt = NONE + FIT * logarithm(word.lowest) + EXPECTED * logarithm(share)
        doubt += UNREAD * (index in unread) + IS_SHORT * (len(plain(word.text)) <= SHORT)
        if free is None:
            doubt += UNREAD_FREELY + UNLIKE
        elif index in unread_freely:
            own, heard = unread_freely[index]
            doubt += UNREAD_FREELY + UNLIKE * min(1, unlikeness(text(own), text(heard)))
        found.append(doubt - limit)
    return found


def with_ear(found, fitted, heard):
    """What speaks against each word, where a second ear has heard them with probabilities of these logarithms."""
    return [doubt + EAR_NONE + EAR_FIT * max(share, EAR_LEAST) + EAR_IS_SHORT * (len(plain(word.text)) <= SHORT)
            for doubt, word, share in zip(found, fitted, heard)]


def logarithm(share):
    return max(math.log(max(share, 1e-10)), LEAST)


def others(fitted, read):
    """Of each word of the line that was not read: the run of such words that it is in, and what was read in their place."""
    found = {}
    for what, i, i_end, j, j_end in compared(fitted, read).get_opcodes():
        own, heard = fitted[i:i_end], read[j:j_end]
        if what != "equal" and joined(own) != joined(heard):
            found.update({index: (own, heard) for index in range(i, i_end)})
    return found


def lone(found, name):
    """A function that names the word in the place of one against which too much speaks, if nothing speaks against its
    neighbours: the line around it is known. Elsewhere it gives what was read there."""
    def named(place, instead):
        around = found[max(place - 1, 0) : place] + found[place + 1 : place + 2]
        if max(around, default=1) > 0:
            return instead
        word = name(place, text(instead))
        return [word] if word else []
    return named


def combined(read, fitted, free, found, name=lambda place, instead: instead):
    """The line's words, with others in place of those against which too much speaks. What is too much counts if it was read with
    the prompt and without. `name` says what was said in a place where so much was read."""
    instead = {**shared(fitted, read), **shared(fitted, free)}
    known = {plain(word.text) for word in free}
    times = dict(pairs(fitted, read))
    said = []
    for what, i, i_end, j, j_end in compared(fitted, read).get_opcodes():
        for index in range(i, i_end):
            word, sure = fitted[index], 1 / (1 + math.exp(EASY * found[index]))
            if found[index] <= 0:
                when = times.get(index, word)
                said.append(Judged(word.text, when.start, when.end, sure, True))
                continue
            heard = name(index, instead.get(index, []))
            said += [Judged(other.text, other.start, other.end, 1 - sure, False) for other in heard]
            if not heard:
                said.append(Judged("", word.start, word.end, 1 - sure, False))
        if what == "insert":
            said += [Judged(word.text, word.start, word.end, word.probability, False)
                     for word in new(read[j:j_end], fitted) if plain(word.text) in known]
    return in_order(said)


def pairs(fitted, read):
    """The words of the line that were read, by their places."""
    for block in compared(fitted, read).get_matching_blocks():
        for step in range(block.size):
            yield block.a + step, read[block.b + step]


def shared(fitted, read):
    """What was read in place of each word of the line: of several words in a row, each gets those that sound most like it."""
    found = {}
    for what, i, i_end, j, j_end in compared(fitted, read).get_opcodes():
        if what == "replace":
            parts = parted([plain(word.text) for word in fitted[i:i_end]], [plain(word.text) for word in read[j:j_end]])
            for index, (start, end) in zip(range(i, i_end), parts):
                found[index] = read[j + start : j + end]
    return found


def parted(own, heard):
    """For each word of its own the part of what was heard that it may be, in their order."""
    if len(own) == 1 or len(own) * len(heard) > 100:
        return [(0, len(heard))] + [(len(heard), len(heard))] * (len(own) - 1)
    best = {0: (0.0, [])}  # by how much of what was heard is taken: the unlikeness, and the parts
    for word in own:
        after = {}
        for at, (cost, parts) in best.items():
            for end in range(at, len(heard) + 1):
                all_in_all = cost + (unlikeness(word, " ".join(heard[at:end])) if end > at else 1)
                if end not in after or all_in_all < after[end][0]:
                    after[end] = (all_in_all, parts + [(at, end)])
        best = after
    return best[len(heard)][1]


def new(words, fitted):
    """The words that are not among the line's: those would be an echo of the prompt."""
    line = {plain(word.text) for word in fitted}
    return [word for word in words if plain(word.text) not in line]


def spoken(read, seconds):
    """The words that were read, without those after the speech or without a place in it: the decoder repeats itself there, and not
    always the same."""
    for index in range(len(read) - 2):
        if all(word.end <= word.start for word in read[index : index + 3]):  # three words that take no time are an echo
            read = read[:index]
            break
    return [word for word in read if word.start <= seconds]


def once(read, fitted):
    """The words that were read, without an echo of the prompt: the line again after the line."""
    line = [plain(word.text) for word in fitted]
    words = [plain(word.text) for word in read]
    echo = words[len(line) :]
    return read[: len(line)] if words[: len(line)] == line and echo == (line * len(words))[: len(echo)] else read


def is_guessed(score, nobody):
    """Whether what was read without a prompt is made up: so unlikely, and so sure that nobody speaks."""
    return nobody > NO_SPEECH and score < GUESSED


def is_made_up(heard):
    """Whether a second ear hears nothing of a text, of whose words these are the logarithms."""
    return sum(heard) < MADE_UP * len(heard)


def compared(some, others):
    return difflib.SequenceMatcher(None, [plain(word.text) for word in some], [plain(word.text) for word in others], False)


def text(words):
    return " ".join(word.text for word in words)


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
