// Rows of samples, for the drawing of layers: loaded, mixed and stored. Values are int16_t, weights are of 1/32768, and
// the weight 32767 is 1: for differences of up to 15 bits the products are exact.
#pragma once

#include "CReelLayers.h"

#include <string.h>

#define INLINE static inline __attribute__((always_inline))
#if defined(__x86_64__)
#include <immintrin.h>
#define HAS_AVX2 1
#define AVX2 __attribute__((target("avx2")))
#define AVX2_INLINE AVX2 INLINE
#endif

enum { whole = 32767 };

INLINE uint8_t *row_of(const CReelPlane *plane, int y) { return plane->data + (ptrdiff_t)y * plane->stride; }

INLINE int clamped_index(int index, int count) {
  if (index < 0) return 0;
  return index < count ? index : count - 1;
}

// Loads samples of a row from its sample `first` on.
static void load_row(const CReelPlane *plane, const uint8_t *row, int first, int count, int16_t *values) {
  if (plane->bytes == 1) {
    for (int i = 0; i < count; i++) values[i] = row[first + i];
    return;
  }
  const uint16_t *words = (const uint16_t *)row + first;
  const int shift = plane->shift;
  for (int i = 0; i < count; i++) values[i] = (int16_t)(words[i] >> shift);
}

static void store_row(const CReelPlane *plane, uint8_t *row, int first, int count, const int16_t *values) {
  if (plane->bytes == 1) {
    for (int i = 0; i < count; i++) row[first + i] = (uint8_t)values[i];
    return;
  }
  uint16_t *words = (uint16_t *)row + first;
  const int shift = plane->shift;
  for (int i = 0; i < count; i++) words[i] = (uint16_t)((uint16_t)values[i] << shift);
}

INLINE int mixed(int a, int b, int weight) { return a + (((b - a) * weight + 16384) >> 15); }

// MARK: Mixing stored rows

static void mix_bytes(uint8_t *target, const uint8_t *a, const uint8_t *b, int count, int weight) {
  for (int i = 0; i < count; i++) target[i] = (uint8_t)mixed(a[i], b[i], weight);
}

static void mix_words(uint16_t *target, const uint16_t *a, const uint16_t *b, int count, int shift, int weight) {
  for (int i = 0; i < count; i++) target[i] = (uint16_t)(mixed(a[i] >> shift, b[i] >> shift, weight) << shift);
}

#ifdef HAS_AVX2
AVX2_INLINE __m256i mixed_avx2(__m256i a, __m256i b, __m256i weight) {
  return _mm256_add_epi16(a, _mm256_mulhrs_epi16(_mm256_sub_epi16(b, a), weight));
}

AVX2 static void mix_bytes_avx2(uint8_t *target, const uint8_t *a, const uint8_t *b, int count, int weight) {
  const __m256i weights = _mm256_set1_epi16((int16_t)weight), zero = _mm256_setzero_si256();
  int i = 0;
  for (; i + 32 <= count; i += 32) {
    const __m256i x = _mm256_loadu_si256((const __m256i *)(a + i)), y = _mm256_loadu_si256((const __m256i *)(b + i));
    const __m256i low = mixed_avx2(_mm256_unpacklo_epi8(x, zero), _mm256_unpacklo_epi8(y, zero), weights);
    const __m256i high = mixed_avx2(_mm256_unpackhi_epi8(x, zero), _mm256_unpackhi_epi8(y, zero), weights);
    _mm256_storeu_si256((__m256i *)(target + i), _mm256_packus_epi16(low, high));
  }
  mix_bytes(target + i, a + i, b + i, count - i, weight);
}

AVX2 static void mix_words_avx2(uint16_t *target, const uint16_t *a, const uint16_t *b, int count, int shift,
                                int weight) {
  const __m256i weights = _mm256_set1_epi16((int16_t)weight);
  const __m128i bits = _mm_cvtsi32_si128(shift);
  int i = 0;
  for (; i + 16 <= count; i += 16) {
    const __m256i x = _mm256_srl_epi16(_mm256_loadu_si256((const __m256i *)(a + i)), bits);
    const __m256i y = _mm256_srl_epi16(_mm256_loadu_si256((const __m256i *)(b + i)), bits);
    _mm256_storeu_si256((__m256i *)(target + i), _mm256_sll_epi16(mixed_avx2(x, y, weights), bits));
  }
  mix_words(target + i, a + i, b + i, count - i, shift, weight);
}
#endif

