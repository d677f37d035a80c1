internal import GStreamer
import MediaGraph
import Synchronization

extension NodeBin {
  /// Puts in an element that leaves out the last column or rows of frames whose width or height is odd, or whose height in
  /// fields is, and notes it.
  ///
  /// H.264 and HEVC count what is cropped in pairs where colour is sampled at every other pixel (ITU-T H.264, 7.4.2.1.1;
  /// H.265, 7.4.3.2.1): their streams cannot have an odd size, and encoders refuse it. Of interlaced frames, each field is
  /// cropped in pairs of rows. Frames of which nothing would be left end the run.
  func addEvenCrop() throws -> Element {
    let crop = try add("videocrop")
    let size = LastOddSize()
    _ = try crop.pad("sink").addProbe([.events]) { [fail, node] info in
      guard let format = info.caps?.first, let width = format["width"]?.int, let height = format["height"]?.int else {
        return .pass
      }
      let rows = ["interleaved", "mixed"].contains(format["interlace-mode"]?.string) ? 4 : 2
      guard width >= 2, height >= rows else {
        fail(
          Diagnostic(
            "'\(node.name)' cannot encode frames of \(width)x\(height) pixels", kind: .failure, at: node.range,
            cause: "\(node.use) takes even sizes, and at least 2x\(rows)", help: "make them larger before it"))
        return .pass
      }
      try? info.pad.parent?.set("right", to: "\(width % 2)")
      try? info.pad.parent?.set("bottom", to: "\(height % rows)")
      size.note((width, height), (width - width % 2, height - height % rows))
      return .pass
    }
    note { size.notes }
    return crop
  }
}

/// The last size of frames that is not encoded whole.
private final class LastOddSize: Sendable {
  typealias Size = (width: Int, height: Int)
  private let sizes = Mutex<(whole: Size, encoded: Size)?>(nil)

  func note(_ whole: Size, _ encoded: Size) {
    if whole != encoded { sizes.withLock { $0 = (whole, encoded) } }
  }

  var notes: [String] {
    guard let (whole, encoded) = sizes.withLock({ $0 }) else { return [] }
    return [
      "the pictures have \(whole.width)x\(whole.height) pixels, of which the encoder takes "
        + "\(encoded.width)x\(encoded.height)"
    ]
  }
}
