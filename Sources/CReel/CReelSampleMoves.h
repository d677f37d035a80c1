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
  // In 1/65536; `offset` is what the value 0 becomes, and half a unit of the target, by which values become the nearest.
  uint32_t scale;
  int64_t offset;
  // True where 32 bits without a sign hold all values on their way.
  bool is_narrow;
} CReelSampleMove;

// What becomes of values. Limited ones, and chroma, become four times as great with each two bits (ITU-T H.273); of full ones, as of alpha,
// the greatest becomes the greatest. Between the ranges, luma keeps its place between black and white, and chroma its own around no colour.
typedef enum {
  creel_keep_limited,
  creel_keep_full,
  creel_luma_to_limited,
  creel_luma_to_full,
  creel_chroma_to_limited,
  creel_chroma_to_full,
} CReelRangeMove;

// The values of `depth` bits from black to white, or from the least to the greatest chroma, and the one of black or of no colour.
typedef struct {
  uint32_t span, zero;
} CReelRange;

static inline CReelRange creel_full_range(uint32_t depth, bool is_chroma) {
  return (CReelRange){(1U << depth) - 1, is_chroma ? 1U << (depth - 1) : 0};
}

static inline CReelRange creel_limited_range(uint32_t depth, bool is_chroma) {
  return (CReelRange){(is_chroma ? 224U : 219U) << (depth - 8), (is_chroma ? 128U : 16U) << (depth - 8)};
}

static inline CReelSampleMove creel_sample_move_make(const CReelPlane *source, const CReelPlane *target, CReelRangeMove range) {
  const uint32_t from_depth = (uint32_t)source->depth, to_depth = (uint32_t)target->depth;
  CReelSampleMove move = {.source = {source->components, source->bytes, source->shift, (1U << from_depth) - 1},
                          .target = {target->components, target->bytes, target->shift, (1U << to_depth) - 1}};
  const bool is_chroma = range == creel_chroma_to_limited || range == creel_chroma_to_full;
  CReelRange from = creel_full_range(from_depth, is_chroma), to = creel_full_range(to_depth, is_chroma);
  if (range == creel_luma_to_limited || range == creel_chroma_to_limited) to = creel_limited_range(to_depth, is_chroma);
  if (range == creel_luma_to_full || range == creel_chroma_to_full) from = creel_limited_range(from_depth, is_chroma);
  move.scale = range == creel_keep_limited ? (uint32_t)(((uint64_t)1 << (16 + to_depth)) >> from_depth)
                                           : (uint32_t)((((uint64_t)to.span << 16) + from.span / 2) / from.span);
  move.offset = ((int64_t)to.zero << 16) - (int64_t)from.zero * move.scale + 32768;
  if (range == creel_keep_limited) move.offset = 32768;
  move.is_narrow = move.offset >= 0 && (uint64_t)move.offset + (uint64_t)move.source.greatest * move.scale <= UINT32_MAX;
  return move;
}

// Moves samples of one component of a row; values between two of the target's become the nearest.
void creel_sample_move(const CReelSampleMove *move, const uint8_t *source, uint8_t *target, int count);
