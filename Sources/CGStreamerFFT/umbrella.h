// GStreamer's Fourier transforms: kissfft in single and double precision, part of its base plugins' libraries.
#include <gst/fft/gstfftf32.h>
#include <gst/fft/gstfftf64.h>
