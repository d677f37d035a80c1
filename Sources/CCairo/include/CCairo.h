// Cairo, opened by the first function of it that is called; see lazy.c, which holds just the functions in use.
#pragma once

#include <cairo/cairo.h>
