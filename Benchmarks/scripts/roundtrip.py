#!/usr/bin/env python3
"""Converts scripts to Final Draft and back, and counts those whose elements are not the same any more.

  roundtrip.py [--build build] [FILE…]

Without a FILE these are the scripts of varied.txt. Boneyards, which Final Draft has no place for, do not count.
"""
import argparse, json, os, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default="build")
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    host = os.path.abspath(f"{options.build}/host")
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ, CUE_HOME=folder)
        files = options.files
        if not files:
            for number, text in enumerate(open(f"{HERE}/varied.txt").read().split("=====\n")):
                files.append(f"{folder}/script{number + 1}.fountain")
                open(files[-1], "w").write(text)

        def convert(source, target):
            result = subprocess.run([host, "script", "convert", source, target], env=environment, capture_output=True, text=True)
            if result.returncode != 0:
                sys.exit(f"{source} to {target}: {result.stderr}")

        def plain(element):
            """Without its place in the file; emphasis as the styles of each byte that is no space."""
            styles = {}
            for run in element.pop("emphasis", []):
                for at in range(*run["range"]):
                    if element["text"].encode()[at : at + 1] != b" ":
                        styles.setdefault(at, set()).update(run["style"])
            element["styles"] = sorted((at, sorted(style)) for at, style in styles.items())
            return {key: value for key, value in element.items() if key not in ("range", "forced")}

        def meaning(path):
            convert(path, f"{folder}/told.json")
            script = json.load(open(f"{folder}/told.json"))
            elements = [plain(element) for element in script["elements"] if element["type"] != "boneyard"]
            return [e for e in elements if e["type"] != "dialogue" or e["text"]], [c["name"] for c in script["characters"]]

        changed = 0
        for path in files:
            convert(path, f"{folder}/there.fdx")
            convert(f"{folder}/there.fdx", f"{folder}/back.fountain")
            there, back, before = meaning(f"{folder}/there.fdx"), meaning(f"{folder}/back.fountain"), meaning(path)
            if there == before == back:
                continue
            changed += 1
            for name, after in ("in Final Draft", there), ("back in Fountain", back):
                for one, other in zip(before[0] + [None], after[0] + [None]):
                    if one != other:
                        print(f"{os.path.basename(path)}, {name}: {one} became {other}")
                        break
        print(f"{len(files)} scripts, {changed} changed   target 0")
        sys.exit(1 if changed else 0)


main()
