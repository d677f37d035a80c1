internal import GStreamer
internal import CGStreamer
import CoreMedia
import Foundation
import MediaGraph

extension MetadataLines: ElementNode {
  var elements: [ElementChoice] { [] }

  func build(_ bin: NodeBin) throws {
    let writer = try ElementType(kind: .effect, isVideo: false, caps: metadataCaps).make(
      MetadataLinesInstance(), name: nil)
    try bin.adopt(writer, factory: "swift")
    try bin.filter(writer)
  }
}

/// Makes a line of each object, with the time and the duration that the buffer had.
private final class MetadataLinesInstance: ElementInstance {
  override func process(_ buffer: UnsafeMutablePointer<GstBuffer>) throws -> GstFlowReturn {
    let object = try Buffer(retaining: buffer).withBytes { bytes in
      bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }
    let time = withSegment(of: element, isSink: false) { streamTime(buffer.pointee.pts, in: &$0) }
    var fields: [String] = []
    if let time { fields.append("\"time\":\(Self.seconds(time))") }
    if let duration = ClockTime(buffer.pointee.duration) { fields.append("\"duration\":\(Self.seconds(duration))") }
    let rest = object.trimmingCharacters(in: .whitespacesAndNewlines).dropFirst()
    let line = "{\(fields.joined(separator: ","))\(fields.isEmpty || rest == "}" ? "" : ",")\(rest)\n"
    let bytes = Array(line.utf8)
    gst_buffer_remove_all_memory(buffer)
    gst_buffer_append_memory(buffer, gst_allocator_alloc(nil, gsize(bytes.count), nil))
    gst_buffer_fill(buffer, 0, bytes, gsize(bytes.count))
    return GST_FLOW_OK
  }

  /// Decimals without an error: nanoseconds, cut at the last that is not 0.
  private static func seconds(_ time: ClockTime) -> String {
    let (whole, rest) = time.nanoseconds.quotientAndRemainder(dividingBy: ClockTime.second.nanoseconds)
    guard rest > 0 else { return "\(whole)" }
    let digits = String(rest)
    let padded = String(repeating: "0", count: 9 - digits.count) + digits
    return "\(whole)." + String(padded.reversed().drop { $0 == "0" }.reversed())
  }
}
