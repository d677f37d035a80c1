// Rows of source values for rows of the canvas under any affine map: eight pixels at a time.
#pragma once

#include "CReelMappedBytes.h"

#ifdef HAS_AVX2
typedef struct {
  __m256i across, down;
} Weights;

// Pairs of weights: 1 - f and f of each place.
AVX2_INLINE __m256i pair_weights(__m256i places) {
  const __m256i parts = _mm256_srli_epi16(
      _mm256_shuffle_epi8(places, _mm256_setr_epi8(0, 1, 0, 1, 4, 5, 4, 5, 8, 9, 8, 9, 12, 13, 12, 13, 0, 1, 0, 1, 4, 5, 4, 5, 8, 9,
                                                   8, 9, 12, 13, 12, 13)),
      2);
  return _mm256_add_epi16(_mm256_sign_epi16(parts, _mm256_set1_epi32(0x0001ffff)), _mm256_set1_epi32(16384));
}

// The values of pairs of samples above and below.
AVX2_INLINE __m256i values_of(__m256i above, __m256i below, Weights weights, int depth) {
  const __m128i first = _mm_cvtsi32_si128(depth - 1), last = _mm_cvtsi32_si128(28 - (depth - 1));
  const __m256i half = _mm256_set1_epi32(1 << (depth - 2)), end_half = _mm256_set1_epi32(1 << (28 - depth));
  const __m256i a = _mm256_srl_epi32(_mm256_add_epi32(_mm256_madd_epi16(above, weights.across), half), first);
  const __m256i b = _mm256_srl_epi32(_mm256_add_epi32(_mm256_madd_epi16(below, weights.across), half), first);
  const __m256i rows = _mm256_or_si256(a, _mm256_slli_epi32(b, 16));
  return _mm256_srl_epi32(_mm256_add_epi32(_mm256_madd_epi16(rows, weights.down), end_half), last);
}

// Stores eight numbers of 32 bits as numbers of 16.
AVX2_INLINE void store_values(int16_t *values, __m256i numbers) {
  const __m256i packed = _mm256_permute4x64_epi64(_mm256_packs_epi32(numbers, numbers), 0xD8);
  _mm_storeu_si128((__m128i *)values, _mm256_castsi256_si128(packed));
}

AVX2_INLINE __m256i gathered(const uint8_t *data, __m256i offsets) {
  return _mm256_i32gather_epi32((const int *)(const void *)data, offsets, 1);
}

// The samples around eight places: those above and those below, as loaded.
typedef struct {
  __m256i above, below;
} Quads;

AVX2_INLINE Quads gathered_bytes(const CReelPlane *source, __m256i columns, __m256i lines) {
  const int pixel = source->components * source->bytes;
  const __m256i across = _mm256_sll_epi32(columns, _mm_cvtsi32_si128(pixel >> 1));
  const __m256i offsets = _mm256_add_epi32(across, _mm256_mullo_epi32(lines, _mm256_set1_epi32((int)source->stride)));
  return (Quads){gathered(source->data, offsets), gathered(source->data + source->stride, offsets)};
}

// The same, as pairs of numbers of 16 bits if they are bytes of one component.
AVX2_INLINE Quads gathered_quads(const CReelPlane *source, __m256i columns, __m256i lines) {
  const Quads bytes = gathered_bytes(source, columns, lines);
  if (source->components * source->bytes != 1) return bytes;
  const __m256i pairs = _mm256_setr_epi8(0, -1, 1, -1, 4, -1, 5, -1, 8, -1, 9, -1, 12, -1, 13, -1, 0, -1, 1, -1, 4, -1, 5,
                                         -1, 8, -1, 9, -1, 12, -1, 13, -1);
  return (Quads){_mm256_shuffle_epi8(bytes.above, pairs), _mm256_shuffle_epi8(bytes.below, pairs)};
}

// The samples of eight pixels in a row of the source, from the bytes around each four of them.
AVX2_INLINE __m256i picked(const uint8_t *first, const uint8_t *second, __m256i picks) {
  return _mm256_shuffle_epi8(_mm256_loadu2_m128i((const __m128i *)second, (const __m128i *)first), picks);
}

