// Conversion of whole frames between sizes and Y'CbCr formats, and between gray and those, plane by plane, with the arithmetic that layers are
// drawn with: two samples, or the mean of all that a pixel covers if it covers more than two. Chroma stays where the formats say that it is;
// values get the range of the target. Between Y'CbCr and R'G'B', each of 8 bits, frames keep their size.
#pragma once

#include <gst/video/video.h>
#include <stdbool.h>

// The conversion of frames of one format and size to another. Immutable: may be used from several threads.
typedef struct CReelFrameConverter CReelFrameConverter;

// Notes the place of chroma that caps say, or that they say none: gst_video_info_from_caps takes one for granted.
void creel_take_chroma_site(GstVideoInfo *info, const GstCaps *caps);

// Returns NULL when memory is short, and where GStreamer's converter is needed, or is the better one: for colours that change, chroma
// of fewer samples across, rows of interlaced fields that would be mixed, and formats whose planes are not of one or two interleaved
// samples of 8 to 12, or of 16 bits.
CReelFrameConverter *creel_frame_converter_new(const GstVideoInfo *source, const GstVideoInfo *target);
void creel_frame_converter_free(CReelFrameConverter *converter);

// Converts a frame of the source's format to one of the target's. Returns false when memory is short.
bool creel_frame_converter_convert(const CReelFrameConverter *converter, const GstVideoFrame *source, GstVideoFrame *target);
