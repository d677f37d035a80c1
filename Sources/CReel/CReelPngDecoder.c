#include "CReelPngDecoder.h"

#include <gst/video/gstvideodecoder.h>
#include <gst/video/video.h>
#include <png.h>
#include <stdbool.h>
#include <string.h>

static GstVideoDecoderClass *parent_class;

// A picture that is being read. What libpng calls a longjmp never leaves the functions that have it.
typedef struct {
  png_structp png;
  png_infop info;
  const guint8 *bytes;
  gsize left;
  char message[200];
} Picture;

static void take_bytes(png_structp png, png_bytep into, png_size_t count) {
  Picture *picture = png_get_io_ptr(png);
  if (count > picture->left) png_error(png, "the picture is cut off");
  memcpy(into, picture->bytes, count);
  picture->bytes += count;
  picture->left -= count;
}

static void note_error(png_structp png, png_const_charp message) {
  Picture *picture = png_get_error_ptr(png);
  g_strlcpy(picture->message, message, sizeof picture->message);
  png_longjmp(png, 1);
}

static void ignore_warning(png_structp png, png_const_charp message) {}

// Reads what precedes the rows, and chooses the format that they are decoded to; unknown on errors.
static GstVideoFormat read_header(Picture *picture) {
  if (setjmp(png_jmpbuf(picture->png))) return GST_VIDEO_FORMAT_UNKNOWN;
  png_structp png = picture->png;
  png_read_info(png, picture->info);
  const bool is_deep = png_get_bit_depth(png, picture->info) == 16;
  const bool is_transparent = png_get_valid(png, picture->info, PNG_INFO_tRNS) != 0;
  const int colors = png_get_color_type(png, picture->info);
  const bool has_alpha = is_transparent || (colors & PNG_COLOR_MASK_ALPHA);
  const bool is_gray = !has_alpha && !(colors & PNG_COLOR_MASK_COLOR);
  // Palettes become colours, samples of fewer bits those of 8, and tRNS chunks alpha.
  png_set_expand(png);
  if (has_alpha) png_set_gray_to_rgb(png);
  if (is_deep && has_alpha) png_set_swap_alpha(png);
  if (is_deep && !has_alpha && !is_gray) png_set_add_alpha(png, 0xffff, PNG_FILLER_BEFORE);
  if (is_deep && !is_gray && G_BYTE_ORDER == G_LITTLE_ENDIAN) png_set_swap(png);
  png_set_interlace_handling(png);
  png_read_update_info(png, picture->info);
  if (is_gray) return is_deep ? GST_VIDEO_FORMAT_GRAY16_BE : GST_VIDEO_FORMAT_GRAY8;
  if (is_deep) return GST_VIDEO_FORMAT_ARGB64;
  return has_alpha ? GST_VIDEO_FORMAT_RGBA : GST_VIDEO_FORMAT_RGB;
}

static bool read_rows(Picture *picture, GstVideoFrame *frame) {
  if (setjmp(png_jmpbuf(picture->png))) return false;
  const gsize stride = GST_VIDEO_FRAME_PLANE_STRIDE(frame, 0);
  if (png_get_rowbytes(picture->png, picture->info) > stride) png_error(picture->png, "rows have an unexpected length");
  for (int passes = png_set_interlace_handling(picture->png); passes > 0; passes--) {
    for (gint y = 0; y < GST_VIDEO_FRAME_HEIGHT(frame); y++) {
      png_read_row(picture->png, (guint8 *)GST_VIDEO_FRAME_PLANE_DATA(frame, 0) + y * stride, NULL);
    }
  }
  return true;
}

static GQuark input_quark(void) { return g_quark_from_static_string("reel-png-input"); }

static gboolean set_format(GstVideoDecoder *decoder, GstVideoCodecState *state) {
  g_object_set_qdata_full(
      G_OBJECT(decoder), input_quark(), gst_video_codec_state_ref(state), (GDestroyNotify)gst_video_codec_state_unref);
  return parent_class->set_format(decoder, state);
}

