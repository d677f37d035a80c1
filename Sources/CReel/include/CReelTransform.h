// An element with one input and one output that may produce any number of buffers for each input buffer: decoders,
// encoders, and changes of size. One GObject class for all; pads and functions belong to each element.
#pragma once

#include "CReelElements.h"

// Takes over an event that arrived at the input; FALSE when it was refused. On the streaming thread, except for
// flushes.
typedef gboolean (*CReelEventFunction)(void *instance, GstEvent *event);

// Makes an element; takes over `instance`. `process` of the methods gets the input buffers, `attached`, `start`, `stop`
// and `destroy` are called as for other elements; the others are not used. Floating.
GstElement *creel_transform_new(const gchar *name, GstCaps *taken, GstCaps *given, const CReelMethods *methods,
                                CReelEventFunction event, void *instance);

// Returns the instance of an element made above; NULL for every other object.
void *creel_transform_instance(gconstpointer object);

// Returns the element's output; lives as long as the element.
GstPad *creel_transform_output(GstElement *element);
