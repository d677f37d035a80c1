// Options of FFmpeg's codecs, as GStreamer's elements have them.
#pragma once

#include <gst/gst.h>

// Leaves a property to FFmpeg, for all elements of the class: it is not given to it any more, and reads as its default. What FFmpeg decides
// by itself unless it is told (-1) is a boolean property in GStreamer, and would be given as true.
void creel_leave_to_ffmpeg(GstElement *element, const gchar *property);
