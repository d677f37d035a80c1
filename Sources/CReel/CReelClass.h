// Shared by the files that register GObject classes: the caller's functions of a class, and the instance of an element.
#pragma once

#include "CReelElements.h"

#include <gst/base/base.h>
#include <gst/base/gstaggregator.h>
#include <gst/video/gstvideoaggregator.h>
#include <gst/video/video.h>

typedef struct {
  GstBaseTransform parent;
  void *instance;
} Effect;

typedef struct {
  GstPushSrc parent;
  void *instance;
} Source;

typedef struct {
  GstBaseSink parent;
  void *instance;
  GstBuffer *shown;  // the frame shown when the sink prerolled; only compared, never dereferenced
} Sink;

typedef struct {
  GstVideoAggregator parent;
  void *instance;
} Compositor;

typedef struct {
  GstAggregator parent;
  void *instance;
} Mixer;

// The data of a GType, kept for ever.
typedef struct {
  CReelKind kind;
  CReelClass description;
  gpointer parent_class;
} ClassData;

static inline GQuark class_quark(void) { return g_quark_from_static_string("creel-class"); }

static inline const ClassData *class_data(gconstpointer object) {
  return g_type_get_qdata(G_TYPE_FROM_INSTANCE((gpointer)object), class_quark());
}

static inline void **instance_slot(const ClassData *data, gpointer object) {
  switch (data->kind) {
    case CREEL_EFFECT: return &((Effect *)object)->instance;
    case CREEL_SINK: return &((Sink *)object)->instance;
    case CREEL_COMPOSITOR: return &((Compositor *)object)->instance;
    case CREEL_MIXER: return &((Mixer *)object)->instance;
    default: return &((Source *)object)->instance;
  }
}

// GStreamer hands elements and buffers from thread to thread under locks of GLib's, which the thread sanitizer does not see: it is
// told that each method comes after those that have returned.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define CREEL_TELLS_SANITIZER 1
#endif
#endif

#ifdef CREEL_TELLS_SANITIZER
void __tsan_acquire(void *address);
void __tsan_release(void *address);
extern char creel_handover;
static inline void creel_leave(char **handover) { __tsan_release(*handover); }
#define CREEL_HANDED_OVER                                             \
  __attribute__((cleanup(creel_leave))) char *handover = &creel_handover; \
  __tsan_acquire(handover)
#else
#define CREEL_HANDED_OVER (void)0
#endif

// Every method begins with one of these: the class's functions and the element's instance. Methods that other threads call
// while the element works take the second.
#define CREEL(object)                                                 \
  CREEL_HANDED_OVER;                                                  \
  CREEL_AT_ANY_TIME(object)
#define CREEL_AT_ANY_TIME(object)                                     \
  const ClassData *data = class_data(object);                         \
  const CReelMethods *methods = &data->description.methods;           \
  void *instance = *instance_slot(data, object);                      \
  (void)methods, (void)instance

void creel_init_compositor(gpointer klass, const CReelClass *description);
void creel_init_mixer(gpointer klass, const CReelClass *description);
