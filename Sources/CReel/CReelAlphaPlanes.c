#include "CReelLayers.h"

#include <stdlib.h>

// No multiplication is fused with an addition: each machine writes the same bytes.
#pragma STDC FP_CONTRACT OFF

static void store(const CReelPlane *plane, int x, int y, int component, float value) {
  const int most = (1 << plane->depth) - 1;
  int whole = (int)(value + 0.5f);
  whole = whole < 0 ? 0 : whole > most ? most : whole;
  uint8_t *row = plane->data + (ptrdiff_t)y * plane->stride;
  const int sample = x * plane->components + component;
  if (plane->bytes == 1)
    row[sample] = (uint8_t)whole;
  else
    ((uint16_t *)row)[sample] = (uint16_t)(whole << plane->shift);
}

// A component of a pixel, multiplied by its alpha as the pixel's colours are.
static float component_of(const uint8_t *pixel, const CReelColorMatrix *matrix, int index) {
  return (matrix->blue[index] * pixel[0] + matrix->green[index] * pixel[1] + matrix->red[index] * pixel[2]
          + matrix->offset[index] * pixel[3]) / 255.0f;
}

bool creel_planes_of_bgra(const uint8_t *pixels, ptrdiff_t stride, const CReelColorMatrix *matrix, bool is_left,
                            const CReelPlane *luma, const CReelPlane chroma[2], const CReelPlane *alpha,
                            const CReelPlane *chroma_alpha) {
  const int width = luma->width, height = luma->height;
  // Cb, Cr and alpha of a pair of rows.
  float *sums = malloc((size_t)width * 3 * sizeof(float));
  if (!sums) return false;
  const CReelPlane *planes[2] = {&chroma[0], chroma[0].components == 2 ? &chroma[0] : &chroma[1]};
  const int components[2] = {0, chroma[0].components == 2 ? 1 : 0};
  for (int y = 0; y < height; y += 2) {
    for (int i = 0; i < width * 3; i++) sums[i] = 0;
    for (int k = 0; k < 2; k++) {
      const int line = y + k < height ? y + k : y;
      const uint8_t *row = pixels + line * stride;
      for (int x = 0; x < width; x++, row += 4) {
        sums[3 * x] += component_of(row, matrix, 1) / 2;
        sums[3 * x + 1] += component_of(row, matrix, 2) / 2;
        sums[3 * x + 2] += row[3] / 2.0f;
        if (line != y + k) continue;
        store(luma, x, line, 0, component_of(row, matrix, 0));
        store(alpha, x, line, 0, row[3]);
      }
    }
    for (int x = 0; x < width; x += 2) {
      const int before = x > 0 ? x - 1 : 0, after = x + 1 < width ? x + 1 : x;
      for (int c = 0; c < 3; c++) {
        const float own = sums[3 * x + c], next = sums[3 * after + c];
        // At the left pixel: half of its own, and a quarter of each neighbour.
        const float value = is_left ? (sums[3 * before + c] + 2 * own + next) / 4 : (own + next) / 2;
        if (c < 2)
          store(planes[c], x / 2, y / 2, components[c], value);
        else
          store(chroma_alpha, x / 2, y / 2, 0, value);
      }
    }
  }
  free(sums);
  return true;
}
