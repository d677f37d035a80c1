#include "CReelTransform.h"

#include "CReelClass.h"
#include "CReelPads.h"

#include <gst/video/video.h>

typedef struct {
  GstElement parent;
  GstPad *input;
  GstPad *output;
  CReelMethods methods;
  CReelEventFunction event;
  void *instance;
} Transform;

typedef struct {
  GstElementClass parent;
} TransformClass;

static GType transform_type(void);
static gpointer parent_class;

static inline Transform *transform(gpointer object) { return object; }

static GstFlowReturn chain(GstPad *pad, GstObject *parent, GstBuffer *buffer) {
  CREEL_HANDED_OVER;
  Transform *self = transform(parent);
  GstFlowReturn flow = self->methods.process(self->instance, buffer);
  gst_buffer_unref(buffer);
  return flow;
}

static gboolean receive(GstPad *pad, GstObject *parent, GstEvent *event) {
  CREEL_HANDED_OVER;
  Transform *self = transform(parent);
  return self->event(self->instance, event);
}

static gboolean query(GstPad *pad, GstObject *parent, GstQuery *query) {
  if (GST_QUERY_TYPE(query) != GST_QUERY_ALLOCATION) return gst_pad_query_default(pad, parent, query);
  GstCaps *caps = NULL;
  GstVideoInfo info;
  gst_query_parse_allocation(query, &caps, NULL);
  if (!caps || !gst_video_info_from_caps(&info, caps)) return FALSE;
  // Upstream elements copy each frame unless the query reports support for padded lines.
  gst_query_add_allocation_meta(query, GST_VIDEO_META_API_TYPE, NULL);
  return TRUE;
}

static GstStateChangeReturn change_state(GstElement *element, GstStateChange change) {
  CREEL_HANDED_OVER;
  Transform *self = transform(element);
  if (change == GST_STATE_CHANGE_READY_TO_PAUSED && !self->methods.start(self->instance)) return GST_STATE_CHANGE_FAILURE;
  GstStateChangeReturn result = GST_ELEMENT_CLASS(parent_class)->change_state(element, change);
  // The pads are inactive here: no call is running.
  if (change == GST_STATE_CHANGE_PAUSED_TO_READY) self->methods.stop(self->instance);
  return result;
}

static void finalize(GObject *object) {
  CREEL_HANDED_OVER;
  Transform *self = transform(object);
  if (self->instance) self->methods.destroy(self->instance);
  G_OBJECT_CLASS(parent_class)->finalize(object);
}

static void init_class(gpointer klass, gpointer data) {
  parent_class = g_type_class_peek_parent(klass);
  G_OBJECT_CLASS(klass)->finalize = finalize;
  GST_ELEMENT_CLASS(klass)->change_state = change_state;
  gst_element_class_set_static_metadata(klass, "Transform", "Transform", "Calls Swift for what arrives", "Reel");
}

static GType transform_type(void) {
  static gsize type = 0;
  if (g_once_init_enter(&type)) {
    static const GTypeInfo info = {
        .class_size = sizeof(TransformClass), .class_init = init_class, .instance_size = sizeof(Transform)};
    g_once_init_leave(&type, g_type_register_static(GST_TYPE_ELEMENT, "ReelTransform", &info, 0));
  }
  return type;
}

GstElement *creel_transform_new(const gchar *name, GstCaps *taken, GstCaps *given, const CReelMethods *methods,
                                CReelEventFunction event, void *instance) {
  Transform *self = g_object_new(transform_type(), "name", name, NULL);
  self->methods = *methods;
  self->event = event;
  self->instance = instance;
  self->input = pad_new("sink", GST_PAD_SINK, taken);
  gst_pad_set_chain_function(self->input, chain);
  gst_pad_set_event_function(self->input, receive);
  gst_pad_set_query_function(self->input, query);
  gst_element_add_pad(&self->parent, self->input);
  self->output = pad_new("src", GST_PAD_SRC, given);
  gst_pad_use_fixed_caps(self->output);
  gst_element_add_pad(&self->parent, self->output);
  methods->attached(instance, &self->parent);
  return &self->parent;
}

void *creel_transform_instance(gconstpointer object) {
  return G_TYPE_CHECK_INSTANCE_TYPE((gpointer)object, transform_type()) ? transform((gpointer)object)->instance : NULL;
}

GstPad *creel_transform_output(GstElement *element) { return transform(element)->output; }
