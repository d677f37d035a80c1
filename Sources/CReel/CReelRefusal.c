#include "CReelElements.h"

// The functions of a pad, and whether it has refused a buffer; belongs to its streaming thread.
typedef struct {
  GstPadChainFunction chain;
  GstPadEventFunction event;
  gboolean has_refused;
} Refusal;

static GQuark refusal_quark(void) { return g_quark_from_static_string("reel-refusal"); }

static Refusal *refusal(GstPad *pad) { return g_object_get_qdata(G_OBJECT(pad), refusal_quark()); }

static GstFlowReturn chain(GstPad *pad, GstObject *parent, GstBuffer *buffer) {
  Refusal *state = refusal(pad);
  if (state->has_refused) {
    gst_buffer_unref(buffer);
    return GST_FLOW_NOT_NEGOTIATED;
  }
  GstFlowReturn flow = state->chain(pad, parent, buffer);
  state->has_refused = flow == GST_FLOW_NOT_NEGOTIATED;
  return flow;
}

static gboolean event(GstPad *pad, GstObject *parent, GstEvent *event) {
  Refusal *state = refusal(pad);
  if (state->has_refused && GST_EVENT_TYPE(event) == GST_EVENT_EOS) {
    gst_event_unref(event);
    return FALSE;
  }
  return state->event(pad, parent, event);
}

void creel_pad_stay_refused(GstPad *pad) {
  Refusal *state = g_new0(Refusal, 1);
  state->chain = GST_PAD_CHAINFUNC(pad);
  state->event = GST_PAD_EVENTFUNC(pad);
  g_object_set_qdata_full(G_OBJECT(pad), refusal_quark(), state, g_free);
  gst_pad_set_chain_function(pad, chain);
  gst_pad_set_event_function(pad, event);
}
