// GStreamer's elements for the size and the format of frames, with Reel's arithmetic.
#pragma once

#include <gst/gst.h>

// Makes GStreamer's `videoscale` or `videoconvert`, which lets a frame converter do what that can do as the element is set: where it
// interpolates linearly, adds no borders, and colours stay what they are. Returns NULL for other names, and if it is not installed.
// Floating.
GstElement *creel_video_element_new(const gchar *factory);
