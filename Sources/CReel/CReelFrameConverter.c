#include "CReelFrameConverter.h"

#include <string.h>

#include "CReelLayers.h"
#include "CReelRGBConverter.h"
#include "CReelSampleMoves.h"

// A plane of the source, and where it goes: from `stored` to `sampled`, `resized` and the target. Samples are interpolated in the deeper one
// of both formats.
typedef struct {
  CReelPlane stored, sampled, resized;
  // NULL where samples keep their places, and go from `stored` to the target at once.
  CReelSampler *sampler;
  // From `stored` to `sampled`, where that is deeper.
  CReelSampleMove deepening;
  // The plane of the target that has the layout of `resized`; -1 if there is none.
  int direct_plane;
  struct {
    // The plane of the target, and the number of bytes from the start of a row.
    int plane, offset;
    CReelSampleMove move;
  } components[2];
} Plane;

struct CReelFrameConverter {
  int count;
  Plane planes[GST_VIDEO_MAX_PLANES];
  // Does all of it where pixels change between Y'CbCr and R'G'B'.
  CReelRGBConverter *rgb;
  // True where the target has chroma, and the source is gray.
  bool fills_chroma;
};

// MARK: Formats

// Describes a plane of a format, and its component that comes first in memory; false if it is not of one or two interleaved samples of 8
// to 12, or of 16 bits.
static bool describe(CReelPlane *plane, const GstVideoInfo *info, int index, int *first) {
  const GstVideoFormatInfo *format = info->finfo;
  int components = 0;
  for (int c = (int)format->n_components; c-- > 0;) {
    if (format->plane[c] != (guint)index) continue;
    if (components == 0 || format->poffset[c] < format->poffset[*first]) *first = c;
    components++;
  }
  if (components < 1 || components > 2) return false;
  const int bytes = format->pixel_stride[*first] / components, depth = (int)format->depth[*first];
  if (bytes * components != format->pixel_stride[*first] || format->poffset[*first] != 0) return false;
  if (!(bytes == 1 ? depth == 8 : bytes == 2 && (depth == 16 || (depth > 8 && depth <= 12)))) return false;
  for (int c = 0; c < (int)format->n_components; c++) {
    if (format->plane[c] == (guint)index && ((int)format->depth[c] != depth || format->shift[c] != format->shift[*first])) return false;
  }
  *plane = (CReelPlane){
      .components = components, .bytes = bytes, .shift = (int)format->shift[*first], .depth = depth,
      .width = GST_VIDEO_INFO_COMP_WIDTH(info, *first), .height = GST_VIDEO_INFO_COMP_HEIGHT(info, *first)};
  return true;
}

// The place of a component among those that are interleaved with it; GStreamer's offsets are not in bytes for all formats.
static int place_of(const GstVideoFormatInfo *format, int component) {
  int place = 0;
  for (int c = 0; c < (int)format->n_components; c++) {
    if (format->plane[c] == format->plane[component] && format->poffset[c] < format->poffset[component]) place++;
  }
  return place;
}

static bool is_planar(const GstVideoInfo *info) {
  const int others = GST_VIDEO_FORMAT_FLAG_COMPLEX | GST_VIDEO_FORMAT_FLAG_PALETTE | GST_VIDEO_FORMAT_FLAG_TILED;
  const GstVideoFormatInfo *format = info->finfo;
  return !(format->flags & others) && format->n_planes <= GST_VIDEO_MAX_PLANES && info->interlace_mode != GST_VIDEO_INTERLACE_MODE_ALTERNATE;
}

static bool is_big_endian(const GstVideoInfo *info) { return info->finfo->depth[0] > 8 && !GST_VIDEO_FORMAT_INFO_IS_LE(info->finfo); }

static bool is_full(const GstVideoInfo *info) { return info->colorimetry.range == GST_VIDEO_COLOR_RANGE_0_255; }

static bool have_other_ranges(const GstVideoInfo *source, const GstVideoInfo *target) { return is_full(source) != is_full(target); }

static bool has_range(const GstVideoInfo *info) { return info->colorimetry.range != GST_VIDEO_COLOR_RANGE_UNKNOWN; }

static bool is_gray_to_color(const GstVideoInfo *source, const GstVideoInfo *target) {
  return (source->finfo->flags & GST_VIDEO_FORMAT_FLAG_GRAY) && (target->finfo->flags & GST_VIDEO_FORMAT_FLAG_YUV)
         && target->finfo->n_components == 3 && source->width == target->width && source->height == target->height
         && (is_full(source) || !is_full(target));
}

// Gray is luma, whatever the matrix.
static bool is_color_to_gray(const GstVideoInfo *source, const GstVideoInfo *target) {
  return (source->finfo->flags & GST_VIDEO_FORMAT_FLAG_YUV) && (target->finfo->flags & GST_VIDEO_FORMAT_FLAG_GRAY)
         && has_range(source) && has_range(target);
}

