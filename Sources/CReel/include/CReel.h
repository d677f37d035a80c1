// C for Reel: macros and variadic functions of GStreamer's headers, and GObject classes whose methods call Swift. No
// policy: every decision is the caller's.
#pragma once

#include "CReelAudioMix.h"
#include "CReelCorrectedElements.h"
#include "CReelDeferredMemory.h"
#include "CReelElements.h"
#include "CReelFrameConverter.h"
#include "CReelLayers.h"
#include "CReelLibraries.h"
#include "CReelMacros.h"
#include "CReelMuxer.h"
#include "CReelPictures.h"
#include "CReelSamples.h"
#include "CReelTransform.h"

// Exchanges the names of two files atomically; -1 and errno if the file system cannot.
int creel_exchange_names(const char *first, const char *second);

// Opens an unnamed file, which is deleted when it is closed; -1 if the file system does not support it.
int creel_open_nameless(const char *folder);

// Adds a name to a file, also to an unnamed one through /proc; -1 and errno on failure.
int creel_link(const char *file, const char *name);

// Limits the number of arenas of the C library's allocator: memory that ended threads have freed serves new ones. Before threads are made.
void creel_limit_arenas(int count);

// Answers a decoder's allocation query with a pool whose frames need no copy on output; does nothing for caps other
// than video.
void creel_offer_pictures(GstQuery *query);
