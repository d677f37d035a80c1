#include "CReelRGBConverter.h"

#include <math.h>
#include <stdint.h>

#define INLINE static inline __attribute__((always_inline))

enum { luma, cb, cr };
enum { red, green, blue };
// Bits behind the point of factors, and of chroma on its way.
enum { factor_bits = 20, chroma_bits = 4 };

// The sums by which three components become three others: row n has the factors of component n, to which `added` comes.
typedef struct {
  int32_t factors[3][3], added[3];
} Factors;

struct CReelRGBConverter {
  bool is_to_rgb, is_cosited_across, is_cosited_down;
  // The chroma of two columns, or of two rows, is one sample.
  bool is_halved_across, is_halved_down;
  int width, height;
  Factors factors;
};

// MARK: Formats

static bool has_bytes(const GstVideoFormatInfo *format, int kind) {
  const int others = GST_VIDEO_FORMAT_FLAG_COMPLEX | GST_VIDEO_FORMAT_FLAG_PALETTE | GST_VIDEO_FORMAT_FLAG_TILED;
  if (!(format->flags & kind) || (format->flags & others) || format->n_components < 3) return false;
  for (guint c = 0; c < format->n_components; c++) {
    if (format->depth[c] != 8 || format->shift[c] != 0) return false;
  }
  return true;
}

static bool is_ycbcr(const GstVideoInfo *info) {
  const GstVideoFormatInfo *format = info->finfo;
  return has_bytes(format, GST_VIDEO_FORMAT_FLAG_YUV) && format->n_components == 3 && format->w_sub[cb] <= 1 && format->h_sub[cb] <= 1
         && format->w_sub[luma] == 0 && format->h_sub[luma] == 0;
}

static bool is_rgb(const GstVideoInfo *info) {
  const GstVideoFormatInfo *format = info->finfo;
  return has_bytes(format, GST_VIDEO_FORMAT_FLAG_RGB) && format->n_planes == 1
         && (format->pixel_stride[0] == 3 || format->pixel_stride[0] == 4)
         && info->colorimetry.range == GST_VIDEO_COLOR_RANGE_0_255;
}

// MARK: Factors

static int32_t scaled(double value, int bits) { return (int32_t)lrint(ldexp(value, bits)); }

// The matrix of ITU-T H.273, 8.3: from values of 0 to 255 for R', G' and B'.
static bool make_factors(CReelRGBConverter *converter, const GstVideoInfo *ycbcr) {
  double kr, kb;
  if (!gst_video_color_matrix_get_Kr_Kb(ycbcr->colorimetry.matrix, &kr, &kb)) return false;
  const bool is_full = ycbcr->colorimetry.range == GST_VIDEO_COLOR_RANGE_0_255;
  if (!is_full && ycbcr->colorimetry.range != GST_VIDEO_COLOR_RANGE_16_235) return false;
  const double luma_span = is_full ? 255 : 219, chroma_span = is_full ? 255 : 224, black = is_full ? 0 : 16;
  const double kg = 1 - kr - kb;
  Factors *factors = &converter->factors;
  if (converter->is_to_rgb) {
    const double y = 255 / luma_span, c = 255 / chroma_span;
    const double of_chroma[3][2] = {{0, 2 * (1 - kr) * c},
                                    {-2 * (1 - kb) * kb / kg * c, -2 * (1 - kr) * kr / kg * c},
                                    {2 * (1 - kb) * c, 0}};
    for (int n = 0; n < 3; n++) {
      factors->factors[n][luma] = scaled(y, factor_bits);
      factors->factors[n][cb] = scaled(of_chroma[n][0], factor_bits - chroma_bits);
      factors->factors[n][cr] = scaled(of_chroma[n][1], factor_bits - chroma_bits);
      factors->added[n] = scaled(0.5 - black * y - 128 * (of_chroma[n][0] + of_chroma[n][1]), factor_bits);
    }
    return true;
  }
  const double y = luma_span / 255, b = chroma_span / 255 / (2 * (1 - kb)), r = chroma_span / 255 / (2 * (1 - kr));
  const double exact[3][3] = {
      {kr * y, kg * y, kb * y}, {-kr * b, -kg * b, (1 - kb) * b}, {(1 - kr) * r, -kg * r, -kb * r}};
  for (int n = 0; n < 3; n++) {
    for (int c = 0; c < 3; c++) factors->factors[n][c] = scaled(exact[n][c], factor_bits);
  }
  factors->added[luma] = scaled(black + 0.5, factor_bits);
  // Chroma keeps its bits behind the point.
  factors->added[cb] = factors->added[cr] = scaled(128 + ldexp(0.5, -chroma_bits), factor_bits);
  return true;
}

