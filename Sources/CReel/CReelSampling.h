// Rows of source values for rows of the canvas: scaled, mapped or copied.
#pragma once

#include "CReelLayerRows.h"
#include "CReelSampler.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Work memory for one plane of a layer.
typedef struct {
  int16_t *memory;
  // Scaling across first: two scaled rows of the source, and their numbers; down first: a row of each component.
  int16_t *rows[2];
  int numbers[2];
  size_t length;
} Sampling;

// Room behind each row, for whole blocks.
enum { slack = 32 };

static bool begin_sampling(Sampling *sampling, const CReelSampler *sampler, const CReelPlane *source) {
  *sampling = (Sampling){.numbers = {-1, -1}};
  if (sampler->kind != creel_scales) return true;
  const size_t needed = sampler->is_down_first ? (size_t)source->width : (size_t)sampler->across.count;
  sampling->length = needed + slack;
  sampling->memory = calloc(2 * sampling->length, sizeof(int16_t));
  sampling->rows[0] = sampling->memory;
  sampling->rows[1] = sampling->memory + sampling->length;
  return sampling->memory != NULL;
}

static void end_sampling(Sampling *sampling) { free(sampling->memory); }

// MARK: Across

// Makes a row of 15 bits of a row of the source.
static void scale_across(const CReelSampler *sampler, const CReelPlane *source, const uint8_t *row,
                         int16_t *target) {
  const CReelTaps *taps = &sampler->across;
  const int shift = source->depth - 1, half = 1 << (shift - 1), components = source->components;
  for (int i = 0; i < taps->count; i++) {
    const int offset = taps->offsets[i];
    const int16_t *weights = taps->weights + (size_t)i * (size_t)taps->taps;
    int sum = half;
    if (source->bytes == 1) {
      sum += row[offset] * weights[0];
      if (taps->taps > 1) sum += row[offset + components] * weights[1];
    } else {
      const uint16_t *words = (const uint16_t *)row;
      sum += (words[offset] >> source->shift) * weights[0];
      if (taps->taps > 1) sum += (words[offset + components] >> source->shift) * weights[1];
    }
    target[i] = (int16_t)(sum >> shift);
  }
}

// Makes values of a row of 15 bits.
static void scale_row_across(const CReelTaps *taps, const int16_t *row, int depth, int from, int to, int16_t *target,
                             int step) {
  const int shift = 28 - (depth - 1), half = 1 << (shift - 1);
  for (int i = from; i < to; i++) {
    const int16_t *weights = taps->weights + (size_t)i * (size_t)taps->taps, *samples = row + taps->offsets[i];
    int sum = half;
    for (int k = 0; k < taps->taps; k++) sum += samples[k] * weights[k];
    target[(i - from) * step] = (int16_t)(sum >> shift);
  }
}

#ifdef HAS_AVX2
// Eight pairs of neighbours, each as one sample.
AVX2_INLINE __m256i weigh_pairs_avx2(const CReelPlane *source, const uint8_t *row, int first, __m128i below, __m256i weights) {
  const __m256i pairs =
      source->bytes == 1
          ? _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)(row + first)))
          : _mm256_srl_epi16(_mm256_loadu_si256((const __m256i *)((const uint16_t *)row + first)), below);
  return _mm256_madd_epi16(pairs, weights);
}

// Makes the samples of the blocks of a scale by half, two blocks at a time; returns the block behind them.
AVX2_INLINE int scale_half_across_avx2(const CReelSampler *sampler, const CReelPlane *source, const uint8_t *row,
                                       int16_t *target) {
  const CReelTaps *taps = &sampler->across;
  const __m256i half = _mm256_set1_epi32(1 << (source->depth - 2));
  const __m128i below = _mm_cvtsi32_si128(source->shift), bits = _mm_cvtsi32_si128(source->depth - 1);
  int b = (sampler->half_from + 7) / 8;
  int32_t both;
  memcpy(&both, taps->weights + 16 * b, sizeof both);
  const __m256i weights = _mm256_set1_epi32(both);
  for (; 8 * (b + 2) <= sampler->half_to; b += 2) {
    const int first = taps->offsets[8 * b];
    // The processor does not see that rows follow each other.
    _mm_prefetch((const char *)row + 2 * source->stride + first * source->bytes, _MM_HINT_T0);
    const __m256i low = _mm256_add_epi32(weigh_pairs_avx2(source, row, first, below, weights), half);
    const __m256i high = _mm256_add_epi32(weigh_pairs_avx2(source, row, first + 16, below, weights), half);
    const __m256i packed = _mm256_packs_epi32(_mm256_sra_epi32(low, bits), _mm256_sra_epi32(high, bits));
    _mm256_storeu_si256((__m256i *)(target + 8 * b), _mm256_permute4x64_epi64(packed, 0xD8));
  }
  return b;
}

