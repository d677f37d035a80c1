#include <gst/gst.h>
#include <gst/app/app.h>
#include <gst/audio/audio.h>
#include <gst/base/base.h>
#include <gst/controller/controller.h>
#include <gst/pbutils/pbutils.h>
#include <gst/video/gstvideoaggregator.h>
#include <gst/video/video.h>
