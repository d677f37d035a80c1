import CoreGraphics
import Foundation

/// What samples are: a sample entry of the file (ISO/IEC 14496-12, clause 8.5.2, 'stsd').
public struct SampleDescription: Sendable {
  /// The codec as the file names it, such as `avc1`, `hev1`, `mp4a`, `tx3g`.
  public let format: BoxType
  /// Where the samples are: the position in `Track.dataReferences`, from 0; -1 if the file names none.
  public let dataReferenceIndex: Int
  /// The sample entry; it begins with its size and format.
  public let box: Box
  /// The kind of the media.
  public let handlerType: BoxType

  static func list(in stsd: Box, handlerType: BoxType, window: ByteWindow) throws(MovieError) -> [SampleDescription] {
    var entries = BoxSequence(in: stsd, skipping: 8, window: window)
    var list: [SampleDescription] = []
    while let entry = try entries.next() {
      guard list.count < 4096 else {
        throw MovieError(.excessive, "'stsd' has over 4096 entries", box: stsd.path.description, offset: stsd.offset)
      }
      var reader = PayloadReader(entry, window: window)
      try reader.skip(6)
      list.append(
        SampleDescription(
          format: entry.type, dataReferenceIndex: Int(try reader.u16()) - 1, box: entry, handlerType: handlerType))
    }
    return list
  }
}
