// The places in the source of a row of the canvas under any affine map, and its values one by one.
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
// Broadcasts a number to each four of eight.
AVX2_INLINE __m256i for_halves(int first, int second) {
  return _mm256_setr_m128i(_mm_set1_epi32(first), _mm_set1_epi32(second));
}

// Neighbours in the canvas are near each other in the source: 16 bytes of a few rows have the samples of four pixels, which
// costs a fraction of gathering them one by one. Of each four pixels, the place of the first of these bytes.
typedef struct {
  __m256i left, top;
  const uint8_t *rows[2];
} Corners;

AVX2_INLINE Corners corners_of(const CReelPlane *source, const Places *places, int px, int py) {
  const int pixel = source->components * source->bytes, last = source->width - 16 / pixel;
  Corners corners;
  for (int half = 0; half < 2; half++) {
    const int column = (px + places->left[half]) >> 16, line = (py + places->top[half]) >> 16;
    corners.rows[half] = source->data + (ptrdiff_t)line * source->stride + (column < last ? column : last) * pixel;
  }
  // The same numbers again: to move them costs more.
  const __m256i whole_places = _mm256_set1_epi32(-65536);
  const __m256i left = _mm256_add_epi32(_mm256_set1_epi32(px), for_halves(places->left[0], places->left[1]));
  const __m256i top = _mm256_add_epi32(_mm256_set1_epi32(py), for_halves(places->top[0], places->top[1]));
  corners.left = _mm256_min_epi32(_mm256_and_si256(left, whole_places), _mm256_set1_epi32(last * 65536));
  corners.top = _mm256_and_si256(top, whole_places);
  return corners;
}
#endif
