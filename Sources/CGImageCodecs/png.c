// PNG through libpng's simplified interface, which encapsulates setjmp.
#include "CGImageCodecs.h"

#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool fail(png_image *png, char *message) {
  snprintf(message, CG_CODEC_MESSAGE_SIZE, "%s", png->message);
  png_image_free(png);
  return false;
}

static uint32_t channels_of(png_uint_32 format) {
  return (format & PNG_FORMAT_FLAG_COLOR ? 3 : 1) + (format & PNG_FORMAT_FLAG_ALPHA ? 1 : 0);
}

static png_uint_32 format_of(uint32_t channels) {
  switch (channels) {
  case 1: return PNG_FORMAT_GRAY;
  case 2: return PNG_FORMAT_GA;
  case 3: return PNG_FORMAT_RGB;
  default: return PNG_FORMAT_RGBA;
  }
}

bool cg_png_read_header(const uint8_t *data, size_t size, cg_codec_image *image, char *message) {
  png_image png = {.version = PNG_IMAGE_VERSION};
  if (!png_image_begin_read_from_memory(&png, data, size)) return fail(&png, message);
  image->width = png.width;
  image->height = png.height;
  image->channels = channels_of(png.format);
  image->has_alpha = (png.format & PNG_FORMAT_FLAG_ALPHA) != 0;
  // Opaque colour is decoded to four bytes too: Cairo does not draw from three.
  if (image->channels == 3) image->channels = 4;
  png_image_free(&png);
  return true;
}

bool cg_png_decode(const uint8_t *data, size_t size, const cg_codec_image *image, uint8_t *pixels, size_t stride,
                   char *message) {
  png_image png = {.version = PNG_IMAGE_VERSION};
  if (!png_image_begin_read_from_memory(&png, data, size)) return fail(&png, message);
  // 16-bit samples without gamma information: libpng would treat them as linear light, unlike browsers and Apple.
  png.flags |= PNG_IMAGE_FLAG_16BIT_sRGB;
  png.format = format_of(image->channels);
  if (png.width != image->width || png.height != image->height || stride > INT32_MAX ||
      stride < (size_t)image->width * image->channels) {
    png_image_free(&png);
    snprintf(message, CG_CODEC_MESSAGE_SIZE, "size differs from the header's");
    return false;
  }
  if (!png_image_finish_read(&png, NULL, pixels, (png_int_32)stride, NULL)) return fail(&png, message);
  return true;
}

// Counts the pixels of a row that equal the one to their left.
static size_t repeats_of(const uint8_t *row, size_t width, size_t size) {
  size_t repeated = 0;
  for (size_t x = 1; x < width; x++) repeated += memcmp(row + x * size, row + (x - 1) * size, size) == 0;
  return repeated;
}

// Of a constant size, the comparison of two pixels is one instruction rather than a call.
static size_t repeats(const uint8_t *row, size_t width, size_t size) {
  switch (size) {
    case 1: return repeats_of(row, width, 1);
    case 2: return repeats_of(row, width, 2);
    case 3: return repeats_of(row, width, 3);
    default: return repeats_of(row, width, 4);
  }
}

// True for drawings: nearly every pixel repeats the one to its left. Row filters, of which libpng tries all five on each row, take
// most of the time of encoding and gain nothing there; photographs and video frames need them.
static bool is_drawing(const uint8_t *pixels, size_t stride, const cg_codec_image *image) {
  size_t repeated = 0;
  for (uint32_t y = 0; y < image->height; y++) repeated += repeats(pixels + y * stride, image->width, image->channels);
  return repeated >= (size_t)image->width * image->height / 16 * 15;
}

bool cg_png_encode(const uint8_t *pixels, size_t stride, const cg_codec_image *image, uint8_t **data, size_t *size,
                   char *message) {
  png_image png = {.version = PNG_IMAGE_VERSION, .width = image->width, .height = image->height};
  png.format = format_of(image->channels);
  if (stride > INT32_MAX || stride < (size_t)image->width * image->channels) {
    snprintf(message, CG_CODEC_MESSAGE_SIZE, "rows too short or too long");
    return false;
  }
  if (is_drawing(pixels, stride, image)) png.flags |= PNG_IMAGE_FLAG_FAST;
  // Room for incompressible pixels: asking libpng for the exact size would compress twice.
  png_alloc_size_t capacity = (png_alloc_size_t)image->width * image->channels + 8;
  capacity = capacity * image->height;
  capacity += capacity / 1000 + 65536;
  uint8_t *memory = malloc(capacity);
  if (memory == NULL) {
    snprintf(message, CG_CODEC_MESSAGE_SIZE, "out of memory");
    return false;
  }
  if (!png_image_write_to_memory(&png, memory, &capacity, 0, pixels, (png_int_32)stride, NULL)) {
    free(memory);
    return fail(&png, message);
  }
  uint8_t *exact = realloc(memory, capacity);
  *data = exact != NULL ? exact : memory;
  *size = capacity;
  return true;
}
