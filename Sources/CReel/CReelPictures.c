#include "CReelPictures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Every function over many pixels is compiled twice from the same lines, and the one for this machine is selected at
// run time. Neither fuses multiplications with additions: both return the same bytes.
#pragma STDC FP_CONTRACT OFF
#define INLINE static inline __attribute__((always_inline))
#if defined(__x86_64__)
#define HAS_AVX2 1
#define AVX2 __attribute__((target("avx2")))
static bool has_avx2(void) { return __builtin_cpu_supports("avx2"); }
#endif

// MARK: Loading

// Loads `count` samples of a row from its sample `first` on.
INLINE void load_samples(const CReelComponent *c, int row, int first, int count, float *target) {
  const uint8_t *source = c->data + row * c->stride + first * c->step;
  const unsigned mask = (1u << c->depth) - 1;
  const int shift = c->shift;
  if (c->bytes == 1) {
    if (c->step == 1 && shift == 0 && c->depth == 8) {
      for (int i = 0; i < count; i++) target[i] = source[i];
    } else if (c->step == 2 && shift == 0 && c->depth == 8) {
      for (int i = 0; i < count; i++) target[i] = source[2 * i];
    } else {
      for (int i = 0; i < count; i++) target[i] = (source[i * c->step] >> shift) & mask;
    }
    return;
  }
  if (c->step == 2 && !c->is_swapped) {
    for (int i = 0; i < count; i++) {
      uint16_t word;
      memcpy(&word, source + 2 * i, 2);
      target[i] = (word >> shift) & mask;
    }
    return;
  }
  for (int i = 0; i < count; i++) {
    uint16_t word;
    memcpy(&word, source + i * c->step, 2);
    if (c->is_swapped) word = __builtin_bswap16(word);
    target[i] = (word >> shift) & mask;
  }
}

// MARK: Chroma

// The place of an output sample between two stored ones, in units of 1/32 of a stored sample.
typedef struct {
  int first, second;
  float weight;  // of the second
} Between;

static Between between(int position, int sub, int site, int count) {
  const int unit = 8 << sub, offset = position * 8 - site;
  int first = offset >= 0 ? offset / unit : -((-offset + unit - 1) / unit);
  const float weight = (float)(offset - first * unit) / (float)unit;
  int second = first + 1;
  if (first < 0) first = 0;
  if (second < 0) second = 0;
  if (first > count - 1) first = count - 1;
  if (second > count - 1) second = count - 1;
  return (Between){first, second, weight};
}

INLINE void mix_rows(float *target, const float *other, float weight, int count) {
  if (weight == 0) return;
  for (int i = 0; i < count; i++) target[i] = target[i] * (1 - weight) + other[i] * weight;
}

// Doubles the number of samples in a row; `source` has one more on either side.
INLINE void double_row(const float *source, float *target, int count, float before, float after) {
  // Even positions are `before` of a sample after the previous sample, odd ones `after` of one after their own.
  for (int i = 0; i < count; i++) {
    target[2 * i] = source[i - 1] * (1 - before) + source[i] * before;
    target[2 * i + 1] = source[i] * (1 - after) + source[i + 1] * after;
  }
}

// Work rows: luma, cb, cr and alpha at full width, chroma as stored with a sample on either side.
typedef struct {
  float *luma, *cb, *cr, *alpha, *stored, *other;
} Rows;

