"""How English words sound, guessed from their letters: enough to tell "hail" for "Hale" from "night" for "garden".

No dictionary is needed, and names are in none. A sound is one character: vowels in capitals are those of "bite" (I), "bee" (E),
"bay" (Y), "boat" (O), "boot" (U), "cow" (W), "boy" (X), "bird" (R); S is that of "she", C of "church", T of "thin".
"""
import functools
import re

UNITS = ("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
         "eighteen nineteen").split()
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
SHORT = {"dr": "doctor", "mr": "mister", "mrs": "missis"}
BEHIND_E = "(?=[b-df-hj-np-tv-zCST]e$)"  # a vowel followed by one consonant and a silent e
SPELLINGS = [(re.compile(spelling), sound) for spelling, sound in (
    ("tion|sion|cian", "Sn"), ("e?igh", "I"), ("[oa]ught", "ot"), ("[oa]ugh", "of"), ("gh", ""), ("ph", "f"), ("^kn", "n"),
    ("^wr", "r"), ("^wh(?=o)", "h"), ("wh", "w"), ("ck", "k"), ("qu", "kw"), ("x", "ks"), ("t?ch", "C"), ("sh", "S"),
    ("th", "T"), ("mb$", "m"), ("c(?=[eiy])", "s"), ("c", "k"), ("dge", "j"), ("g(?=[ey])", "j"),
    ("(?<=[^aeiouyAIO])[ei]r|[ueio]r(?<=ur|er|ir)", "R"), ("oo|ue|ew", "U"), ("o[uw]", "W"), ("o[ae]", "O"), ("e[ea]|ie", "E"),
    ("[ae][iy]", "Y"), ("o[iy]", "X"), ("a[uw]", "o"), ("a" + BEHIND_E, "Y"), ("i" + BEHIND_E + "|(?<=^.)y$|^i$", "I"),
    ("o" + BEHIND_E, "O"), ("(?<=.[^aeiou])e$", ""), ("y", "i"), (r"(.)\1", r"\1"))]
VOWELS = "aeiouIEUWOYXR"
LIKE_VOWELS = ("aoOW", "ieEY", "uUO", "aeR", "aiI")
LIKE = ("pb", "tdT", "kg", "fvT", "sz", "SCj", "mn", "lrw")
RATHER_LIKE = ("pbtdkg", "fvTszSCh", "pbfvmw", "tdnlszr")


def unlikeness(one, other):
    """0 for what sounds the same, 1 for what has nothing in common; seldom a little more."""
    one, other = sounds(one), sounds(other)
    most = max(sum(map(weight, one)), sum(map(weight, other)), 0.5)
    row = [0.0]
    for sound in other:
        row.append(row[-1] + weight(sound))
    for sound in one:
        above, row = row, [row[0] + weight(sound)]
        for index, another in enumerate(other):
            row.append(min(above[index + 1] + weight(sound), row[-1] + weight(another),
                           above[index] + difference(sound, another)))
    return row[-1] / most


@functools.lru_cache(maxsize=1000)
def sounds(text):
    """Text as its sounds, without blanks."""
    found = ""
    for word in text.lower().split():
        word = re.sub(r"[^a-z0-9]", "", word.replace("’", "'"))
        word = re.sub(r"\d+", lambda digits: number(digits.group()), SHORT.get(word, word))
        for spelling, sound in SPELLINGS:
            word = spelling.sub(sound, word)
        found += word
    return found


def number(digits):
    """Up to 999 as it is spoken; longer ones digit by digit."""
    value = int(digits) if len(digits) < 4 else 1000
    if value < 20:
        return UNITS[value]
    if value < 100:
        return TENS[value // 10 - 2] + (UNITS[value % 10] if value % 10 else "")
    if value < 1000:
        return UNITS[value // 100] + "hundred" + (number(str(value % 100)) if value % 100 else "")
    return "".join(UNITS[int(digit)] for digit in digits)


def weight(sound):
    """What it costs to leave a sound out."""
    return 0.5 if sound in VOWELS or sound in "hwr" else 0.75


def difference(one, other):
    """What it costs to say one for the other."""
    if one == other:
        return 0
    if (one in VOWELS) != (other in VOWELS):
        return 1
    if one in VOWELS:
        return 0.25 if is_in(LIKE_VOWELS, one, other) else 0.45
    return 0.3 if is_in(LIKE, one, other) else 0.5 if is_in(RATHER_LIKE, one, other) else 1


def is_in(groups, one, other):
    return any(one in group and other in group for group in groups)
