// Memory of GStreamer whose bytes are read when they are first mapped.
#pragma once

#include <gst/gst.h>

// Creates memory of some bytes, with zeros behind them.
//
// `read` fills in the bytes, on the thread that maps them first; false if it cannot. `release` lets go of the context, which
// the memory owns.
GstMemory *creel_deferred_memory_new(gsize size, gpointer context, gboolean (*read)(gpointer context, gpointer bytes, gsize size),
                                     void (*release)(gpointer context));

// The context of memory whose bytes have not been read; NULL if they have, and for all other memory.
gpointer creel_deferred_memory_context(GstMemory *memory);
