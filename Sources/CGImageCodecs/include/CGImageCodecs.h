// PNG and JPEG in memory, for CoreGraphics.
//
// Both libraries leave functions with longjmp on errors; that never crosses these functions, so Swift only sees
// results. Every function returns true for success; otherwise `message` holds the library's message.
#ifndef CGIMAGECODECS_H
#define CGIMAGECODECS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CG_CODEC_MESSAGE_SIZE 200

typedef struct {
  uint32_t width, height;
  // The size of a decoded pixel in bytes: 1 gray, 2 gray and alpha, 3 RGB (only to encode), 4 RGB and alpha (not
  // premultiplied). JPEG has no alpha: its 4 bytes are RGB and 255.
  uint32_t channels;
  // True if a decoded file has alpha; opaque colour is decoded to 4 bytes too.
  bool has_alpha;
} cg_codec_image;

// Reads the size and the channels of the decoded image.
bool cg_png_read_header(const uint8_t *data, size_t size, cg_codec_image *image, char *message);
bool cg_jpeg_read_header(const uint8_t *data, size_t size, cg_codec_image *image, char *message);

// Decodes into memory of `image->height` rows, `stride` bytes apart. `image` must be that of the header.
bool cg_png_decode(const uint8_t *data, size_t size, const cg_codec_image *image, uint8_t *pixels, size_t stride,
                   char *message);
bool cg_jpeg_decode(const uint8_t *data, size_t size, const cg_codec_image *image, uint8_t *pixels, size_t stride,
                    char *message);

// Encodes; the caller frees `*data` with free().
bool cg_png_encode(const uint8_t *pixels, size_t stride, const cg_codec_image *image, uint8_t **data, size_t *size,
                   char *message);
// `quality` is from 0 to 100; the fourth of 4 channels is ignored.
bool cg_jpeg_encode(const uint8_t *pixels, size_t stride, const cg_codec_image *image, int quality, uint8_t **data,
                    size_t *size, char *message);

#endif
