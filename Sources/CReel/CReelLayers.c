#include "CReelLayers.h"

#include "CReelKernels.h"

// No multiplication is fused with an addition: each machine writes the same bytes.
#pragma STDC FP_CONTRACT OFF

// MARK: Coverage

// The part of a pixel on the inner side of an edge, at a distance from the pixel's centre.
static double covered(const CReelEdge *edge, double distance) {
  const double a = fabs(edge->nx), b = fabs(edge->ny), p = a > b ? a : b, q = a > b ? b : a;
  const double reach = (p + q) / 2, away = fabs(distance);
  if (away >= reach) return distance > 0 ? 1 : 0;
  if (away <= (p - q) / 2) return 0.5 + distance / p;
  const double corner = (reach - away) * (reach - away) / (2 * p * q);
  return distance > 0 ? 1 - corner : corner;
}

static double coverage(const CReelLayer *layer, double x, double y) {
  double product = 1;
  for (int i = 0; i + 1 < layer->edge_count; i += 2) {
    double sum = -1;
    for (int k = i; k < i + 2; k++) {
      const CReelEdge *edge = &layer->edges[k];
      sum += covered(edge, edge->nx * x + edge->ny * y + edge->distance);
    }
    product *= sum > 0 ? sum : 0;
  }
  return product;
}

typedef struct {
  int from, to;
} Span;

// A value that is no number becomes the lowest.
static int pixel_at(double x, int low, int high) { return !(x > low) ? low : x >= high ? high : (int)x; }

// Narrows a span to the pixels of a row whose centres are more than `reach` inside of an edge.
static Span narrowed(Span span, const CReelEdge *edge, double y, double reach) {
  const double rest = edge->ny * y + edge->distance - reach;
  // x · nx + rest > 0
  if (fabs(edge->nx) < 1e-12) return rest >= 0 ? span : (Span){span.from, span.from};
  const double limit = -rest / edge->nx - 0.5;
  if (edge->nx > 0) {
    const int first = pixel_at(ceil(limit), span.from, span.to);
    return (Span){first, span.to};
  }
  const int last = pixel_at(floor(limit) + 1, span.from, span.to);
  return (Span){span.from, last};
}

// The pixels of a row that a layer touches, and those that it covers.
static void find_spans(const CReelLayer *layer, int y, Span *touched, Span *whole_span) {
  *touched = (Span){layer->sampler->left, layer->sampler->right};
  *whole_span = *touched;
  for (int i = 0; i < layer->edge_count; i++) {
    const CReelEdge *edge = &layer->edges[i];
    // A hair's breadth is rounding.
    const double reach = (fabs(edge->nx) + fabs(edge->ny)) / 2 - 1e-7;
    *touched = narrowed(*touched, edge, y + 0.5, -reach);
    *whole_span = narrowed(*whole_span, edge, y + 0.5, reach);
  }
  if (whole_span->from < touched->from) whole_span->from = touched->from;
  if (whole_span->to > touched->to) whole_span->to = touched->to;
  if (whole_span->to < whole_span->from) whole_span->to = whole_span->from;
}

static void weigh_pixels(const CReelLayer *layer, int y, int from, int to, int components, int16_t *weights) {
  for (int x = from; x < to; x++) {
    const double part = coverage(layer, x + 0.5, y + 0.5) * layer->opacity;
    for (int c = 0; c < components; c++) *weights++ = (int16_t)lrint(part);
  }
}

static void fill(int16_t *weights, int count, int weight) {
  for (int i = 0; i < count; i++) weights[i] = (int16_t)weight;
}

// MARK: Drawing

typedef struct {
  Sampling color, alpha;
  int16_t *values, *alphas, *weights;
} Work;

// Where a mapping goes down the source fast, narrow parts of rows keep the source in the cache.
static int part_width(const CReelLayer *layer) {
  const CReelSampler *sampler = layer->sampler;
  const int64_t down = sampler->step_y < 0 ? -sampler->step_y : sampler->step_y;
  return sampler->kind == creel_maps && down > 1LL << 31 ? 64 : 1 << 20;
}

