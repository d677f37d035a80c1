package import CGStreamer
import MovieFile

extension Reception {
  /// The flow return of a stream whose reader was cancelled, which is no error; `nil` if it was not cancelled.
  package var flowAfterCancellation: GstFlowReturn? {
    isAbandoned ? isCancelled ? GST_FLOW_FLUSHING : GST_FLOW_EOS : nil
  }
}
