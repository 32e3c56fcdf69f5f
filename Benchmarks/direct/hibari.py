"""Says lines with Hibari and nothing else: what the plugin hibari is measured against.

    python hibari.py    a line of standard input is a request; after an empty line, on standard output, what speaking took since
                        the last one: nanoseconds of the clock, of processor time, to the first sound of the last line, and
                        milliseconds of sound
"""
import os
import sys
import time

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[name] = "1"  # as in the plugin

sys.path.pop(0)  # this folder, where a file has the engine's name
import numpy
from hibari import Hibari

engine = Hibari(threads=1)
for chunk in engine.stream("Ready.", seed=0):
    pass
wall = processor = first = samples = 0
for line in sys.stdin:
    line = line.rstrip("\n")
    if not line:
        print(wall, processor, first, samples * 1000 // engine.sample_rate, flush=True)
        wall = processor = samples = 0
        continue
    began, used = time.monotonic_ns(), time.process_time_ns()
    first = 0
    for chunk in engine.stream(line, seed=0):
        # As 16-bit numbers, which is how a program plays or stores it.
        sound = (numpy.clip(chunk, -1, 1) * 32767).astype("<i2").tobytes()
        first = first or time.monotonic_ns() - began
        samples += len(sound) // 2
    wall += time.monotonic_ns() - began
    processor += time.process_time_ns() - used