// True if the same colours have the same values in both, apart from their depth and their range.
static bool have_same_colors(const GstVideoInfo *source, const GstVideoInfo *target) {
  const int kinds = GST_VIDEO_FORMAT_FLAG_YUV | GST_VIDEO_FORMAT_FLAG_RGB | GST_VIDEO_FORMAT_FLAG_GRAY;
  const int kind = source->finfo->flags & kinds;
  if (source->colorimetry.matrix != target->colorimetry.matrix || has_range(source) != has_range(target)) return false;
  if (have_other_ranges(source, target) && kind == GST_VIDEO_FORMAT_FLAG_RGB) return false;
  if (source->finfo == target->finfo) return kind != 0;
  return kind == GST_VIDEO_FORMAT_FLAG_YUV && kind == (int)(target->finfo->flags & kinds)
         && source->finfo->n_components == target->finfo->n_components;
}

// What becomes of the values of a component: luma, two of chroma, alpha.
static CReelRangeMove range_move(const GstVideoInfo *source, const GstVideoInfo *target, int component) {
  if (component == 3) return creel_keep_full;
  if (!have_other_ranges(source, target)) return component == 0 && is_full(source) ? creel_keep_full : creel_keep_limited;
  if (component == 0) return is_full(source) ? creel_luma_to_limited : creel_luma_to_full;
  return is_full(source) ? creel_chroma_to_limited : creel_chroma_to_full;
}

// MARK: Places of samples

// The distance of a component's first sample from the border of the frame, in pixels: at the centre of a pixel, or on the edge of two.
static double first_sample(int subsampling, bool is_cosited) { return subsampling == 0 || is_cosited ? 0.5 : 1 << (subsampling - 1); }

void creel_take_chroma_site(GstVideoInfo *info, const GstCaps *caps) {
  const gchar *site = gst_structure_get_string(gst_caps_get_structure(caps, 0), "chroma-site");
  info->chroma_site = site ? gst_video_chroma_site_from_string(site) : GST_VIDEO_CHROMA_SITE_UNKNOWN;
}

static bool has_site(const GstVideoInfo *info) { return info->chroma_site != GST_VIDEO_CHROMA_SITE_UNKNOWN; }

static bool is_cosited(const GstVideoInfo *info, int direction) {
  // Where a format does not say it, chroma is at the left pixel of each pair, half-way between rows.
  const int site = has_site(info) ? info->chroma_site : GST_VIDEO_CHROMA_SITE_H_COSITED;
  return site & direction;
}

// The place in a component of the source of sample n of the target is `step` · n + `start`.
typedef struct {
  double step, start;
} Places;

static Places places(int from, int to, int from_sub, int to_sub, bool from_cosited, bool to_cosited) {
  const double ratio = (double)from / to, first = first_sample(to_sub, to_cosited);
  return (Places){
      .step = ratio * (1 << to_sub) / (1 << from_sub), .start = (ratio * first - first_sample(from_sub, from_cosited)) / (1 << from_sub)};
}

static bool are_kept(Places places) { return places.step == 1 && places.start == 0; }

// MARK: Converters

// Makes the interpolation of a plane whose first component is `c`; false where that is not what two samples can do.
static bool make_sampler(Plane *plane, const GstVideoInfo *source, const GstVideoInfo *target, int c) {
  const GstVideoFormatInfo *from = source->finfo, *to = target->finfo;
  // Where the target does not say it, chroma stays where the source has it.
  const GstVideoInfo *across = has_site(target) || from->w_sub[c] != to->w_sub[c] ? target : source;
  const GstVideoInfo *down = has_site(target) || from->h_sub[c] != to->h_sub[c] ? target : source;
  const Places x = places(source->width, target->width, (int)from->w_sub[c], (int)to->w_sub[c],
                          is_cosited(source, GST_VIDEO_CHROMA_SITE_H_COSITED), is_cosited(across, GST_VIDEO_CHROMA_SITE_H_COSITED));
  const Places y = places(source->height, target->height, (int)from->h_sub[c], (int)to->h_sub[c],
                          is_cosited(source, GST_VIDEO_CHROMA_SITE_V_COSITED), is_cosited(down, GST_VIDEO_CHROMA_SITE_V_COSITED));
  if (are_kept(x) && are_kept(y)) return true;
  if (plane->sampled.depth > 12 || is_big_endian(source)) return false;
  // Where every other sample stays at its place, and the rest is left out, two samples are no filter.
  if (from->w_sub[c] < to->w_sub[c]) return false;
  const bool is_progressive
      = source->interlace_mode == GST_VIDEO_INTERLACE_MODE_PROGRESSIVE && target->interlace_mode == GST_VIDEO_INTERLACE_MODE_PROGRESSIVE;
  if (!are_kept(y) && !is_progressive) return false;
  const CReelMap map = {.xx = x.step, .x0 = x.start, .yy = y.step, .y0 = y.start};
  plane->sampler = creel_sampler_new(&map, &plane->sampled, 0, 0, plane->resized.width, plane->resized.height);
  return plane->sampler != NULL;
}

