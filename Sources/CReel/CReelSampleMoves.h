// Rows of samples on their way from one depth and place in memory to another.
#pragma once

#include "CReelLayers.h"

// How samples of a plane become those of another one.
typedef struct {
  struct {
    // The number of samples from one to the next of the same component; 1 or 2 bytes each, with bits below the value.
    int step, bytes, shift;
    uint32_t greatest;
  } source, target;
  // In 1/65536.
  uint32_t scale;
} CReelSampleMove;

// `is_full`: true where the greatest value stands for the same in both, as that of full range and of alpha does; otherwise a value becomes
// four times as great with each two bits.
static inline CReelSampleMove creel_sample_move_make(const CReelPlane *source, const CReelPlane *target, bool is_full) {
  const uint32_t from = (1U << source->depth) - 1, to = (1U << target->depth) - 1;
  return (CReelSampleMove){
      .source = {source->components, source->bytes, source->shift, from},
      .target = {target->components, target->bytes, target->shift, to},
      .scale = is_full ? (uint32_t)((((uint64_t)to << 16) + from / 2) / from)
                       : (uint32_t)(((uint64_t)1 << (16 + target->depth)) >> source->depth)};
}

// Moves samples of one component of a row; values between two of the target's become the nearest.
void creel_sample_move(const CReelSampleMove *move, const uint8_t *source, uint8_t *target, int count);