INLINE void load_chroma(const CReelPicture *p, const CReelComponent *c, int row, int width, const Rows *rows, float *target) {
  const int chroma_width = (p->width + (1 << p->chroma_h) - 1) >> p->chroma_h;
  const int chroma_height = (p->height + (1 << p->chroma_v) - 1) >> p->chroma_v;
  if (p->chroma_h == 0 && p->chroma_v == 0) {
    load_samples(c, row, 0, width, target);
    return;
  }
  float *stored = p->chroma_h == 0 ? target : rows->stored + 1;
  const Between place = between(row, p->chroma_v, p->chroma_v ? p->site_v : 0, chroma_height);
  load_samples(c, place.first, 0, chroma_width, stored);
  if (place.weight != 0 && place.second != place.first) {
    load_samples(c, place.second, 0, chroma_width, rows->other);
    mix_rows(stored, rows->other, place.weight, chroma_width);
  }
  if (p->chroma_h == 0) return;
  stored[-1] = stored[0];
  stored[chroma_width] = stored[chroma_width - 1];
  if (p->chroma_h == 1 && (p->site_h == 0 || p->site_h == 4)) {
    // The row has room for an odd width's last pair.
    double_row(stored, target, chroma_width, p->site_h == 0 ? 1.0f : 0.75f, p->site_h == 0 ? 0.5f : 0.25f);
    return;
  }
  for (int x = 0; x < width; x++) {
    const Between at = between(x, p->chroma_h, p->site_h, chroma_width);
    target[x] = stored[at.first] * (1 - at.weight) + stored[at.second] * at.weight;
  }
}

// MARK: Colour

INLINE float clamped(float value) {
  value = value < 0 ? 0 : value;
  return value > 255 ? 255 : value;
}

INLINE void write_row(const CReelPicture *p, const Rows *rows, int x, int count, uint32_t *target) {
  const float *luma = rows->luma + x, *cb = rows->cb + x, *cr = rows->cr + x, *alpha = rows->alpha + x;
  const float scale = p->luma_scale, rc = p->red_cr, gb = p->green_cb, gr = p->green_cr, bc = p->blue_cb;
  const float ro = p->red_offset, go = p->green_offset, bo = p->blue_offset, as = p->alpha_scale;
  if (p->is_rgb) {
    if (!p->components[3].data) {
      for (int i = 0; i < count; i++) {
        const uint32_t r = (uint32_t)(int)(luma[i] * scale + 0.5f), g = (uint32_t)(int)(cb[i] * scale + 0.5f);
        const uint32_t b = (uint32_t)(int)(cr[i] * scale + 0.5f);
        target[i] = b | g << 8 | r << 16 | 0xff000000u;
      }
      return;
    }
    for (int i = 0; i < count; i++) {
      const float a = alpha[i] * as;
      const uint32_t r = (uint32_t)(int)(luma[i] * scale * a + 0.5f), g = (uint32_t)(int)(cb[i] * scale * a + 0.5f);
      const uint32_t b = (uint32_t)(int)(cr[i] * scale * a + 0.5f), o = (uint32_t)(int)(a * 255 + 0.5f);
      target[i] = b | g << 8 | r << 16 | o << 24;
    }
    return;
  }
  if (!p->components[3].data) {
    for (int i = 0; i < count; i++) {
      const float y = luma[i] * scale;
      const uint32_t r = (uint32_t)(int)(clamped(y + cr[i] * rc + ro) + 0.5f);
      const uint32_t g = (uint32_t)(int)(clamped(y + cb[i] * gb + cr[i] * gr + go) + 0.5f);
      const uint32_t b = (uint32_t)(int)(clamped(y + cb[i] * bc + bo) + 0.5f);
      target[i] = b | g << 8 | r << 16 | 0xff000000u;
    }
    return;
  }
  for (int i = 0; i < count; i++) {
    const float y = luma[i] * scale, a = alpha[i] * as;
    const uint32_t r = (uint32_t)(int)(clamped(y + cr[i] * rc + ro) * a + 0.5f);
    const uint32_t g = (uint32_t)(int)(clamped(y + cb[i] * gb + cr[i] * gr + go) * a + 0.5f);
    const uint32_t b = (uint32_t)(int)(clamped(y + cb[i] * bc + bo) * a + 0.5f);
    const uint32_t o = (uint32_t)(int)(a * 255 + 0.5f);
    target[i] = b | g << 8 | r << 16 | o << 24;
  }
}

