// A `videoflip` that lets upright frames pass, of whichever format.
#pragma once

#include <glib-object.h>

// Initialises a class under that of `videoflip`: its elements copy no frame that they leave as it is, and take frames of any format until
// a tag says that they are to be turned. Then they ask for those that they can turn.
void creel_init_flip_class(gpointer klass, gpointer data);