static bool make_plane(Plane *plane, const GstVideoInfo *source, const GstVideoInfo *target, int index) {
  const GstVideoFormatInfo *from = source->finfo, *to = target->finfo;
  int first, unused;
  CReelPlane made;
  if (!describe(&plane->stored, source, index, &first) || !describe(&made, target, (int)to->plane[first], &unused)) return false;
  CReelRangeMove range = range_move(source, target, first);
  plane->sampled = plane->stored;
  if (made.depth > plane->stored.depth) {
    plane->sampled.bytes = made.bytes;
    plane->sampled.shift = made.shift;
    plane->sampled.depth = made.depth;
    const CReelPlane stored = {.components = 1, .bytes = plane->stored.bytes, .shift = plane->stored.shift, .depth = plane->stored.depth};
    const CReelPlane sampled = {.components = 1, .bytes = made.bytes, .shift = made.shift, .depth = made.depth};
    plane->deepening = creel_sample_move_make(&stored, &sampled, range);
  }
  plane->resized = plane->sampled;
  plane->resized.width = GST_VIDEO_INFO_COMP_WIDTH(target, first);
  plane->resized.height = GST_VIDEO_INFO_COMP_HEIGHT(target, first);
  if (!make_sampler(plane, source, target, first)) return false;
  // Samples that are interpolated get the target's range where they become deeper, or else when they are stored.
  if (plane->sampler && plane->sampled.depth > plane->stored.depth) range = creel_keep_limited;

  const bool keeps_range = range == creel_keep_limited || range == creel_keep_full;
  const bool has_target_layout = made.bytes == plane->resized.bytes && made.shift == plane->resized.shift
                                 && made.depth == plane->resized.depth && made.components == plane->resized.components && keeps_range;
  plane->direct_plane = has_target_layout ? (int)to->plane[first] : -1;
  for (int c = 0; c < (int)from->n_components; c++) {
    if (from->plane[c] != (guint)index) continue;
    if (!describe(&made, target, (int)to->plane[c], &unused)) return false;
    const int place = place_of(from, c), made_place = place_of(to, c);
    plane->components[place].plane = (int)to->plane[c];
    plane->components[place].offset = made_place * made.bytes;
    plane->components[place].move = creel_sample_move_make(plane->sampler ? &plane->resized : &plane->stored, &made, range);
    plane->components[place].move.is_big_endian = is_big_endian(source);
    if ((int)to->plane[c] != plane->direct_plane || made_place != place) plane->direct_plane = -1;
  }
  return true;
}

// NULL where colours stay Y'CbCr or R'G'B'.
static CReelRGBConverter *make_rgb_converter(const GstVideoInfo *source, const GstVideoInfo *target) {
  const GstVideoInfo *ycbcr = source->finfo->flags & GST_VIDEO_FORMAT_FLAG_YUV ? source : target;
  return creel_rgb_converter_new(source, target, is_cosited(ycbcr, GST_VIDEO_CHROMA_SITE_H_COSITED),
                                is_cosited(ycbcr, GST_VIDEO_CHROMA_SITE_V_COSITED));
}

CReelFrameConverter *creel_frame_converter_new(const GstVideoInfo *source, const GstVideoInfo *target) {
  const bool fills_chroma = is_gray_to_color(source, target), loses_color = is_color_to_gray(source, target);
  const bool is_known = fills_chroma || loses_color || have_same_colors(source, target);
  CReelRGBConverter *rgb = make_rgb_converter(source, target);
  if (rgb) {
    CReelFrameConverter *converter = g_new0(CReelFrameConverter, 1);
    converter->rgb = rgb;
    return converter;
  }
  if (!is_planar(source) || !is_planar(target) || is_big_endian(target) || !is_known) return NULL;
  CReelFrameConverter *converter = g_new0(CReelFrameConverter, 1);
  converter->fills_chroma = fills_chroma;
  converter->count = loses_color ? 1 : (int)source->finfo->n_planes;
  for (int i = 0; i < converter->count; i++) {
    if (!make_plane(&converter->planes[i], source, target, i)) {
      creel_frame_converter_free(converter);
      return NULL;
    }
  }
  return converter;
}

void creel_frame_converter_free(CReelFrameConverter *converter) {
  if (!converter) return;
  creel_rgb_converter_free(converter->rgb);
  for (int i = 0; i < converter->count; i++) creel_sampler_free(converter->planes[i].sampler);
  g_free(converter);
}

