#include "CReelSampler.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { largest_side = 16384 };

static bool is_whole(double value) { return value == floor(value); }

static bool is_turn(const CReelMap *map) {
  return map->xx == 0 && map->yy == 0 && fabs(map->xy) == 1 && fabs(map->yx) == 1 && is_whole(map->x0) && is_whole(map->y0);
}

// MARK: Taps

// Makes the weights whole numbers whose sum is exactly 1.
static void round_weights(const double *exact, int count, int16_t *weights) {
  // Sums are rounded, not weights: the errors of thousands would come together in one.
  double sum = 0;
  long given = 0;
  for (int i = 0; i < count; i++) {
    sum += exact[i];
    const long next = i + 1 < count ? lrint(sum * 16384) : 16384;
    weights[i] = (int16_t)(next - given);
    given = next;
  }
}

// Two samples around the place `factor` · i + `start`, or the mean of those that a pixel covers: the range from `low` to `high`.
static int weigh(double factor, double start, int i, int source, int most, double *weights) {
  const double place = factor * i + start, reach = fabs(factor);
  for (int k = 0; k < most; k++) weights[k] = 0;
  if (reach <= 2) {
    const double floored = floor(place), part = place - floored;
    int first = floored < 0 ? -1 : floored > source - 1 ? source - 1 : (int)floored;
    if (most == 1) {
      weights[0] = 1;
      return 0;
    }
    if (first < 0) {
      weights[0] = 1;
      return 0;
    }
    if (first >= source - 1) {
      weights[1] = 1;
      return source - 2;
    }
    weights[0] = 1 - part;
    weights[1] = part;
    return first;
  }
  double low = place + 0.5 - reach / 2, high = low + reach;
  // A pixel outside of the source shows its border.
  low = low < 0 ? 0 : low > source - 1 ? source - 1 : low;
  high = high > source ? source : high < 1 ? 1 : high;
  int first = (int)floor(low);
  if (first > source - most) first = source - most;
  double sum = 0;
  for (int k = 0; k < most; k++) {
    const double from = fmax(low, first + k), to = fmin(high, first + k + 1);
    weights[k] = to > from ? to - from : 0;
    sum += weights[k];
  }
  for (int k = 0; k < most; k++) weights[k] /= sum;
  return first;
}

static int count_taps(double factor, int source) {
  const double reach = fabs(factor);
  const int wanted = reach <= 2 ? 2 : reach > source ? source : (int)ceil(reach) + 1;
  return wanted > source ? source : wanted;
}

// Taps of the pixels from `from` to `to`, each of some components, which lie `components` samples apart.
static bool make_taps(CReelTaps *taps, double factor, double start, int from, int to, int source, int components) {
  const int most = count_taps(factor, source), count = to - from;
  // Sixteen bytes are loaded at a time: rows of weights have a multiple of eight, except for pairs.
  const int room = most <= 2 ? most : (most + 7) & ~7;
  taps->count = count * components;
  taps->taps = room;
  // The last block of eight is whole.
  const size_t rounded = ((size_t)taps->count + 15) & ~(size_t)7;
  taps->offsets = calloc(rounded, sizeof(int32_t));
  taps->weights = calloc(rounded * (size_t)room, sizeof(int16_t));
  double *exact = malloc((size_t)most * sizeof(double));
  if (!taps->offsets || !taps->weights || !exact) {
    free(exact);
    return false;
  }
  for (int i = 0; i < count; i++) {
    const int first = weigh(factor, start, from + i, source, most, exact);
    for (int c = 0; c < components; c++) {
      taps->offsets[i * components + c] = first * components + c;
      round_weights(exact, most, taps->weights + (size_t)(i * components + c) * (size_t)room);
    }
  }
  free(exact);
  return true;
}

// Finds the 16 bytes around the taps of each four samples; none if they do not fit.
static void make_blocks(CReelSampler *sampler, const CReelPlane *source) {
  const CReelTaps *taps = &sampler->across;
  const int components = source->components, bytes = source->bytes, row_bytes = source->width * components * bytes;
  if (taps->taps != 2 || row_bytes < 16) return;
  const int count = (taps->count + 7) / 8;
  CReelTapBlock *blocks = calloc((size_t)count, sizeof(CReelTapBlock));
  if (!blocks) return;
  for (int half = 0; half < 2 * count; half++) {
    const int32_t *offsets = taps->offsets + 4 * half;
    const int rest = taps->count - 4 * half, samples = rest < 4 ? rest : 4;
    int low = samples > 0 ? offsets[0] : 0, high = low;
    for (int i = 0; i < samples; i++) {
      low = offsets[i] < low ? offsets[i] : low;
      high = offsets[i] > high ? offsets[i] : high;
    }
    int base = low * bytes;
    if (base > row_bytes - 16) base = row_bytes - 16;
    if ((high + components + 1) * bytes - base > 16) {
      free(blocks);
      return;
    }
    blocks[half / 2].offsets[half % 2] = base;
    uint8_t *places = blocks[half / 2].places + 16 * (half % 2);
    for (int i = 0; i < 4; i++) {
      for (int tap = 0; tap < 2; tap++) {
        const int place = i < samples ? (offsets[i] + tap * components) * bytes - base : 0;
        places[4 * i + 2 * tap] = (uint8_t)place;
        // A byte has no upper half.
        places[4 * i + 2 * tap + 1] = bytes == 2 ? (uint8_t)(place + 1) : 0x80;
      }
    }
  }
  sampler->blocks = blocks;
}

