// JPEG through libjpeg-turbo. Each function that calls the library sets its own jump target.
#include "CGImageCodecs.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

// A progressive file may hold any number of scans, each of which costs a pass over the whole image.
#define MAX_SCANS 500

typedef struct {
  struct jpeg_error_mgr base;
  jmp_buf jump;
  char *message;
} error_manager;

static void error_exit(j_common_ptr info) {
  error_manager *manager = (error_manager *)info->err;
  char text[JMSG_LENGTH_MAX];
  info->err->format_message(info, text);
  snprintf(manager->message, CG_CODEC_MESSAGE_SIZE, "%.199s", text);
  longjmp(manager->jump, 1);
}

static void ignore_message(j_common_ptr info) { (void)info; }
static void ignore_warning(j_common_ptr info, int level) {
  (void)info;
  (void)level;
}

static void limit_scans(j_common_ptr info) {
  error_manager *manager = (error_manager *)info->err;
  if (info->is_decompressor && ((j_decompress_ptr)info)->input_scan_number > MAX_SCANS) {
    snprintf(manager->message, CG_CODEC_MESSAGE_SIZE, "more than %d scans", MAX_SCANS);
    longjmp(manager->jump, 1);
  }
}

static struct jpeg_error_mgr *prepare(error_manager *manager, char *message) {
  jpeg_std_error(&manager->base);
  manager->base.error_exit = error_exit;
  manager->base.output_message = ignore_message;
  manager->base.emit_message = ignore_warning;
  manager->message = message;
  return &manager->base;
}

static bool is_cmyk(const struct jpeg_decompress_struct *info) { return info->num_components == 4; }

bool cg_jpeg_read_header(const uint8_t *data, size_t size, cg_codec_image *image, char *message) {
  struct jpeg_decompress_struct info;
  error_manager manager;
  info.err = prepare(&manager, message);
  if (setjmp(manager.jump)) {
    jpeg_destroy_decompress(&info);
    return false;
  }
  jpeg_create_decompress(&info);
  jpeg_mem_src(&info, data, size);
  jpeg_read_header(&info, TRUE);
  image->width = info.image_width;
  image->height = info.image_height;
  image->has_alpha = false;
  image->channels = info.jpeg_color_space == JCS_GRAYSCALE ? 1 : 4;
  jpeg_destroy_decompress(&info);
  return true;
}

// Converts ink to light. Adobe's files store the ink inverted, and others hardly exist.
static void cmyk_to_rgba(uint8_t *row, uint32_t width, bool inverted) {
  for (uint32_t x = 0; x < width; x++, row += 4) {
    uint32_t k = inverted ? row[3] : 255 - row[3];
    for (int i = 0; i < 3; i++) {
      uint32_t light = inverted ? row[i] : 255 - row[i];
      row[i] = (uint8_t)((light * k + 127) / 255);
    }
    row[3] = 255;
  }
}

bool cg_jpeg_decode(const uint8_t *data, size_t size, const cg_codec_image *image, uint8_t *pixels, size_t stride,
                    char *message) {
  struct jpeg_decompress_struct info;
  struct jpeg_progress_mgr progress = {.progress_monitor = limit_scans};
  error_manager manager;
  info.err = prepare(&manager, message);
  if (setjmp(manager.jump)) {
    jpeg_destroy_decompress(&info);
    return false;
  }
  jpeg_create_decompress(&info);
  info.progress = &progress;
  jpeg_mem_src(&info, data, size);
  jpeg_read_header(&info, TRUE);
  bool cmyk = is_cmyk(&info);
  info.out_color_space = image->channels == 1 ? JCS_GRAYSCALE : cmyk ? JCS_CMYK : JCS_EXT_RGBA;
  jpeg_start_decompress(&info);
  if (info.output_width != image->width || info.output_height != image->height ||
      (uint32_t)info.output_components != image->channels || stride < (size_t)image->width * image->channels) {
    jpeg_destroy_decompress(&info);
    snprintf(message, CG_CODEC_MESSAGE_SIZE, "size differs from the header's");
    return false;
  }
  while (info.output_scanline < info.output_height) {
    uint8_t *row = pixels + (size_t)info.output_scanline * stride;
    JSAMPROW rows[1] = {row};
    if (jpeg_read_scanlines(&info, rows, 1) != 1) break;
    if (cmyk) cmyk_to_rgba(row, image->width, info.saw_Adobe_marker);
  }
  jpeg_finish_decompress(&info);
  jpeg_destroy_decompress(&info);
  return true;
}

bool cg_jpeg_encode(const uint8_t *pixels, size_t stride, const cg_codec_image *image, int quality, uint8_t **data,
                    size_t *size, char *message) {
  struct jpeg_compress_struct info;
  error_manager manager;
  // Volatile: both are changed between setjmp and longjmp, and freed after.
  unsigned char *volatile *output = malloc(sizeof(*output));
  unsigned long *length = malloc(sizeof(*length));
  if (output == NULL || length == NULL) {
    free((void *)output);
    free(length);
    snprintf(message, CG_CODEC_MESSAGE_SIZE, "out of memory");
    return false;
  }
  *output = NULL;
  *length = 0;
  info.err = prepare(&manager, message);
  if (setjmp(manager.jump)) {
    jpeg_destroy_compress(&info);
    free(*output);
    free((void *)output);
    free(length);
    return false;
  }
  jpeg_create_compress(&info);
  jpeg_mem_dest(&info, (unsigned char **)output, length);
  info.image_width = image->width;
  info.image_height = image->height;
  info.input_components = (int)image->channels;
  info.in_color_space = image->channels == 1 ? JCS_GRAYSCALE : image->channels == 3 ? JCS_RGB : JCS_EXT_RGBX;
  jpeg_set_defaults(&info);
  jpeg_set_quality(&info, quality, TRUE);
  info.optimize_coding = TRUE;
  // Saturated colours smear at half resolution; the highest quality is not chosen to save bytes.
  if (quality >= 95 && image->channels > 1) {
    info.comp_info[0].h_samp_factor = 1;
    info.comp_info[0].v_samp_factor = 1;
  }
  jpeg_start_compress(&info, TRUE);
  while (info.next_scanline < info.image_height) {
    JSAMPROW rows[1] = {(JSAMPROW)(pixels + (size_t)info.next_scanline * stride)};
    jpeg_write_scanlines(&info, rows, 1);
  }
  jpeg_finish_compress(&info);
  jpeg_destroy_compress(&info);
  *data = *output;
  *size = *length;
  free((void *)output);
  free(length);
  return true;
}
