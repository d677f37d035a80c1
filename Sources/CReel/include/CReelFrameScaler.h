// Scaling of whole frames, plane by plane, with the arithmetic that layers are drawn with: two samples, or the mean of all that a pixel
// covers if it covers more than two; chroma stays where the format says that it is.
#pragma once

#include <gst/video/video.h>
#include <stdbool.h>

// The interpolation of frames of one format and size for another size. Immutable: may be used from several threads.
typedef struct CReelFrameScaler CReelFrameScaler;

// Returns NULL when memory is short, and for formats that differ, are interlaced, or whose planes are not of one or two interleaved
// samples of 8 to 12 bits.
CReelFrameScaler *creel_frame_scaler_new(const GstVideoInfo *source, const GstVideoInfo *target);
void creel_frame_scaler_free(CReelFrameScaler *scaler);

// Scales a frame of the source's format to one of the target's. Returns false when memory is short.
bool creel_frame_scaler_scale(const CReelFrameScaler *scaler, const GstVideoFrame *source, GstVideoFrame *target);

// Makes GStreamer's `videoscale`, which scales with the above where it interpolates linearly and adds no borders. Returns NULL if it is
// not installed. Floating.
GstElement *creel_video_scale_new(void);
