#include "CReelCorrectedElements.h"

#include <gst/audio/gstaudioencoder.h>

#include "CReelAACEncoder.h"
#include "CReelAudioConvert.h"
#include "CReelFrameConverter.h"
#include "CReelMacros.h"
#include "CReelPngDecoder.h"
#include "CReelVideoFlip.h"

// A factory whose elements are taken over by a class of Reel's.
typedef struct {
  const gchar *factory, *type_name;
  GClassInitFunc init_class;
  // The class of which the factory's has to be.
  GType (*base)(void);
  GType type;
  GstVideoFilterClass *parent_class;
} Kind;

static void init_converting_class(gpointer klass, gpointer data);

static Kind kinds[] = {
    {"videoscale", "ReelVideoScale", init_converting_class, gst_video_filter_get_type},
    {"videoconvert", "ReelVideoConvert", init_converting_class, gst_video_filter_get_type},
    {"videoflip", "ReelVideoFlip", creel_init_flip_class, gst_video_filter_get_type},
    {"pngdec", "ReelPngDecoder", creel_init_png_decoder_class, gst_video_decoder_get_type},
    {"audioconvert", "ReelAudioConvert", creel_init_audio_convert_class, gst_base_transform_get_type},
    {"avenc_aac", "ReelAACEncoder", creel_init_aac_encoder_class, gst_audio_encoder_get_type},
};

static const Kind *kind_of(gpointer filter) {
  const Kind *kind = kinds;
  while (kind->type != G_OBJECT_TYPE(filter)) kind++;
  return kind;
}

static GQuark converter_quark(void) { return g_quark_from_static_string("reel-frame-converter"); }

// True if the element leaves colours what they are but for their matrix and range.
static bool keeps_colors(GstVideoFilter *filter, const GstVideoInfo *source, const GstVideoInfo *target) {
  gint gamma_mode = 0, primaries_mode = 0;
  g_object_get(filter, "gamma-mode", &gamma_mode, "primaries-mode", &primaries_mode, NULL);
  return (gamma_mode == GST_VIDEO_GAMMA_MODE_NONE || source->colorimetry.transfer == target->colorimetry.transfer)
         && (primaries_mode == GST_VIDEO_PRIMARIES_MODE_NONE || source->colorimetry.primaries == target->colorimetry.primaries);
}

// True if a new size is made by linear interpolation, and the frames keep their shape or borders are not wanted.
static bool interpolates_linearly(GstVideoFilter *filter, const GstVideoInfo *source, const GstVideoInfo *target) {
  if (source->width == target->width && source->height == target->height) return true;
  gint method = 0;
  gboolean adds_borders = FALSE;
  g_object_get(filter, "method", &method, "add-borders", &adds_borders, NULL);
  const gint64 before = (gint64)source->width * source->par_n * target->height * target->par_d;
  const gint64 after = (gint64)target->width * target->par_n * source->height * source->par_d;
  return method == 1 && (!adds_borders || before == after);
}

static gboolean set_info(GstVideoFilter *filter, GstCaps *incaps, GstVideoInfo *source, GstCaps *outcaps, GstVideoInfo *target) {
  const Kind *kind = kind_of(filter);
  GstVideoInfo from = *source, to = *target;
  creel_take_chroma_site(&from, incaps);
  creel_take_chroma_site(&to, outcaps);
  const bool is_plain = keeps_colors(filter, &from, &to) && interpolates_linearly(filter, &from, &to);
  CReelFrameConverter *converter = is_plain ? creel_frame_converter_new(&from, &to) : NULL;
  g_object_set_qdata_full(G_OBJECT(filter), converter_quark(), converter, (GDestroyNotify)creel_frame_converter_free);
  return kind->parent_class->set_info(filter, incaps, source, outcaps, target);
}

static GstFlowReturn transform_frame(GstVideoFilter *filter, GstVideoFrame *source, GstVideoFrame *target) {
  const CReelFrameConverter *converter = g_object_get_qdata(G_OBJECT(filter), converter_quark());
  if (converter && creel_frame_converter_convert(converter, source, target)) return GST_FLOW_OK;
  return kind_of(filter)->parent_class->transform_frame(filter, source, target);
}

static void init_converting_class(gpointer klass, gpointer data) {
  Kind *kind = data;
  kind->parent_class = g_type_class_peek_parent(klass);
  GST_VIDEO_FILTER_CLASS(klass)->set_info = set_info;
  GST_VIDEO_FILTER_CLASS(klass)->transform_frame = transform_frame;
}

// Returns a class under that of the factory; no element's if that is not installed, or is not what it was.
static GType type_of(Kind *kind) {
  if (g_once_init_enter(&kind->type)) {
    GstElement *element = creel_element_make(kind->factory, NULL);
    GType made = G_TYPE_NONE;
    if (element && G_TYPE_CHECK_INSTANCE_TYPE(element, kind->base())) {
      GTypeQuery query;
      g_type_query(G_OBJECT_TYPE(element), &query);
      const GTypeInfo info = {
          .class_size = (guint16)query.class_size, .class_init = kind->init_class, .class_data = kind,
          .instance_size = (guint16)query.instance_size};
      made = g_type_register_static(query.type, kind->type_name, &info, 0);
      // Classes of FFmpeg's codecs find their codec by this.
      const GQuark codec = g_quark_from_static_string("avenc-params");
      g_type_set_qdata(made, codec, g_type_get_qdata(query.type, codec));
      // Its elements are still those of a factory, by whose name they are told.
      GstElementClass *made_class = g_type_class_ref(made);
      made_class->elementfactory = GST_ELEMENT_GET_CLASS(element)->elementfactory;
      g_type_class_unref(made_class);
    }
    if (element) gst_object_unref(gst_object_ref_sink(element));
    g_once_init_leave(&kind->type, made);
  }
  return kind->type;
}

GstElement *creel_corrected_element_new(const gchar *factory) {
  for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++) {
    if (strcmp(factory, kinds[i].factory) != 0) continue;
    const GType type = type_of(&kinds[i]);
    return type == G_TYPE_NONE ? NULL : g_object_new(type, NULL);
  }
  return NULL;
}
