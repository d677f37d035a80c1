// Drawing of frames over frames, plane by plane: copied, scaled or mapped by any affine transform, with opacity, coverage
// of edge pixels and alpha. Arithmetic on whole numbers, for any machine and faster with AVX2: both write the same bytes.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A plane of a frame: rows of pixels, each of one sample or of two interleaved ones.
typedef struct {
  uint8_t *data;
  // The number of bytes from a row to the next; 0 for a plane whose rows are all the same.
  ptrdiff_t stride;
  int width, height;
  // 1 or 2 samples for each pixel.
  int components;
  // 1 or 2 bytes for each sample, little-endian.
  int bytes;
  // The number of bits below the value, and the number of its own, 8 to 12, or 16 of planes that are not drawn.
  int shift, depth;
} CReelPlane;

// The place in the source of a pixel of the canvas, both counted from the centres of the first pixels of their planes:
//
//   source x = xx · x + xy · y + x0         source y = yx · x + yy · y + y0
typedef struct {
  double xx, xy, x0;
  double yx, yy, y0;
} CReelMap;

// An edge of a layer: points of the canvas plane are inside where x · nx + y · ny + distance > 0; pixel (0, 0) covers
// 0 to 1. The normal has the length 1.
typedef struct {
  double nx, ny, distance;
} CReelEdge;

// The interpolation of a source plane for a canvas plane: tables made once for a geometry. Immutable: may be used from
// several threads.
typedef struct CReelSampler CReelSampler;

// Makes the sampler of a map for a part of the canvas plane.
//
// Maps that only move by whole pixels copy; other maps without rotation scale, by two samples or the mean of all that a
// pixel covers if it covers more than two; others interpolate between the four next samples. Outside of the source, its
// border goes on. Returns NULL when memory is short, for an empty part, for sources of more than 16384 pixels a side, and for
// numbers that are not finite or too large: factors of at most 4096.
CReelSampler *creel_sampler_new(const CReelMap *map, const CReelPlane *source, int left, int top, int right, int bottom);
void creel_sampler_free(CReelSampler *sampler);

// True if the sampler copies pixels.
bool creel_sampler_copies(const CReelSampler *sampler);

// A source on its way to the canvas.
typedef struct {
  CReelPlane source;
  const CReelSampler *sampler;
  // Alpha of one sample for each pixel, with a sampler of its own; the source's samples are premultiplied by it. Null
  // data: the source is opaque.
  CReelPlane alpha;
  const CReelSampler *alpha_sampler;
  // Pairs of opposite edges.
  CReelEdge edges[8];
  int edge_count;
  // 0 to 32767, which is 1.
  int opacity;
} CReelLayer;

// Draws rows of a layer over those of a canvas plane. Returns false when memory is short.
//
// `is_portable`: true for the code that runs on any machine.
bool creel_draw_layer(const CReelPlane *canvas, const CReelLayer *layer, int first_row, int end_row, bool is_portable);

// Writes rows of a mix of two planes of the canvas plane's size and format: `weight` / 32768 of `b`, 0 to 32767.
void creel_mix_planes(const CReelPlane *canvas, const CReelPlane *a, const CReelPlane *b, int weight, int first_row,
                      int end_row, bool is_portable);

// Luma, Cb and Cr of a colour: each the sum of its weights times red, green and blue of 0 to 1, and of its offset; in
// units of the stored values.
typedef struct {
  float red[3], green[3], blue[3], offset[3];
} CReelColorMatrix;

// Converts an image of bytes blue, green, red, alpha, premultiplied, to planes of 4:2:0 whose samples, offsets included, are
// multiplied by alpha; and to alpha, a byte for each pixel, in the size of luma and in that of chroma.
//
// `chroma`: two planes, or one of two components and an unused one. Chroma is half-way between rows; `is_left`: at the
// left pixel of each pair, otherwise between both. Returns false when memory is short.
bool creel_planes_of_bgra(const uint8_t *pixels, ptrdiff_t stride, const CReelColorMatrix *matrix, bool is_left,
                          const CReelPlane *luma, const CReelPlane chroma[2], const CReelPlane *alpha,
                          const CReelPlane *chroma_alpha);
