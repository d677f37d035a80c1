#!/usr/bin/env python3
"""Reads a counted clip with ffmpeg's decoders, and shares no code with the plugin: the README alone says what to look for.

    read_counts.py FILE FRAMES SAMPLES [FIRST]

Fails unless the file's pictures are FIRST, FIRST + 1 … and its stereo samples are 0, 1, 2 …, as many as said.
"""
import array
import subprocess
import sys

WIDTH, HEIGHT = 64, 50


def decode(path, *options):
    command = ["ffmpeg", "-nostdin", "-v", "error", "-i", path, *options, "-"]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout


def crc16(data):
    register = 0
    for byte in data:
        register ^= byte << 8
        for _ in range(8):
            register = (register << 1 ^ 0x1021 if register & 0x8000 else register << 1) & 0xFFFF
    return register


def number(picture):
    """The number of a grey picture of 8 by 5 cells, by the mean of a few pixels in the middle of each."""
    bits = []
    width, height = WIDTH // 8, HEIGHT // 5
    means = []
    for row in range(5):
        for column in range(8):
            x, y = column * width + width // 2 - 1, row * height + height // 2 - 1
            means.append(sum(picture[(y + j) * WIDTH + x + i] for i in range(2) for j in range(2)) / 4)
    middle = (min(means) + max(means)) / 2
    bits = "".join("1" if mean > middle else "0" for mean in means)
    code = int(bits, 2).to_bytes(5, "big")
    value, check = code[:3], int.from_bytes(code[3:], "big")
    return int.from_bytes(value, "big") if crc16(value) ^ 0xFFFF == check else None


def index(left, right):
    """The inverse of MurmurHash3's fmix32, of two samples of 16 bits."""
    x = (right & 0xFFFF) << 16 | left & 0xFFFF
    x ^= x >> 16
    x = x * pow(0xC2B2AE35, -1, 1 << 32) & 0xFFFFFFFF
    x ^= x >> 13 ^ x >> 26
    x = x * pow(0x85EBCA6B, -1, 1 << 32) & 0xFFFFFFFF
    return x ^ x >> 16


def main(path, frames, samples, first=0):
    raw = decode(path, "-an", "-fps_mode", "passthrough", "-vf", f"scale={WIDTH}:{HEIGHT}:flags=area", "-f", "rawvideo",
                 "-pix_fmt", "gray")
    size = WIDTH * HEIGHT
    numbers = [number(raw[start:start + size]) for start in range(0, len(raw), size)]
    if numbers != list(range(first, first + frames)):
        wrong = next((i for i, value in enumerate(numbers) if value != first + i), len(numbers))
        sys.exit(f"error: {path}: {len(numbers)} pictures, not {frames}; picture {wrong} shows {numbers[wrong:wrong + 3]}")
    if samples:
        sound = array.array("h", decode(path, "-vn", "-f", "s16le", "-c:a", "pcm_s16le"))
        indices = [index(left, right) for left, right in zip(sound[::2], sound[1::2])]
        if indices != list(range(samples)):
            wrong = next((i for i, value in enumerate(indices) if value != i), len(indices))
            sys.exit(f"error: {path}: {len(indices)} samples, not {samples}; the first wrong one is {wrong}")
    print(f"{path}: {frames} pictures and {samples} samples, by ffmpeg")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
