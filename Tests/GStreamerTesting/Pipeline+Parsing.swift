internal import CGStreamer

package import GStreamer

extension Pipeline {
  /// Creates a pipeline from gst-launch syntax; only tests build pipelines from text.
  package convenience init(parsing text: String) throws {
    try GStreamerLibrary.start()
    var error: UnsafeMutablePointer<GError>?
    guard let pipeline = gst_parse_launch_full("pipeline.( \(text) )", nil, GST_PARSE_FLAG_FATAL_ERRORS, &error) else {
      throw GStreamerError.badDescription(takeText(&error) ?? text)
    }
    self.init(retaining: pipeline)
  }
}