AVX2 static void scale_across_avx2(const CReelSampler *sampler, const CReelPlane *source, const uint8_t *row,
                                   int16_t *target) {
  const CReelTaps *taps = &sampler->across;
  const int blocks = sampler->blocks ? (taps->count + 7) / 8 : 0;
  const __m256i half = _mm256_set1_epi32(1 << (source->depth - 2));
  const __m128i below = _mm_cvtsi32_si128(source->shift), bits = _mm_cvtsi32_si128(source->depth - 1);
  const int half_block = sampler->half_to > 0 ? (sampler->half_from + 7) / 8 : -1;
  for (int b = 0; b < blocks; b++) {
    if (b == half_block) b = scale_half_across_avx2(sampler, source, row, target);
    if (b == blocks) break;
    const CReelTapBlock *block = &sampler->blocks[b];
    const __m256i samples = _mm256_loadu2_m128i((const __m128i *)(row + block->offsets[1]),
                                                (const __m128i *)(row + block->offsets[0]));
    const __m256i pairs = _mm256_srl_epi16(
        _mm256_shuffle_epi8(samples, _mm256_loadu_si256((const __m256i *)block->places)), below);
    const __m256i weights = _mm256_loadu_si256((const __m256i *)(taps->weights + 16 * b));
    const __m256i sums = _mm256_sra_epi32(_mm256_add_epi32(_mm256_madd_epi16(pairs, weights), half), bits);
    const __m256i packed = _mm256_permute4x64_epi64(_mm256_packs_epi32(sums, sums), 0xD8);
    _mm_storeu_si128((__m128i *)(target + 8 * b), _mm256_castsi256_si128(packed));
  }
  if (!blocks) scale_across(sampler, source, row, target);
}

AVX2_INLINE __m128i products_avx2(const CReelTaps *taps, const int16_t *row, int i) {
  const int16_t *weights = taps->weights + (size_t)i * (size_t)taps->taps, *samples = row + taps->offsets[i];
  __m128i sum = _mm_setzero_si128();
  for (int k = 0; k < taps->taps; k += 8) {
    sum = _mm_add_epi32(sum, _mm_madd_epi16(_mm_loadu_si128((const __m128i *)(samples + k)),
                                            _mm_loadu_si128((const __m128i *)(weights + k))));
  }
  return sum;
}

AVX2 static void scale_row_across_avx2(const CReelTaps *taps, const int16_t *row, int depth, int from, int to,
                                       int16_t *target, int step) {
  const int shift = 28 - (depth - 1);
  const __m128i half = _mm_set1_epi32(1 << (shift - 1)), bits = _mm_cvtsi32_si128(shift);
  int i = from;
  // Pairs have no room for eight.
  if (taps->taps >= 8) {
    for (; i + 4 <= to; i += 4) {
      const __m128i a = _mm_hadd_epi32(products_avx2(taps, row, i), products_avx2(taps, row, i + 1));
      const __m128i b = _mm_hadd_epi32(products_avx2(taps, row, i + 2), products_avx2(taps, row, i + 3));
      const __m128i sums = _mm_sra_epi32(_mm_add_epi32(_mm_hadd_epi32(a, b), half), bits);
      int32_t four[4];
      _mm_storeu_si128((__m128i *)four, sums);
      for (int k = 0; k < 4; k++) target[(i - from + k) * step] = (int16_t)four[k];
    }
  }
  scale_row_across(taps, row, depth, i, to, target + (i - from) * step, step);
}
#endif

// MARK: Down

// Makes values of two rows of 15 bits.
static void scale_down(const int16_t *a, const int16_t *b, int16_t wa, int16_t wb, int depth, int count,
                       int16_t *target) {
  const int shift = 28 - (depth - 1), half = 1 << (shift - 1);
  for (int i = 0; i < count; i++) target[i] = (int16_t)((a[i] * wa + b[i] * wb + half) >> shift);
}

// Makes a row of 15 bits of rows of the source; `components` rows if the source has several.
static void scale_rows_down(const CReelPlane *source, int first, const int16_t *weights, int taps, int from, int to,
                            int16_t *const rows[2]) {
  const int shift = source->depth - 1, half = 1 << (shift - 1), components = source->components;
  for (int x = from; x < to; x++) {
    for (int c = 0; c < components; c++) {
      int sum = half;
      for (int k = 0; k < taps; k++) {
        if (weights[k] == 0) continue;
        const uint8_t *row = row_of(source, first + k);
        const int sample = x * components + c;
        sum += weights[k] * (source->bytes == 1 ? row[sample] : ((const uint16_t *)row)[sample] >> source->shift);
      }
      rows[c][x] = (int16_t)(sum >> shift);
    }
  }
}