INLINE void convert(const CReelPicture *p, int x, int y, int width, int height, uint8_t *target, ptrdiff_t stride,
                    const Rows *rows) {
  const bool has_colour = p->components[1].data && p->components[2].data;
  for (int row = y; row < y + height; row++) {
    load_samples(&p->components[0], row, 0, x + width, rows->luma);
    if (p->is_rgb) {
      load_samples(&p->components[1], row, 0, x + width, rows->cb);
      load_samples(&p->components[2], row, 0, x + width, rows->cr);
    } else if (has_colour) {
      load_chroma(p, &p->components[1], row, x + width, rows, rows->cb);
      load_chroma(p, &p->components[2], row, x + width, rows, rows->cr);
    }
    if (p->components[3].data) load_samples(&p->components[3], row, 0, x + width, rows->alpha);
    write_row(p, rows, x, width, (uint32_t *)(target + (row - y) * stride));
  }
}

static void convert_anywhere(const CReelPicture *p, int x, int y, int width, int height, uint8_t *target,
                             ptrdiff_t stride, const Rows *rows) {
  convert(p, x, y, width, height, target, stride, rows);
}

#ifdef HAS_AVX2
AVX2 static void convert_avx2(const CReelPicture *p, int x, int y, int width, int height, uint8_t *target,
                              ptrdiff_t stride, const Rows *rows) {
  convert(p, x, y, width, height, target, stride, rows);
}
#endif

bool creel_picture_to_bgra(const CReelPicture *picture, int x, int y, int width, int height, uint8_t *target,
                           ptrdiff_t stride) {
  // Gray has no chroma: zeros replace it, with matching offsets. Rows have room for another pair.
  const size_t length = (size_t)picture->width + 16;
  float *memory = calloc(6 * length, sizeof(float));
  if (!memory) return false;
  const Rows rows = {memory,
                     memory + length,
                     memory + 2 * length,
                     memory + 3 * length,
                     memory + 4 * length,
                     memory + 5 * length};
#ifdef HAS_AVX2
  if (has_avx2())
    convert_avx2(picture, x, y, width, height, target, stride, &rows);
  else
#endif
    convert_anywhere(picture, x, y, width, height, target, stride, &rows);
  free(memory);
  return true;
}

// MARK: Scaling

// The taps of an output sample: source samples from `first` on, and their weights.
typedef struct {
  int first, count;
  const float *weights;
} Taps;

// A triangle filter of the width of two output samples, or two source samples if those are larger.
static Taps *make_taps(int source, int target) {
  const double ratio = (double)source / target, radius = ratio > 1 ? ratio : 1;
  const int most = (int)(2 * radius) + 3;
  Taps *taps = malloc((size_t)target * (sizeof(Taps) + (size_t)most * sizeof(float)));
  if (!taps) return NULL;
  float *weights = (float *)(taps + target);
  for (int i = 0; i < target; i++) {
    const double centre = (i + 0.5) * ratio - 0.5;
    int first = (int)ceil(centre - radius), last = (int)floor(centre + radius);
    if (first < 0) first = 0;
    if (last > source - 1) last = source - 1;
    double sum = 0;
    for (int j = first; j <= last; j++) {
      const double weight = 1 - fabs(j - centre) / radius;
      weights[j - first] = (float)(weight > 0 ? weight : 0);
      sum += weights[j - first];
    }
    for (int j = first; j <= last; j++) weights[j - first] = (float)(weights[j - first] / sum);
    taps[i] = (Taps){first, last - first + 1, weights};
    weights += last - first + 1;
  }
  return taps;
}

INLINE void scale(const uint8_t *source, int width, ptrdiff_t stride, uint8_t *target, int target_width,
                  int target_height, ptrdiff_t target_stride, const Taps *across, const Taps *down, float *row) {
  for (int y = 0; y < target_height; y++) {
    memset(row, 0, (size_t)width * 4 * sizeof(float));
    for (int j = 0; j < down[y].count; j++) {
      const uint8_t *line = source + (down[y].first + j) * stride;
      const float weight = down[y].weights[j];
      for (int i = 0; i < width * 4; i++) row[i] += line[i] * weight;
    }
    uint8_t *out = target + y * target_stride;
    for (int x = 0; x < target_width; x++) {
      const float *pixel = row + across[x].first * 4;
      float sum[4] = {0.5f, 0.5f, 0.5f, 0.5f};
      for (int j = 0; j < across[x].count; j++) {
        const float weight = across[x].weights[j];
        for (int c = 0; c < 4; c++) sum[c] += pixel[4 * j + c] * weight;
      }
      for (int c = 0; c < 4; c++) out[4 * x + c] = (uint8_t)(int)(sum[c] > 255 ? 255 : sum[c]);
    }
  }
}

