// GStreamer's and GObject's macros as functions, since Swift imports no function-like macro.
#pragma once

#include <fenv.h>
#include <gst/audio/audio.h>
#include <gst/gst.h>
#include <gst/video/video.h>

#include "CReelLibraries.h"

// Calls that leave the thread's floating-point unit as it was: code that Orc makes of audio kernels, and constructors of
// some plugins' libraries, turn subnormal numbers to zero from then on, in the caller's arithmetic too.
static inline gboolean creel_audio_converter_samples(
  GstAudioConverter *converter, GstAudioConverterFlags flags, gpointer in[], gsize in_frames, gpointer out[], gsize out_frames) {
  fenv_t environment;
  fegetenv(&environment);
  gboolean converted = gst_audio_converter_samples(converter, flags, in, in_frames, out, out_frames);
  fesetenv(&environment);
  return converted;
}
static inline GstElement *creel_element_make(const gchar *factory, const gchar *name) {
  fenv_t environment;
  fegetenv(&environment);
  creel_open_libraries_of(factory);
  GstElement *element = gst_element_factory_make(factory, name);
  fesetenv(&environment);
  return element;
}

// Types
static inline GType creel_fundamental(GType type) { return G_TYPE_FUNDAMENTAL(type); }
static inline const gchar *creel_type_name_of(gconstpointer instance) { return G_OBJECT_TYPE_NAME((gpointer)instance); }
static inline gboolean creel_is_a(gconstpointer instance, GType type) {
  return G_TYPE_CHECK_INSTANCE_TYPE((gpointer)instance, type);
}
static inline GType creel_type_boolean(void) { return G_TYPE_BOOLEAN; }
static inline GType creel_type_int(void) { return G_TYPE_INT; }
static inline GType creel_type_uint(void) { return G_TYPE_UINT; }
static inline GType creel_type_long(void) { return G_TYPE_LONG; }
static inline GType creel_type_ulong(void) { return G_TYPE_ULONG; }
static inline GType creel_type_int64(void) { return G_TYPE_INT64; }
static inline GType creel_type_uint64(void) { return G_TYPE_UINT64; }
static inline GType creel_type_float(void) { return G_TYPE_FLOAT; }
static inline GType creel_type_double(void) { return G_TYPE_DOUBLE; }
static inline GType creel_type_string(void) { return G_TYPE_STRING; }
static inline GType creel_type_boxed(void) { return G_TYPE_BOXED; }
static inline GType creel_type_enum(void) { return G_TYPE_ENUM; }
static inline GType creel_type_flags(void) { return G_TYPE_FLAGS; }

// Values and properties
static inline GType creel_value_type(const GValue *value) { return G_VALUE_TYPE(value); }
static inline gboolean creel_value_holds(const GValue *value, GType type) { return G_VALUE_HOLDS(value, type); }
static inline GType creel_param_type(const GParamSpec *spec) { return G_PARAM_SPEC_VALUE_TYPE(spec); }
static inline GParamSpec *creel_find_property(gpointer object, const gchar *name) {
  return g_object_class_find_property(G_OBJECT_GET_CLASS(object), name);
}
static inline GParamSpec **creel_list_properties(gpointer object, guint *count) {
  return g_object_class_list_properties(G_OBJECT_GET_CLASS(object), count);
}

// Pads, probes
static inline GstPadDirection creel_pad_direction(const GstPad *pad) { return GST_PAD_DIRECTION(pad); }
static inline gboolean creel_pad_is_eos(GstPad *pad) { return GST_PAD_IS_EOS(pad); }
// True if a thread holds the pad's stream lock, as it does while it pushes into a sink pad.
static inline gboolean creel_pad_is_busy(GstPad *pad) {
  if (!GST_PAD_STREAM_TRYLOCK(pad)) return TRUE;
  GST_PAD_STREAM_UNLOCK(pad);
  return FALSE;
}
// Returns the internal pad of a ghost pad, through which its data pass; NULL if the pad is no ghost pad.
static inline GstPad *creel_pad_internal(GstPad *pad) {
  return GST_IS_PROXY_PAD(pad) ? GST_PAD(gst_proxy_pad_get_internal(GST_PROXY_PAD(pad))) : NULL;
}
static inline void creel_pad_wait(GstPad *pad) {
  GST_PAD_STREAM_LOCK(pad);
  GST_PAD_STREAM_UNLOCK(pad);
}
static inline GstPadProbeType creel_probe_type(const GstPadProbeInfo *info) { return GST_PAD_PROBE_INFO_TYPE(info); }
static inline GstBuffer *creel_probe_buffer(GstPadProbeInfo *info) { return GST_PAD_PROBE_INFO_BUFFER(info); }
static inline GstEvent *creel_probe_event(GstPadProbeInfo *info) { return GST_PAD_PROBE_INFO_EVENT(info); }
static inline GstQuery *creel_probe_query(GstPadProbeInfo *info) { return GST_PAD_PROBE_INFO_QUERY(info); }
static inline void creel_probe_set_buffer(GstPadProbeInfo *info, GstBuffer *buffer) { info->data = buffer; }
// Drops the data of the probe, and returns a flow to the sender.
static inline void creel_probe_handled(GstPadProbeInfo *info, GstFlowReturn flow) {
  if (info->data) gst_mini_object_unref(GST_MINI_OBJECT_CAST(info->data));
  info->data = NULL;
  GST_PAD_PROBE_INFO_FLOW_RETURN(info) = flow;
}

