internal import GStreamer
internal import CGStreamer
internal import CReel

final class DataSinkInstance: ElementInstance {
  private let reader = PacketReader()
  private let body: ClosureElements.DataSink
  private let atEnd: ClosureElements.Finish

  init(_ body: @escaping ClosureElements.DataSink, _ finish: @escaping ClosureElements.Finish) {
    self.body = body
    atEnd = finish
  }

  override func attached() {
    configureSink()
    // A coded picture from before what was sought is what those after it need.
    let sink = UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstBaseSink.self)
    gst_base_sink_set_drop_out_of_segment(sink, 0)
  }
  override func setCaps(_ caps: UnsafeMutablePointer<GstCaps>) -> Bool { reader.setCaps(caps) }
  override func finish() throws { try atEnd() }

  override func process(_ buffer: UnsafeMutablePointer<GstBuffer>) throws -> GstFlowReturn {
    try withSegment(of: element, isSink: true) { segment in
      try reader.read(buffer, in: &segment) { block, _ in try body(block) }
    }
    return GST_FLOW_OK
  }
}

final class DataSourceInstance: ElementInstance {
  private let body: ClosureElements.DataSource
  init(_ body: @escaping ClosureElements.DataSource) { self.body = body }

  override func attached() { configureSource() }

  override func make() throws -> UnsafeMutablePointer<GstBuffer>? { try body().map { Buffer($0).give() } }
}