static bool begin_work(Work *work, const CReelPlane *canvas, const CReelLayer *layer) {
  *work = (Work){0};
  const size_t room = (size_t)(layer->sampler->right - layer->sampler->left) * (size_t)canvas->components + slack;
  work->values = malloc(3 * room * sizeof(int16_t));
  if (!work->values) return false;
  work->alphas = work->values + room;
  work->weights = work->alphas + room;
  return begin_sampling(&work->color, layer->sampler, &layer->source)
         && (!layer->alpha.data || begin_sampling(&work->alpha, layer->alpha_sampler, &layer->alpha));
}

static void end_work(Work *work) {
  free(work->values);
  end_sampling(&work->color);
  end_sampling(&work->alpha);
}

// Each alpha for both components of its pixel.
static void double_alphas(int16_t *alphas, int count) {
  for (int i = count - 1; i >= 0; i--) alphas[2 * i] = alphas[2 * i + 1] = alphas[i];
}

// Copies or mixes pixels that the layer covers and a sampler would copy, if they are all within the source.
static bool draw_copied(const Kernels *kernels, const CReelPlane *canvas, const CReelLayer *layer, int y, Span span) {
  const CReelSampler *sampler = layer->sampler;
  const CReelPlane *source = &layer->source;
  if (sampler->kind != creel_copies || layer->alpha.data) return false;
  const int line = y + sampler->dy, first = span.from + sampler->dx, components = canvas->components;
  if (line < 0 || line >= source->height || first < 0 || span.to + sampler->dx > source->width) return false;
  const int pixel = components * canvas->bytes, count = span.to - span.from;
  uint8_t *target = row_of(canvas, y) + span.from * pixel;
  const uint8_t *from = row_of(source, line) + first * pixel;
  if (layer->opacity >= whole)
    memcpy(target, from, (size_t)(count * pixel));
  else if (canvas->bytes == 1)
    kernels->mix_bytes(target, target, from, count * components, layer->opacity);
  else
    kernels->mix_words((uint16_t *)target, (const uint16_t *)target, (const uint16_t *)from, count * components,
                       canvas->shift, layer->opacity);
  return true;
}

// Draws pixels of a row that the layer covers, if each is the mean of two columns and of two whole rows of the source.
static bool draw_halved(const Kernels *kernels, const CReelPlane *canvas, const CReelLayer *layer, int y, Span span) {
  const CReelSampler *sampler = layer->sampler;
  const CReelPlane *source = &layer->source;
  if (sampler->kind != creel_scales || sampler->half_weights[0] == 0 || source->bytes != 1) return false;
  if (layer->alpha.data || layer->opacity < whole) return false;
  const int from = span.from - sampler->left, to = span.to - sampler->left, line = y - sampler->top;
  const int16_t *down = sampler->down.weights + 2 * line;
  if (from < sampler->half_from || to > sampler->half_to || sampler->down.taps != 2 || down[0] != down[1]) return false;
  const uint8_t *row = row_of(source, sampler->down.offsets[line]) + sampler->across.offsets[from];
  kernels->halve_bytes(row, row + source->stride, sampler->half_weights, to - from, row_of(canvas, y) + span.from);
  return true;
}

// Samples pixels of a row, and their alpha.
static void sample_span(const Kernels *kernels, const CReelPlane *canvas, const CReelLayer *layer, Work *work, int y, Span span) {
  sample_row(kernels, &work->color, layer->sampler, &layer->source, y, span.from, span.to, work->values);
  if (!layer->alpha.data) return;
  sample_row(kernels, &work->alpha, layer->alpha_sampler, &layer->alpha, y, span.from, span.to, work->alphas);
  if (canvas->components == 2) double_alphas(work->alphas, span.to - span.from);
}

// Puts pixels of a row, all of them covered or not, that were sampled from `sampled` on.
static void put_span(const Kernels *kernels, const CReelPlane *canvas, const CReelLayer *layer, Work *work, int y, int sampled,
                     Span span, bool is_covered) {
  if (span.from >= span.to) return;
  const int components = canvas->components, first = span.from * components, count = span.to * components - first;
  const int16_t *values = work->values + (span.from - sampled) * components;
  uint8_t *row = row_of(canvas, y);
  if (is_covered && layer->opacity >= whole && !layer->alpha.data) {
    kernels->store_row(canvas, row, first, count, values);
    return;
  }
  if (is_covered)
    fill(work->weights, count, layer->opacity);
  else
    weigh_pixels(layer, y, span.from, span.to, components, work->weights);
  if (!layer->alpha.data)
    kernels->put_weighted(canvas, row, first, count, values, work->weights);
  else
    put_premultiplied(canvas, row, first, count, values, work->alphas + (span.from - sampled) * components, work->weights);
}

