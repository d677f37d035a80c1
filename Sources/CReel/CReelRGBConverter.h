// Frames between Y'CbCr and R'G'B', each of 8 bits.
#pragma once

#include <gst/video/video.h>
#include <stdbool.h>

typedef struct CReelRGBConverter CReelRGBConverter;

// Returns a converter of frames of one size; NULL for other formats than Y'CbCr with at most half of the chroma each way, and R'G'B' of whole
// bytes from black to white.
//
// Chroma is interpolated from two samples, and averaged over two or three pixels: at the left pixel of a pair if it is cosited across, in the
// upper row if it is cosited down, otherwise half-way.
CReelRGBConverter *creel_rgb_converter_new(const GstVideoInfo *source, const GstVideoInfo *target, bool is_cosited_across, bool is_cosited_down);
void creel_rgb_converter_free(CReelRGBConverter *converter);

// Values are the nearest to the exact ones, without dither; the fields of interlaced frames do not mix. Returns false without memory, and for frames of another
// size.
bool creel_rgb_converter_convert(const CReelRGBConverter *converter, const GstVideoFrame *source, GstVideoFrame *target);
