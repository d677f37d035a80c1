// Planes of bytes under any affine map, eight pixels at a time: the values of `mapped_value`, computed with numbers of 16 bits.
#pragma once

#include "CReelPlaces.h"

#ifdef HAS_AVX2
// Joins the lower half of four pixels and the upper half of four others.
AVX2_INLINE __m128i joined(__m256i halves) {
  return _mm_or_si128(_mm256_castsi256_si128(halves), _mm256_extracti128_si256(halves, 1));
}

// The third byte of each number twice, a word a pixel: the pixels of the first half below, those of the second above.
AVX2_INLINE __m256i whole_parts(__m256i places) {
  return _mm256_shuffle_epi8(places, _mm256_setr_epi8(2, 2, 6, 6, 10, 10, 14, 14, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
                                                      -1, -1, -1, -1, 2, 2, 6, 6, 10, 10, 14, 14));
}

// The lower 16 bits of eight numbers.
AVX2_INLINE __m128i lower_words(__m256i numbers) {
  return joined(_mm256_shuffle_epi8(numbers, _mm256_setr_epi8(0, 1, 4, 5, 8, 9, 12, 13, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
                                                              -1, -1, -1, -1, -1, -1, 0, 1, 4, 5, 8, 9, 12, 13)));
}

// Pairs of neighbours of eight pixels in a row of the source, from the bytes around each four of them.
AVX2_INLINE __m128i picked_pairs(const uint8_t *first, const uint8_t *second, __m256i picks) {
  return _mm_or_si128(
      _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)first), _mm256_castsi256_si128(picks)),
      _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)second), _mm256_extracti128_si256(picks, 1)));
}

// Mixes pairs a and b to numbers of 15 bits: 128 · a + ((b - a) · f + 64) / 128, for f of 14 bits, given twice.
AVX2_INLINE __m128i mixed_pairs(__m128i pairs, __m128i twice) {
  const __m128i difference = _mm_slli_epi16(_mm_maddubs_epi16(pairs, _mm_set1_epi16(0x01ff)), 7);
  const __m128i first = _mm_srli_epi16(_mm_slli_epi16(pairs, 8), 1);
  return _mm_add_epi16(first, _mm_mulhrs_epi16(difference, twice));
}

// Mixes numbers of 15 bits to bytes: (a + (b - a) · f / 2^14 + 64) / 128, for f of 14 bits, given four times.
AVX2_INLINE __m128i mixed_rows(__m128i a, __m128i b, __m128i four_times) {
  // A weight of a half and more is read as that less 1, which is the way from b.
  const __m128i from = _mm_blendv_epi8(a, b, _mm_srai_epi16(four_times, 15));
  const __m128i way = _mm_mulhi_epi16(_mm_sub_epi16(b, a), four_times);
  return _mm_srli_epi16(_mm_add_epi16(_mm_add_epi16(from, way), _mm_set1_epi16(64)), 7);
}

// Eight pixels whose samples are all within the source, near each other. `rows`: a number that the compiler knows, if it
// is small.
AVX2_INLINE void sample_bytes_block(const CReelPlane *source, const Places *places, int px, int py, int rows, int16_t *values) {
  const __m256i lanes_x = _mm256_loadu_si256((const __m256i *)places->lanes_x);
  const __m256i lanes_y = _mm256_loadu_si256((const __m256i *)places->lanes_y);
  const Corners corners = corners_of(source, places, px, py);
  const __m256i across = _mm256_sub_epi32(_mm256_add_epi32(_mm256_set1_epi32(px), lanes_x), corners.left);
  const __m256i down = _mm256_sub_epi32(_mm256_add_epi32(_mm256_set1_epi32(py), lanes_y), corners.top);
  // A place of 128 and more is a zero.
  const __m256i picks = _mm256_add_epi8(
      whole_parts(across), _mm256_setr_epi8(0, 1, 0, 1, 0, 1, 0, 1, -128, -128, -128, -128, -128, -128, -128, -128, -128, -128,
                                            -128, -128, -128, -128, -128, -128, 0, 1, 0, 1, 0, 1, 0, 1));
  const uint8_t *first = corners.rows[0], *second = corners.rows[1];
  __m128i above = picked_pairs(first, second, picks);
  __m128i below = picked_pairs(first + source->stride, second + source->stride, picks), before = below;
  const __m128i lines = rows > 2 ? joined(whole_parts(down)) : _mm_setzero_si128();
  for (int i = 2; i < rows; i++) {
    const __m128i samples = picked_pairs(first + i * source->stride, second + i * source->stride, picks);
    const __m128i is_below = _mm_cmpgt_epi8(lines, _mm_set1_epi8((int8_t)(i - 2)));
    above = _mm_blendv_epi8(above, before, is_below);
    below = _mm_blendv_epi8(below, samples, is_below);
    before = samples;
  }
  const __m128i x = _mm_add_epi16(_mm_set1_epi16((int16_t)px), lower_words(lanes_x));
  const __m128i y = _mm_add_epi16(_mm_set1_epi16((int16_t)py), lower_words(lanes_y));
  const __m128i twice = _mm_and_si128(_mm_srli_epi16(x, 1), _mm_set1_epi16(0x7ffe));
  const __m128i numbers = mixed_rows(mixed_pairs(above, twice), mixed_pairs(below, twice),
                                     _mm_and_si128(y, _mm_set1_epi16((int16_t)0xfffc)));
  _mm_storeu_si128((__m128i *)values, numbers);
}
#endif
