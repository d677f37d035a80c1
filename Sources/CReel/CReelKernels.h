// The functions over rows, for any machine and for AVX2.
#pragma once

#include "CReelMapping.h"

typedef struct {
  void (*mix_bytes)(uint8_t *target, const uint8_t *a, const uint8_t *b, int count, int weight);
  void (*mix_words)(uint16_t *target, const uint16_t *a, const uint16_t *b, int count, int shift, int weight);
  void (*store_row)(const CReelPlane *plane, uint8_t *row, int first, int count, const int16_t *values);
  void (*put_weighted)(const CReelPlane *plane, uint8_t *row, int first, int count, const int16_t *values,
                       const int16_t *weights);
  void (*scale_across)(const CReelSampler *sampler, const CReelPlane *source, const uint8_t *row, int16_t *target);
  void (*scale_row_across)(const CReelTaps *taps, const int16_t *row, int depth, int from, int to, int16_t *target,
                           int step);
  void (*scale_down)(const int16_t *a, const int16_t *b, int16_t wa, int16_t wb, int depth, int count, int16_t *target);
  void (*scale_rows_down)(const CReelPlane *source, int first, const int16_t *weights, int taps, int from, int to,
                          int16_t *const rows[2]);
  void (*halve_bytes)(const uint8_t *a, const uint8_t *b, const uint8_t weights[2], int count, uint8_t *target);
  void (*sample_mapped)(const CReelSampler *sampler, const CReelPlane *source, int y, int from, int to,
                        int16_t *values);
} Kernels;

static const Kernels portable_kernels = {mix_bytes,        mix_words,  store_row,       put_weighted, scale_across,
                                         scale_row_across, scale_down, scale_rows_down, halve_bytes,
                                         sample_mapped};

#ifdef HAS_AVX2
static const Kernels avx2_kernels = {
    mix_bytes_avx2,        mix_words_avx2,  store_row_avx2,       put_weighted_avx2, scale_across_avx2,
    scale_row_across_avx2, scale_down_avx2, scale_rows_down_avx2, halve_bytes_avx2,  sample_mapped_avx2};
#endif

static const Kernels *kernels(bool is_portable) {
#ifdef HAS_AVX2
  if (!is_portable && __builtin_cpu_supports("avx2")) return &avx2_kernels;
#endif
  return &portable_kernels;
}

// MARK: Sampling a row

// Samples the pixels from `from` to `to` of a row under a map that scales.
static void sample_scaled(const Kernels *kernels, Sampling *sampling, const CReelSampler *sampler,
                          const CReelPlane *source, int y, int from, int to, int16_t *values) {
  const int line = y - sampler->top, components = source->components, depth = source->depth;
  const CReelTaps *down = &sampler->down, *across = &sampler->across;
  const int first = down->offsets[line];
  const int16_t *weights = down->weights + (size_t)line * (size_t)down->taps;
  if (sampler->is_down_first) {
    const int begin = from - sampler->left, stop = to - sampler->left;
    const int a = across->offsets[begin], b = across->offsets[stop - 1];
    const int low = a < b ? a : b, high = (a < b ? b : a) + across->taps;
    kernels->scale_rows_down(source, first, weights, down->taps, low, high < source->width ? high : source->width,
                             sampling->rows);
    for (int c = 0; c < components; c++) {
      kernels->scale_row_across(across, sampling->rows[c], depth, begin, stop, values + c, components);
    }
    return;
  }
  const int second = down->taps > 1 && weights[1] != 0 ? first + 1 : first;
  const int16_t *rows[2];
  for (int k = 0; k < 2; k++) {
    // Each source row has its place: two neighbours never share one.
    const int number = k == 0 ? first : second, place = number & 1;
    if (sampling->numbers[place] != number) {
      kernels->scale_across(sampler, source, row_of(source, number), sampling->rows[place]);
      sampling->numbers[place] = number;
    }
    rows[k] = sampling->rows[place] + (from - sampler->left) * components;
  }
  const int16_t wa = weights[0], wb = down->taps > 1 ? weights[1] : 0;
  kernels->scale_down(rows[0], rows[1], wa, wb, depth, (to - from) * components, values);
}

static void sample_copied(const CReelSampler *sampler, const CReelPlane *source, int y, int from, int to,
                          int16_t *values) {
  const uint8_t *row = row_of(source, clamped_index(y + sampler->dy, source->height));
  const int components = source->components, first = from + sampler->dx, last = to + sampler->dx;
  if (first >= 0 && last <= source->width) {
    load_row(source, row, first * components, (last - first) * components, values);
    return;
  }
  for (int x = first; x < last; x++) {
    load_row(source, row, clamped_index(x, source->width) * components, components, values);
    values += components;
  }
}

// Samples a row under a turn; false if a place is outside of the source.
static bool sample_turned(const CReelSampler *sampler, const CReelPlane *source, int y, int from, int to,
                          int16_t *values) {
  const CReelMap *map = &sampler->map;
  // Along a row of the canvas, the source's column stays.
  const int column = (int)(map->xy * y + map->x0), line = (int)(map->yx * from + map->y0), step = (int)map->yx;
  const int last = line + step * (to - 1 - from);
  if (column < 0 || column >= source->width || line < 0 || line >= source->height || last < 0 || last >= source->height)
    return false;
  const int count = to - from, components = source->components;
  const ptrdiff_t stride = step * source->stride;
  const uint8_t *place = row_of(source, line) + column * components * source->bytes;
  if (source->bytes == 1 && components == 1) {
    for (int i = 0; i < count; i++, place += stride) values[i] = *place;
  } else if (source->bytes == 1) {
    for (int i = 0; i < count; i++, place += stride) {
      values[2 * i] = place[0];
      values[2 * i + 1] = place[1];
    }
  } else {
    for (int i = 0; i < count; i++, place += stride) {
      for (int c = 0; c < components; c++)
        values[components * i + c] = (int16_t)(((const uint16_t *)place)[c] >> source->shift);
    }
  }
  return true;
}

static void sample_row(const Kernels *kernels, Sampling *sampling, const CReelSampler *sampler,
                       const CReelPlane *source, int y, int from, int to, int16_t *values) {
  switch (sampler->kind) {
    case creel_copies: sample_copied(sampler, source, y, from, to, values); break;
    case creel_scales: sample_scaled(kernels, sampling, sampler, source, y, from, to, values); break;
    case creel_maps:
      if (!sampler->is_turn || !sample_turned(sampler, source, y, from, to, values))
        kernels->sample_mapped(sampler, source, y, from, to, values);
      break;
  }
}
