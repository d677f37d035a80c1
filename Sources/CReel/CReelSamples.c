#include "CReelSamples.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#define HAS_AVX2 1
#define AVX2 __attribute__((target("avx2")))
#endif

static int16_t word(float sample) {
  // A power of two: exact for all that does not overflow.
  const float scaled = sample * 2147483648.0f;
  int32_t whole;
  if (scaled >= -2147483648.0f && scaled < 2147483648.0f) {
    whole = (int32_t)scaled;
  } else {
    // The sign of a number that is none is in its bits alone.
    int32_t bits;
    memcpy(&bits, &sample, sizeof bits);
    whole = bits < 0 ? INT32_MIN : INT32_MAX;
  }
  const int32_t rounded = ((whole >> 15) + 1) >> 1;
  return (int16_t)(rounded > INT16_MAX ? INT16_MAX : rounded);
}

static void to_words(const float *samples, size_t count, int16_t *words) {
  for (size_t i = 0; i < count; i++) words[i] = word(samples[i]);
}

#ifdef HAS_AVX2
AVX2 static inline __m256i rounded_avx2(const float *samples) {
  const __m256 values = _mm256_loadu_ps(samples);
  const __m256i limit = _mm256_set1_epi32(INT32_MIN);
  __m256i whole = _mm256_cvttps_epi32(_mm256_mul_ps(values, _mm256_set1_ps(2147483648.0f)));
  // The conversion gives the lower limit for all that is out of range; its complement is the upper one.
  const __m256i negative = _mm256_srai_epi32(_mm256_castps_si256(values), 31);
  whole = _mm256_xor_si256(whole, _mm256_andnot_si256(negative, _mm256_cmpeq_epi32(whole, limit)));
  return _mm256_srai_epi32(_mm256_add_epi32(_mm256_srai_epi32(whole, 15), _mm256_set1_epi32(1)), 1);
}

AVX2 static void to_words_avx2(const float *samples, size_t count, int16_t *words) {
  size_t i = 0;
  for (; i + 16 <= count; i += 16) {
    const __m256i packed = _mm256_packs_epi32(rounded_avx2(samples + i), rounded_avx2(samples + i + 8));
    _mm256_storeu_si256((__m256i *)(words + i), _mm256_permute4x64_epi64(packed, 0xD8));
  }
  to_words(samples + i, count - i, words + i);
}
#endif

void creel_floats_to_words(const float *samples, size_t count, int16_t *words, bool is_portable) {
#ifdef HAS_AVX2
  if (!is_portable && __builtin_cpu_supports("avx2")) {
    to_words_avx2(samples, count, words);
    return;
  }
#endif
  to_words(samples, count, words);
}
