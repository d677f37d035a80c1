/// Tells whether decoding may start at a key frame, by its first bytes.
///
/// Containers flag I-frames at which no decoder gives the right frames: those of H.264 and HEVC that are neither IDR
/// nor recovery points, and those at which a gradual refresh only begins.
package struct RandomAccessPoint: Sendable {
  /// The number of bytes that tell, in all but odd streams.
  package static let inspectedSize = 4096

  private let codec: Codec
  private let lengthSize: Int?

  /// Nil for codecs of which only the container tells.
  package init?(_ stream: CodedStream) {
    guard [.h264, .hevc, .vp8, .vp9].contains(stream.codec) else { return nil }
    (codec, lengthSize) = (stream.codec, stream.nalUnitLength)
  }

  /// Returns true if the frame that these bytes begin is right when decoding starts there; nil if they do not tell.
  package func isAt(_ bytes: UnsafeRawBufferPointer) -> Bool? {
    switch codec {
    // RFC 6386, 9.1: the lowest bit of the frame tag.
    case .vp8: return bytes.first.map { $0 & 1 == 0 }
    case .vp9: return Self.isVP9Key(bytes)
    default: break
    }
    var isRecoveryPoint = false
    for unit in NALUnitBeginnings(bytes, lengthSize: lengthSize) {
      guard let first = unit.first else { continue }
      if codec == .h264 {
        switch first & 0x1f {
        case 5: return true
        case 1, 2: return isRecoveryPoint
        case 6: if RecoveryPoint.isIn(unit.dropFirst()) { isRecoveryPoint = true }
        default: break
        }
      } else {
        switch first >> 1 & 0x3f {
        // BLA, IDR and CRA (ITU-T H.265, 7.4.2.2).
        case 16...23: return true
        case 0..<16: return isRecoveryPoint
        case 39: if RecoveryPoint.isIn(unit.dropFirst(2)) { isRecoveryPoint = true }
        default: break
        }
      }
    }
    return nil
  }

  /// VP9 Bitstream Specification, 6.2: frame_type, after marker, profile and show_existing_frame.
  private static func isVP9Key(_ bytes: UnsafeRawBufferPointer) -> Bool? {
    guard let first = bytes.first, first >> 6 == 2 else { return nil }
    let isProfile3 = first & 0x30 == 0x30
    let (showsExisting, type) = isProfile3 ? (first >> 2 & 1, first >> 1 & 1) : (first >> 3 & 1, first >> 2 & 1)
    return showsExisting == 0 && type == 0
  }
}
