// Rows of source values for rows of the canvas under any affine map.
//
// Places have 16 bits after the point, in blocks of eight pixels that each begin at a place with 32. A value is the mean
// of four samples with weights of 14 bits.
#pragma once

#include "CReelSampling.h"

INLINE int sample_at(const CReelPlane *source, int x, int y, int component) {
  const int sample = clamped_index(x, source->width) * source->components + component;
  const uint8_t *row = row_of(source, clamped_index(y, source->height));
  return source->bytes == 1 ? row[sample] : ((const uint16_t *)row)[sample] >> source->shift;
}

INLINE int place_index(int64_t place) {
  const int64_t index = place >> 16;
  return index < -2 ? -2 : index > 32767 ? 32767 : (int)index;
}

// The value at a place; outside of the source the border goes on.
INLINE int16_t mapped_value(const CReelPlane *source, int64_t px, int64_t py, int component) {
  const int x = place_index(px), y = place_index(py);
  const int fx = (int)(px & 0xffff) >> 2, fy = (int)(py & 0xffff) >> 2;
  const int shift = source->depth - 1, half = 1 << (shift - 1);
  const int above = (sample_at(source, x, y, component) * (16384 - fx)
                     + sample_at(source, x + 1, y, component) * fx + half) >> shift;
  const int below = (sample_at(source, x, y + 1, component) * (16384 - fx)
                     + sample_at(source, x + 1, y + 1, component) * fx + half) >> shift;
  const int last = 28 - shift;
  return (int16_t)((above * (16384 - fy) + below * fy + (1 << (last - 1))) >> last);
}

// The places of a row's blocks.
typedef struct {
  int64_t x, y;
  int64_t step_x, step_y;
  // The places of a block's pixels after its first.
  int32_t lanes_x[8], lanes_y[8];
  // The block is within the source where its first and last places are from 0 to these.
  int64_t most_x, most_y;
  // Where 16 bytes of a few rows hold the samples of four pixels: the way from a block's first place to the leftmost and to
  // the uppermost of each four, and the number of rows.
  int32_t left[2], top[2];
  int rows;
  bool are_near;
  // The way from a block to the rows of the source that the same block some rows of the canvas below is the first to need,
  // and their number.
  int64_t below_x, below_y;
  int new_rows;
} Places;

enum { rows_ahead = 2 };

static int64_t magnitude(int64_t value) { return value < 0 ? -value : value; }

static Places places_of(const CReelSampler *sampler, const CReelPlane *source, int y, int from) {
  const CReelMap *map = &sampler->map;
  Places places = {.step_x = sampler->step_x, .step_y = sampler->step_y};
  // From the sampler's edge on, so that places do not depend on the part that is drawn.
  const int64_t steps = from - sampler->left;
  places.x = llrint((map->xx * sampler->left + map->xy * y + map->x0) * 4294967296.0) + steps * places.step_x;
  places.y = llrint((map->yx * sampler->left + map->yy * y + map->y0) * 4294967296.0) + steps * places.step_y;
  for (int i = 0; i < 8; i++) {
    places.lanes_x[i] = (int32_t)((i * places.step_x) >> 16);
    places.lanes_y[i] = (int32_t)((i * places.step_y) >> 16);
  }
  // Four bytes are loaded at once: four samples, or two of two components or of two bytes.
  const int loaded = source->components * source->bytes == 1 ? 4 : 2;
  places.most_x = (int64_t)(source->width - loaded) * 65536 + 0xffff;
  places.most_y = (int64_t)(source->height - 2) * 65536 + 0xffff;
  for (int half = 0; half < 2; half++) {
    places.left[half] = places.lanes_x[4 * half + (places.step_x < 0 ? 3 : 0)];
    places.top[half] = places.lanes_y[4 * half + (places.step_y < 0 ? 3 : 0)];
  }
  // Rounding may add a column or a row to what the steps cover, and each pixel has one more.
  const int64_t columns = (3 * magnitude(places.step_x) >> 32) + 3, rows = (3 * magnitude(places.step_y) >> 32) + 3;
  const int pixel = source->components * source->bytes;
  places.are_near = columns * pixel <= 16 && rows <= 10 && pixel <= 2 && source->width * pixel >= 16;
  places.rows = (int)(rows <= 10 ? rows : 10);
  const int64_t row_step = llrint(map->yy * 65536.0);
  places.below_x = llrint(map->xy * rows_ahead * 65536.0);
  const int64_t reach = (7 * magnitude(places.step_y) >> 16) + 2 * 65536;
  places.below_y = row_step * (rows_ahead - 1) + (row_step > 0 ? reach : row_step);
  places.new_rows = (int)(magnitude(row_step) >> 16) + 2;
  return places;
}

INLINE bool is_within(int64_t place, int32_t last, int64_t most) {
  const int64_t end = place + last;
  return place >= 0 && end >= 0 && place <= most && end <= most;
}

// The place of a block's first pixel.
INLINE int64_t block_place(int64_t place, int64_t step, int block) { return (place + block * 8 * step) >> 16; }

