// The mix of audio channels to more of them.
#pragma once

#include <gst/audio/audio.h>
#include <stdbool.h>

// Sets the mix matrix of a converter that has every channel of the source at its speaker, and silence at the others: front, side and
// rear each stand in for what the target lacks. Returns false, and sets nothing, where libgstaudio's own mix is the better one: to no
// more channels than before, to stereo, and for speakers that the target has no place for.
bool creel_set_upmix(GstStructure *options, const GstAudioInfo *source, const GstAudioInfo *target);
