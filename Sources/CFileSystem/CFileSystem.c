#define _GNU_SOURCE
#include "CFileSystem.h"

#include <fcntl.h>
#include <unistd.h>

int64_t cfs_copy_range(int from, int64_t *from_offset, int to, int64_t *to_offset, size_t count) {
  return copy_file_range(from, from_offset, to, to_offset, count, 0);
}

int cfs_insert_range(int file, int64_t offset, int64_t count) {
  return fallocate(file, FALLOC_FL_INSERT_RANGE, offset, count);
}

void cfs_begin_writing(int file, int64_t offset, int64_t count) {
  // An error is ignored: some file systems do not support it.
  (void)sync_file_range(file, offset, count, SYNC_FILE_RANGE_WRITE);
}