// The samples of eight pixels of two bytes each, which are near each other. `rows`: a number that the compiler knows, if it
// is small.
AVX2_INLINE Quads near_quads(const CReelPlane *source, __m256i all_x, __m256i all_y, int px, int py,
                             const Places *places, int rows) {
  const Corners corners = corners_of(source, places, px, py);
  const uint8_t *const *row = corners.rows;
  // The places within the 16 bytes: the third byte of each is the pixel's number.
  const __m256i across = _mm256_sub_epi32(all_x, corners.left), down = _mm256_sub_epi32(all_y, corners.top);
  const __m256i numbers = _mm256_shuffle_epi8(
      across, _mm256_setr_epi8(2, 2, 2, 2, 6, 6, 6, 6, 10, 10, 10, 10, 14, 14, 14, 14, 2, 2, 2, 2, 6, 6, 6, 6, 10, 10, 10, 10,
                               14, 14, 14, 14));
  const __m256i picks = _mm256_add_epi8(_mm256_add_epi8(numbers, numbers), _mm256_set1_epi32(0x03020100));
  const ptrdiff_t stride = source->stride;
  __m256i before = picked(row[0] + stride, row[1] + stride, picks);
  Quads quads = {picked(row[0], row[1], picks), before};
  // The number of rows is that of the steepest four pixels: to guess it for each costs more than to load one in vain.
  for (int i = 2; i < rows; i++) {
    const __m256i samples = picked(row[0] + i * stride, row[1] + i * stride, picks);
    const __m256i is_below = _mm256_cmpgt_epi32(down, _mm256_set1_epi32((i - 1) * 65536 - 1));
    quads.above = _mm256_blendv_epi8(quads.above, before, is_below);
    quads.below = _mm256_blendv_epi8(quads.below, samples, is_below);
    before = samples;
  }
  return quads;
}

// True if all rows that are loaded around a block are rows of the source.
INLINE bool are_rows_within(const CReelPlane *source, const Places *places, int block) {
  const int64_t lower = places->top[0] > places->top[1] ? places->top[0] : places->top[1];
  return ((block_place(places->y, places->step_y, block) + lower) >> 16) + places->rows <= source->height;
}

// Eight pixels whose samples are all within the source. `rows`: those of `near_quads`, 0 to gather.
AVX2_INLINE void sample_block(const CReelPlane *source, int block_x, int block_y, __m256i lanes_x, __m256i lanes_y,
                              const Places *places, int rows, int16_t *values) {
  const __m256i px = _mm256_add_epi32(_mm256_set1_epi32(block_x), lanes_x);
  const __m256i py = _mm256_add_epi32(_mm256_set1_epi32(block_y), lanes_y);
  const Weights weights = {pair_weights(px), pair_weights(py)};
  const __m256i columns = _mm256_srai_epi32(px, 16), lines = _mm256_srai_epi32(py, 16);
  const int pixel = source->components * source->bytes;
  const Quads quads = rows > 0 ? near_quads(source, px, py, block_x, block_y, places, rows)
                               : gathered_quads(source, columns, lines);
  if (pixel == 1) {
    store_values(values, values_of(quads.above, quads.below, weights, source->depth));
  } else if (source->bytes == 2 && pixel == 2) {
    const __m128i bits = _mm_cvtsi32_si128(source->shift);
    store_values(values, values_of(_mm256_srl_epi16(quads.above, bits), _mm256_srl_epi16(quads.below, bits), weights,
                                   source->depth));
  } else if (source->bytes == 1) {
    // u0 v0 u1 v1: pairs of both.
    const __m256i bytes = _mm256_set1_epi32(0x00ff00ff);
    const __m256i u = values_of(_mm256_and_si256(quads.above, bytes), _mm256_and_si256(quads.below, bytes), weights,
                                source->depth);
    const __m256i v = values_of(_mm256_and_si256(_mm256_srli_epi32(quads.above, 8), bytes),
                                _mm256_and_si256(_mm256_srli_epi32(quads.below, 8), bytes), weights, source->depth);
    _mm256_storeu_si256((__m256i *)values, _mm256_or_si256(u, _mm256_slli_epi32(v, 16)));
  } else {
    const __m128i bits = _mm_cvtsi32_si128(source->shift);
    const __m256i one = _mm256_set1_epi32(1);
    const Quads next = gathered_quads(source, _mm256_add_epi32(columns, one), lines);
    const __m256i a0 = _mm256_srl_epi16(quads.above, bits), b0 = _mm256_srl_epi16(quads.below, bits);
    const __m256i a1 = _mm256_srl_epi16(next.above, bits), b1 = _mm256_srl_epi16(next.below, bits);
    const __m256i u = values_of(_mm256_blend_epi16(a0, _mm256_slli_epi32(a1, 16), 0xAA),
                                _mm256_blend_epi16(b0, _mm256_slli_epi32(b1, 16), 0xAA), weights, source->depth);
    const __m256i v = values_of(_mm256_blend_epi16(_mm256_srli_epi32(a0, 16), a1, 0xAA),
                                _mm256_blend_epi16(_mm256_srli_epi32(b0, 16), b1, 0xAA), weights, source->depth);
    _mm256_storeu_si256((__m256i *)values, _mm256_or_si256(u, _mm256_slli_epi32(v, 16)));
  }
}

