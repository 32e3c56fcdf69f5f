"""Which word was said in place of one of the line's.

A word that makes no sense in its place is misheard: "queen" as "when". But the rest of the line is known. So several words are
read after the words before the place, and each is aligned with the sound, followed by the rest of the line. The one that fits
best is the word. If the line without any word there fits better, the word was left out.
"""
import math
import re

from sound import unlikeness

READINGS = 10  # that are looked for
TOKENS = 12  # of each, after the known words
MOST = 14  # words that are laid over the sound

# What speaks for a word, as factors of a logistic regression among the words; found on the tuning set (decision 37).
OWN = 0.61  # the logarithm of its probability
REST, REST_UNHEARD = 0.126, -0.142  # the same of the words after it; and without any sound
UNLIKE = -0.6  # how unlike it sounds to what was read in its place, 0 to 1
IS_SHORT = -3.2  # a word of up to three letters

LEFT_OUT = 2.0  # a line without the word must be more probable by so much, as a logarithm
UNSURE = -3.5  # no words follow a last word to judge it by: if its least probable token is below this, it was not said


class Candidate:
    """A word that may have been said; `laid` is the line with it as it lies over the sound, `unheard` what that is without any."""

    def __init__(self, word, place, laid, unheard, instead):
        self.said, rest = laid[place], slice(place + 1, None)
        self.probability = total([self.said]) + total(laid[rest])
        self.score = (OWN * total([self.said]) + REST * total(laid[rest]) + REST_UNHEARD * total(unheard[rest])
                      + UNLIKE * (unlikeness(word, instead) if instead else 1) + IS_SHORT * (len(word) <= 3))


def named(model, encoded, written, place, instead):
    """The word that was said in place of the word number `place` of the written line; None where none was said, or none fits.
    `instead`: what was read there."""
    words = written.split()
    best = max(candidates(model, encoded, words, place, instead), key=lambda each: each.score, default=None)
    if best is None:
        return None
    if place + 1 == len(words):
        return best.said if instead or math.log(max(best.said.lowest, 1e-10)) > UNSURE else None
    without = model.fit(encoded, " ".join(words[:place] + words[place + 1 :]))[0]
    return best.said if best.probability + LEFT_OUT > total(without[place:]) else None


def candidates(model, encoded, words, place, instead):
    """Words that may have been said."""
    ahead, after = " ".join(words[:place]), " ".join(words[place + 1 :])
    mark = re.search(r"\W*$", words[place]).group()
    found = {}
    for text in model.readings(encoded, ahead, READINGS, TOKENS):
        found.update(dict.fromkeys(plain(text)[place : place + 1]))
    instead = plain(instead)
    found.update(dict.fromkeys(instead))
    found.pop("".join(plain(words[place])), None)
    for word in list(found)[:MOST]:
        text = " ".join(part for part in (ahead, (word.capitalize() if place == 0 else word) + mark, after) if part)
        laid, unheard = model.fit(encoded, text)[0], model.without_sound(text)
        if place < len(laid) == len(unheard):
            yield Candidate(word, place, laid, unheard, " ".join(instead))


def total(words):
    return sum(math.log(max(share, 1e-10)) for word in words for share in word.shares)


def plain(text):
    """The words of a text in small letters, without signs."""
    words = (re.sub(r"[^\w']", "", word.replace("’", "'")).lower() for word in text.split())
    return [word for word in words if word]
