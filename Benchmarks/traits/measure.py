#!/usr/bin/env python3
"""Counts the roles whose gender 'host cast' tells as a reader understands it.

  measure.py [--set report|tuning] [--build build] [--verbose]

Each folder has scenes and roles.tsv, which says what a reader understands. All was written without a look at the lists of
names; rules and lists may be changed by what tuning/ shows, and report/ is only counted.
"""
import argparse, json, os, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
RIGHT, WRONG = 80 / 94, 3 / 94  # asked of the roles of a set: at least, at most


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--set", default="report", choices=["report", "tuning"])
    parser.add_argument("--build", default="build")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    folder = f"{HERE}/{options.set}"
    wanted = {}
    for line in open(f"{folder}/roles.tsv"):
        if not line.startswith("#"):
            script, role, gender = line.strip().split("\t")
            wanted.setdefault(script, {})[role] = gender
    right, other, silent = [], [], []
    with tempfile.TemporaryDirectory() as home:
        for script, roles in wanted.items():
            told = subprocess.run([f"{options.build}/host", "cast", f"{folder}/{script}.fountain", "--json"],
                                  capture_output=True, text=True, check=True, env=dict(os.environ, CUE_HOME=home))
            cast = next(e for e in map(json.loads, told.stdout.splitlines()) if e["event"] == "cast")
            genders = {c["name"]: c["gender"] for c in cast["characters"]}
            unknown = [name for name in genders if name not in roles] + [name for name in roles if name not in genders]
            if unknown:
                sys.exit(f"{script}: these are in the script or in roles.tsv alone: {', '.join(unknown)}.")
            for role, gender in roles.items():
                (right if genders[role] == gender else other if genders[role] else silent).append(f"{script}: {role}")
    count = len(right) + len(other) + len(silent)
    print(f"{options.set}: of {count} roles, {len(right)} told right ({100 * len(right) / count:.0f} %, asked "
          f"{100 * RIGHT:.0f}), {len(other)} as the other gender ({100 * len(other) / count:.1f} %, asked at most "
          f"{100 * WRONG:.1f}), {len(silent)} not told")
    if options.verbose:
        for name, roles in ("other gender", other), ("not told", silent):
            print(f"{name}: {', '.join(roles) or '-'}")
    sys.exit(0 if len(right) >= RIGHT * count and len(other) <= WRONG * count else 1)


main()
