// For renameat2 and O_TMPFILE, which are specific to Linux.
#define _GNU_SOURCE
#include "CReel.h"

#include <fcntl.h>
#include <malloc.h>
#include <stdio.h>
#include <unistd.h>

void creel_frame_plane_layout(const GstVideoFrame *frame, guint plane, gint *width, gint *height, gint *pixel_stride) {
  const GstVideoInfo *info = &frame->info;
  for (guint c = 0; c < GST_VIDEO_INFO_N_COMPONENTS(info); c++) {
    if (GST_VIDEO_INFO_COMP_PLANE(info, c) != plane) continue;
    *width = GST_VIDEO_FRAME_COMP_WIDTH(frame, c);
    *height = GST_VIDEO_FRAME_COMP_HEIGHT(frame, c);
    *pixel_stride = GST_VIDEO_FRAME_COMP_PSTRIDE(frame, c);
    return;
  }
  *width = *height = *pixel_stride = 0;
}

void creel_limit_arenas(int count) {
#ifdef M_ARENA_MAX
  mallopt(M_ARENA_MAX, count);
#endif
}

int creel_exchange_names(const char *first, const char *second) {
  return renameat2(AT_FDCWD, first, AT_FDCWD, second, RENAME_EXCHANGE);
}

int creel_open_nameless(const char *folder) {
  // Without /proc, the file could not be named later.
  if (access("/proc/self/fd", X_OK) != 0) return -1;
  return open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
}

int creel_link(const char *file, const char *name) {
  return linkat(AT_FDCWD, file, AT_FDCWD, name, AT_SYMLINK_FOLLOW);
}
