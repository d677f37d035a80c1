#include "CReelClass.h"

#ifdef CREEL_TELLS_SANITIZER
char creel_handover;
#endif

static void attach(const ClassData *data, gpointer object, void *instance) {
  *instance_slot(data, object) = instance;
  data->description.methods.attached(instance, GST_ELEMENT(object));
}

static void init_instance(GTypeInstance *object, gpointer klass) {
  // Inside instance_init the object's type is not final yet, so the class is used.
  const ClassData *data = g_type_get_qdata(G_TYPE_FROM_CLASS(klass), class_quark());
  if (data->description.factory) attach(data, object, data->description.methods.create(data->description.factory));
}

static void finalize(GObject *object) {
  CREEL(object);
  if (instance) methods->destroy(instance);
  G_OBJECT_CLASS(data->parent_class)->finalize(object);
}

// Frames with padded lines are described by GstVideoMeta; upstream elements copy each frame unless support is reported.
static void offer_video_meta(GstQuery *query) {
  if (!gst_query_find_allocation_meta(query, GST_VIDEO_META_API_TYPE, NULL))
    gst_query_add_allocation_meta(query, GST_VIDEO_META_API_TYPE, NULL);
}

// MARK: Effect

static gboolean effect_start(GstBaseTransform *object) {
  CREEL(object);
  return instance && methods->start(instance);
}

static gboolean effect_stop(GstBaseTransform *object) {
  CREEL(object);
  methods->stop(instance);
  return TRUE;
}

static gboolean effect_set_caps(GstBaseTransform *object, GstCaps *in, GstCaps *out) {
  CREEL(object);
  return methods->set_caps(instance, in);
}

static GstFlowReturn effect_transform(GstBaseTransform *object, GstBuffer *buffer) {
  CREEL(object);
  return methods->process(instance, buffer);
}

static gboolean effect_propose_allocation(GstBaseTransform *object, GstQuery *decided, GstQuery *query) {
  CREEL(object);
  if (!GST_BASE_TRANSFORM_CLASS(data->parent_class)->propose_allocation(object, decided, query)) return FALSE;
  if (data->description.video) offer_video_meta(query);
  return TRUE;
}

static void init_effect(gpointer klass) {
  GstBaseTransformClass *transform = GST_BASE_TRANSFORM_CLASS(klass);
  transform->start = effect_start;
  transform->stop = effect_stop;
  transform->set_caps = effect_set_caps;
  transform->transform_ip = effect_transform;
  transform->propose_allocation = effect_propose_allocation;
}

// MARK: Source

static gboolean source_start(GstBaseSrc *object) {
  CREEL(object);
  return instance && methods->start(instance);
}

static gboolean source_stop(GstBaseSrc *object) {
  CREEL(object);
  methods->stop(instance);
  return TRUE;
}

static gboolean source_set_caps(GstBaseSrc *object, GstCaps *caps) {
  CREEL(object);
  return methods->set_caps(instance, caps);
}

static GstCaps *source_fixate(GstBaseSrc *object, GstCaps *caps) {
  CREEL(object);
  return GST_BASE_SRC_CLASS(data->parent_class)->fixate(object, methods->fixate(instance, caps));
}

static gboolean source_unlock(GstBaseSrc *object) {
  CREEL_AT_ANY_TIME(object);
  methods->unlock(instance, TRUE);
  return TRUE;
}

static gboolean source_unlock_stop(GstBaseSrc *object) {
  CREEL_AT_ANY_TIME(object);
  methods->unlock(instance, FALSE);
  return TRUE;
}

