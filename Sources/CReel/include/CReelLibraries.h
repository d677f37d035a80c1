// The libraries of plugins.
#pragma once

#include <gst/gst.h>

// Opens the libraries that a plugin needs, each after those that it needs itself. Any thread may call it.
//
// The loader looks for each symbol in all libraries that are opened at once, which are 176 with the plugin of FFmpeg; opened one
// by one, each is looked through with the few that it needs. Functions are looked up when they are called first, which
// GStreamer, when it opens the plugin, forbids for libraries that are not open yet. Libraries outside of the folder above the
// plugin's are left to the loader.
void creel_open_libraries(const gchar *plugin);

// Opens the libraries of a factory's plugin; does nothing if the plugin is loaded, or there is no such factory. The thread's
// floating-point unit stays as it was.
void creel_open_libraries_of(const gchar *factory);

// Ends the opening of libraries by the above after the one that is being opened, for ever: the process ends.
void creel_stop_opening_libraries(void);
