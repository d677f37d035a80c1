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
  // True if the source's words have the high byte first.
  bool is_big_endian;
  // In 1/65536.
  uint32_t scale;
  // What the value 0 becomes.
  uint32_t offset;
} CReelSampleMove;

// The meaning of values. Limited ones, and chroma, become four times as great with each two bits (ITU-T H.273); of full ones, as of alpha,
// the greatest becomes the greatest. Full luma becomes limited by its place between black and white.
typedef enum { creel_limited, creel_full, creel_full_to_limited } CReelRangeMove;

static inline CReelSampleMove creel_sample_move_make(const CReelPlane *source, const CReelPlane *target, CReelRangeMove range) {
  const uint32_t from = (1U << source->depth) - 1, to = (1U << target->depth) - 1;
  CReelSampleMove move = {.source = {source->components, source->bytes, source->shift, from},
                          .target = {target->components, target->bytes, target->shift, to}};
  if (range == creel_limited) {
    move.scale = (uint32_t)(((uint64_t)1 << (16 + target->depth)) >> source->depth);
    return move;
  }
  const uint64_t white = range == creel_full ? to : 219U << (target->depth - 8);
  move.scale = (uint32_t)(((white << 16) + from / 2) / from);
  move.offset = range == creel_full ? 0 : 16U << (target->depth - 8);
  return move;
}

// Moves samples of one component of a row; values between two of the target's become the nearest.
void creel_sample_move(const CReelSampleMove *move, const uint8_t *source, uint8_t *target, int count);