// True if a sample lies two source samples for each from another one on, with its weights.
static bool is_half(const CReelTaps *taps, int sample, int other) {
  return taps->offsets[sample] - taps->offsets[other] == 2 * (sample - other)
         && memcmp(taps->weights + 2 * sample, taps->weights + 2 * other, 2 * sizeof(int16_t)) == 0;
}

// Finds the samples of a scale by half: all but some at the borders, which may have other weights.
static void find_half(CReelSampler *sampler, const CReelPlane *source) {
  const CReelTaps *taps = &sampler->across;
  const int middle = taps->count / 2;
  if (!sampler->blocks || source->components != 1) return;
  int from = middle, to = middle + 1;
  while (from > 0 && is_half(taps, from - 1, middle)) from--;
  while (to < taps->count && is_half(taps, to, middle)) to++;
  // Fewer than two blocks are not worth it.
  if (to - from < 16) return;
  sampler->half_from = from;
  sampler->half_to = to;
  const int16_t *weights = taps->weights + 2 * middle;
  if (weights[0] % 128 != 0 || weights[0] == 0 || weights[1] == 0) return;
  sampler->half_weights[0] = (uint8_t)(weights[0] / 128);
  sampler->half_weights[1] = (uint8_t)(weights[1] / 128);
}

// MARK: Samplers

static bool is_usable(const CReelMap *map, const CReelPlane *source, int left, int top, int right, int bottom) {
  if (left >= right || top >= bottom || left < 0 || top < 0 || right > 2 * largest_side || bottom > 2 * largest_side) return false;
  if (source->width < 1 || source->height < 1 || source->width > largest_side || source->height > largest_side) return false;
  const double factors[4] = {map->xx, map->xy, map->yx, map->yy};
  for (int i = 0; i < 4; i++) {
    if (!(fabs(factors[i]) <= 4096)) return false;
  }
  // Places have 32 bits after the point, and fit into 64.
  return fabs(map->x0) < 1 << 28 && fabs(map->y0) < 1 << 28;
}

CReelSampler *creel_sampler_new(const CReelMap *map, const CReelPlane *source, int left, int top, int right, int bottom) {
  if (!is_usable(map, source, left, top, right, bottom)) return NULL;
  CReelSampler *sampler = calloc(1, sizeof(CReelSampler));
  if (!sampler) return NULL;
  sampler->map = *map;
  sampler->left = left;
  sampler->top = top;
  sampler->right = right;
  sampler->bottom = bottom;
  if (map->xy != 0 || map->yx != 0) {
    sampler->kind = creel_maps;
    sampler->step_x = llrint(map->xx * 4294967296.0);
    sampler->step_y = llrint(map->yx * 4294967296.0);
    sampler->is_turn = is_turn(map);
    return sampler;
  }
  if (map->xx == 1 && map->yy == 1 && is_whole(map->x0) && is_whole(map->y0)) {
    sampler->kind = creel_copies;
    sampler->dx = (int)map->x0;
    sampler->dy = (int)map->y0;
    return sampler;
  }
  sampler->kind = creel_scales;
  sampler->is_down_first = fabs(map->yy) > 2 || fabs(map->xx) > 2;
  const int components = sampler->is_down_first ? 1 : source->components;
  if (!make_taps(&sampler->across, map->xx, map->x0, left, right, source->width, components)
      || !make_taps(&sampler->down, map->yy, map->y0, top, bottom, source->height, 1)) {
    creel_sampler_free(sampler);
    return NULL;
  }
  if (!sampler->is_down_first) {
    make_blocks(sampler, source);
    find_half(sampler, source);
  }
  return sampler;
}

void creel_sampler_free(CReelSampler *sampler) {
  if (!sampler) return;
  free(sampler->across.offsets);
  free(sampler->across.weights);
  free(sampler->down.offsets);
  free(sampler->down.weights);
  free(sampler->blocks);
  free(sampler);
}

bool creel_sampler_copies(const CReelSampler *sampler) { return sampler->kind == creel_copies; }
