#include "CReelAudioMix.h"

// A speaker of the source, and those of the target that stand in for it where it is missing, each with its gain: to mono, stereo
// and a single surround speaker the gains of ITU-R BS.775-3.
typedef struct {
  GstAudioChannelPosition position, stand_ins[2];
  gfloat gain;
} Place;

static const Place places[] = {
    {GST_AUDIO_CHANNEL_POSITION_MONO, {GST_AUDIO_CHANNEL_POSITION_FRONT_CENTER, GST_AUDIO_CHANNEL_POSITION_NONE}, 1},
    {GST_AUDIO_CHANNEL_POSITION_MONO, {GST_AUDIO_CHANNEL_POSITION_FRONT_LEFT, GST_AUDIO_CHANNEL_POSITION_FRONT_RIGHT}, 1},
    {GST_AUDIO_CHANNEL_POSITION_FRONT_CENTER, {GST_AUDIO_CHANNEL_POSITION_FRONT_LEFT, GST_AUDIO_CHANNEL_POSITION_FRONT_RIGHT}, 0.70710678f},
    {GST_AUDIO_CHANNEL_POSITION_FRONT_LEFT, {GST_AUDIO_CHANNEL_POSITION_FRONT_CENTER, GST_AUDIO_CHANNEL_POSITION_NONE}, 0.70710678f},
    {GST_AUDIO_CHANNEL_POSITION_FRONT_RIGHT, {GST_AUDIO_CHANNEL_POSITION_FRONT_CENTER, GST_AUDIO_CHANNEL_POSITION_NONE}, 0.70710678f},
    {GST_AUDIO_CHANNEL_POSITION_FRONT_LEFT_OF_CENTER, {GST_AUDIO_CHANNEL_POSITION_FRONT_LEFT, GST_AUDIO_CHANNEL_POSITION_NONE}, 1},
    {GST_AUDIO_CHANNEL_POSITION_FRONT_RIGHT_OF_CENTER, {GST_AUDIO_CHANNEL_POSITION_FRONT_RIGHT, GST_AUDIO_CHANNEL_POSITION_NONE}, 1},
    {GST_AUDIO_CHANNEL_POSITION_FRONT_LEFT_OF_CENTER, {GST_AUDIO_CHANNEL_POSITION_FRONT_CENTER, GST_AUDIO_CHANNEL_POSITION_NONE}, 0.70710678f},
    {GST_AUDIO_CHANNEL_POSITION_FRONT_RIGHT_OF_CENTER, {GST_AUDIO_CHANNEL_POSITION_FRONT_CENTER, GST_AUDIO_CHANNEL_POSITION_NONE}, 0.70710678f},
    {GST_AUDIO_CHANNEL_POSITION_REAR_LEFT, {GST_AUDIO_CHANNEL_POSITION_SIDE_LEFT, GST_AUDIO_CHANNEL_POSITION_NONE}, 1},
    {GST_AUDIO_CHANNEL_POSITION_REAR_RIGHT, {GST_AUDIO_CHANNEL_POSITION_SIDE_RIGHT, GST_AUDIO_CHANNEL_POSITION_NONE}, 1},
    {GST_AUDIO_CHANNEL_POSITION_SIDE_LEFT, {GST_AUDIO_CHANNEL_POSITION_REAR_LEFT, GST_AUDIO_CHANNEL_POSITION_NONE}, 1},
    {GST_AUDIO_CHANNEL_POSITION_SIDE_RIGHT, {GST_AUDIO_CHANNEL_POSITION_REAR_RIGHT, GST_AUDIO_CHANNEL_POSITION_NONE}, 1},
    {GST_AUDIO_CHANNEL_POSITION_REAR_LEFT, {GST_AUDIO_CHANNEL_POSITION_REAR_CENTER, GST_AUDIO_CHANNEL_POSITION_NONE}, 0.70710678f},
    {GST_AUDIO_CHANNEL_POSITION_REAR_RIGHT, {GST_AUDIO_CHANNEL_POSITION_REAR_CENTER, GST_AUDIO_CHANNEL_POSITION_NONE}, 0.70710678f},
    {GST_AUDIO_CHANNEL_POSITION_SIDE_LEFT, {GST_AUDIO_CHANNEL_POSITION_REAR_CENTER, GST_AUDIO_CHANNEL_POSITION_NONE}, 0.70710678f},
    {GST_AUDIO_CHANNEL_POSITION_SIDE_RIGHT, {GST_AUDIO_CHANNEL_POSITION_REAR_CENTER, GST_AUDIO_CHANNEL_POSITION_NONE}, 0.70710678f},
    {GST_AUDIO_CHANNEL_POSITION_REAR_CENTER, {GST_AUDIO_CHANNEL_POSITION_REAR_LEFT, GST_AUDIO_CHANNEL_POSITION_REAR_RIGHT}, 0.70710678f},
    {GST_AUDIO_CHANNEL_POSITION_REAR_CENTER, {GST_AUDIO_CHANNEL_POSITION_SIDE_LEFT, GST_AUDIO_CHANNEL_POSITION_SIDE_RIGHT}, 0.70710678f},
    {GST_AUDIO_CHANNEL_POSITION_REAR_LEFT, {GST_AUDIO_CHANNEL_POSITION_FRONT_LEFT, GST_AUDIO_CHANNEL_POSITION_NONE}, 0.70710678f},
    {GST_AUDIO_CHANNEL_POSITION_REAR_LEFT, {GST_AUDIO_CHANNEL_POSITION_FRONT_CENTER, GST_AUDIO_CHANNEL_POSITION_NONE}, 0.5f},
    {GST_AUDIO_CHANNEL_POSITION_SIDE_LEFT, {GST_AUDIO_CHANNEL_POSITION_FRONT_LEFT, GST_AUDIO_CHANNEL_POSITION_NONE}, 0.70710678f},
    {GST_AUDIO_CHANNEL_POSITION_SIDE_LEFT, {GST_AUDIO_CHANNEL_POSITION_FRONT_CENTER, GST_AUDIO_CHANNEL_POSITION_NONE}, 0.5f},
    {GST_AUDIO_CHANNEL_POSITION_REAR_RIGHT, {GST_AUDIO_CHANNEL_POSITION_FRONT_RIGHT, GST_AUDIO_CHANNEL_POSITION_NONE}, 0.70710678f},
    {GST_AUDIO_CHANNEL_POSITION_REAR_RIGHT, {GST_AUDIO_CHANNEL_POSITION_FRONT_CENTER, GST_AUDIO_CHANNEL_POSITION_NONE}, 0.5f},
    {GST_AUDIO_CHANNEL_POSITION_SIDE_RIGHT, {GST_AUDIO_CHANNEL_POSITION_FRONT_RIGHT, GST_AUDIO_CHANNEL_POSITION_NONE}, 0.70710678f},
    {GST_AUDIO_CHANNEL_POSITION_SIDE_RIGHT, {GST_AUDIO_CHANNEL_POSITION_FRONT_CENTER, GST_AUDIO_CHANNEL_POSITION_NONE}, 0.5f},
    {GST_AUDIO_CHANNEL_POSITION_REAR_CENTER, {GST_AUDIO_CHANNEL_POSITION_FRONT_LEFT, GST_AUDIO_CHANNEL_POSITION_FRONT_RIGHT}, 0.5f},
    {GST_AUDIO_CHANNEL_POSITION_REAR_CENTER, {GST_AUDIO_CHANNEL_POSITION_FRONT_CENTER, GST_AUDIO_CHANNEL_POSITION_NONE}, 0.70710678f},
};

