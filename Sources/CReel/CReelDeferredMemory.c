#include "include/CReelDeferredMemory.h"

#include <string.h>

// Decoders of libav read beyond the bytes.
#define PADDING 64

typedef struct {
  GstMemory memory;
  GMutex mutex;
  gpointer bytes;
  gpointer context;
  gboolean (*read)(gpointer, gpointer, gsize);
  void (*release)(gpointer);
} DeferredMemory;

typedef struct {
  GstAllocator parent;
} CReelDeferredAllocator;

typedef struct {
  GstAllocatorClass parent;
} CReelDeferredAllocatorClass;

static GType creel_deferred_allocator_get_type(void);
G_DEFINE_TYPE(CReelDeferredAllocator, creel_deferred_allocator, GST_TYPE_ALLOCATOR)

static gpointer map(GstMemory *memory, gsize size, GstMapFlags flags) {
  DeferredMemory *deferred = (DeferredMemory *)memory;
  g_mutex_lock(&deferred->mutex);
  if (!deferred->bytes) {
    gpointer bytes = g_try_malloc(memory->maxsize + PADDING);
    if (bytes && deferred->read(deferred->context, bytes, memory->maxsize)) {
      memset((char *)bytes + memory->maxsize, 0, PADDING);
      deferred->bytes = bytes;
    } else {
      g_free(bytes);
    }
  }
  gpointer result = deferred->bytes;
  g_mutex_unlock(&deferred->mutex);
  return result;
}

static void unmap(GstMemory *memory) {}

static GstMemory *alloc(GstAllocator *allocator, gsize size, GstAllocationParams *parameters) { return NULL; }

static void free_memory(GstAllocator *allocator, GstMemory *memory) {
  DeferredMemory *deferred = (DeferredMemory *)memory;
  deferred->release(deferred->context);
  g_free(deferred->bytes);
  g_mutex_clear(&deferred->mutex);
  g_free(deferred);
}

static void creel_deferred_allocator_class_init(CReelDeferredAllocatorClass *klass) {
  GST_ALLOCATOR_CLASS(klass)->alloc = alloc;
  GST_ALLOCATOR_CLASS(klass)->free = free_memory;
}

static void creel_deferred_allocator_init(CReelDeferredAllocator *self) {
  GstAllocator *allocator = GST_ALLOCATOR(self);
  allocator->mem_type = "ReelDeferred";
  allocator->mem_map = map;
  allocator->mem_unmap = unmap;
  GST_OBJECT_FLAG_SET(self, GST_ALLOCATOR_FLAG_CUSTOM_ALLOC);
}

static GstAllocator *shared_allocator(void) {
  static gsize allocator = 0;
  if (g_once_init_enter(&allocator)) {
    gpointer made = gst_object_ref_sink(g_object_new(creel_deferred_allocator_get_type(), NULL));
    GST_OBJECT_FLAG_SET(made, GST_OBJECT_FLAG_MAY_BE_LEAKED);
    g_once_init_leave(&allocator, (gsize)made);
  }
  return (GstAllocator *)allocator;
}

GstMemory *creel_deferred_memory_new(gsize size, gpointer context, gboolean (*read)(gpointer, gpointer, gsize),
                                     void (*release)(gpointer)) {
  DeferredMemory *deferred = g_new0(DeferredMemory, 1);
  g_mutex_init(&deferred->mutex);
  deferred->context = context;
  deferred->read = read;
  deferred->release = release;
  // A part of it would be memory of its own with the same bytes: GStreamer copies them instead.
  gst_memory_init(GST_MEMORY_CAST(deferred), GST_MEMORY_FLAG_NO_SHARE, shared_allocator(), NULL, size, 0, 0, size);
  return GST_MEMORY_CAST(deferred);
}

gpointer creel_deferred_memory_context(GstMemory *memory) {
  if (!memory || memory->allocator != shared_allocator()) return NULL;
  DeferredMemory *deferred = (DeferredMemory *)memory;
  g_mutex_lock(&deferred->mutex);
  gpointer context = deferred->bytes ? NULL : deferred->context;
  g_mutex_unlock(&deferred->mutex);
  return context;
}