// Two samples of a row, as numbers of 16 bits.
INLINE uint32_t pair_at(const CReelPlane *source, int y, int left, int right, int component) {
  const uint8_t *row = row_of(source, y);
  const int a = left * source->components + component, b = right * source->components + component;
  if (source->bytes == 1) return row[a] | (uint32_t)row[b] << 16;
  const uint16_t *words = (const uint16_t *)row;
  return (uint32_t)(words[a] >> source->shift) | (uint32_t)(words[b] >> source->shift) << 16;
}

AVX2_INLINE __m256i clamped_avx2(__m256i numbers, int count) {
  return _mm256_min_epi32(_mm256_max_epi32(numbers, _mm256_setzero_si256()), _mm256_set1_epi32(count - 1));
}

// Eight pixels whose places may be outside of the source, where its border goes on: samples are loaded one by one.
AVX2_INLINE void sample_border_block(const CReelPlane *source, __m256i px, __m256i py, int16_t *values) {
  const Weights weights = {pair_weights(px), pair_weights(py)};
  const __m256i columns = _mm256_srai_epi32(px, 16), lines = _mm256_srai_epi32(py, 16), one = _mm256_set1_epi32(1);
  int32_t left[8], right[8], upper[8], lower[8];
  _mm256_storeu_si256((__m256i *)left, clamped_avx2(columns, source->width));
  _mm256_storeu_si256((__m256i *)right, clamped_avx2(_mm256_add_epi32(columns, one), source->width));
  _mm256_storeu_si256((__m256i *)upper, clamped_avx2(lines, source->height));
  _mm256_storeu_si256((__m256i *)lower, clamped_avx2(_mm256_add_epi32(lines, one), source->height));
  __m256i found[2];
  for (int c = 0; c < source->components; c++) {
    uint32_t above[8], below[8];
    for (int i = 0; i < 8; i++) {
      above[i] = pair_at(source, upper[i], left[i], right[i], c);
      below[i] = pair_at(source, lower[i], left[i], right[i], c);
    }
    found[c] = values_of(_mm256_loadu_si256((const __m256i *)above), _mm256_loadu_si256((const __m256i *)below), weights,
                         source->depth);
  }
  if (source->components == 1)
    store_values(values, found[0]);
  else
    _mm256_storeu_si256((__m256i *)values, _mm256_or_si256(found[0], _mm256_slli_epi32(found[1], 16)));
}

// True if the places of a block fit into 32 bits.
INLINE bool is_block_near(const Places *places, int block) {
  const int64_t most = INT32_MAX;
  return is_within(block_place(places->x, places->step_x, block) + most, places->lanes_x[7], 2 * most)
         && is_within(block_place(places->y, places->step_y, block) + most, places->lanes_y[7], 2 * most);
}

// Samples the pixels of blocks that are not all within the source.
AVX2_INLINE void sample_border(const CReelPlane *source, const Places *places, int first, int end, int count, int16_t *values) {
  const __m256i lanes_x = _mm256_loadu_si256((const __m256i *)places->lanes_x);
  const __m256i lanes_y = _mm256_loadu_si256((const __m256i *)places->lanes_y);
  for (int i = first; i < end; i++) {
    if (!is_block_near(places, i)) {
      sample_places(source, places, 8 * i, 8 * (i + 1) < count ? 8 * (i + 1) : count, source->components, values);
      continue;
    }
    const int x = (int)block_place(places->x, places->step_x, i), y = (int)block_place(places->y, places->step_y, i);
    sample_border_block(source, _mm256_add_epi32(_mm256_set1_epi32(x), lanes_x),
                        _mm256_add_epi32(_mm256_set1_epi32(y), lanes_y), values + i * 8 * source->components);
  }
}

