// An element with any number of inputs, each with a thread of its own, and one output: muxers. One GObject class for
// all; pads and functions belong to each element.
#pragma once

#include "CReelElements.h"

// Called on the input's streaming thread; the functions of different inputs run concurrently.
typedef struct {
  // Takes over the buffer.
  GstFlowReturn (*chain)(void *instance, guint input, GstBuffer *buffer);
  // Takes over the list; NULL if `chain` is called with each of its buffers.
  GstFlowReturn (*chain_list)(void *instance, guint input, GstBufferList *list);
  // Takes over the event; FALSE when it was refused.
  gboolean (*event)(void *instance, guint input, GstEvent *event);
} CReelMuxerFunctions;

// Makes an element; takes over `instance`. Of the methods, `attached`, `start`, `stop`, `unlock` and `destroy` are
// called as for other elements: `unlock` before the pads stop, so that no thread waits inside `chain`. Floating.
GstElement *creel_muxer_new(const gchar *name, GstCaps *given, const CReelMethods *methods, const CReelMuxerFunctions *functions,
                            void *instance);

// Adds an input; they are numbered from 0. The pad lives as long as the element.
GstPad *creel_muxer_add_input(GstElement *element, GstCaps *taken);

// Returns the instance of an element made above; NULL for every other object.
void *creel_muxer_instance(gconstpointer object);

// Returns the element's output; lives as long as the element.
GstPad *creel_muxer_output(GstElement *element);

// Makes a custom event with a structure; stored on pads if sticky. Takes over the structure.
GstEvent *creel_custom_event(GstStructure *structure, gboolean sticky);