// Uses the pool that downstream offers, or a pool of video frames.
static gboolean source_decide_allocation(GstBaseSrc *object, GstQuery *query) {
  CREEL(object);
  GstCaps *caps = NULL;
  GstVideoInfo info;
  gst_query_parse_allocation(query, &caps, NULL);
  methods->allocation(instance, query);
  if (data->description.video && caps && gst_video_info_from_caps(&info, caps)) {
    GstBufferPool *pool = NULL;
    guint size = 0, min = 0, max = 0;
    gboolean offered = gst_query_get_n_allocation_pools(query) > 0;
    if (offered) gst_query_parse_nth_allocation_pool(query, 0, &pool, &size, &min, &max);
    if (!pool) pool = gst_video_buffer_pool_new();
    size = MAX(size, (guint)info.size);
    GstStructure *config = gst_buffer_pool_get_config(pool);
    gst_buffer_pool_config_set_params(config, caps, size, min, max);
    if (gst_query_find_allocation_meta(query, GST_VIDEO_META_API_TYPE, NULL))
      gst_buffer_pool_config_add_option(config, GST_BUFFER_POOL_OPTION_VIDEO_META);
    gst_buffer_pool_set_config(pool, config);
    if (offered)
      gst_query_set_nth_allocation_pool(query, 0, pool, size, min, max);
    else
      gst_query_add_allocation_pool(query, pool, size, min, max);
    gst_object_unref(pool);
  }
  return GST_BASE_SRC_CLASS(data->parent_class)->decide_allocation(object, query);
}

static GstFlowReturn source_fill(GstPushSrc *object, GstBuffer *buffer) {
  CREEL(object);
  return methods->process(instance, buffer);
}

static GstFlowReturn source_create(GstPushSrc *object, GstBuffer **buffer) {
  CREEL(object);
  return methods->make(instance, buffer);
}

static gboolean source_is_seekable(GstBaseSrc *object) {
  CREEL(object);
  return methods->is_seekable(instance);
}

// Sinks follow the rate at once, without new media: the base class of 1.22 leaves telling them to its subclasses.
static gboolean source_change_rate(GstBaseSrc *object, GstEvent *event, gdouble rate, GstSeekFlags flags) {
  GST_OBJECT_LOCK(object);
  gdouble factor = rate / object->segment.rate;
  GST_OBJECT_UNLOCK(object);
  if (factor < 0) return FALSE;
  GstEvent *change = gst_event_new_instant_rate_change(factor, (GstSegmentFlags)(flags & GST_SEGMENT_INSTANT_FLAGS));
  gst_event_set_seqnum(change, gst_event_get_seqnum(event));
  gst_pad_push_event(object->srcpad, change);
  return TRUE;
}

// A seek to a key frame becomes one to that frame's exact time, since do_seek does not get the flags.
static gboolean source_event(GstBaseSrc *object, GstEvent *event) {
  CREEL(object);
  GstBaseSrcClass *parent = GST_BASE_SRC_CLASS(data->parent_class);
  if (GST_EVENT_TYPE(event) != GST_EVENT_SEEK) return parent->event(object, event);
  gdouble rate;
  GstFormat format;
  GstSeekFlags flags;
  GstSeekType start_type, stop_type;
  gint64 start, stop;
  gst_event_parse_seek(event, &rate, &format, &flags, &start_type, &start, &stop_type, &stop);
  if (flags & GST_SEEK_FLAG_INSTANT_RATE_CHANGE) return source_change_rate(object, event, rate, flags);
  if (rate < 0 || format != GST_FORMAT_TIME || !(flags & GST_SEEK_FLAG_KEY_UNIT) || start_type != GST_SEEK_TYPE_SET || start < 0)
    return parent->event(object, event);
  GstEvent *exact =
    gst_event_new_seek(rate, format, flags, start_type, methods->snap(instance, start, flags), stop_type, stop);
  gst_event_set_seqnum(exact, gst_event_get_seqnum(event));
  gboolean done = parent->event(object, exact);
  gst_event_unref(exact);
  return done;
}

static gboolean source_seek(GstBaseSrc *object, GstSegment *segment) {
  CREEL(object);
  if (!methods->is_seekable(instance)) return GST_BASE_SRC_CLASS(data->parent_class)->do_seek(object, segment);
  segment->position = segment->rate > 0 ? segment->start : segment->stop;
  return methods->seek(instance, segment);
}

