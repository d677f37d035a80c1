#include "CReelSampleMoves.h"

#include <string.h>

#define INLINE static inline __attribute__((always_inline))

INLINE void move_one_by_one(const CReelSampleMove *move, const uint8_t *source, uint8_t *target, int count, int from, int from_step, int to,
                            int to_step, bool is_swapped, bool is_narrow) {
  const uint32_t scale = move->scale, offset = (uint32_t)move->offset, mask = move->source.greatest, top = move->target.greatest;
  const int64_t wide_scale = move->scale, wide_offset = move->offset;
  const int down = move->source.shift, up = move->target.shift;
  for (int i = 0; i < count; i++) {
    const uint16_t word = from == 1 ? source[i * from_step] : ((const uint16_t *)source)[i * from_step];
    const uint32_t stored = from == 2 && is_swapped ? __builtin_bswap16(word) : word;
    const uint32_t sample = stored >> down & mask;
    uint32_t scaled;
    if (is_narrow) {
      scaled = (sample * scale + offset) >> 16;
    } else {
      const int64_t wide = (sample * wide_scale + wide_offset) >> 16;
      scaled = wide < 0 ? 0 : (uint32_t)wide;
    }
    const uint32_t value = (scaled < top ? scaled : top) << up;
    if (to == 1)
      target[i * to_step] = (uint8_t)value;
    else
      ((uint16_t *)target)[i * to_step] = (uint16_t)value;
  }
}

// The compiler makes a loop of its own for each pair of sizes, and for components that are alone in their planes.
INLINE void move_by_kind(const CReelSampleMove *move, const uint8_t *source, uint8_t *target, int count, bool is_narrow) {
  const int from = move->source.step, to = move->target.step;
  const bool is_alone = from == 1 && to == 1, is_swapped = move->is_big_endian;
  switch (move->source.bytes << 4 | move->target.bytes) {
    case 0x11: move_one_by_one(move, source, target, count, 1, from, 1, to, false, is_narrow); break;
    case 0x12:
      if (is_alone)
        move_one_by_one(move, source, target, count, 1, 1, 2, 1, false, is_narrow);
      else
        move_one_by_one(move, source, target, count, 1, from, 2, to, false, is_narrow);
      break;
    case 0x21:
      if (is_alone)
        move_one_by_one(move, source, target, count, 2, 1, 1, 1, is_swapped, is_narrow);
      else
        move_one_by_one(move, source, target, count, 2, from, 1, to, is_swapped, is_narrow);
      break;
    default:
      if (is_alone)
        move_one_by_one(move, source, target, count, 2, 1, 2, 1, is_swapped, is_narrow);
      else
        move_one_by_one(move, source, target, count, 2, from, 2, to, is_swapped, is_narrow);
  }
}

INLINE void move_by_range(const CReelSampleMove *move, const uint8_t *source, uint8_t *target, int count) {
  if (move->is_narrow)
    move_by_kind(move, source, target, count, true);
  else
    move_by_kind(move, source, target, count, false);
}

static void move_portable(const CReelSampleMove *move, const uint8_t *source, uint8_t *target, int count) {
  move_by_range(move, source, target, count);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void move_avx2(const CReelSampleMove *move, const uint8_t *source, uint8_t *target, int count) {
  move_by_range(move, source, target, count);
}
#endif

void creel_sample_move(const CReelSampleMove *move, const uint8_t *source, uint8_t *target, int count) {
  const bool are_alike = move->source.bytes == move->target.bytes && move->source.shift == move->target.shift
                         && move->source.greatest == move->target.greatest && move->source.step == 1 && move->target.step == 1
                         && move->scale == 65536 && move->offset == 32768 && !move->is_big_endian;
  if (are_alike) {
    memcpy(target, source, (size_t)count * (size_t)move->source.bytes);
    return;
  }
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) {
    move_avx2(move, source, target, count);
    return;
  }
#endif
  move_portable(move, source, target, count);
}