// The only channel of mono is that of the centre too.
static gint channel_at(const GstAudioInfo *info, GstAudioChannelPosition position) {
  for (gint i = 0; i < info->channels; i++)
    if (info->position[i] == position) return i;
  return position == GST_AUDIO_CHANNEL_POSITION_FRONT_CENTER ? channel_at(info, GST_AUDIO_CHANNEL_POSITION_MONO) : -1;
}

static bool is_bass(GstAudioChannelPosition position) {
  return position == GST_AUDIO_CHANNEL_POSITION_LFE1 || position == GST_AUDIO_CHANNEL_POSITION_LFE2;
}

// Adds the gains of a channel of the source to those of the target; false if the target has no place for it.
static bool place(GstAudioChannelPosition position, const GstAudioInfo *target, gfloat gains[64]) {
  const gint own = channel_at(target, position);
  if (own >= 0) return gains[own] = 1, true;
  // Low-frequency effects are left out: what a programme needs is in its other channels.
  if (is_bass(position)) return true;
  for (gsize i = 0; i < G_N_ELEMENTS(places); i++) {
    if (places[i].position != position) continue;
    const bool is_pair = places[i].stand_ins[1] != GST_AUDIO_CHANNEL_POSITION_NONE;
    const gint first = channel_at(target, places[i].stand_ins[0]);
    const gint second = is_pair ? channel_at(target, places[i].stand_ins[1]) : first;
    if (first < 0 || second < 0) continue;
    gains[first] = gains[second] = places[i].gain;
    return true;
  }
  return false;
}

