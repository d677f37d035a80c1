// C for Reel: what GStreamer's headers keep in macros and variadics, and GObject classes whose methods call Swift.
// No policy: every decision is the caller's.
#pragma once

#include "CReelElements.h"
#include "CReelMacros.h"