#ifdef HAS_AVX2
AVX2 static void scale_down_avx2(const int16_t *a, const int16_t *b, int16_t wa, int16_t wb, int depth, int count,
                                 int16_t *target) {
  const int shift = 28 - (depth - 1);
  const __m256i half = _mm256_set1_epi32(1 << (shift - 1));
  const __m256i weights = _mm256_set1_epi32((int)((unsigned)(uint16_t)wa | (unsigned)(uint16_t)wb << 16));
  const __m128i bits = _mm_cvtsi32_si128(shift);
  int i = 0;
  for (; i + 16 <= count; i += 16) {
    const __m256i x = _mm256_loadu_si256((const __m256i *)(a + i)), y = _mm256_loadu_si256((const __m256i *)(b + i));
    const __m256i low = _mm256_add_epi32(_mm256_madd_epi16(_mm256_unpacklo_epi16(x, y), weights), half);
    const __m256i high = _mm256_add_epi32(_mm256_madd_epi16(_mm256_unpackhi_epi16(x, y), weights), half);
    _mm256_storeu_si256((__m256i *)(target + i),
                        _mm256_packs_epi32(_mm256_sra_epi32(low, bits), _mm256_sra_epi32(high, bits)));
  }
  scale_down(a + i, b + i, wa, wb, depth, count - i, target + i);
}

AVX2 static void scale_rows_down_avx2(const CReelPlane *source, int first, const int16_t *weights, int taps, int from,
                                      int to, int16_t *const rows[2]) {
  int x = from;
  if (source->components == 1) {
    const __m256i half = _mm256_set1_epi32(1 << (source->depth - 2));
    const __m128i bits = _mm_cvtsi32_si128(source->depth - 1), below = _mm_cvtsi32_si128(source->shift);
    for (; x + 16 <= to; x += 16) {
      __m256i low = half, high = half;
      for (int k = 0; k < taps; k += 2) {
        const int other = k + 1 < taps ? weights[k + 1] : 0;
        if (weights[k] == 0 && other == 0) continue;
        // A row of weight 0 may be none of the source.
        const uint8_t *a = row_of(source, first + (weights[k] ? k : k + 1)), *b = other ? row_of(source, first + k + 1) : a;
        __m256i p, q;
        if (source->bytes == 1) {
          p = _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)(a + x)));
          q = _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)(b + x)));
        } else {
          p = _mm256_srl_epi16(_mm256_loadu_si256((const __m256i *)((const uint16_t *)a + x)), below);
          q = _mm256_srl_epi16(_mm256_loadu_si256((const __m256i *)((const uint16_t *)b + x)), below);
        }
        const __m256i both =
            _mm256_set1_epi32((int)((unsigned)(uint16_t)weights[k] | (unsigned)(uint16_t)other << 16));
        low = _mm256_add_epi32(low, _mm256_madd_epi16(_mm256_unpacklo_epi16(p, q), both));
        high = _mm256_add_epi32(high, _mm256_madd_epi16(_mm256_unpackhi_epi16(p, q), both));
      }
      _mm256_storeu_si256((__m256i *)(rows[0] + x),
                          _mm256_packs_epi32(_mm256_sra_epi32(low, bits), _mm256_sra_epi32(high, bits)));
    }
  }
  scale_rows_down(source, first, weights, taps, x, to, rows);
}
#endif

// MARK: Half

// Makes bytes that are each the mean of two columns, with weights of 7 bits, in two rows. The same as scaling across and down: rows of
// 15 bits hold these products whole, and one rounding is left.
static void halve_bytes(const uint8_t *a, const uint8_t *b, const uint8_t weights[2], int count, uint8_t *target) {
  const int first = weights[0], second = weights[1];
  for (int i = 0; i < count; i++)
    target[i] = (uint8_t)(((a[2 * i] + b[2 * i]) * first + (a[2 * i + 1] + b[2 * i + 1]) * second + 128) >> 8);
}

#ifdef HAS_AVX2
// Sixteen numbers of two rows.
AVX2_INLINE __m256i halved_avx2(const uint8_t *a, const uint8_t *b, __m256i weights) {
  const __m256i x = _mm256_maddubs_epi16(_mm256_loadu_si256((const __m256i *)a), weights);
  const __m256i y = _mm256_maddubs_epi16(_mm256_loadu_si256((const __m256i *)b), weights);
  return _mm256_srli_epi16(_mm256_add_epi16(_mm256_add_epi16(x, y), _mm256_set1_epi16(128)), 8);
}

AVX2 static void halve_bytes_avx2(const uint8_t *a, const uint8_t *b, const uint8_t weights[2], int count, uint8_t *target) {
  const __m256i both = _mm256_set1_epi16((int16_t)(weights[0] | weights[1] << 8));
  const ptrdiff_t ahead = 2 * (b - a);
  int i = 0;
  for (; i + 32 <= count; i += 32) {
    // The processor does not see that rows follow each other.
    _mm_prefetch((const char *)(uintptr_t)((uintptr_t)(a + 2 * i) + (uintptr_t)ahead), _MM_HINT_T0);
    _mm_prefetch((const char *)(uintptr_t)((uintptr_t)(b + 2 * i) + (uintptr_t)ahead), _MM_HINT_T0);
    const __m256i low = halved_avx2(a + 2 * i, b + 2 * i, both), high = halved_avx2(a + 2 * i + 32, b + 2 * i + 32, both);
    _mm256_storeu_si256((__m256i *)(target + i), _mm256_permute4x64_epi64(_mm256_packus_epi16(low, high), 0xD8));
  }
  halve_bytes(a + 2 * i, b + 2 * i, weights, count - i, target + i);
}
#endif