// Asks for the samples that the rows below will need. Blocks go along a slanted line of the source, which the processor does
// not foresee: without this, most of the time is waiting for memory.
AVX2_INLINE void prefetch_below(const CReelPlane *source, const Places *places, int block_x, int block_y) {
  const int64_t x = (block_x + places->below_x) >> 16, y = (block_y + places->below_y) >> 16;
  // Asking for what is outside of the source is in vain, and harms nothing: no pointer, which it might not be, but a number.
  uintptr_t place = (uintptr_t)source->data + (uintptr_t)(y * source->stride + x * source->components * source->bytes);
  for (int i = 0; i < places->new_rows; i++, place += (uintptr_t)source->stride) {
    _mm_prefetch((const char *)place, _MM_HINT_T0);
  }
}

AVX2_INLINE void sample_blocks(const CReelPlane *source, const Places *places, int first, int end, int rows, int16_t *values) {
  const __m256i lanes_x = _mm256_loadu_si256((const __m256i *)places->lanes_x);
  const __m256i lanes_y = _mm256_loadu_si256((const __m256i *)places->lanes_y);
  for (int i = first; i < end; i++) {
    // Places within a source fit into 32 bits.
    const int x = (int)block_place(places->x, places->step_x, i), y = (int)block_place(places->y, places->step_y, i);
    // Two blocks are at most 64 bytes of the source, which are loaded at once.
    if (rows > 0 && i % 2 == 0) prefetch_below(source, places, x, y);
    if (rows > 0 && source->components * source->bytes == 1)
      sample_bytes_block(source, places, x, y, rows, values + i * 8);
    else
      sample_block(source, x, y, lanes_x, lanes_y, places, rows, values + i * 8 * source->components);
  }
}

AVX2_INLINE void sample_mapped_plane(const CReelSampler *sampler, const CReelPlane *plane, int components, int bytes, int y,
                                     int from, int to, int16_t *values) {
  // Numbers that the compiler knows.
  CReelPlane own = *plane;
  own.components = components;
  own.bytes = bytes;
  if (bytes == 1) {
    own.depth = 8;
    own.shift = 0;
  }
  const CReelPlane *source = &own;
  const Places places = places_of(sampler, source, y, from);
  // The blocks within the source are neighbours, and so are those of them whose rows are. The last one may have more pixels than are
  // needed: there is room for them.
  const int count = to - from;
  const int blocks = (count + 7) / 8;
  int first = 0, end = blocks;
  while (first < end && !is_block_within(&places, first)) first++;
  while (end > first && !is_block_within(&places, end - 1)) end--;
  int near_first = first, near_end = places.are_near ? end : first;
  while (near_first < near_end && !are_rows_within(source, &places, near_first)) near_first++;
  while (near_end > near_first && !are_rows_within(source, &places, near_end - 1)) near_end--;
  sample_border(source, &places, 0, first, count, values);
  sample_blocks(source, &places, first, near_first, 0, values);
  if (places.rows == 3)
    sample_blocks(source, &places, near_first, near_end, 3, values);
  else
    sample_blocks(source, &places, near_first, near_end, places.rows, values);
  sample_blocks(source, &places, near_end, end, 0, values);
  sample_border(source, &places, end, blocks, count, values);
}

AVX2 static void sample_mapped_avx2(const CReelSampler *sampler, const CReelPlane *source, int y, int from, int to,
                                    int16_t *values) {
  if (source->bytes == 1 && source->components == 1)
    sample_mapped_plane(sampler, source, 1, 1, y, from, to, values);
  else if (source->bytes == 1)
    sample_mapped_plane(sampler, source, 2, 1, y, from, to, values);
  else if (source->components == 1)
    sample_mapped_plane(sampler, source, 1, 2, y, from, to, values);
  else
    sample_mapped_plane(sampler, source, 2, 2, y, from, to, values);
}
#endif
