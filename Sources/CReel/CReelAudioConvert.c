#include "CReelAudioConvert.h"

#include <gst/audio/audio.h>
#include <gst/base/gstbasetransform.h>

#include "CReelAudioMix.h"

// The converter of an element whose output has other channels, and the sizes of a frame.
typedef struct {
  GstAudioConverter *converter;
  gint source_frame, target_frame;
} Mix;

static GstBaseTransformClass *parent_class;

static GQuark mix_quark(void) { return g_quark_from_static_string("reel-mix"); }

static void mix_free(gpointer data) {
  Mix *mix = data;
  gst_audio_converter_free(mix->converter);
  g_free(mix);
}

// Returns the converter to more or fewer channels; NULL where the element converts by itself.
static Mix *mix_new(GstBaseTransform *element, GstCaps *incaps, GstCaps *outcaps) {
  GstAudioInfo source, target;
  if (!gst_audio_info_from_caps(&source, incaps) || !gst_audio_info_from_caps(&target, outcaps)) return NULL;
  if (source.layout != GST_AUDIO_LAYOUT_INTERLEAVED || target.layout != GST_AUDIO_LAYOUT_INTERLEAVED) return NULL;
  gint dithering = 0, shaping = 0;
  g_object_get(element, "dithering", &dithering, "noise-shaping", &shaping, NULL);
  GstStructure *options = gst_structure_new(
      "GstAudioConverter", GST_AUDIO_CONVERTER_OPT_DITHER_METHOD, GST_TYPE_AUDIO_DITHER_METHOD, dithering,
      GST_AUDIO_CONVERTER_OPT_NOISE_SHAPING_METHOD, GST_TYPE_AUDIO_NOISE_SHAPING_METHOD, shaping, NULL);
  if (!creel_set_mix(options, &source, &target)) {
    gst_structure_free(options);
    return NULL;
  }
  GstAudioConverter *converter = gst_audio_converter_new(GST_AUDIO_CONVERTER_FLAG_NONE, &source, &target, options);
  if (!converter) return NULL;
  Mix *mix = g_new0(Mix, 1);
  *mix = (Mix){converter, source.bpf, target.bpf};
  return mix;
}

// Libgstaudio makes no matrix of more channels, and goes on without it.
static gboolean has_too_many_channels(GstBaseTransform *element, GstCaps *caps) {
  gint channels = 0;
  if (!gst_structure_get_int(gst_caps_get_structure(caps, 0), "channels", &channels) || channels < 64) return FALSE;
  GST_ELEMENT_ERROR(
      element, STREAM, NOT_IMPLEMENTED, ("audio cannot be converted: there are at most 63 channels, not %d", channels), (NULL));
  return TRUE;
}

static gboolean set_caps(GstBaseTransform *element, GstCaps *incaps, GstCaps *outcaps) {
  if (has_too_many_channels(element, incaps) || has_too_many_channels(element, outcaps)) return FALSE;
  g_object_set_qdata_full(G_OBJECT(element), mix_quark(), mix_new(element, incaps, outcaps), mix_free);
  return parent_class->set_caps(element, incaps, outcaps);
}

static GstFlowReturn transform(GstBaseTransform *element, GstBuffer *input, GstBuffer *output) {
  const Mix *mix = g_object_get_qdata(G_OBJECT(element), mix_quark());
  if (!mix || GST_BUFFER_FLAG_IS_SET(input, GST_BUFFER_FLAG_GAP)) return parent_class->transform(element, input, output);
  GstMapInfo from, to;
  if (!gst_buffer_map(input, &from, GST_MAP_READ)) return GST_FLOW_ERROR;
  if (!gst_buffer_map(output, &to, GST_MAP_WRITE)) {
    gst_buffer_unmap(input, &from);
    return GST_FLOW_ERROR;
  }
  const gsize frames = MIN(from.size / mix->source_frame, to.size / mix->target_frame);
  gpointer in[] = {from.data}, out[] = {to.data};
  const gboolean is_done = gst_audio_converter_samples(mix->converter, GST_AUDIO_CONVERTER_FLAG_NONE, in, frames, out, frames);
  gst_buffer_unmap(output, &to);
  gst_buffer_unmap(input, &from);
  return is_done ? GST_FLOW_OK : GST_FLOW_ERROR;
}

void creel_init_audio_convert_class(gpointer klass, gpointer data) {
  parent_class = g_type_class_peek_parent(klass);
  GST_BASE_TRANSFORM_CLASS(klass)->set_caps = set_caps;
  GST_BASE_TRANSFORM_CLASS(klass)->transform = transform;
}
