package import CGStreamer
import MovieFile

extension Reception {
  /// The end of a stream whose reader gave up: no error of the media; `nil` when nothing was given up.
  package var flowOfGivingUp: GstFlowReturn? {
    wasGivenUp ? isCancelled ? GST_FLOW_FLUSHING : GST_FLOW_EOS : nil
  }
}
