// The mix of audio channels to more or fewer of them.
#pragma once

#include <gst/audio/audio.h>
#include <stdbool.h>

// Sets the mix matrix of a converter. To more channels it has every channel of the source at its speaker, and silence at the others:
// front, side and rear each stand in for what the target lacks. Of channels that are for no speakers the first ones are those of the
// source. To mono and stereo it has the gains of ITU-R BS.775-3, all lowered so that the loudest samples of all channels together do not
// clip. Low-frequency effects are left out where the target has no channel for them. Returns false, and sets nothing, where libgstaudio's
// own mix is the better one: between mono and stereo, between layouts of as many channels, to fewer surround channels with the same
// low-frequency effects, and for speakers that the target has no place for.
bool creel_set_mix(GstStructure *options, const GstAudioInfo *source, const GstAudioInfo *target);
