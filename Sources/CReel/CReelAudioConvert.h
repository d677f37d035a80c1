// An `audioconvert` that gets the channels of a source into more of them as they are.
#pragma once

#include <glib-object.h>

// Initialises a class under that of `audioconvert`: its elements leave speakers what they are where the output has all of them, and
// more. GStreamer's own spread stereo over the centre, the surrounds and the low frequencies of 5.1, at half of its level.
void creel_init_audio_convert_class(gpointer klass, gpointer data);
