// Pad construction for elements that have no GObject class of their own.
#pragma once

#include <gst/gst.h>

static inline GstPad *pad_new(const gchar *name, GstPadDirection direction, GstCaps *caps) {
  GstPadTemplate *template = gst_pad_template_new(name, direction, GST_PAD_ALWAYS, caps);
  gst_object_ref_sink(template);
  GstPad *pad = gst_pad_new_from_template(template, name);
  gst_object_unref(template);
  return pad;
}
