#!/usr/bin/env python3
"""How many texts are cut into sentences as marked, by Cue and, where it is installed and knows the language, by pysbd.

  compare.py [--show] CUE-BENCH FILE...

A FILE is LANGUAGE.txt: a text a line, with a stroke where a sentence ends and \\n for the end of a line; # begins a comment. --show prints
what Cue cuts otherwise. The rules were written with Benchmarks/sentences/{en,et}.txt, the tests of CueText and the tests of sentencex
0.6.1 in view; the files in unseen/ were written before the rules were run on them.
"""
import os
import subprocess
import sys

try:
    import pysbd
    from pysbd.languages import LANGUAGE_CODES
except ImportError:
    pysbd, LANGUAGE_CODES = None, {}


def words(text):
    return " ".join(text.split())


def cases(path):
    for line in open(path, encoding="utf-8"):
        if line.strip() and not line.startswith("#"):
            parts = line.rstrip("\n").replace("\\n", "\n").split("|")
            yield "".join(parts), [words(part) for part in parts if words(part)]


def main(arguments):
    shows = "--show" in arguments
    program, *files = [word for word in arguments if word != "--show"]
    print(f"{'language':10}{'texts':>6}{'Cue':>6}{'pysbd':>7}")
    for path in files:
        language = os.path.basename(path).split(".")[0]
        suite = list(cases(path))
        lines = "".join(language + "\t" + text.replace("\n", "\\n") + "\n" for text, _ in suite)
        cut = subprocess.run([program, "--cut"], input=lines, capture_output=True, text=True, check=True).stdout.split("\n")
        ours = theirs = 0
        for (text, expected), line in zip(suite, cut):
            found = [words(part.replace("\\n", "\n")) for part in line.split("\x01")]
            ours += found == expected
            if shows and found != expected:
                print("  " + " | ".join(found))
            if language in LANGUAGE_CODES:
                segments = pysbd.Segmenter(language=language, clean=False).segment(text)
                theirs += [words(part) for part in segments if words(part)] == expected
        print(f"{language:10}{len(suite):6}{ours:6}{theirs if language in LANGUAGE_CODES else '-':>7}")


main(sys.argv[1:])
