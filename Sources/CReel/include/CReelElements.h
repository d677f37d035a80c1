// GObject classes whose methods call functions of the caller: in-place effects, sources, sinks, and aggregators of
// several streams.
//
//     class   one per GType, for ever: a table of functions and, optionally, a factory that makes instances
//     object  one per element: a pointer to the caller's instance, destroyed with the element
#pragma once

#include <gst/base/gstaggregator.h>
#include <gst/gst.h>

typedef enum {
  CREEL_EFFECT,  // GstBaseTransform: `process` is transform_ip, with a buffer that may be written
  CREEL_SOURCE,  // GstPushSrc: `process` is fill, with a buffer from the pool
  CREEL_MAKER,   // GstPushSrc: `make` is create
  CREEL_SINK,    // GstBaseSink: `process` is render
  CREEL_COMPOSITOR,  // GstVideoAggregator: `process` is aggregate_frames, with the buffer of the output
  CREEL_MIXER,       // GstAggregator: `mix` is aggregate; `set_caps` hears of every input, `fixate` says the output's caps
} CReelKind;

// Called on streaming threads; `start`, `stop` and `unlock` on the thread that changes the state.
typedef struct {
  void *(*create)(void *factory);
  void (*attached)(void *instance, GstElement *element);
  void (*destroy)(void *instance);
  gboolean (*start)(void *instance);
  void (*stop)(void *instance);
  gboolean (*set_caps)(void *instance, GstCaps *caps);
  GstCaps *(*fixate)(void *instance, GstCaps *caps);
  void (*unlock)(void *instance, gboolean unlocked);
  // For sources: the answer of downstream to the allocation query, again after each change there; not for caps set by
  // the source itself.
  void (*allocation)(void *instance, GstQuery *query);
  GstFlowReturn (*process)(void *instance, GstBuffer *buffer);
  GstFlowReturn (*make)(void *instance, GstBuffer **buffer);
  GstFlowReturn (*mix)(void *instance, gboolean is_late);
  // Takes over the buffer and returns the part within the pad's segment, or NULL.
  GstBuffer *(*clip)(void *instance, GstAggregatorPad *pad, GstBuffer *buffer);
  // For sources: true if seekable; the time of the sync frame for a seek; and the seek itself, called while nothing
  // streams.
  gboolean (*is_seekable)(void *instance);
  guint64 (*snap)(void *instance, guint64 time, GstSeekFlags flags);
  gboolean (*seek)(void *instance, GstSegment *segment);
  gboolean (*finish)(void *instance);  // at the end of a sink's stream; FALSE: it failed, and has posted an error
  // Of sinks that write bytes: 1 if they write where segments of bytes say, 0 if they cannot, -1 for all other sinks; and to go on
  // writing at a position. FALSE: it failed, and has posted an error.
  gint (*writes_anywhere)(void *instance);
  gboolean (*set_position)(void *instance, guint64 position);
} CReelMethods;

typedef struct {
  const gchar *type_name;
  const gchar *title;
  const gchar *classification;
  const gchar *description;
  GstCaps *caps;         // the caps of the pads' templates
  gboolean video;        // offer buffer pools and strides of video frames
  CReelMethods methods;
  void *factory;         // passed to `create` for each element; NULL: creel_element_new brings the instance
} CReelClass;

// Registers a GObject class, which lives as long as the process, like every GType. 0 when the name is taken.
GType creel_type(CReelKind kind, const CReelClass *description);

// Makes an element of a type registered above whose class has no factory; takes over `instance`. Floating.
GstElement *creel_element_new(GType type, const gchar *name, void *instance);

// Returns the instance of an element of a type registered above; NULL for every other object.
void *creel_element_instance(gconstpointer object);

// Returns a writable copy of caps unless this is the only reference; takes over the reference.
static inline GstCaps *creel_caps_make_writable(GstCaps *caps) { return gst_caps_make_writable(caps); }

// Keeps buffers and the end of the stream from an element's input once it has refused a buffer as not negotiated.
void creel_pad_stay_refused(GstPad *pad);
