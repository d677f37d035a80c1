// Cairo, opened on the first call of a function; see lazy.c, which holds only the functions in use.
#pragma once

#include <cairo/cairo.h>
