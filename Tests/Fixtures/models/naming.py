#!/usr/bin/env python3
"""What Plugins/Whisper names in place of a word, with a model whose answers are known: naming.py FOLDER LINE PLACE INSTEAD

It prints the word, or "-". The model heard "take the queen to the garden"; a line is as probable as few of its words differ.
"""
import sys

sys.path.insert(0, sys.argv[1])
import naming

SPOKEN = "take the queen to the garden".split()


class Word:
    def __init__(self, text, place, share):
        self.text, self.start, self.end, self.shares, self.lowest = text, place, place + 1, [share], share


class Model:
    def readings(self, encoded, ahead, count, tokens):
        return [(ahead + " " + word + " to the garden").strip() for word in ("when", "Queen,", "green", "king")]

    def fit(self, encoded, text):
        words, place, laid = naming.plain(text), 0, []
        for word in words:
            # A word that was said is found there or further on; any other has hardly a place.
            at = SPOKEN.index(word, place) if word in SPOKEN[place:] else None
            skipped = at - place if at is not None else 0
            laid.append(Word(word, place, 0.9 * 0.001**skipped if at is not None else 0.01))
            place = at + 1 if at is not None else place + 1
        return laid, 0.0

    def without_sound(self, text):
        return [Word(word, 0, 0.1) for word in naming.plain(text)]


word = naming.named(Model(), None, sys.argv[2], int(sys.argv[3]), sys.argv[4])
print(word.text if word else "-")
