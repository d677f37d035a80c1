#include "CReelClass.h"

// Both kinds have request pads, and a thread of their own that runs when all inputs have data.

static GstAggregatorClass *aggregator_parent(const ClassData *data) { return GST_AGGREGATOR_CLASS(data->parent_class); }

static gboolean aggregator_start(GstAggregator *object) {
  CREEL(object);
  GstAggregatorClass *parent = aggregator_parent(data);
  return instance && (!parent->start || parent->start(object)) && methods->start(instance);
}

static gboolean aggregator_stop(GstAggregator *object) {
  CREEL(object);
  GstAggregatorClass *parent = aggregator_parent(data);
  methods->stop(instance);
  return !parent->stop || parent->stop(object);
}

static void add_pads(gpointer klass, GType input, GstCaps *inputs, GstCaps *outputs) {
  gst_element_class_add_pad_template(
      klass, gst_pad_template_new_with_gtype("sink_%u", GST_PAD_SINK, GST_PAD_REQUEST, inputs, input));
  gst_element_class_add_pad_template(
      klass, gst_pad_template_new_with_gtype("src", GST_PAD_SRC, GST_PAD_ALWAYS, outputs, GST_TYPE_AGGREGATOR_PAD));
}

// MARK: Compositor

static GstCaps *compositor_fixate(GstAggregator *object, GstCaps *caps) {
  CREEL(object);
  return aggregator_parent(data)->fixate_src_caps(object, methods->fixate(instance, caps));
}

static gboolean compositor_negotiated(GstAggregator *object, GstCaps *caps) {
  CREEL(object);
  return methods->set_caps(instance, caps) && aggregator_parent(data)->negotiated_src_caps(object, caps);
}

static GstFlowReturn compositor_aggregate(GstVideoAggregator *object, GstBuffer *buffer) {
  CREEL(object);
  return methods->process(instance, buffer);
}

void creel_init_compositor(gpointer klass, const CReelClass *description) {
  GstAggregatorClass *aggregator = GST_AGGREGATOR_CLASS(klass);
  aggregator->start = aggregator_start;
  aggregator->stop = aggregator_stop;
  aggregator->fixate_src_caps = compositor_fixate;
  aggregator->negotiated_src_caps = compositor_negotiated;
  GST_VIDEO_AGGREGATOR_CLASS(klass)->aggregate_frames = compositor_aggregate;
  // Its pads convert input to the output's format; sizes are kept. The class looks up each field in its templates.
  GstCaps *all = gst_caps_from_string(GST_VIDEO_CAPS_MAKE(GST_VIDEO_FORMATS_ALL));
  GstCaps *outputs = gst_caps_intersect_full(description->caps, all, GST_CAPS_INTERSECT_FIRST);
  add_pads(klass, GST_TYPE_VIDEO_AGGREGATOR_CONVERT_PAD, all, outputs);
  gst_caps_unref(outputs);
  gst_caps_unref(all);
}

// MARK: Mixer

static GstFlowReturn mixer_aggregate(GstAggregator *object, gboolean timeout) {
  CREEL(object);
  return methods->mix(instance, timeout);
}

static GstBuffer *mixer_clip(GstAggregator *object, GstAggregatorPad *pad, GstBuffer *buffer) {
  CREEL(object);
  return methods->clip(instance, pad, buffer);
}

static GstFlowReturn mixer_flush(GstAggregator *object) {
  CREEL(object);
  return methods->start(instance) ? GST_FLOW_OK : GST_FLOW_ERROR;
}

static gboolean mixer_sink_event(GstAggregator *object, GstAggregatorPad *pad, GstEvent *event) {
  CREEL(object);
  if (GST_EVENT_TYPE(event) == GST_EVENT_CAPS) {
    GstCaps *caps = NULL;
    gst_event_parse_caps(event, &caps);
    if (!methods->set_caps(instance, caps)) {
      gst_event_unref(event);
      return FALSE;
    }
  }
  return aggregator_parent(data)->sink_event(object, pad, event);
}

static GstFlowReturn mixer_update_src_caps(GstAggregator *object, GstCaps *caps, GstCaps **result) {
  CREEL(object);
  *result = methods->fixate(instance, gst_caps_ref(caps));
  return *result ? GST_FLOW_OK : GST_AGGREGATOR_FLOW_NEED_DATA;
}

void creel_init_mixer(gpointer klass, const CReelClass *description) {
  GstAggregatorClass *aggregator = GST_AGGREGATOR_CLASS(klass);
  aggregator->start = aggregator_start;
  aggregator->stop = aggregator_stop;
  aggregator->flush = mixer_flush;
  aggregator->clip = mixer_clip;
  aggregator->aggregate = mixer_aggregate;
  aggregator->sink_event = mixer_sink_event;
  aggregator->update_src_caps = mixer_update_src_caps;
  add_pads(klass, GST_TYPE_AGGREGATOR_PAD, description->caps, description->caps);
}
