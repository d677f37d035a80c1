// GStreamer's elements for the size, the format and the orientation of frames, for PNG and AAC, made better.
#pragma once

#include <gst/gst.h>

// Makes GStreamer's element of a name, better:
// - `videoscale` and `videoconvert` let a frame converter do what that can do as the element is set: where it interpolates linearly, adds no
//   borders, and colours stay what they are;
// - `videoflip` passes upright frames as they are;
// - `pngdec` decodes colours of 16 bits;
// - `avenc_aac` lets FFmpeg choose the stereo of each band.
// Returns NULL for other names, and if it is not installed. Floating.
GstElement *creel_corrected_element_new(const gchar *factory);
