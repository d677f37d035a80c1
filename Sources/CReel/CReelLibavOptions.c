#include "CReelLibavOptions.h"

#include <stdbool.h>

typedef void (*PropertyGetter)(GObject *, guint, GValue *, GParamSpec *);

// The key under which GStreamer keeps a property's option; properties without one are not given to FFmpeg (gstavcfg.c).
static GQuark option_quark(void) { return g_quark_from_static_string("ffmpeg-cfg-param-spec-data"); }

static GQuark left_quark(void) { return g_quark_from_static_string("reel-left-to-ffmpeg"); }

static GQuark getter_quark(void) { return g_quark_from_static_string("reel-property-getter"); }

// GStreamer warns of properties without an option where they are read, as for the picture of a pipeline.
static void get_property(GObject *object, guint id, GValue *value, GParamSpec *spec) {
  if (g_param_spec_get_qdata(spec, left_quark())) {
    g_param_value_set_default(spec, value);
    return;
  }
  PropertyGetter getter = (PropertyGetter)g_type_get_qdata(spec->owner_type, getter_quark());
  getter(object, id, value, spec);
}

void creel_leave_to_ffmpeg(GstElement *element, const gchar *property) {
  static GMutex mutex;
  GParamSpec *spec = g_object_class_find_property(G_OBJECT_GET_CLASS(element), property);
  g_mutex_lock(&mutex);
  if (spec && g_param_spec_get_qdata(spec, option_quark())) {
    GObjectClass *owner = g_type_class_peek(spec->owner_type);
    if (owner->get_property != get_property) {
      g_type_set_qdata(spec->owner_type, getter_quark(), (gpointer)owner->get_property);
      owner->get_property = get_property;
    }
    g_param_spec_set_qdata(spec, left_quark(), GINT_TO_POINTER(true));
    g_param_spec_set_qdata(spec, option_quark(), NULL);
  }
  g_mutex_unlock(&mutex);
}