static void init_source(gpointer klass, CReelKind kind) {
  GstBaseSrcClass *source = GST_BASE_SRC_CLASS(klass);
  source->start = source_start;
  source->stop = source_stop;
  source->set_caps = source_set_caps;
  source->fixate = source_fixate;
  source->unlock = source_unlock;
  source->unlock_stop = source_unlock_stop;
  source->decide_allocation = source_decide_allocation;
  source->is_seekable = source_is_seekable;
  source->event = source_event;
  source->do_seek = source_seek;
  if (kind == CREEL_MAKER)
    GST_PUSH_SRC_CLASS(klass)->create = source_create;
  else
    GST_PUSH_SRC_CLASS(klass)->fill = source_fill;
}

// MARK: Sink

static gboolean sink_start(GstBaseSink *object) {
  CREEL(object);
  return instance && methods->start(instance);
}

static gboolean sink_stop(GstBaseSink *object) {
  CREEL(object);
  ((Sink *)object)->shown = NULL;
  methods->stop(instance);
  return TRUE;
}

static gboolean sink_set_caps(GstBaseSink *object, GstCaps *caps) {
  CREEL(object);
  return methods->set_caps(instance, caps);
}

// A prerolled frame is shown once: not again when the run continues.
static GstFlowReturn sink_preroll(GstBaseSink *object, GstBuffer *buffer) {
  CREEL(object);
  ((Sink *)object)->shown = NULL;
  GstFlowReturn flow = methods->process(instance, buffer);
  if (flow == GST_FLOW_OK) ((Sink *)object)->shown = buffer;
  return flow;
}

static GstFlowReturn sink_render(GstBaseSink *object, GstBuffer *buffer) {
  CREEL(object);
  gboolean is_shown = ((Sink *)object)->shown == buffer;
  ((Sink *)object)->shown = NULL;
  return is_shown ? GST_FLOW_OK : methods->process(instance, buffer);
}

static gboolean sink_event(GstBaseSink *object, GstEvent *event) {
  CREEL(object);
  if (GST_EVENT_TYPE(event) == GST_EVENT_FLUSH_STOP) ((Sink *)object)->shown = NULL;
  gboolean failed = GST_EVENT_TYPE(event) == GST_EVENT_EOS && !methods->finish(instance);
  if (GST_EVENT_TYPE(event) == GST_EVENT_SEGMENT) {
    const GstSegment *segment;
    gst_event_parse_segment(event, &segment);
    failed = segment->format == GST_FORMAT_BYTES && !methods->set_position(instance, segment->start);
  }
  if (failed) {
    gst_event_unref(event);
    return FALSE;
  }
  return GST_BASE_SINK_CLASS(data->parent_class)->event(object, event);
}

// Muxers ask whether they can go back to complete their headers.
static gboolean sink_query(GstBaseSink *object, GstQuery *query) {
  CREEL(object);
  gint anywhere = GST_QUERY_TYPE(query) == GST_QUERY_SEEKING ? methods->writes_anywhere(instance) : -1;
  if (anywhere < 0) return GST_BASE_SINK_CLASS(data->parent_class)->query(object, query);
  GstFormat format;
  gst_query_parse_seeking(query, &format, NULL, NULL, NULL);
  gboolean in_bytes = format == GST_FORMAT_BYTES || format == GST_FORMAT_DEFAULT;
  gst_query_set_seeking(query, in_bytes ? GST_FORMAT_BYTES : format, in_bytes && anywhere, 0, -1);
  return TRUE;
}

static gboolean sink_propose_allocation(GstBaseSink *object, GstQuery *query) {
  CREEL(object);
  if (data->description.video) offer_video_meta(query);
  return TRUE;
}

