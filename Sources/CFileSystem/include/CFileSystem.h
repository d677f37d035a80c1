// Linux's own system calls on files, which Swift's Glibc module does not export.
#pragma once

#include <stdint.h>
#include <sys/types.h>

// copy_file_range(2): bytes from one file to another within the kernel; moves both offsets. -1 with errno.
int64_t cfs_copy_range(int from, int64_t *from_offset, int to, int64_t *to_offset, size_t count);

// fallocate(2) with FALLOC_FL_INSERT_RANGE: bytes from `offset` on move towards the end. 0, or -1 with errno.
int cfs_insert_range(int file, int64_t offset, int64_t count);

// sync_file_range(2) with SYNC_FILE_RANGE_WRITE: starts writing these bytes to disk without waiting.
void cfs_begin_writing(int file, int64_t offset, int64_t count);
