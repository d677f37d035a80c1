#include "CReelAACEncoder.h"

static void get_property(GObject *object, guint id, GValue *value, GParamSpec *spec) { g_param_value_set_default(spec, value); }

static void set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec) {}

void creel_init_aac_encoder_class(gpointer klass, gpointer data) {
  GObjectClass *object_class = klass;
  object_class->get_property = get_property;
  object_class->set_property = set_property;
  // One of this name that no option of FFmpeg belongs to, which is not given to it.
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;
  g_object_class_install_property(object_class, 1, g_param_spec_boolean("aac-ms", "aac-ms", "Chosen by FFmpeg", FALSE, flags));
}