CReelRGBConverter *creel_rgb_converter_new(const GstVideoInfo *source, const GstVideoInfo *target, bool is_cosited_across, bool is_cosited_down) {
  const bool is_to_rgb = is_ycbcr(source) && is_rgb(target);
  const GstVideoInfo *ycbcr = is_to_rgb ? source : target;
  if (!is_to_rgb && !(is_rgb(source) && is_ycbcr(target))) return NULL;
  if (source->width != target->width || source->height != target->height) return NULL;
  const bool has_fields = source->interlace_mode == GST_VIDEO_INTERLACE_MODE_ALTERNATE || source->interlace_mode == GST_VIDEO_INTERLACE_MODE_FIELDS;
  if (has_fields || source->interlace_mode != target->interlace_mode) return NULL;
  CReelRGBConverter *converter = g_new0(CReelRGBConverter, 1);
  *converter = (CReelRGBConverter){.is_to_rgb = is_to_rgb,
                               .is_cosited_across = is_cosited_across,
                               .is_cosited_down = is_cosited_down,
                               .is_halved_across = ycbcr->finfo->w_sub[cb] == 1,
                               .is_halved_down = ycbcr->finfo->h_sub[cb] == 1,
                               .width = source->width,
                               .height = source->height};
  if (make_factors(converter, ycbcr)) return converter;
  creel_rgb_converter_free(converter);
  return NULL;
}

void creel_rgb_converter_free(CReelRGBConverter *converter) { g_free(converter); }

// MARK: Places

// A component of a frame, or of one of its fields.
typedef struct {
  uint8_t *data;
  ptrdiff_t stride;
  int step, width, height;
} Component;

// Rows from `first`, each `every` after the one before.
static Component component(const GstVideoFrame *frame, int c, int first, int every) {
  const GstVideoFormatInfo *format = frame->info.finfo;
  const ptrdiff_t stride = GST_VIDEO_FRAME_COMP_STRIDE(frame, c);
  const int height = GST_VIDEO_INFO_COMP_HEIGHT(&frame->info, c);
  return (Component){.data = (uint8_t *)GST_VIDEO_FRAME_COMP_DATA(frame, c) + first * stride,
                     .stride = stride * every,
                     .step = format->pixel_stride[c],
                     .width = GST_VIDEO_INFO_COMP_WIDTH(&frame->info, c),
                     .height = (height - first + every - 1) / every};
}

static uint8_t *row_of(const Component *component, int y) {
  const int row = y < 0 ? 0 : y < component->height ? y : component->height - 1;
  return component->data + row * component->stride;
}

// MARK: Rows

// Chroma of four times its value, from two rows in fourths.
INLINE void mix_rows(const uint8_t *a, const uint8_t *b, int wa, int wb, int step, int count, int16_t *target) {
  for (int x = 0; x < count; x++) target[x] = (int16_t)(wa * a[x * step] + wb * b[x * step]);
}

// Chroma for each pixel of a row, of sixteen times its value; `row` has one sample more at both ends.
INLINE void widen(const int16_t *row, bool is_halved, bool is_cosited, int width, int16_t *target) {
  if (!is_halved) {
    for (int x = 0; x < width; x++) target[x] = (int16_t)(4 * row[x]);
    return;
  }
  for (int i = 0; i < (width + 1) / 2; i++) {
    target[2 * i] = (int16_t)(is_cosited ? 4 * row[i] : row[i - 1] + 3 * row[i]);
    target[2 * i + 1] = (int16_t)(is_cosited ? 2 * (row[i] + row[i + 1]) : 3 * row[i] + row[i + 1]);
  }
}

