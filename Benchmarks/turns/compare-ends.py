#!/usr/bin/env python3
"""Compares the ends of listening in two runs of the turn bench.

    cue-bench --report --only turns --ends BEFORE build
    cue-bench --report --only turns --ends AFTER build
    Benchmarks/turns/compare-ends.py BEFORE AFTER

Prints each rehearsal whose ends differ, row by row, and how many rows are the same. Exits 1 if any differ. Columns that
only one file has are left out.
"""
import csv, sys
from itertools import zip_longest


def rehearsals(path):
    """The rows of each rehearsal, in their order."""
    found = {}
    with open(path, newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            found.setdefault((row["condition"], int(row["rehearsal"])), []).append(row)
    return found


def main():
    before, after = (rehearsals(path) for path in sys.argv[1:3])
    rows = [row for run in (before, after) for ends in run.values() for row in ends]
    columns = [name for name in rows[0] if all(name in row for row in rows)] if rows else []
    same = differing = 0
    for key in sorted(before.keys() | after.keys()):
        pairs = list(zip_longest(before.get(key, []), after.get(key, [])))
        texts = [
            [None if row is None else "\t".join(row[name] for name in columns) for row in pair]
            for pair in pairs
        ]
        same += sum(one == other for one, other in texts)
        changed = [(one, other) for one, other in texts if one != other]
        differing += len(changed)
        for one, other in changed:
            print("-", one or "(no end)")
            print("+", other or "(no end)")
    print(f"{same} ends are the same, {differing} differ.")
    return 1 if differing else 0


sys.exit(main())