static bool has_one_surround(const GstAudioInfo *info) {
  return channel_at(info, GST_AUDIO_CHANNEL_POSITION_REAR_CENTER) >= 0 && channel_at(info, GST_AUDIO_CHANNEL_POSITION_REAR_LEFT) < 0
         && channel_at(info, GST_AUDIO_CHANNEL_POSITION_SIDE_LEFT) < 0;
}

// True where the matrix is a better one than libgstaudio's.
static bool is_mixed(const GstAudioInfo *source, const GstAudioInfo *target) {
  if (source->channels == target->channels || source->channels > 64 || target->channels > 64) return false;
  if (GST_AUDIO_INFO_IS_UNPOSITIONED(source) || GST_AUDIO_INFO_IS_UNPOSITIONED(target)) return false;
  if (target->channels > source->channels) return target->channels >= 3;
  if (target->channels <= 2) return source->channels >= 3;
  if (has_one_surround(target) && !has_one_surround(source)) return true;
  for (gint i = 0; i < source->channels; i++)
    if (is_bass(source->position[i]) && channel_at(target, source->position[i]) < 0) return true;
  return false;
}

// True where the channels of the target are for no speakers, and more than those of the source: these come first, and silence follows.
// Libgstaudio takes no matrix of 64 channels.
static bool is_discrete(const GstAudioInfo *source, const GstAudioInfo *target) {
  return target->channels > source->channels && target->channels < 64 && GST_AUDIO_INFO_IS_UNPOSITIONED(target);
}

// The largest sum that a channel of the target gets of the loudest samples.
static gfloat largest_sum(gint source_channels, gint target_channels, gfloat gains[64][64]) {
  gfloat largest = 1;
  for (gint out = 0; out < target_channels; out++) {
    gfloat sum = 0;
    for (gint in = 0; in < source_channels; in++) sum += gains[in][out];
    largest = MAX(largest, sum);
  }
  return largest;
}

bool creel_set_mix(GstStructure *options, const GstAudioInfo *source, const GstAudioInfo *target) {
  const bool is_copied = is_discrete(source, target);
  if (!is_copied && !is_mixed(source, target)) return false;
  // By channels of the source, then of the target.
  gfloat gains[64][64] = {0};
  for (gint i = 0; i < source->channels; i++) {
    if (is_copied) gains[i][i] = 1;
    else if (!place(source->position[i], target, gains[i])) return false;
  }
  // Channels that become more keep their level; a common gain keeps the balance of those that become fewer.
  const bool is_fewer = target->channels < source->channels;
  const gfloat sum = is_fewer ? largest_sum(source->channels, target->channels, gains) : 1;
  GValue matrix = G_VALUE_INIT;
  g_value_init(&matrix, GST_TYPE_ARRAY);
  for (gint out = 0; out < target->channels; out++) {
    GValue row = G_VALUE_INIT;
    g_value_init(&row, GST_TYPE_ARRAY);
    for (gint in = 0; in < source->channels; in++) {
      GValue gain = G_VALUE_INIT;
      g_value_init(&gain, G_TYPE_FLOAT);
      g_value_set_float(&gain, gains[in][out] / sum);
      gst_value_array_append_and_take_value(&row, &gain);
    }
    gst_value_array_append_and_take_value(&matrix, &row);
  }
  gst_structure_take_value(options, GST_AUDIO_CONVERTER_OPT_MIX_MATRIX, &matrix);
  return true;
}
