#!/usr/bin/env python3
"""Flips bytes of a library's database and counts what 'host library check' does not see.

  flips.py [--build build] [--count N] [--seed N] [--bits]

A library is made with the program: a script with a recording, a cast, speeches. Then bytes at random places change, one in each
copy. A flip is harmful where sqlite reads other values of any row than before, or cannot read them; the rest is in free space.
--bits flips one bit instead of a random number of them. An emptied and a shortened file are checked, too.
"""
import argparse, os, random, shutil, sqlite3, subprocess, sys, tempfile

SCENE = "INT. ROOM - DAY\n\nIt rains.\n\n" + "".join(
    f"{'NORA' if n % 2 else 'TOM'}\nThis is line number {n}, and nobody has heard it before.\n\n" for n in range(24))


def content(path):
    """Every value of every row; nothing where they cannot be read."""
    try:
        with sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True) as database:
            database.text_factory = bytes
            tables = [row for row in database.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name")]
            rows = [sorted(map(repr, database.execute(f'SELECT * FROM "{name.decode()}"')))
                    for kind, name, _, _ in tables if kind == b"table"]
            version = database.execute("PRAGMA user_version").fetchone()
            return tables, rows, version, database.execute("PRAGMA application_id").fetchone()
    except (sqlite3.Error, UnicodeDecodeError, MemoryError):
        return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default="build")
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bits", action="store_true")
    options = parser.parse_args()
    host = os.path.abspath(f"{options.build}/host")
    with tempfile.TemporaryDirectory() as folder:
        home = f"{folder}/home"
        environment = dict(os.environ, CUE_HOME=home, LC_ALL="C.UTF-8")

        def run(*arguments):
            return subprocess.run([host, *arguments], env=environment, capture_output=True, text=True, cwd=folder)

        def made(*arguments):
            result = run(*arguments)
            if result.returncode != 0:
                sys.exit(f"host {' '.join(arguments)}: exit status {result.returncode}: {result.stderr}")

        open(f"{folder}/scene.fountain", "w").write(SCENE)
        open(f"{folder}/speech.txt", "w").write("Friends, Romans, countrymen. Lend me your ears.\n")
        made("generate", "scene.fountain", "-o", "out.wav", "--voice", "flite", "-q")
        made("cast", "scene.fountain", "--lock", "NORA", "-q")
        made("speech", "add", "speech.txt")
        made("library", "check")
        path = next(os.path.join(at, name) for at, _, names in os.walk(home) for name in names if name == "library.db")
        with sqlite3.connect(path) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        good = open(path, "rb").read()
        before = content(path)

        def is_well():
            result = run("library", "check")
            if result.returncode not in (0, 1, 65):
                print(f"exit status {result.returncode}: {result.stderr.strip()[:200]}")
            return result.returncode == 0

        def put(data):
            for ending in ("-wal", "-shm"):
                if os.path.exists(path + ending):
                    os.unlink(path + ending)
            with open(path, "wb") as file:
                file.write(data)

        rng = random.Random(options.seed)
        harmful = missed = alarms = 0
        for _ in range(options.count):
            at = rng.randrange(len(good))
            data = bytearray(good)
            data[at] ^= 1 << rng.randrange(8) if options.bits else rng.randrange(1, 256)
            put(data)
            if content(path) == before:
                alarms += not is_well()
                continue
            harmful += 1
            put(data)
            if is_well():
                missed += 1
                print(f"missed: byte {at} of {len(good)}: {good[at]} became {data[at]}")
        for name, data in ("emptied", b""), ("shortened by half", good[: len(good) // 2]), ("zeroed", bytes(len(good))):
            put(data)
            if is_well():
                missed += 1
                print(f"missed: {name}")
        put(good)
        if not is_well():
            sys.exit("The library as it was is not well: the figures mean nothing.")
        print(f"{options.count} bytes flipped, {harmful} of them harmful, and 3 other damages: {missed} missed   target 0; "
              f"{alarms} of {options.count - harmful} harmless flips were reported")
        sys.exit(1 if missed else 0)


main()