static void scale_anywhere(const uint8_t *source, int width, ptrdiff_t stride, uint8_t *target, int target_width,
                           int target_height, ptrdiff_t target_stride, const Taps *across, const Taps *down,
                           float *row) {
  scale(source, width, stride, target, target_width, target_height, target_stride, across, down, row);
}

#ifdef HAS_AVX2
AVX2 static void scale_avx2(const uint8_t *source, int width, ptrdiff_t stride, uint8_t *target, int target_width,
                            int target_height, ptrdiff_t target_stride, const Taps *across, const Taps *down,
                            float *row) {
  scale(source, width, stride, target, target_width, target_height, target_stride, across, down, row);
}
#endif

bool creel_scale_bgra(const uint8_t *source, int width, int height, ptrdiff_t stride, uint8_t *target, int target_width,
                      int target_height, ptrdiff_t target_stride) {
  Taps *across = make_taps(width, target_width), *down = make_taps(height, target_height);
  float *row = malloc((size_t)width * 4 * sizeof(float));
  const bool has_memory = across && down && row;
  if (has_memory) {
#ifdef HAS_AVX2
    if (has_avx2())
      scale_avx2(source, width, stride, target, target_width, target_height, target_stride, across, down, row);
    else
#endif
      scale_anywhere(source, width, stride, target, target_width, target_height, target_stride, across, down, row);
  }
  free(across);
  free(down);
  free(row);
  return has_memory;
}

void creel_divide_by_alpha(uint8_t *pixels, size_t count) {
  for (size_t i = 0; i < count; i++, pixels += 4) {
    const unsigned alpha = pixels[3];
    if (alpha == 0 || alpha == 255) continue;
    for (int c = 0; c < 3; c++) {
      const unsigned value = (pixels[c] * 255u + alpha / 2) / alpha;
      pixels[c] = (uint8_t)(value > 255 ? 255 : value);
    }
  }
}

// MARK: Audio

INLINE void extent(const float *samples, size_t count, float *minimum, float *maximum, double *squares) {
  // Several independent sums, which the compiler vectorises.
  float low[8], high[8], sums[8];
  for (int lane = 0; lane < 8; lane++) {
    low[lane] = *minimum;
    high[lane] = *maximum;
    sums[lane] = 0;
  }
  double sum = 0;
  size_t i = 0;
  while (i + 8 <= count) {
    // Short runs, so that single precision is enough.
    const size_t end = i + 2048 < count ? i + 2048 : count;
    for (; i + 8 <= end; i += 8) {
      for (int lane = 0; lane < 8; lane++) {
        const float value = samples[i + lane];
        low[lane] = value < low[lane] ? value : low[lane];
        high[lane] = value > high[lane] ? value : high[lane];
        sums[lane] += value * value;
      }
    }
    for (int lane = 0; lane < 8; lane++) {
      sum += sums[lane];
      sums[lane] = 0;
    }
  }
  for (int lane = 0; lane < 8; lane++) {
    *minimum = low[lane] < *minimum ? low[lane] : *minimum;
    *maximum = high[lane] > *maximum ? high[lane] : *maximum;
  }
  for (; i < count; i++) {
    *minimum = samples[i] < *minimum ? samples[i] : *minimum;
    *maximum = samples[i] > *maximum ? samples[i] : *maximum;
    sum += samples[i] * samples[i];
  }
  *squares += sum;
}

#ifdef HAS_AVX2
AVX2 static void extent_avx2(const float *samples, size_t count, float *minimum, float *maximum, double *squares) {
  extent(samples, count, minimum, maximum, squares);
}
#endif

void creel_sound_extent(const float *samples, size_t count, float *minimum, float *maximum, double *squares) {
#ifdef HAS_AVX2
  if (has_avx2()) {
    extent_avx2(samples, count, minimum, maximum, squares);
    return;
  }
#endif
  extent(samples, count, minimum, maximum, squares);
}
