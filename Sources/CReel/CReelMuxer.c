#include "CReelMuxer.h"

#include "CReelClass.h"
#include "CReelPads.h"

typedef struct {
  GstElement parent;
  GstPad *output;
  guint inputs;
  CReelMethods methods;
  CReelMuxerFunctions functions;
  void *instance;
} Muxer;

typedef struct {
  GstElementClass parent;
} MuxerClass;

static GType muxer_type(void);
static gpointer parent_class;

static inline Muxer *muxer(gpointer object) { return object; }

static guint input_number(GstPad *pad) { return GPOINTER_TO_UINT(gst_pad_get_element_private(pad)); }

static GstFlowReturn chain(GstPad *pad, GstObject *parent, GstBuffer *buffer) {
  CREEL_HANDED_OVER;
  Muxer *self = muxer(parent);
  return self->functions.chain(self->instance, input_number(pad), buffer);
}

static GstFlowReturn chain_list(GstPad *pad, GstObject *parent, GstBufferList *list) {
  CREEL_HANDED_OVER;
  Muxer *self = muxer(parent);
  return self->functions.chain_list(self->instance, input_number(pad), list);
}

static gboolean receive(GstPad *pad, GstObject *parent, GstEvent *event) {
  CREEL_HANDED_OVER;
  Muxer *self = muxer(parent);
  return self->functions.event(self->instance, input_number(pad), event);
}

// Sinks accept all caps of their templates; the source pad has caps of its own.
static gboolean query(GstPad *pad, GstObject *parent, GstQuery *query) {
  if (GST_QUERY_TYPE(query) != GST_QUERY_CAPS) return gst_pad_query_default(pad, parent, query);
  GstCaps *filter = NULL, *caps = gst_pad_get_pad_template_caps(pad);
  gst_query_parse_caps(query, &filter);
  if (filter) {
    GstCaps *both = gst_caps_intersect_full(filter, caps, GST_CAPS_INTERSECT_FIRST);
    gst_caps_unref(caps);
    caps = both;
  }
  gst_query_set_caps_result(query, caps);
  gst_caps_unref(caps);
  return TRUE;
}

// A file that is being written is not seekable.
static gboolean refuse_seeks(GstPad *pad, GstObject *parent, GstEvent *event) {
  if (GST_EVENT_TYPE(event) != GST_EVENT_SEEK) return gst_pad_event_default(pad, parent, event);
  gst_event_unref(event);
  return FALSE;
}

static GstStateChangeReturn change_state(GstElement *element, GstStateChange change) {
  CREEL_HANDED_OVER;
  Muxer *self = muxer(element);
  if (change == GST_STATE_CHANGE_READY_TO_PAUSED) {
    self->methods.unlock(self->instance, FALSE);
    if (!self->methods.start(self->instance)) return GST_STATE_CHANGE_FAILURE;
  }
  if (change == GST_STATE_CHANGE_PAUSED_TO_READY) self->methods.unlock(self->instance, TRUE);
  GstStateChangeReturn result = GST_ELEMENT_CLASS(parent_class)->change_state(element, change);
  // The pads are inactive here: no call is running.
  if (change == GST_STATE_CHANGE_PAUSED_TO_READY) self->methods.stop(self->instance);
  return result;
}

static void finalize(GObject *object) {
  CREEL_HANDED_OVER;
  Muxer *self = muxer(object);
  if (self->instance) self->methods.destroy(self->instance);
  G_OBJECT_CLASS(parent_class)->finalize(object);
}

static void init_class(gpointer klass, gpointer data) {
  parent_class = g_type_class_peek_parent(klass);
  G_OBJECT_CLASS(klass)->finalize = finalize;
  GST_ELEMENT_CLASS(klass)->change_state = change_state;
  gst_element_class_set_static_metadata(klass, "Muxer", "Codec/Muxer", "Puts tracks into a file", "Reel");
}

static GType muxer_type(void) {
  static gsize type = 0;
  if (g_once_init_enter(&type)) {
    static const GTypeInfo info = {
        .class_size = sizeof(MuxerClass), .class_init = init_class, .instance_size = sizeof(Muxer)};
    g_once_init_leave(&type, g_type_register_static(GST_TYPE_ELEMENT, "ReelMuxer", &info, 0));
  }
  return type;
}

GstElement *creel_muxer_new(const gchar *name, GstCaps *given, const CReelMethods *methods, const CReelMuxerFunctions *functions,
                            void *instance) {
  Muxer *self = g_object_new(muxer_type(), "name", name, NULL);
  self->methods = *methods;
  self->functions = *functions;
  self->instance = instance;
  self->output = pad_new("src", GST_PAD_SRC, given);
  gst_pad_use_fixed_caps(self->output);
  gst_pad_set_event_function(self->output, refuse_seeks);
  gst_element_add_pad(&self->parent, self->output);
  methods->attached(instance, &self->parent);
  return &self->parent;
}

GstPad *creel_muxer_add_input(GstElement *element, GstCaps *taken) {
  Muxer *self = muxer(element);
  gchar *name = g_strdup_printf("sink_%u", self->inputs);
  GstPad *pad = pad_new(name, GST_PAD_SINK, taken);
  g_free(name);
  gst_pad_set_element_private(pad, GUINT_TO_POINTER(self->inputs++));
  gst_pad_set_chain_function(pad, chain);
  if (self->functions.chain_list) gst_pad_set_chain_list_function(pad, chain_list);
  gst_pad_set_event_function(pad, receive);
  gst_pad_set_query_function(pad, query);
  gst_element_add_pad(element, pad);
  return pad;
}

void *creel_muxer_instance(gconstpointer object) {
  return G_TYPE_CHECK_INSTANCE_TYPE((gpointer)object, muxer_type()) ? muxer((gpointer)object)->instance : NULL;
}

GstPad *creel_muxer_output(GstElement *element) { return muxer(element)->output; }

GstEvent *creel_custom_event(GstStructure *structure, gboolean sticky) {
  return gst_event_new_custom(sticky ? GST_EVENT_CUSTOM_DOWNSTREAM_STICKY : GST_EVENT_CUSTOM_DOWNSTREAM, structure);
}