// MARK: Frames

static CReelPlane placed(CReelPlane plane, const GstVideoFrame *frame, int index) {
  plane.data = GST_VIDEO_FRAME_PLANE_DATA(frame, index);
  plane.stride = GST_VIDEO_FRAME_PLANE_STRIDE(frame, index);
  return plane;
}

static CReelPlane compact(CReelPlane plane) {
  plane.stride = (ptrdiff_t)plane.width * plane.components * plane.bytes;
  return plane;
}

// Writes `count` rows as the target stores them, from its row `first_row` on.
static void store(const Plane *plane, CReelPlane rows, int first_row, int count, GstVideoFrame *target) {
  for (int c = 0; c < rows.components; c++) {
    const int index = plane->components[c].plane;
    const ptrdiff_t stride = GST_VIDEO_FRAME_PLANE_STRIDE(target, index);
    uint8_t *data = (uint8_t *)GST_VIDEO_FRAME_PLANE_DATA(target, index) + plane->components[c].offset + first_row * stride;
    const uint8_t *from = rows.data + c * rows.bytes;
    for (int y = 0; y < count; y++, data += stride, from += rows.stride) {
      creel_sample_move(&plane->components[c].move, from, data, rows.width);
    }
  }
}

// Draws some rows at a time, which stay in the cache until they are stored.
static bool draw_and_store(const Plane *plane, const CReelLayer *layer, GstVideoFrame *target) {
  enum { step = 32 };
  CReelPlane rows = compact(plane->resized);
  uint8_t *memory = g_try_malloc_n(step, (gsize)rows.stride);
  bool is_drawn = memory != NULL;
  for (int y = 0; is_drawn && y < rows.height; y += step) {
    const int end = MIN(y + step, rows.height);
    // The canvas begins above the rows in memory, where nothing is drawn.
    rows.data = (uint8_t *)((uintptr_t)memory - (uintptr_t)(y * rows.stride));
    is_drawn = creel_draw_layer(&rows, layer, y, end, false);
    rows.data = memory;
    if (is_drawn) store(plane, rows, y, end - y, target);
  }
  g_free(memory);
  return is_drawn;
}

static bool draw(const Plane *plane, CReelPlane source, GstVideoFrame *target) {
  uint8_t *deepened = NULL;
  if (plane->sampled.depth > plane->stored.depth) {
    CReelPlane sampled = compact(plane->sampled);
    sampled.data = deepened = g_try_malloc_n((gsize)sampled.height, (gsize)sampled.stride);
    if (!deepened) return false;
    const int count = source.width * source.components;
    for (int y = 0; y < source.height; y++) {
      creel_sample_move(&plane->deepening, source.data + y * source.stride, sampled.data + y * sampled.stride, count);
    }
    source = sampled;
  }
  const CReelLayer layer = {.source = source, .sampler = plane->sampler, .opacity = 32767};
  bool is_drawn;
  if (plane->direct_plane >= 0) {
    const CReelPlane canvas = placed(plane->resized, target, plane->direct_plane);
    is_drawn = creel_draw_layer(&canvas, &layer, 0, canvas.height, false);
  } else {
    is_drawn = draw_and_store(plane, &layer, target);
  }
  g_free(deepened);
  return is_drawn;
}

// Writes chroma of no colour.
static void fill_chroma(GstVideoFrame *target) {
  const GstVideoFormatInfo *format = target->info.finfo;
  for (int index = 1; index < (int)format->n_planes; index++) {
    CReelPlane plane;
    int first;
    if (!describe(&plane, &target->info, index, &first)) continue;
    plane = placed(plane, target, index);
    const int count = plane.width * plane.components;
    const uint16_t value = (uint16_t)(1U << (plane.depth - 1) << plane.shift);
    for (int y = 0; y < plane.height; y++) {
      uint8_t *row = plane.data + y * plane.stride;
      for (int x = 0; x < count; x++) {
        if (plane.bytes == 1)
          row[x] = (uint8_t)value;
        else
          ((uint16_t *)row)[x] = value;
      }
    }
  }
}

bool creel_frame_converter_convert(const CReelFrameConverter *converter, const GstVideoFrame *source, GstVideoFrame *target) {
  if (converter->rgb) return creel_rgb_converter_convert(converter->rgb, source, target);
  for (int i = 0; i < converter->count; i++) {
    const Plane *plane = &converter->planes[i];
    const CReelPlane stored = placed(plane->stored, source, i);
    if (!plane->sampler)
      store(plane, stored, 0, stored.height, target);
    else if (!draw(plane, stored, target))
      return false;
  }
  if (converter->fills_chroma) fill_chroma(target);
  return true;
}