// Replaces the event of the probe.
static inline void creel_probe_set_event(GstPadProbeInfo *info, GstEvent *event) {
  GstEvent *old = GST_PAD_PROBE_INFO_EVENT(info);
  gst_event_set_seqnum(event, gst_event_get_seqnum(old));
  gst_event_unref(old);
  info->data = event;
}

static inline void creel_probe_set_segment(GstPadProbeInfo *info, const GstSegment *segment) {
  creel_probe_set_event(info, gst_event_new_segment(segment));
}

static inline void creel_probe_set_caps(GstPadProbeInfo *info, GstCaps *caps) { creel_probe_set_event(info, gst_event_new_caps(caps)); }

// Returns the software and hardware decoders with a rank for autoplugging.
static inline GList *creel_decoder_factories(void) {
  return gst_element_factory_list_get_elements(GST_ELEMENT_FACTORY_TYPE_DECODER, GST_RANK_MARGINAL);
}

// Mini objects
static inline gpointer creel_mini_ref(gpointer object) { return gst_mini_object_ref(GST_MINI_OBJECT_CAST(object)); }
static inline void creel_mini_unref(gpointer object) { gst_mini_object_unref(GST_MINI_OBJECT_CAST(object)); }
static inline gboolean creel_mini_is_writable(gconstpointer object) {
  return gst_mini_object_is_writable(GST_MINI_OBJECT_CAST(object));
}
static inline guint creel_buffer_flags(const GstBuffer *buffer) { return GST_BUFFER_FLAGS(buffer); }
static inline void creel_buffer_set_flags(GstBuffer *buffer, guint flags) { GST_BUFFER_FLAG_SET(buffer, flags); }
static inline void creel_buffer_unset_flags(GstBuffer *buffer, guint flags) { GST_BUFFER_FLAG_UNSET(buffer, flags); }

// Locks and fields without an accessor
static inline GstState creel_element_state(GstElement *element) { return GST_STATE(element); }
static inline gboolean creel_sink_is_holding(GstBaseSink *sink) {
  GST_BASE_SINK_PREROLL_LOCK(sink);
  gboolean is_holding = sink->have_preroll || sink->eos;
  GST_BASE_SINK_PREROLL_UNLOCK(sink);
  return is_holding;
}

// Video frames
static inline guint8 *creel_frame_plane(const GstVideoFrame *frame, guint plane) {
  return (guint8 *)GST_VIDEO_FRAME_PLANE_DATA(frame, plane);
}
static inline gint creel_frame_stride(const GstVideoFrame *frame, guint plane) {
  return GST_VIDEO_FRAME_PLANE_STRIDE(frame, plane);
}
static inline guint creel_component_plane(const GstVideoFormatInfo *info, guint component) {
  return GST_VIDEO_FORMAT_INFO_PLANE(info, component);
}
// The number of bytes from the start of a row to the component's first sample.
static inline guint creel_component_offset(const GstVideoFormatInfo *info, guint component) {
  return GST_VIDEO_FORMAT_INFO_POFFSET(info, component);
}
static inline const GstVideoCropMeta *creel_buffer_crop(GstBuffer *buffer) {
  return gst_buffer_get_video_crop_meta(buffer);
}
static inline void creel_buffer_add_crop(GstBuffer *buffer, guint x, guint y, guint width, guint height) {
  GstVideoCropMeta *crop = gst_buffer_add_video_crop_meta(buffer);
  crop->x = x;
  crop->y = y;
  crop->width = width;
  crop->height = height;
}
// The size of a plane in its own samples (pixels, or pairs of pixels in packed 4:2:2), from its first component.
void creel_frame_plane_layout(const GstVideoFrame *frame, guint plane, gint *width, gint *height, gint *pixel_stride);
static inline gboolean creel_frame_map(GstVideoFrame *frame, const GstVideoInfo *info, GstBuffer *buffer,
                                       GstMapFlags flags) {
  return gst_video_frame_map(frame, info, buffer, flags | GST_VIDEO_FRAME_MAP_FLAG_NO_REF);
}
