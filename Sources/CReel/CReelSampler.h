// The tables of a sampler, for the code that makes them and the code that samples rows.
#pragma once

#include "CReelLayers.h"

// The taps of each sample of a line: source samples from its offset on.
typedef struct {
  // The number of samples, and of taps of each; those that one does not need have the weight 0.
  int count, taps;
  int32_t *offsets;
  // 14 bits after the point; the sum of each sample's weights is 1.
  int16_t *weights;
} CReelTaps;

// Eight samples: the taps of each four are within 16 bytes of the source.
typedef struct {
  // In bytes.
  int32_t offsets[2];
  // Of the bytes of the taps, two for each.
  uint8_t places[32];
} CReelTapBlock;

struct CReelSampler {
  enum { creel_copies, creel_scales, creel_maps } kind;
  CReelMap map;
  int left, top, right, bottom;
  // Copying: the distance of the source from the canvas.
  int dx, dy;
  // Mapping: the step of a pixel to the right, 32 bits after the point.
  int64_t step_x, step_y;
  // A map by quarters of a turn to whole pixels: samples are only moved.
  bool is_turn;
  // Scaling. Where rows are few in the canvas, they are put together before their pixels are.
  CReelTaps across, down;
  bool is_down_first;
  CReelTapBlock *blocks;
  // The samples that each lie two source samples after the one before, all with the same weights.
  int half_from, half_to;
  // Their weights with 7 bits after the point; 0 if those are not exact, or a sample is copied.
  uint8_t half_weights[2];
};