// MARK: Values over stored rows

// Puts values over samples of a row, with a weight for each.
static void put_weighted(const CReelPlane *plane, uint8_t *row, int first, int count, const int16_t *values,
                         const int16_t *weights) {
  if (plane->bytes == 1) {
    for (int i = 0; i < count; i++) row[first + i] = (uint8_t)mixed(row[first + i], values[i], weights[i]);
    return;
  }
  uint16_t *words = (uint16_t *)row + first;
  const int shift = plane->shift;
  for (int i = 0; i < count; i++) {
    words[i] = (uint16_t)(mixed(words[i] >> shift, values[i], weights[i]) << shift);
  }
}

// Puts premultiplied values over samples of a row: `alphas` are those of the values, `weights` those of the layer.
static void put_premultiplied(const CReelPlane *plane, uint8_t *row, int first, int count, const int16_t *values,
                              const int16_t *alphas, const int16_t *weights) {
  const int most = (1 << plane->depth) - 1;
  uint16_t *words = (uint16_t *)row + first;
  for (int i = 0; i < count; i++) {
    const int below = plane->bytes == 1 ? row[first + i] : words[i] >> plane->shift;
    // A byte of alpha in 1/32767.
    const int alpha = (((alphas[i] * 257) >> 1) * (weights[i] + 1)) >> 15;
    const int own = (values[i] * (weights[i] + 1) + 16384) >> 15;
    // Of both halves that are rounded only one is rounded up.
    int sum = own + below - ((below * alpha + 16383) >> 15);
    if (alpha >= whole) sum = own;
    sum = sum < 0 ? 0 : sum > most ? most : sum;
    if (plane->bytes == 1)
      row[first + i] = (uint8_t)sum;
    else
      words[i] = (uint16_t)(sum << plane->shift);
  }
}

#ifdef HAS_AVX2
AVX2 static void store_row_avx2(const CReelPlane *plane, uint8_t *row, int first, int count, const int16_t *values) {
  int i = 0;
  if (plane->bytes == 1) {
    for (; i + 32 <= count; i += 32) {
      const __m256i a = _mm256_loadu_si256((const __m256i *)(values + i));
      const __m256i b = _mm256_loadu_si256((const __m256i *)(values + i + 16));
      const __m256i both = _mm256_permute4x64_epi64(_mm256_packus_epi16(a, b), 0xD8);
      _mm256_storeu_si256((__m256i *)(row + first + i), both);
    }
  }
  store_row(plane, row, first + i, count - i, values + i);
}

AVX2 static void put_weighted_avx2(const CReelPlane *plane, uint8_t *row, int first, int count, const int16_t *values,
                                   const int16_t *weights) {
  int i = 0;
  if (plane->bytes == 1) {
    for (; i + 16 <= count; i += 16) {
      __m128i *place = (__m128i *)(row + first + i);
      const __m256i below = _mm256_cvtepu8_epi16(_mm_loadu_si128(place));
      const __m256i sum = mixed_avx2(below, _mm256_loadu_si256((const __m256i *)(values + i)),
                                     _mm256_loadu_si256((const __m256i *)(weights + i)));
      const __m256i packed = _mm256_permute4x64_epi64(_mm256_packus_epi16(sum, sum), 0xD8);
      _mm_storeu_si128(place, _mm256_castsi256_si128(packed));
    }
  } else {
    const __m128i bits = _mm_cvtsi32_si128(plane->shift);
    for (; i + 16 <= count; i += 16) {
      __m256i *place = (__m256i *)((uint16_t *)row + first + i);
      const __m256i sum = mixed_avx2(_mm256_srl_epi16(_mm256_loadu_si256(place), bits),
                                     _mm256_loadu_si256((const __m256i *)(values + i)),
                                     _mm256_loadu_si256((const __m256i *)(weights + i)));
      _mm256_storeu_si256(place, _mm256_sll_epi16(sum, bits));
    }
  }
  put_weighted(plane, row, first + i, count - i, values + i, weights + i);
}
#endif