INLINE uint32_t byte(int32_t value) {
  value >>= factor_bits;
  return (uint32_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

INLINE int32_t weighted(const Factors *factors, int n, int32_t a, int32_t b, int32_t c) {
  return factors->factors[n][0] * a + factors->factors[n][1] * b + factors->factors[n][2] * c + factors->added[n];
}

// Pixels are words; red, green and blue begin at the bits of `places`, and the rest is opaque.
INLINE void put_words(const Factors *factors, const uint8_t *y, const int16_t *u, const int16_t *v, uint32_t *target, const int places[3],
                      int width) {
  const int r = places[red], g = places[green], b = places[blue];
  const uint32_t opaque = ~(0xffU << r | 0xffU << g | 0xffU << b);
  for (int x = 0; x < width; x++) {
    target[x] = byte(weighted(factors, red, y[x], u[x], v[x])) << r | byte(weighted(factors, green, y[x], u[x], v[x])) << g
                | byte(weighted(factors, blue, y[x], u[x], v[x])) << b | opaque;
  }
}

INLINE void take_words(const Factors *factors, const uint32_t *source, const int places[3], int width, uint8_t *y, int16_t *u, int16_t *v) {
  const int red_place = places[red], green_place = places[green], blue_place = places[blue];
  for (int x = 0; x < width; x++) {
    const int32_t r = source[x] >> red_place & 0xff, g = source[x] >> green_place & 0xff, b = source[x] >> blue_place & 0xff;
    y[x] = (uint8_t)byte(weighted(factors, luma, r, g, b));
    u[x] = (int16_t)(weighted(factors, cb, r, g, b) >> (factor_bits - chroma_bits));
    v[x] = (int16_t)(weighted(factors, cr, r, g, b) >> (factor_bits - chroma_bits));
  }
}

// Chroma as it is stored, of the sum of two rows of sixteen times their value; both have one sample more at both ends.
INLINE void narrow(const int16_t *a, const int16_t *b, bool is_halved, bool is_cosited, int count, uint8_t *target, int step) {
  for (int i = 0; i < count; i++) {
    const int x = is_halved ? 2 * i : i;
    const int32_t here = a[x] + b[x], next = a[x + 1] + b[x + 1];
    const int32_t sum = !is_halved ? 4 * here : is_cosited ? a[x - 1] + b[x - 1] + 2 * here + next : 2 * (here + next);
    const int32_t value = (sum + (4 << chroma_bits)) >> (3 + chroma_bits);
    target[i * step] = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
  }
}

typedef struct {
  void (*mix_rows)(const uint8_t *a, const uint8_t *b, int wa, int wb, int step, int count, int16_t *target);
  void (*widen)(const int16_t *row, bool is_halved, bool is_cosited, int width, int16_t *target);
  void (*put_words)(const Factors *factors, const uint8_t *y, const int16_t *u, const int16_t *v, uint32_t *target, const int places[3],
                    int width);
  void (*take_words)(const Factors *factors, const uint32_t *source, const int places[3], int width, uint8_t *y, int16_t *u, int16_t *v);
  void (*narrow)(const int16_t *a, const int16_t *b, bool is_halved, bool is_cosited, int count, uint8_t *target, int step);
} Rows;

// The loops are made for any machine, and again for AVX2; those of the usual layouts apart.
#define DEFINE_ROWS(NAME, TARGET)                                                                                                     \
  TARGET static void mix_rows_##NAME(const uint8_t *a, const uint8_t *b, int wa, int wb, int step, int count, int16_t *target) {      \
    if (step == 1)                                                                                                                    \
      mix_rows(a, b, wa, wb, 1, count, target);                                                                                       \
    else                                                                                                                              \
      mix_rows(a, b, wa, wb, step, count, target);                                                                                    \
  }                                                                                                                                   \
  TARGET static void widen_##NAME(const int16_t *row, bool is_halved, bool is_cosited, int width, int16_t *target) {                  \
    if (is_cosited)                                                                                                                   \
      widen(row, is_halved, true, width, target);                                                                                     \
    else                                                                                                                              \
      widen(row, is_halved, false, width, target);                                                                                    \
  }                                                                                                                                   \
  TARGET static void put_words_##NAME(const Factors *factors, const uint8_t *y, const int16_t *u, const int16_t *v, uint32_t *target, \
                                      const int places[3], int width) {                                                               \
    put_words(factors, y, u, v, target, places, width);                                                                               \
  }                                                                                                                                   \
  TARGET static void take_words_##NAME(const Factors *factors, const uint32_t *source, const int places[3], int width, uint8_t *y,    \
                                       int16_t *u, int16_t *v) {                                                                      \
    take_words(factors, source, places, width, y, u, v);                                                                              \
  }                                                                                                                                   \
  TARGET static void narrow_##NAME(const int16_t *a, const int16_t *b, bool is_halved, bool is_cosited, int count, uint8_t *target,   \
                                   int step) {                                                                                        \
    if (is_halved && is_cosited && step == 1)                                                                                         \
      narrow(a, b, true, true, count, target, 1);                                                                                     \
    else                                                                                                                              \
      narrow(a, b, is_halved, is_cosited, count, target, step);                                                                       \
  }                                                                                                                                   \
  static const Rows NAME = {mix_rows_##NAME, widen_##NAME, put_words_##NAME, take_words_##NAME, narrow_##NAME};

DEFINE_ROWS(portable_rows, )
#if defined(__x86_64__)
DEFINE_ROWS(avx2_rows, __attribute__((target("avx2"))))
#endif

static const Rows *rows(void) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return &avx2_rows;
#endif
  return &portable_rows;
}

