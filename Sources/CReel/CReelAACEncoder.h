// An `avenc_aac` whose stereo FFmpeg chooses.
#pragma once

#include <glib-object.h>

// Initialises a class under that of `avenc_aac`, without its `aac-ms`: GStreamer has FFmpeg's "automatic" (-1) as a switch that is on, and
// so asks for mid/side stereo in all bands, which mixes sides that have nothing in common.
void creel_init_aac_encoder_class(gpointer klass, gpointer data);
