internal import CGStreamer
internal import CReel
import CoreMedia

final class DataSinkInstance: ElementInstance, @unchecked Sendable {
  private let body: ClosureElements.DataSink
  private var format = ""
  init(_ body: @escaping ClosureElements.DataSink) { self.body = body }

  override func attached() { configureSink(element) }

  override func setCaps(_ caps: UnsafeMutablePointer<GstCaps>) -> Bool {
    format = takeText(gst_caps_to_string(caps)) ?? ""
    return true
  }

  override func process(_ buffer: UnsafeMutablePointer<GstBuffer>) throws -> GstFlowReturn {
    var map = GstMapInfo()
    guard gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else { throw GStreamerError.notMapped("a buffer") }
    defer { gst_buffer_unmap(buffer, &map) }
    let flags = creel_buffer_flags(buffer)
    let (shown, decoded) = withSegment(of: element, isSink: true) { segment in
      (CMTime(streamTime(buffer.pointee.pts, in: &segment)), CMTime(streamTime(buffer.pointee.dts, in: &segment)))
    }
    let block = DataBlock(
      bytes: UnsafeRawBufferPointer(start: map.data, count: Int(map.size)), format: format, presentationTime: shown,
      decodeTime: decoded, duration: CMTime(ClockTime(buffer.pointee.duration)),
      isSync: flags & GST_BUFFER_FLAG_DELTA_UNIT.rawValue == 0, isHeader: flags & GST_BUFFER_FLAG_HEADER.rawValue != 0,
      isDiscontinuous: flags & GST_BUFFER_FLAG_DISCONT.rawValue != 0)
    try body(block)
    return GST_FLOW_OK
  }
}

final class DataSourceInstance: ElementInstance, @unchecked Sendable {
  private let body: ClosureElements.DataSource
  init(_ body: @escaping ClosureElements.DataSource) { self.body = body }

  override func attached() { configureSource(element) }

  override func make() throws -> UnsafeMutablePointer<GstBuffer>? {
    guard let packet = try body() else { return nil }
    let buffer = Buffer(copying: packet.bytes)
    buffer.presentationTime = .stamp(packet.presentationTime)
    buffer.duration = .stamp(packet.duration)
    if !packet.isSync { buffer.setFlags(.deltaUnit) }
    return buffer.give()
  }
}
