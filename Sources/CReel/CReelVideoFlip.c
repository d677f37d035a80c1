#include "CReelVideoFlip.h"

#include <gst/base/gstbasetransform.h>
#include <gst/video/gstvideofilter.h>
#include <gst/video/video.h>
#include <string.h>

static GstBaseTransformClass *parent_class;
// What frames are turned in.
static GstCaps *turned_caps;

static GstVideoOrientationMethod direction_of(GstBaseTransform *flip) {
  GstVideoOrientationMethod direction = GST_VIDEO_ORIENTATION_IDENTITY;
  g_object_get(flip, "video-direction", &direction, NULL);
  return direction;
}

static gboolean start(GstBaseTransform *flip) {
  const GstVideoOrientationMethod direction = direction_of(flip);
  gst_base_transform_set_passthrough(flip, direction == GST_VIDEO_ORIENTATION_IDENTITY || direction == GST_VIDEO_ORIENTATION_AUTO);
  return parent_class->start ? parent_class->start(flip) : TRUE;
}

static GstCaps *transform_caps(GstBaseTransform *flip, GstPadDirection direction, GstCaps *caps, GstCaps *filter) {
  if (gst_base_transform_is_passthrough(flip)) {
    return filter ? gst_caps_intersect_full(filter, caps, GST_CAPS_INTERSECT_FIRST) : gst_caps_ref(caps);
  }
  GstCaps *turned = gst_caps_intersect_full(caps, turned_caps, GST_CAPS_INTERSECT_FIRST);
  GstCaps *transformed = parent_class->transform_caps(flip, direction, turned, filter);
  gst_caps_unref(turned);
  return transformed;
}

// Frames that are not turned may have any format.
static gboolean set_info(GstVideoFilter *flip, GstCaps *incaps, GstVideoInfo *source, GstCaps *outcaps, GstVideoInfo *target) {
  const gboolean is_set = GST_VIDEO_FILTER_CLASS(parent_class)->set_info(flip, incaps, source, outcaps, target);
  return is_set || gst_base_transform_is_passthrough(GST_BASE_TRANSFORM(flip));
}

static gboolean sink_event(GstBaseTransform *flip, GstEvent *event) {
  GstTagList *tags = NULL;
  if (GST_EVENT_TYPE(event) == GST_EVENT_TAG) gst_event_parse_tag(event, &tags);
  const gchar *orientation = NULL;
  const gboolean was_passthrough = gst_base_transform_is_passthrough(flip);
  if (tags && direction_of(flip) == GST_VIDEO_ORIENTATION_AUTO
      && gst_tag_list_peek_string_index(tags, GST_TAG_IMAGE_ORIENTATION, 0, &orientation)) {
    gst_base_transform_set_passthrough(flip, strcmp(orientation, "rotate-0") == 0);
    gst_base_transform_reconfigure_sink(flip);
  }
  const gboolean is_taken = parent_class->sink_event(flip, event);
  // The parent does so only for another direction than the last one, which it keeps when it is started anew.
  if (gst_base_transform_is_passthrough(flip) != was_passthrough) gst_base_transform_reconfigure_src(flip);
  return is_taken;
}

void creel_init_flip_class(gpointer klass, gpointer data) {
  parent_class = g_type_class_peek_parent(klass);
  GstElementClass *element_class = GST_ELEMENT_CLASS(klass);
  turned_caps = gst_pad_template_get_caps(gst_element_class_get_pad_template(element_class, "sink"));
  GstCaps *any = gst_caps_new_empty_simple("video/x-raw");
  gst_element_class_add_pad_template(element_class, gst_pad_template_new("sink", GST_PAD_SINK, GST_PAD_ALWAYS, any));
  gst_element_class_add_pad_template(element_class, gst_pad_template_new("src", GST_PAD_SRC, GST_PAD_ALWAYS, any));
  gst_caps_unref(any);
  GST_BASE_TRANSFORM_CLASS(klass)->start = start;
  GST_BASE_TRANSFORM_CLASS(klass)->transform_caps = transform_caps;
  GST_BASE_TRANSFORM_CLASS(klass)->sink_event = sink_event;
  GST_VIDEO_FILTER_CLASS(klass)->set_info = set_info;
}