INLINE bool is_block_within(const Places *places, int block) {
  return is_within(block_place(places->x, places->step_x, block), places->lanes_x[7], places->most_x)
         && is_within(block_place(places->y, places->step_y, block), places->lanes_y[7], places->most_y);
}

// Samples pixels one by one.
INLINE void sample_places(const CReelPlane *source, const Places *places, int from, int to, int components, int16_t *values) {
  for (int i = from; i < to; i++) {
    const int64_t px = block_place(places->x, places->step_x, i / 8) + places->lanes_x[i % 8];
    const int64_t py = block_place(places->y, places->step_y, i / 8) + places->lanes_y[i % 8];
    for (int c = 0; c < components; c++) values[i * components + c] = mapped_value(source, px, py, c);
  }
}

static void sample_mapped(const CReelSampler *sampler, const CReelPlane *source, int y, int from, int to,
                          int16_t *values) {
  const Places places = places_of(sampler, source, y, from);
  sample_places(source, &places, 0, to - from, source->components, values);
}

#ifdef HAS_AVX2
typedef struct {
  __m256i across, down;
} Weights;

// Pairs of weights: 1 - f and f of each place.
AVX2_INLINE __m256i pair_weights(__m256i places) {
  const __m256i parts = _mm256_srli_epi32(_mm256_and_si256(places, _mm256_set1_epi32(0xffff)), 2);
  return _mm256_or_si256(_mm256_sub_epi32(_mm256_set1_epi32(16384), parts), _mm256_slli_epi32(parts, 16));
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

// Broadcasts a number to each four of eight.
AVX2_INLINE __m256i for_halves(int first, int second) {
  return _mm256_setr_m128i(_mm_set1_epi32(first), _mm_set1_epi32(second));
}

// The samples of eight pixels in a row of the source, from the bytes around each four of them.
AVX2_INLINE __m256i picked(const uint8_t *first, const uint8_t *second, __m256i picks) {
  return _mm256_shuffle_epi8(_mm256_loadu2_m128i((const __m128i *)second, (const __m128i *)first), picks);
}

// Neighbours in the canvas are near each other in the source: 16 bytes of a few rows have the samples of four pixels, which
// costs a fraction of gathering them one by one. `rows`: a number that the compiler knows, if it is small.
AVX2_INLINE Quads near_quads(const CReelPlane *source, __m256i lanes_x, __m256i lanes_y, int px, int py,
                             const Places *places, int rows) {
  const int pixel = source->components * source->bytes, last = source->width - 16 / pixel;
  int left[2], top[2];
  const uint8_t *row[2];
  for (int half = 0; half < 2; half++) {
    const int column = (px + places->left[half]) >> 16;
    left[half] = column < last ? column : last;
    top[half] = (py + places->top[half]) >> 16;
    row[half] = source->data + (ptrdiff_t)top[half] * source->stride + left[half] * pixel;
  }
  // The places within the 16 bytes: the third byte of each is the pixel's number.
  const __m256i across = _mm256_add_epi32(lanes_x, for_halves(px - (left[0] << 16), px - (left[1] << 16)));
  const __m256i down = _mm256_add_epi32(lanes_y, for_halves(py - (top[0] << 16), py - (top[1] << 16)));
  const __m256i numbers = _mm256_shuffle_epi8(
      across, _mm256_setr_epi8(2, 2, 2, 2, 6, 6, 6, 6, 10, 10, 10, 10, 14, 14, 14, 14, 2, 2, 2, 2, 6, 6, 6, 6, 10, 10, 10, 10,
                               14, 14, 14, 14));
  const __m256i bytes = pixel == 1 ? numbers : _mm256_add_epi8(numbers, numbers);
  // Bytes of one component become pairs of numbers of 16 bits: a place of 128 and more is a zero.
  const __m256i picks = _mm256_add_epi8(bytes, _mm256_set1_epi32(pixel == 1 ? (int)0x80018000 : 0x03020100));
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
  const Quads quads = rows > 0 ? near_quads(source, lanes_x, lanes_y, block_x, block_y, places, rows)
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
    if (rows > 0) prefetch_below(source, places, x, y);
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
  int first = 0, end = (count + 7) / 8;
  while (first < end && !is_block_within(&places, first)) first++;
  while (end > first && !is_block_within(&places, end - 1)) end--;
  int near_first = first, near_end = places.are_near ? end : first;
  while (near_first < near_end && !are_rows_within(source, &places, near_first)) near_first++;
  while (near_end > near_first && !are_rows_within(source, &places, near_end - 1)) near_end--;
  sample_places(source, &places, 0, first * 8 < count ? first * 8 : count, components, values);
  sample_blocks(source, &places, first, near_first, 0, values);
  if (places.rows == 3)
    sample_blocks(source, &places, near_first, near_end, 3, values);
  else
    sample_blocks(source, &places, near_first, near_end, places.rows, values);
  sample_blocks(source, &places, near_end, end, 0, values);
  sample_places(source, &places, end * 8, count, components, values);
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
