// Pictures as they are stored → pictures as they are seen: the arithmetic on pixels, for any machine and faster on those with AVX2.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Where the samples of one component are. Rows and samples may be any number of bytes apart.
typedef struct {
  const uint8_t *data;
  ptrdiff_t stride;
  ptrdiff_t step;
  // 1 or 2: a sample is a byte or a word, `shift` bits above its low end; words may be big-endian.
  int bytes;
  int shift;
  int depth;
  bool is_swapped;
} CReelComponent;

// A stored picture and what its numbers mean.
//
//   red   = luma · scale + cr · red_cr + offset         luma, cb and cr as they are stored, scale for 0…255
//   green = luma · scale + cb · green_cb + cr · green_cr + offset
//   blue  = luma · scale + cb · blue_cb + offset        offsets are each colour's own
typedef struct {
  int width, height;
  // Luma, Cb, Cr, or red, green, blue, or gray; the fourth is alpha. No data where there is none.
  CReelComponent components[4];
  bool is_rgb;
  // How many times fewer chroma samples there are, as powers of two, 0 to 2.
  int chroma_h, chroma_v;
  // How far the first chroma sample lies right of and below the first luma sample, in eighths of a luma sample.
  int site_h, site_v;
  float luma_scale, red_cr, green_cb, green_cr, blue_cb;
  float red_offset, green_offset, blue_offset;
  // What alpha is divided by.
  float alpha_scale;
} CReelPicture;

// Rewrites a part of a picture as bytes blue, green, red, alpha; colours are multiplied by alpha. Chroma is interpolated linearly.
//
// The part has to lie within the picture. False when memory is short.
bool creel_picture_to_bgra(const CReelPicture *picture, int x, int y, int width, int height, uint8_t *target,
                           ptrdiff_t stride);

// Scales a picture of four bytes a pixel: each pixel becomes the mean of those that it covers, weighted by a triangle.
//
// False when memory is short.
bool creel_scale_bgra(const uint8_t *source, int width, int height, ptrdiff_t stride, uint8_t *target, int target_width,
                      int target_height, ptrdiff_t target_stride);

// Undoes the multiplication of colours by alpha; transparent pixels stay as they are.
void creel_divide_by_alpha(uint8_t *pixels, size_t count);

// Sound as a drawing shows it: of interleaved samples the smallest, the largest and the sum of the squares of one run of frames,
// all channels together.
void creel_sound_extent(const float *samples, size_t count, float *minimum, float *maximum, double *squares);