static void init_sink(gpointer klass, gboolean video) {
  GstBaseSinkClass *sink = GST_BASE_SINK_CLASS(klass);
  if (video) sink->preroll = sink_preroll;
  sink->start = sink_start;
  sink->stop = sink_stop;
  sink->set_caps = sink_set_caps;
  // Without `unlock`: a closure cannot be interrupted, and a pause must not end the stream of one that is about to be
  // called.
  sink->render = sink_render;
  sink->event = sink_event;
  sink->query = sink_query;
  sink->propose_allocation = sink_propose_allocation;
}

// MARK: Types

static void add_pad(gpointer klass, const gchar *name, GstPadDirection direction, GstCaps *caps) {
  gst_element_class_add_pad_template(klass, gst_pad_template_new(name, direction, GST_PAD_ALWAYS, caps));
}

static void init_class(gpointer klass, gpointer user_data) {
  ClassData *data = user_data;
  const CReelClass *description = &data->description;
  data->parent_class = g_type_class_peek_parent(klass);
  G_OBJECT_CLASS(klass)->finalize = finalize;
  gst_element_class_set_metadata(klass, description->title, description->classification, description->description,
                                 "Reel");
  switch (data->kind) {
    case CREEL_EFFECT:
      add_pad(klass, "sink", GST_PAD_SINK, description->caps);
      add_pad(klass, "src", GST_PAD_SRC, description->caps);
      init_effect(klass);
      break;
    case CREEL_SINK:
      add_pad(klass, "sink", GST_PAD_SINK, description->caps);
      init_sink(klass, description->video);
      break;
    case CREEL_SOURCE:
    case CREEL_MAKER:
      add_pad(klass, "src", GST_PAD_SRC, description->caps);
      init_source(klass, data->kind);
      break;
    case CREEL_COMPOSITOR: creel_init_compositor(klass, description); break;
    case CREEL_MIXER: creel_init_mixer(klass, description); break;
  }
}

static GType parent_type(CReelKind kind) {
  switch (kind) {
    case CREEL_EFFECT: return GST_TYPE_BASE_TRANSFORM;
    case CREEL_SINK: return GST_TYPE_BASE_SINK;
    case CREEL_COMPOSITOR: return GST_TYPE_VIDEO_AGGREGATOR;
    case CREEL_MIXER: return GST_TYPE_AGGREGATOR;
    default: return GST_TYPE_PUSH_SRC;
  }
}

static guint16 instance_size(CReelKind kind) {
  switch (kind) {
    case CREEL_EFFECT: return sizeof(Effect);
    case CREEL_SINK: return sizeof(Sink);
    case CREEL_COMPOSITOR: return sizeof(Compositor);
    case CREEL_MIXER: return sizeof(Mixer);
    default: return sizeof(Source);
  }
}

GType creel_type(CReelKind kind, const CReelClass *description) {
  if (g_type_from_name(description->type_name)) return 0;
  ClassData *data = g_new0(ClassData, 1);
  data->kind = kind;
  data->description = *description;
  data->description.type_name = g_intern_string(description->type_name);
  data->description.title = g_intern_string(description->title);
  data->description.classification = g_intern_string(description->classification);
  data->description.description = g_intern_string(description->description);
  data->description.caps = gst_caps_ref(description->caps);
  GST_MINI_OBJECT_FLAG_SET(data->description.caps, GST_MINI_OBJECT_FLAG_MAY_BE_LEAKED);

  GType parent = parent_type(kind);
  GTypeQuery query;
  g_type_query(parent, &query);
  GTypeInfo info = {
      .class_size = query.class_size,
      .class_init = init_class,
      .class_data = data,
      .instance_size = instance_size(kind),
      .instance_init = init_instance,
  };
  GType type = g_type_register_static(parent, data->description.type_name, &info, 0);
  g_type_set_qdata(type, class_quark(), data);
  return type;
}

GstElement *creel_element_new(GType type, const gchar *name, void *instance) {
  GstElement *element = g_object_new(type, "name", name, NULL);
  attach(class_data(element), element, instance);
  return element;
}

void *creel_element_instance(gconstpointer object) {
  const ClassData *data = class_data(object);
  return data ? *instance_slot(data, (gpointer)object) : NULL;
}
