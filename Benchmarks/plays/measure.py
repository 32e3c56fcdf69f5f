#!/usr/bin/env python3
"""Compares how Cue reads a play with who speaks in it.

usage: measure.py TRUTH READING [-v]

TRUTH is a TEI file (as DraCor and the Folger library have them) or lines of 'NAME<tab>words'. READING is what
'cue script show FILE --json' prints. A speech is right if at least 80 % of its words are said by the name that stands
above it in TRUTH. Prints the number of right speeches; with -v, also the first faults.
"""
import json, re, sys, unicodedata
import xml.etree.ElementTree as ET

def words(text):
    text = unicodedata.normalize("NFC", text).lower().replace("_", " ")
    return re.findall(r"\w+", text)

def key(name):
    name = re.sub(r"[\(\[].*?[\)\]]", " ", name)
    name = unicodedata.normalize("NFC", name).upper().replace("’", "'")
    return " ".join(re.findall(r"[\w']+", name))

def tei(path):
    root = ET.parse(path).getroot()
    def local(e): return e.tag.split("}")[-1] if isinstance(e.tag, str) else ""
    skip = {"speaker", "stage", "note", "fw", "head"}
    def text(e):
        out = []
        def walk(n):
            if local(n) in skip: return
            if local(n) in ("l", "p", "ab", "lb", "s", "milestone"): out.append(" ")
            out.append(n.text or "")
            for c in n:
                walk(c)
                out.append(c.tail or "")
        walk(e)
        return "".join(out)
    speeches = []
    for sp in root.iter():
        if local(sp) != "sp": continue
        who = next((c for c in sp if local(c) == "speaker"), None)
        if who is None: continue
        name = " ".join("".join(who.itertext()).split())
        speeches.append((name, text(sp)))
    return speeches

def truth(path):
    if path.endswith(".xml"): return tei(path)
    return [tuple(line.rstrip("\n").split("\t", 1)) for line in open(path, encoding="utf-8") if "\t" in line]

def reading(path):
    text = open(path, encoding="utf-8").read()
    if text.lstrip().startswith('{"') and '"elements"' in text[:100000] and text.count("\n") < 3:
        elements = json.loads(text)["elements"]
    else:
        elements = [json.loads(line) for line in text.splitlines() if line]
    stream = []
    for e in elements:
        if e["type"] in ("dialogue", "lyrics", "action", "scene_heading", "centered", "transition", "character_text"):
            label = key(e.get("name") or "") if e["type"] in ("dialogue", "lyrics") else ""
            stream += [(w, label) for w in words(e["text"])]
    return stream

def anchors(a, b, size):
    """Pairs of places where both have the same run of words that occurs once in each, in order."""
    def once(words):
        seen = {}
        for place in range(len(words) - size + 1):
            run = tuple(words[place:place + size])
            seen[run] = -1 if run in seen else place
        return {run: place for run, place in seen.items() if place >= 0}
    left, right = once(a), once(b)
    pairs = sorted((place, right[run]) for run, place in left.items() if run in right)
    # The longest chain that rises on both sides.
    import bisect
    tails, ends, before = [], [], [None] * len(pairs)
    for at, (_, place) in enumerate(pairs):
        slot = bisect.bisect_left(tails, place)
        before[at] = ends[slot - 1] if slot else None
        if slot == len(tails):
            tails.append(place)
            ends.append(at)
        else:
            tails[slot], ends[slot] = place, at
    chain, at = [], ends[-1] if ends else None
    while at is not None:
        chain.append(pairs[at])
        at = before[at]
    return chain[::-1]


def aligned(a, b):
    """For each word of a its place in b, or None."""
    from difflib import SequenceMatcher
    places = [None] * len(a)
    chain = [(-1, -1)] + anchors(a, b, 4) + [(len(a), len(b))]
    for (a0, b0), (a1, b1) in zip(chain, chain[1:]):
        if a0 >= 0: places[a0] = b0
        left, right = a[a0 + 1:a1], b[b0 + 1:b1]
        if not left or not right or len(left) * len(right) > 4_000_000: continue
        for i, j, n in SequenceMatcher(None, left, right, autojunk=False).get_matching_blocks():
            for step in range(n): places[a0 + 1 + i + step] = b0 + 1 + j + step
    return places


def compare(speeches, stream):
    wanted = [(name, text, words(text)) for name, text in speeches]
    flat = [w for _, _, ws in wanted for w in ws]
    places = aligned(flat, [w for w, _ in stream])
    at, right, total, faults = 0, 0, 0, []
    for name, text, ws in wanted:
        if not ws: continue
        total += 1
        labels = [stream[p][1] if p is not None else None for p in places[at:at + len(ws)]]
        at += len(ws)
        good = sum(label == key(name) for label in labels)
        if good >= 0.8 * len(ws): right += 1
        else:
            said = {}
            for label in labels: said[label] = said.get(label, 0) + 1
            faults.append((name, text[:70].replace("\n", " "), "%d of %d words; said by %s" % (good, len(ws), said)))
    return right, total, faults


if __name__ == "__main__":
    args = [a for a in sys.argv[1:] if not a.startswith("-")]
    speeches, stream = truth(args[0]), reading(args[1])
    right, total, faults = compare(speeches, stream)
    print("%d of %d speeches right, %.1f %%" % (right, total, 100 * right / max(1, total)))
    if "-v" in sys.argv:
        for name, text, why in faults[:40]: print("  %s: %r: %s" % (name, text, why))
