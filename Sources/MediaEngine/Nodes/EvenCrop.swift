internal import GStreamer
import Synchronization

extension NodeBin {
  /// Puts in an element that leaves out the last column or row of frames whose width or height is odd, and notes it.
  ///
  /// H.264 and HEVC count what is cropped in pairs where colour is sampled at every other pixel (ITU-T H.264, 7.4.2.1.1;
  /// H.265, 7.4.3.2.1): their streams cannot have an odd size, and encoders refuse it.
  func addEvenCrop() throws -> Element {
    let crop = try add("videocrop")
    let size = LastOddSize()
    _ = try crop.pad("sink").addProbe([.events]) { info in
      guard let format = info.caps?.first, let width = format["width"]?.int, let height = format["height"]?.int else {
        return .pass
      }
      try? info.pad.parent?.set("right", to: "\(width % 2)")
      try? info.pad.parent?.set("bottom", to: "\(height % 2)")
      size.note(width, height)
      return .pass
    }
    note { size.notes }
    return crop
  }
}

/// The last odd size of frames that came.
private final class LastOddSize: Sendable {
  private let size = Mutex<(width: Int, height: Int)?>(nil)

  func note(_ width: Int, _ height: Int) {
    if width % 2 + height % 2 > 0 { size.withLock { $0 = (width, height) } }
  }

  var notes: [String] {
    guard let (width, height) = size.withLock({ $0 }) else { return [] }
    return [
      "the pictures have \(width)x\(height) pixels, of which the encoder takes \(width / 2 * 2)x\(height / 2 * 2)"
    ]
  }
}