// Sets the output's format if it is another one.
static bool set_output(GstVideoDecoder *decoder, GstVideoFormat format, guint width, guint height) {
  GstVideoCodecState *state = gst_video_decoder_get_output_state(decoder);
  const bool is_set = state && GST_VIDEO_INFO_FORMAT(&state->info) == format && GST_VIDEO_INFO_WIDTH(&state->info) == (gint)width
                      && GST_VIDEO_INFO_HEIGHT(&state->info) == (gint)height;
  if (!is_set) {
    if (state) gst_video_codec_state_unref(state);
    state = gst_video_decoder_set_output_state(decoder, format, width, height, g_object_get_qdata(G_OBJECT(decoder), input_quark()));
  }
  if (state) gst_video_codec_state_unref(state);
  return state != NULL;
}

// Decodes into the frame's output buffer. After an error without a flow of its own, the picture has a message.
static GstFlowReturn decode(GstVideoDecoder *decoder, Picture *picture, GstVideoCodecFrame *frame) {
  const GstVideoFormat format = read_header(picture);
  if (format == GST_VIDEO_FORMAT_UNKNOWN) return GST_FLOW_ERROR;
  const guint64 width = png_get_image_width(picture->png, picture->info), height = png_get_image_height(picture->png, picture->info);
  // Frames are addressed with signed 32-bit numbers; a pixel has 8 bytes at most.
  if (width * height > G_MAXINT32 / 8 || !set_output(decoder, format, (guint)width, (guint)height)) {
    g_snprintf(picture->message, sizeof picture->message, "%u x %u pixels are too many", (guint)width, (guint)height);
    return GST_FLOW_ERROR;
  }
  const GstFlowReturn allocated = gst_video_decoder_allocate_output_frame(decoder, frame);
  if (allocated != GST_FLOW_OK) return allocated;
  GstVideoCodecState *state = gst_video_decoder_get_output_state(decoder);
  GstVideoFrame pixels;
  bool is_read = gst_video_frame_map(&pixels, &state->info, frame->output_buffer, GST_MAP_WRITE);
  if (is_read) {
    is_read = read_rows(picture, &pixels);
    gst_video_frame_unmap(&pixels);
  } else {
    g_strlcpy(picture->message, "the frame's memory cannot be written", sizeof picture->message);
  }
  gst_video_codec_state_unref(state);
  return is_read ? GST_FLOW_OK : GST_FLOW_ERROR;
}

static GstFlowReturn handle_frame(GstVideoDecoder *decoder, GstVideoCodecFrame *frame) {
  GstMapInfo input;
  Picture picture = {.message = ""};
  GstFlowReturn flow = GST_FLOW_ERROR;
  if (gst_buffer_map(frame->input_buffer, &input, GST_MAP_READ)) {
    picture.bytes = input.data;
    picture.left = input.size;
    picture.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &picture, note_error, ignore_warning);
    picture.info = picture.png ? png_create_info_struct(picture.png) : NULL;
    if (picture.info) {
      png_set_read_fn(picture.png, &picture, take_bytes);
      flow = decode(decoder, &picture, frame);
    } else {
      g_strlcpy(picture.message, "out of memory", sizeof picture.message);
    }
    png_destroy_read_struct(&picture.png, &picture.info, NULL);
    gst_buffer_unmap(frame->input_buffer, &input);
  } else {
    g_strlcpy(picture.message, "the picture's memory cannot be read", sizeof picture.message);
  }
  if (flow == GST_FLOW_OK) return gst_video_decoder_finish_frame(decoder, frame);
  gst_video_decoder_drop_frame(decoder, frame);
  if (picture.message[0]) GST_VIDEO_DECODER_ERROR(decoder, 1, STREAM, DECODE, ("%s", picture.message), (NULL), flow);
  return flow;
}

void creel_init_png_decoder_class(gpointer klass, gpointer data) {
  parent_class = g_type_class_peek_parent(klass);
  GST_VIDEO_DECODER_CLASS(klass)->set_format = set_format;
  GST_VIDEO_DECODER_CLASS(klass)->handle_frame = handle_frame;
}
