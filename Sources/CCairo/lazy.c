// The functions of Cairo that CoreGraphics calls, each of which opens the library on the first call.
//
// If linked, Cairo and the libraries that it needs (X11, fontconfig, FreeType and fifteen more) would be opened and
// bound by every program that never draws, which took a fifth of the time of `reel check`.

// Hidden: another library of the process that uses Cairo must find Cairo's own.
#define cairo_public __attribute__((visibility("hidden")))
#include "CCairo.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

static void *find(const char *name) {
  // Opening the library again returns the same handle.
  void *library = dlopen("libcairo.so.2", RTLD_LAZY | RTLD_LOCAL);
  void *function = library ? dlsym(library, name) : NULL;
  if (function) return function;
  // As the loader fails for a linked library: there is nothing to draw with.
  fprintf(stderr, "fatal: %s\n", dlerror());
  abort();
}

// Several threads may look up the same function concurrently, with the same result.
#define LAZY(type, name, parameters, arguments)                                        \
  type name parameters {                                                               \
    static _Atomic(void *) known;                                                      \
    void *function = known;                                                            \
    if (!function) known = function = find(#name);                                     \
    return ((type(*) parameters)function)arguments;                                    \
  }

LAZY(void, cairo_select_font_face,
     (cairo_t *cr, const char *family, cairo_font_slant_t slant, cairo_font_weight_t weight),
     (cr, family, slant, weight))
LAZY(void, cairo_set_font_matrix, (cairo_t *cr, const cairo_matrix_t *matrix), (cr, matrix))
LAZY(void, cairo_set_font_options, (cairo_t *cr, const cairo_font_options_t *options), (cr, options))
LAZY(cairo_font_options_t *, cairo_font_options_create, (void), ())
LAZY(void, cairo_font_options_destroy, (cairo_font_options_t *options), (options))
LAZY(void, cairo_font_options_set_antialias,
     (cairo_font_options_t *options, cairo_antialias_t antialias),
     (options, antialias))
LAZY(void, cairo_text_extents,
     (cairo_t *cr, const char *utf8, cairo_text_extents_t *extents),
     (cr, utf8, extents))
LAZY(void, cairo_show_text, (cairo_t *cr, const char *utf8), (cr, utf8))
LAZY(cairo_t *, cairo_create, (cairo_surface_t *target), (target))
LAZY(void, cairo_destroy, (cairo_t *cr), (cr))
LAZY(void, cairo_save, (cairo_t *cr), (cr))
LAZY(void, cairo_restore, (cairo_t *cr), (cr))
LAZY(void, cairo_push_group, (cairo_t *cr), (cr))
LAZY(cairo_pattern_t *, cairo_pop_group, (cairo_t *cr), (cr))
LAZY(void, cairo_set_operator, (cairo_t *cr, cairo_operator_t op), (cr, op))
LAZY(void, cairo_set_source, (cairo_t *cr, cairo_pattern_t *source), (cr, source))
LAZY(void, cairo_set_source_rgba,
     (cairo_t *cr, double red, double green, double blue, double alpha),
     (cr, red, green, blue, alpha))
LAZY(void, cairo_set_antialias, (cairo_t *cr, cairo_antialias_t antialias), (cr, antialias))
LAZY(void, cairo_set_fill_rule, (cairo_t *cr, cairo_fill_rule_t fill_rule), (cr, fill_rule))
LAZY(void, cairo_set_line_width, (cairo_t *cr, double width), (cr, width))
LAZY(void, cairo_set_line_cap, (cairo_t *cr, cairo_line_cap_t line_cap), (cr, line_cap))
LAZY(void, cairo_set_line_join, (cairo_t *cr, cairo_line_join_t line_join), (cr, line_join))
LAZY(void, cairo_set_dash,
     (cairo_t *cr, const double *dashes, int num_dashes, double offset),
     (cr, dashes, num_dashes, offset))
LAZY(void, cairo_set_miter_limit, (cairo_t *cr, double limit), (cr, limit))
LAZY(void, cairo_set_matrix, (cairo_t *cr, const cairo_matrix_t *matrix), (cr, matrix))
LAZY(void, cairo_new_path, (cairo_t *cr), (cr))
LAZY(void, cairo_move_to, (cairo_t *cr, double x, double y), (cr, x, y))
LAZY(void, cairo_line_to, (cairo_t *cr, double x, double y), (cr, x, y))
LAZY(void, cairo_curve_to,
     (cairo_t *cr, double x1, double y1, double x2, double y2, double x3, double y3),
     (cr, x1, y1, x2, y2, x3, y3))
LAZY(void, cairo_rectangle, (cairo_t *cr, double x, double y, double width, double height), (cr, x, y, width, height))
LAZY(void, cairo_close_path, (cairo_t *cr), (cr))
LAZY(void, cairo_path_extents, (cairo_t *cr, double *x1, double *y1, double *x2, double *y2), (cr, x1, y1, x2, y2))
LAZY(void, cairo_paint, (cairo_t *cr), (cr))
LAZY(void, cairo_paint_with_alpha, (cairo_t *cr, double alpha), (cr, alpha))
LAZY(void, cairo_stroke, (cairo_t *cr), (cr))
LAZY(void, cairo_fill, (cairo_t *cr), (cr))
LAZY(cairo_bool_t, cairo_in_fill, (cairo_t *cr, double x, double y), (cr, x, y))
LAZY(void, cairo_stroke_extents, (cairo_t *cr, double *x1, double *y1, double *x2, double *y2), (cr, x1, y1, x2, y2))
LAZY(void, cairo_reset_clip, (cairo_t *cr), (cr))
LAZY(void, cairo_clip, (cairo_t *cr), (cr))
LAZY(void, cairo_clip_extents, (cairo_t *cr, double *x1, double *y1, double *x2, double *y2), (cr, x1, y1, x2, y2))
LAZY(cairo_operator_t, cairo_get_operator, (cairo_t *cr), (cr))
LAZY(cairo_status_t, cairo_status, (cairo_t *cr), (cr))
LAZY(void, cairo_surface_finish, (cairo_surface_t *surface), (surface))
LAZY(void, cairo_surface_destroy, (cairo_surface_t *surface), (surface))
LAZY(cairo_status_t, cairo_surface_status, (cairo_surface_t *surface), (surface))
LAZY(void, cairo_surface_flush, (cairo_surface_t *surface), (surface))
LAZY(void, cairo_surface_mark_dirty, (cairo_surface_t *surface), (surface))
LAZY(cairo_surface_t *, cairo_image_surface_create,
     (cairo_format_t format, int width, int height),
     (format, width, height))
LAZY(cairo_surface_t *, cairo_image_surface_create_for_data,
     (unsigned char *data, cairo_format_t format, int width, int height, int stride),
     (data, format, width, height, stride))
LAZY(unsigned char *, cairo_image_surface_get_data, (cairo_surface_t *surface), (surface))
LAZY(int, cairo_image_surface_get_stride, (cairo_surface_t *surface), (surface))
LAZY(cairo_surface_t *, cairo_recording_surface_create,
     (cairo_content_t content, const cairo_rectangle_t *extents),
     (content, extents))
LAZY(cairo_pattern_t *, cairo_pattern_create_for_surface, (cairo_surface_t *surface), (surface))
LAZY(cairo_pattern_t *, cairo_pattern_create_linear, (double x0, double y0, double x1, double y1), (x0, y0, x1, y1))
LAZY(cairo_pattern_t *, cairo_pattern_create_radial,
     (double cx0, double cy0, double radius0, double cx1, double cy1, double radius1),
     (cx0, cy0, radius0, cx1, cy1, radius1))
LAZY(void, cairo_pattern_destroy, (cairo_pattern_t *pattern), (pattern))
LAZY(void, cairo_pattern_add_color_stop_rgba,
     (cairo_pattern_t *pattern, double offset, double red, double green, double blue, double alpha),
     (pattern, offset, red, green, blue, alpha))
LAZY(void, cairo_pattern_set_matrix, (cairo_pattern_t *pattern, const cairo_matrix_t *matrix), (pattern, matrix))
LAZY(void, cairo_pattern_set_extend, (cairo_pattern_t *pattern, cairo_extend_t extend), (pattern, extend))
LAZY(void, cairo_pattern_set_filter, (cairo_pattern_t *pattern, cairo_filter_t filter), (pattern, filter))
LAZY(cairo_status_t, cairo_pattern_get_surface,
     (cairo_pattern_t *pattern, cairo_surface_t **surface),
     (pattern, surface))
LAZY(cairo_surface_t *, cairo_get_group_target, (cairo_t *cr), (cr))
LAZY(void, cairo_identity_matrix, (cairo_t *cr), (cr))
LAZY(void, cairo_set_source_surface, (cairo_t *cr, cairo_surface_t *surface, double x, double y), (cr, surface, x, y))
LAZY(void, cairo_mask_surface, (cairo_t *cr, cairo_surface_t *surface, double x, double y), (cr, surface, x, y))
LAZY(int, cairo_image_surface_get_width, (cairo_surface_t *surface), (surface))
LAZY(int, cairo_image_surface_get_height, (cairo_surface_t *surface), (surface))
LAZY(cairo_format_t, cairo_image_surface_get_format, (cairo_surface_t *surface), (surface))
LAZY(void, cairo_surface_get_device_offset, (cairo_surface_t *surface, double *x, double *y), (surface, x, y))
LAZY(void, cairo_surface_set_device_offset, (cairo_surface_t *surface, double x, double y), (surface, x, y))
