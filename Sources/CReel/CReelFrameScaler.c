#include "CReelFrameScaler.h"

#include "CReelLayers.h"
#include "CReelMacros.h"

typedef struct {
  CReelPlane source, target;
  CReelSampler *sampler;
} Plane;

struct CReelFrameScaler {
  int count;
  Plane planes[GST_VIDEO_MAX_PLANES];
};

// The distance of the first sample of a component from the border of the frame, in pixels: at the centre of a pixel, or on the edge
// of two.
static double first_sample(int subsampling, bool is_cosited) { return subsampling == 0 || is_cosited ? 0.5 : 1 << (subsampling - 1); }

// Describes a plane of a format; false if it is not of one or two interleaved samples of 8 to 12 bits.
static bool describe(CReelPlane *plane, const GstVideoFormatInfo *format, int index, int *component) {
  int components = 0, first = -1;
  for (int c = 0; c < (int)format->n_components; c++) {
    if (format->plane[c] != (guint)index) continue;
    if (first < 0) first = c;
    components++;
  }
  if (first < 0 || components > 2) return false;
  const int bytes = format->pixel_stride[first] / components, depth = (int)format->depth[first];
  if (bytes * components != format->pixel_stride[first] || !(bytes == 1 ? depth == 8 : bytes == 2 && depth > 8 && depth <= 12)) return false;
  // One after the other, in whichever order.
  for (int c = first; c < first + components; c++) {
    if (format->plane[c] != (guint)index || (int)format->depth[c] != depth || format->poffset[c] >= components * bytes) return false;
  }
  *plane = (CReelPlane){.components = components, .bytes = bytes, .shift = (int)format->shift[first], .depth = depth};
  *component = first;
  return true;
}

static bool is_scalable(const GstVideoInfo *source, const GstVideoInfo *target) {
  const GstVideoFormatInfo *format = source->finfo;
  const int kinds = GST_VIDEO_FORMAT_FLAG_YUV | GST_VIDEO_FORMAT_FLAG_RGB | GST_VIDEO_FORMAT_FLAG_GRAY;
  const int others = GST_VIDEO_FORMAT_FLAG_COMPLEX | GST_VIDEO_FORMAT_FLAG_PALETTE | GST_VIDEO_FORMAT_FLAG_TILED;
  if (format->format != target->finfo->format || !(format->flags & kinds) || (format->flags & others)) return false;
  if (format->n_planes > GST_VIDEO_MAX_PLANES || (format->depth[0] > 8 && !GST_VIDEO_FORMAT_INFO_IS_LE(format))) return false;
  return source->interlace_mode == GST_VIDEO_INTERLACE_MODE_PROGRESSIVE
         && target->interlace_mode == GST_VIDEO_INTERLACE_MODE_PROGRESSIVE;
}

static bool make_plane(Plane *plane, const GstVideoInfo *source, const GstVideoInfo *target, int index) {
  const GstVideoFormatInfo *format = source->finfo;
  int component;
  if (!describe(&plane->source, format, index, &component)) return false;
  plane->target = plane->source;
  plane->source.width = GST_VIDEO_INFO_COMP_WIDTH(source, component);
  plane->source.height = GST_VIDEO_INFO_COMP_HEIGHT(source, component);
  plane->target.width = GST_VIDEO_INFO_COMP_WIDTH(target, component);
  plane->target.height = GST_VIDEO_INFO_COMP_HEIGHT(target, component);
  // Where a format does not say it, chroma is at the left pixel of each pair, half-way between rows.
  const GstVideoChromaSite site = source->chroma_site == GST_VIDEO_CHROMA_SITE_UNKNOWN ? GST_VIDEO_CHROMA_SITE_H_COSITED : source->chroma_site;
  const int w_sub = (int)format->w_sub[component], h_sub = (int)format->h_sub[component];
  const double x = first_sample(w_sub, site & GST_VIDEO_CHROMA_SITE_H_COSITED), y = first_sample(h_sub, site & GST_VIDEO_CHROMA_SITE_V_COSITED);
  const double across = (double)source->width / target->width, down = (double)source->height / target->height;
  const CReelMap map = {
      .xx = across, .x0 = (across - 1) * x / (1 << w_sub), .yy = down, .y0 = (down - 1) * y / (1 << h_sub)};
  plane->sampler = creel_sampler_new(&map, &plane->source, 0, 0, plane->target.width, plane->target.height);
  return plane->sampler != NULL;
}

