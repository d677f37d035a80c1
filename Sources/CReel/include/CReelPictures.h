// Conversion of stored video frames to BGRA and scaling: arithmetic on pixels, for any machine and faster with AVX2.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The samples of one component. Rows and samples may be any number of bytes apart.
typedef struct {
  const uint8_t *data;
  ptrdiff_t stride;
  ptrdiff_t step;
  // 1 or 2: a sample is a byte or a word, shifted by `shift` bits; words may be big-endian.
  int bytes;
  int shift;
  int depth;
  bool is_swapped;
} CReelComponent;

// A stored frame and the meaning of its numbers.
//
//   red   = luma · scale + cr · red_cr + offset         luma, cb and cr as they are stored, scale for 0…255
//   green = luma · scale + cb · green_cb + cr · green_cr + offset
//   blue  = luma · scale + cb · blue_cb + offset        offsets are each colour's own
typedef struct {
  int width, height;
  // Luma, Cb, Cr, or red, green, blue, or gray; the fourth is alpha. Null data for missing ones.
  CReelComponent components[4];
  bool is_rgb;
  // The chroma subsampling as powers of two, 0 to 2.
  int chroma_h, chroma_v;
  // The offset of the first chroma sample to the right of and below the first luma sample, in eighths of a luma sample.
  int site_h, site_v;
  float luma_scale, red_cr, green_cb, green_cr, blue_cb;
  float red_offset, green_offset, blue_offset;
  // The divisor of alpha.
  float alpha_scale;
} CReelPicture;

// Converts a part of a frame to bytes blue, green, red, alpha, premultiplied. Chroma is interpolated linearly.
//
// The part must be within the frame. Returns false when memory is short.
bool creel_picture_to_bgra(const CReelPicture *picture, int x, int y, int width, int height, uint8_t *target,
                           ptrdiff_t stride);

// Scales an image of four bytes per pixel: each pixel becomes the mean of those it covers, weighted by a triangle.
//
// Returns false when memory is short.
bool creel_scale_bgra(const uint8_t *source, int width, int height, ptrdiff_t stride, uint8_t *target, int target_width,
                      int target_height, ptrdiff_t target_stride);

// Converts premultiplied pixels to straight alpha; transparent pixels are unchanged.
void creel_divide_by_alpha(uint8_t *pixels, size_t count);

// Computes the waveform values of one run of interleaved samples: the smallest, the largest and the sum of squares,
// over all channels together.
void creel_sound_extent(const float *samples, size_t count, float *minimum, float *maximum, double *squares);