// Every byte of a row that lies `step` bytes from the one before.
static void gather(const uint8_t *source, int step, int count, uint8_t *target) {
  for (int x = 0; x < count; x++) target[x] = source[x * step];
}

static void scatter(const uint8_t *source, int count, uint8_t *target, int step) {
  for (int x = 0; x < count; x++) target[x * step] = source[x];
}

// Words of pixels of three bytes.
static void unpack(const uint8_t *source, int count, uint32_t *target) {
  for (int x = 0; x < count; x++) target[x] = (uint32_t)(source[3 * x] | source[3 * x + 1] << 8 | source[3 * x + 2] << 16);
}

static void pack(const uint32_t *source, int count, uint8_t *target) {
  // The fourth byte of each is written over by the next one.
  for (int x = 0; x + 1 < count; x++) memcpy(target + 3 * x, &source[x], 4);
  memcpy(target + 3 * (count - 1), &source[count - 1], 3);
}

// MARK: Frames

// Repeats the samples at both ends of a row.
static void extend(int16_t *row, int count) {
  row[-1] = row[0];
  row[count] = row[count - 1];
}

typedef struct {
  Component components[3];
  // The bits of a word at which red, green and blue begin.
  int places[3];
  // The bytes of a pixel.
  int pixel;
  uint8_t *pixels;
  ptrdiff_t stride;
} Layout;

static Layout layout(const GstVideoFrame *ycbcr, const GstVideoFrame *rgb, int first, int every) {
  const GstVideoFormatInfo *format = rgb->info.finfo;
  Layout layout = {.pixel = format->pixel_stride[0],
                   .pixels = (uint8_t *)GST_VIDEO_FRAME_PLANE_DATA(rgb, 0) + first * GST_VIDEO_FRAME_PLANE_STRIDE(rgb, 0),
                   .stride = (ptrdiff_t)GST_VIDEO_FRAME_PLANE_STRIDE(rgb, 0) * every};
  for (int c = 0; c < 3; c++) {
    layout.components[c] = component(ycbcr, c, first, every);
    layout.places[c] = 8 * (int)format->poffset[c];
  }
  return layout;
}

// Rows on their way.
typedef struct {
  // Chroma of two rows, with a sample more at both ends.
  int16_t *chroma[2][2];
  uint32_t *words;
  uint8_t *luma;
} Scratch;

static bool make_scratch(Scratch *scratch, size_t width) {
  const size_t length = width + 4;
  int16_t *chroma = g_try_new(int16_t, 4 * length);
  for (size_t n = 0; n < 4; n++) scratch->chroma[n / 2][n % 2] = chroma ? chroma + n * length + 1 : NULL;
  scratch->words = g_try_new(uint32_t, length);
  scratch->luma = g_try_new(uint8_t, length);
  return chroma && scratch->words && scratch->luma;
}

static void free_scratch(Scratch *scratch) {
  if (scratch->chroma[0][0]) g_free(scratch->chroma[0][0] - 1);
  g_free(scratch->words);
  g_free(scratch->luma);
}

