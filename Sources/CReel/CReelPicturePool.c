#include "include/CReel.h"

#include <gst/video/gstvideopool.h>

// Decoders keep reference frames mapped for writing. GstVideoDecoder needs an output buffer of its own, and memory that
// is mapped for writing cannot be shared: it would copy every frame. In this pool's buffers a decoder writes to memory
// that is locked for reading only, which can be shared. The output buffer shares the memory, so a later writer gets a
// copy, and it keeps this one from returning to the pool.

typedef struct {
  GstVideoBufferPool parent;
} CReelPicturePool;

typedef struct {
  GstVideoBufferPoolClass parent;
} CReelPicturePoolClass;

G_DEFINE_TYPE(CReelPicturePool, creel_picture_pool, GST_TYPE_VIDEO_BUFFER_POOL)

// As in gstvideometa.c, except for the first lines.
static gboolean map_plane(GstVideoMeta *meta, guint plane, GstMapInfo *info, gpointer *data, gint *stride,
                          GstMapFlags flags) {
  // A copy of the buffer has a copy of the meta, and no pool.
  if (meta->buffer->pool && gst_buffer_is_writable(meta->buffer)) flags &= ~GST_MAP_WRITE;
  guint index, length;
  gsize skip;
  if (!gst_buffer_find_memory(meta->buffer, meta->offset[plane], 1, &index, &length, &skip)) return FALSE;
  if (!gst_buffer_map_range(meta->buffer, index, length, info, flags)) return FALSE;
  *stride = meta->stride[plane];
  *data = info->data + skip;
  return TRUE;
}

static GstFlowReturn alloc_buffer(GstBufferPool *pool, GstBuffer **buffer, GstBufferPoolAcquireParams *parameters) {
  GstFlowReturn flow =
      GST_BUFFER_POOL_CLASS(creel_picture_pool_parent_class)->alloc_buffer(pool, buffer, parameters);
  if (flow != GST_FLOW_OK) return flow;
  GstVideoMeta *meta = gst_buffer_get_video_meta(*buffer);
  if (meta) meta->map = map_plane;
  return flow;
}

static void creel_picture_pool_class_init(CReelPicturePoolClass *klass) {
  GST_BUFFER_POOL_CLASS(klass)->alloc_buffer = alloc_buffer;
}

static void creel_picture_pool_init(CReelPicturePool *pool) {}

void creel_offer_pictures(GstQuery *query) {
  GstCaps *caps = NULL;
  GstVideoInfo info;
  gst_query_parse_allocation(query, &caps, NULL);
  if (!caps || !gst_video_info_from_caps(&info, caps)) return;
  GstBufferPool *pool = gst_object_ref_sink(g_object_new(creel_picture_pool_get_type(), NULL));
  gst_query_add_allocation_pool(query, pool, info.size, 0, 0);
  gst_query_add_allocation_meta(query, GST_VIDEO_META_API_TYPE, NULL);
  gst_object_unref(pool);
}
