// Conversion of audio samples: arithmetic, for any machine and faster with AVX2; both write the same bytes.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Converts samples of 32-bit floats to 16-bit integers as libgstaudio's converter does without dither, bit for bit: scaled to 32
// bits, the rest cut off, then rounded to the nearest of 16 bits, halves up. Beyond the range of integers, infinities and numbers
// that are none become the limit of their sign.
//
// `is_portable`: true for the code that runs on any machine.
void creel_floats_to_words(const float *samples, size_t count, int16_t *words, bool is_portable);
