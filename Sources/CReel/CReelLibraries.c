#define _GNU_SOURCE
#include "include/CReelLibraries.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <fenv.h>
#include <link.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// The names that a library gives for those it needs, in the order of its dynamic section; empty for what is no library.
static GPtrArray *needed(const char *bytes, size_t size) {
  GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
  const ElfW(Ehdr) *header = (const void *)bytes;
  if (size < sizeof *header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 || header->e_phentsize != sizeof(ElfW(Phdr)) ||
      header->e_phoff % sizeof(ElfW(Addr)) != 0 || header->e_phoff > size || (size - header->e_phoff) / sizeof(ElfW(Phdr)) < header->e_phnum)
    return names;
  const ElfW(Phdr) *segments = (const void *)(bytes + header->e_phoff);
  const ElfW(Dyn) *entries = NULL;
  size_t count = 0;
  for (int i = 0; i < header->e_phnum; i++) {
    if (segments[i].p_type != PT_DYNAMIC || segments[i].p_offset % sizeof(ElfW(Addr)) != 0 ||
        segments[i].p_offset > size || segments[i].p_filesz > size - segments[i].p_offset)
      continue;
    entries = (const void *)(bytes + segments[i].p_offset);
    count = segments[i].p_filesz / sizeof *entries;
  }
  // The section has the address of the names; the segment that holds it, their place in the file.
  size_t place = size;
  for (size_t i = 0; i < count && entries[i].d_tag != DT_NULL; i++) {
    if (entries[i].d_tag != DT_STRTAB) continue;
    ElfW(Addr) address = entries[i].d_un.d_ptr;
    for (int j = 0; j < header->e_phnum; j++) {
      const ElfW(Phdr) *segment = &segments[j];
      if (segment->p_type == PT_LOAD && address >= segment->p_vaddr && address - segment->p_vaddr < segment->p_filesz)
        place = segment->p_offset + (address - segment->p_vaddr);
    }
  }
  for (size_t i = 0; i < count && entries[i].d_tag != DT_NULL; i++) {
    if (entries[i].d_tag != DT_NEEDED || place >= size || entries[i].d_un.d_val >= size - place) continue;
    const char *name = bytes + place + entries[i].d_un.d_val;
    if (memchr(name, 0, size - (name - bytes))) g_ptr_array_add(names, g_strdup(name));
  }
  return names;
}

static atomic_bool has_stopped;

// Opens what a library needs, and before that what those need; false for a library that is not there.
static gboolean open_needed(const char *path, const char *folder, GHashTable *seen) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return FALSE;
  struct stat status;
  size_t size = fstat(file, &status) == 0 ? (size_t)status.st_size : 0;
  void *bytes = size ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
  close(file);
  if (bytes == MAP_FAILED) return FALSE;
  GPtrArray *names = needed(bytes, size);
  munmap(bytes, size);
  for (guint i = 0; i < names->len && !has_stopped; i++) {
    const char *name = names->pdata[i];
    if (!g_hash_table_add(seen, g_strdup(name))) continue;
    char *library = g_build_filename(folder, name, NULL);
    // It stays open, as a plugin does. One that cannot be opened by itself is opened with the others.
    dlopen(open_needed(library, folder, seen) ? library : name, RTLD_LAZY | RTLD_LOCAL);
    g_free(library);
  }
  g_ptr_array_unref(names);
  return TRUE;
}

static int note_loaded(struct dl_phdr_info *info, size_t size, void *seen) {
  const char *slash = strrchr(info->dlpi_name, '/');
  g_hash_table_add(seen, g_strdup(slash ? slash + 1 : info->dlpi_name));
  return 0;
}

void creel_open_libraries(const gchar *plugin) {
  GHashTable *seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  char *own = g_path_get_dirname(plugin), *folder = g_path_get_dirname(own);
  dl_iterate_phdr(note_loaded, seen);
  open_needed(plugin, folder, seen);
  g_free(own);
  g_free(folder);
  g_hash_table_unref(seen);
}

void creel_stop_opening_libraries(void) { has_stopped = TRUE; }

void creel_open_libraries_of(const gchar *factory) {
  GstElementFactory *found = gst_element_factory_find(factory);
  if (!found) return;
  GstPlugin *plugin = gst_plugin_feature_get_plugin(GST_PLUGIN_FEATURE(found));
  if (plugin && !gst_plugin_is_loaded(plugin) && gst_plugin_get_filename(plugin)) {
    fenv_t environment;
    fegetenv(&environment);
    creel_open_libraries(gst_plugin_get_filename(plugin));
    fesetenv(&environment);
  }
  g_clear_object(&plugin);
  gst_object_unref(found);
}
