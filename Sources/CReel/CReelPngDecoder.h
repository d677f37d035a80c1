// A `pngdec` that decodes colours of 16 bits.
#pragma once

#include <glib-object.h>

// Initialises a class under that of `pngdec`, which still finds where pictures end. Its elements decode with libpng's sequential
// interface: GStreamer 1.22 writes rows of 16-bit colour one sample late, beyond the end of the last, and takes red for alpha. What a tRNS
// chunk makes transparent is so here.
void creel_init_png_decoder_class(gpointer klass, gpointer data);
