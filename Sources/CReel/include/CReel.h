// C for Reel: what GStreamer's headers keep in macros and variadics, and GObject classes whose methods call Swift.
// No policy: every decision is the caller's.
#pragma once

#include "CReelElements.h"
#include "CReelMacros.h"
#include "CReelMuxer.h"
#include "CReelPictures.h"
#include "CReelTransform.h"

// Makes each of two files have the other's name, at once; -1 and errno where the file system cannot.
int creel_exchange_names(const char *first, const char *second);

// Makes a file without a name, which is gone when nobody has it open; -1 where the file system knows none.
int creel_open_nameless(const char *folder);

// Gives a file one more name, also one without any that is reached through /proc; -1 and errno where it cannot.
int creel_link(const char *file, const char *name);

// Answers a decoder's allocation query with a pool whose pictures it need not copy when it gives them; nothing for anything but
// pictures.
void creel_offer_pictures(GstQuery *query);