// Converts every row, or those of a field.
static void to_rgb(const CReelRGBConverter *converter, const Layout *layout, const Scratch *scratch) {
  const Rows *kernels = rows();
  const Component *y = &layout->components[luma];
  int16_t *const stored = scratch->chroma[1][0], *const *chroma = scratch->chroma[0];
  for (int line = 0; line < y->height; line++) {
    // Two rows of pixels lie beside one of chroma, above and below it; or the first of them in it.
    const int nearest = converter->is_halved_down ? line >> 1 : line;
    const int other = !converter->is_halved_down ? nearest : line & 1 ? nearest + 1 : converter->is_cosited_down ? nearest : nearest - 1;
    const int weight = other == nearest ? 0 : converter->is_cosited_down ? 2 : 1;
    for (int c = 0; c < 2; c++) {
      const Component *plane = &layout->components[cb + c];
      kernels->mix_rows(row_of(plane, nearest), row_of(plane, other), 4 - weight, weight, plane->step, plane->width, stored);
      extend(stored, plane->width);
      kernels->widen(stored, converter->is_halved_across, converter->is_cosited_across, y->width, chroma[c]);
    }
    const uint8_t *lightness = row_of(y, line);
    if (y->step != 1) gather(lightness, y->step, y->width, scratch->luma);
    uint8_t *row = layout->pixels + line * layout->stride;
    uint32_t *words = layout->pixel == 4 ? (uint32_t *)row : scratch->words;
    kernels->put_words(&converter->factors, y->step == 1 ? lightness : scratch->luma, chroma[0], chroma[1], words, layout->places, y->width);
    if (layout->pixel == 3) pack(words, y->width, row);
  }
}

static void to_ycbcr(const CReelRGBConverter *converter, const Layout *layout, const Scratch *scratch) {
  const Rows *kernels = rows();
  const Component *y = &layout->components[luma];
  const int count = converter->is_halved_down ? 2 : 1;
  for (int line = 0; line < y->height; line += count) {
    const int second = count == 2 && line + 1 < y->height ? 1 : 0;
    for (int k = 0; k <= second; k++) {
      int16_t *const *chroma = scratch->chroma[k];
      const uint8_t *row = layout->pixels + (line + k) * layout->stride;
      if (layout->pixel == 3) unpack(row, y->width, scratch->words);
      const uint32_t *words = layout->pixel == 4 ? (const uint32_t *)row : scratch->words;
      uint8_t *lightness = row_of(y, line + k);
      kernels->take_words(&converter->factors, words, layout->places, y->width, y->step == 1 ? lightness : scratch->luma, chroma[0], chroma[1]);
      if (y->step != 1) scatter(scratch->luma, y->width, lightness, y->step);
      for (int c = 0; c < 2; c++) extend(chroma[c], y->width);
    }
    const int other = converter->is_cosited_down ? 0 : second;
    for (int c = 0; c < 2; c++) {
      const Component *plane = &layout->components[cb + c];
      // Of two fields, the lower one may have a last row of luma that is alone, and no chroma for it.
      if (line / count >= plane->height) continue;
      kernels->narrow(scratch->chroma[0][c], scratch->chroma[other][c], converter->is_halved_across, converter->is_cosited_across, plane->width,
                      row_of(plane, line / count), plane->step);
    }
  }
}

bool creel_rgb_converter_convert(const CReelRGBConverter *converter, const GstVideoFrame *source, GstVideoFrame *target) {
  // Frames tell a size of their own, which may be another one than their caps say.
  for (int n = 0; n < 2; n++) {
    const GstVideoInfo *info = n == 0 ? &source->info : &target->info;
    if (info->width != converter->width || info->height != converter->height) return false;
  }
  Scratch scratch;
  const bool is_made = make_scratch(&scratch, (size_t)source->info.width);
  const GstVideoFrame *ycbcr = converter->is_to_rgb ? source : target, *rgb = converter->is_to_rgb ? target : source;
  const bool has_fields = converter->is_halved_down && GST_VIDEO_FRAME_IS_INTERLACED(source);
  const int fields = has_fields && GST_VIDEO_INFO_COMP_HEIGHT(&ycbcr->info, cb) > 1 ? 2 : 1;
  for (int field = 0; is_made && field < fields; field++) {
    const Layout rows = layout(ycbcr, rgb, field, fields);
    if (converter->is_to_rgb)
      to_rgb(converter, &rows, &scratch);
    else
      to_ycbcr(converter, &rows, &scratch);
  }
  free_scratch(&scratch);
  return is_made;
}