// Draws pixels of a row: `touched` by the layer, those of `inner` covered.
static void draw_row(const Kernels *kernels, const CReelPlane *canvas, const CReelLayer *layer, Work *work, int y, Span touched,
                     Span inner) {
  const Span before = {touched.from, inner.from}, after = {inner.to, touched.to};
  // Sampling scales whole rows, for the pixels of an edge too.
  const bool has_edges = inner.from > touched.from || inner.to < touched.to;
  if (!has_edges && draw_halved(kernels, canvas, layer, y, touched)) return;
  if (inner.from < inner.to && draw_copied(kernels, canvas, layer, y, inner)) {
    sample_span(kernels, canvas, layer, work, y, before);
    put_span(kernels, canvas, layer, work, y, before.from, before, false);
    sample_span(kernels, canvas, layer, work, y, after);
    put_span(kernels, canvas, layer, work, y, after.from, after, false);
    return;
  }
  // Once for the row: to begin takes as long as some blocks of pixels.
  sample_span(kernels, canvas, layer, work, y, touched);
  put_span(kernels, canvas, layer, work, y, touched.from, before, false);
  put_span(kernels, canvas, layer, work, y, touched.from, inner, true);
  put_span(kernels, canvas, layer, work, y, touched.from, after, false);
}

static bool is_consistent(const CReelPlane *canvas, const CReelLayer *layer) {
  const CReelSampler *sampler = layer->sampler;
  return sampler && sampler->right <= canvas->width && sampler->bottom <= canvas->height
         && layer->source.components == canvas->components && layer->source.bytes == canvas->bytes
         && layer->source.depth == canvas->depth && layer->source.shift == canvas->shift
         && (!layer->alpha.data || (layer->alpha_sampler && layer->alpha.components == 1));
}

bool creel_draw_layer(const CReelPlane *canvas, const CReelLayer *layer, int first_row, int end_row, bool is_portable) {
  if (layer->opacity <= 0 || !is_consistent(canvas, layer)) return true;
  const CReelSampler *sampler = layer->sampler;
  const int top = first_row > sampler->top ? first_row : sampler->top;
  const int bottom = end_row < sampler->bottom ? end_row : sampler->bottom;
  if (top >= bottom) return true;
  const Kernels *table = kernels(is_portable);
  Work work;
  const bool has_memory = begin_work(&work, canvas, layer);
  const int width = part_width(layer);
  for (int left = sampler->left; has_memory && left < sampler->right; left += width) {
    const int right = sampler->right - left > width ? left + width : sampler->right;
    for (int y = top; y < bottom; y++) {
      Span touched, covered_span;
      find_spans(layer, y, &touched, &covered_span);
      const int from = touched.from > left ? touched.from : left, to = touched.to < right ? touched.to : right;
      if (from >= to) continue;
      const int inner = pixel_at(covered_span.from, from, to), end = pixel_at(covered_span.to, inner, to);
      draw_row(table, canvas, layer, &work, y, (Span){from, to}, (Span){inner, end});
    }
  }
  end_work(&work);
  return has_memory;
}

void creel_mix_planes(const CReelPlane *canvas, const CReelPlane *a, const CReelPlane *b, int weight, int first_row,
                      int end_row, bool is_portable) {
  const Kernels *table = kernels(is_portable);
  const int count = canvas->width * canvas->components;
  for (int y = first_row < 0 ? 0 : first_row; y < end_row && y < canvas->height; y++) {
    uint8_t *target = row_of(canvas, y);
    const uint8_t *from = row_of(a, y), *to = row_of(b, y);
    if (canvas->bytes == 1)
      table->mix_bytes(target, from, to, count, weight);
    else
      table->mix_words((uint16_t *)target, (const uint16_t *)from, (const uint16_t *)to, count, canvas->shift, weight);
  }
}
