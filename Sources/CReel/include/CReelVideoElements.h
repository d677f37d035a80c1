// GStreamer's elements for the size, the format and the orientation of frames, and for PNG, made better.
#pragma once

#include <gst/gst.h>

// Makes GStreamer's `videoscale`, `videoconvert`, `videoflip` or `pngdec`. The first two let a frame converter do what that can do as the
// element is set: where it interpolates linearly, adds no borders, and colours stay what they are; the third passes upright frames as they
// are; the last decodes colours of 16 bits. Returns NULL for other names, and if it is not installed. Floating.
GstElement *creel_video_element_new(const gchar *factory);