CReelFrameScaler *creel_frame_scaler_new(const GstVideoInfo *source, const GstVideoInfo *target) {
  if (!is_scalable(source, target)) return NULL;
  CReelFrameScaler *scaler = g_new0(CReelFrameScaler, 1);
  scaler->count = (int)source->finfo->n_planes;
  for (int i = 0; i < scaler->count; i++) {
    if (!make_plane(&scaler->planes[i], source, target, i)) {
      creel_frame_scaler_free(scaler);
      return NULL;
    }
  }
  return scaler;
}

void creel_frame_scaler_free(CReelFrameScaler *scaler) {
  if (!scaler) return;
  for (int i = 0; i < scaler->count; i++) creel_sampler_free(scaler->planes[i].sampler);
  g_free(scaler);
}

static void place(CReelPlane *plane, const GstVideoFrame *frame, int index) {
  plane->data = GST_VIDEO_FRAME_PLANE_DATA(frame, index);
  plane->stride = GST_VIDEO_FRAME_PLANE_STRIDE(frame, index);
}

bool creel_frame_scaler_scale(const CReelFrameScaler *scaler, const GstVideoFrame *source, GstVideoFrame *target) {
  for (int i = 0; i < scaler->count; i++) {
    CReelPlane canvas = scaler->planes[i].target;
    CReelLayer layer = {.source = scaler->planes[i].source, .sampler = scaler->planes[i].sampler, .opacity = 32767};
    place(&layer.source, source, i);
    place(&canvas, target, i);
    if (!creel_draw_layer(&canvas, &layer, 0, canvas.height, false)) return false;
  }
  return true;
}

// MARK: The element

static GQuark scaler_quark(void) { return g_quark_from_static_string("reel-frame-scaler"); }

static GstVideoFilterClass *parent_class;

// True if the element interpolates linearly, and the frames keep their shape or borders are not wanted.
static bool interpolates_linearly(GstVideoFilter *filter, const GstVideoInfo *source, const GstVideoInfo *target) {
  gint method = 0;
  gboolean adds_borders = FALSE;
  g_object_get(filter, "method", &method, "add-borders", &adds_borders, NULL);
  const gint64 before = (gint64)source->width * source->par_n * target->height * target->par_d;
  const gint64 after = (gint64)target->width * target->par_n * source->height * source->par_d;
  return method == 1 && (!adds_borders || before == after);
}

static gboolean set_info(GstVideoFilter *filter, GstCaps *incaps, GstVideoInfo *source, GstCaps *outcaps, GstVideoInfo *target) {
  CReelFrameScaler *scaler = interpolates_linearly(filter, source, target) ? creel_frame_scaler_new(source, target) : NULL;
  g_object_set_qdata_full(G_OBJECT(filter), scaler_quark(), scaler, (GDestroyNotify)creel_frame_scaler_free);
  return parent_class->set_info(filter, incaps, source, outcaps, target);
}

static GstFlowReturn transform_frame(GstVideoFilter *filter, GstVideoFrame *source, GstVideoFrame *target) {
  const CReelFrameScaler *scaler = g_object_get_qdata(G_OBJECT(filter), scaler_quark());
  if (scaler && creel_frame_scaler_scale(scaler, source, target)) return GST_FLOW_OK;
  return parent_class->transform_frame(filter, source, target);
}

static void init_class(gpointer klass, gpointer data) {
  parent_class = g_type_class_peek_parent(klass);
  // Its elements are still those of a factory, by whose name they are told.
  GST_ELEMENT_CLASS(klass)->elementfactory = GST_ELEMENT_CLASS(parent_class)->elementfactory;
  GST_VIDEO_FILTER_CLASS(klass)->set_info = set_info;
  GST_VIDEO_FILTER_CLASS(klass)->transform_frame = transform_frame;
}

// Returns a class under that of `videoscale`; no element's if that is not installed, or is not what it was.
static GType scale_type(void) {
  static gsize type = 0;
  if (g_once_init_enter(&type)) {
    GstElement *scale = creel_element_make("videoscale", NULL);
    GType made = G_TYPE_NONE;
    if (scale && G_TYPE_CHECK_INSTANCE_TYPE(scale, GST_TYPE_VIDEO_FILTER)) {
      GTypeQuery query;
      g_type_query(G_OBJECT_TYPE(scale), &query);
      const GTypeInfo info = {
          .class_size = (guint16)query.class_size, .class_init = init_class, .instance_size = (guint16)query.instance_size};
      made = g_type_register_static(query.type, "ReelVideoScale", &info, 0);
    }
    if (scale) gst_object_unref(gst_object_ref_sink(scale));
    g_once_init_leave(&type, made);
  }
  return type;
}

GstElement *creel_video_scale_new(void) {
  const GType type = scale_type();
  return type == G_TYPE_NONE ? NULL : g_object_new(type, NULL);
}
