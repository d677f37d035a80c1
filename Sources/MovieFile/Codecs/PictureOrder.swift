/// The place of a picture in the order of presentation, from its own header.
package enum PictureOrder: Hashable, Sendable {
  /// Presented when the next one of its kind is decoded (MPEG-1, MPEG-2, MPEG-4: I- and P-pictures).
  case reference
  /// Presented as soon as it is decoded (B-pictures).
  case immediate
  /// The count within a group that begins with an IDR picture (H.264, HEVC).
  case count(Int, startsGroup: Bool)

  /// Returns the indices of pictures in the order of presentation; nil if one of the places is unknown.
  static func order(_ places: [PictureOrder?]) -> [Int]? {
    var shown: [Int] = []
    shown.reserveCapacity(places.count)
    var held: Int?
    var group: [(count: Int, index: Int)] = []
    func close() {
      shown += group.sorted { ($0.count, $0.index) < ($1.count, $1.index) }.map(\.index)
      group = []
    }
    for (index, place) in places.enumerated() {
      switch place {
      case .immediate: shown.append(index)
      case .reference:
        if let held { shown.append(held) }
        held = index
      case .count(let count, let startsGroup):
        if startsGroup { close() }
        group.append((count, index))
      case nil: return nil
      }
    }
    close()
    return shown + (held.map { [$0] } ?? [])
  }

  /// Reads the places of one codec's pictures, in decode order.
  package struct Reader: Sendable {
    private var h264: PictureOrderCount?
    private var hevc: HEVCPictureOrderCount?
    private let codec: Codec

    /// Nil for codecs without places, or whose files always store presentation times.
    package init?(_ stream: CodedStream) {
      codec = stream.codec
      switch codec {
      case .mpeg2, .mpeg1, .mpeg4: break
      case .h264:
        guard let length = stream.nalUnitLength, let data = stream.configuration else { return nil }
        h264 = PictureOrderCount(configuration: data, lengthSize: length)
      case .hevc:
        guard let length = stream.nalUnitLength, let data = stream.configuration else { return nil }
        hevc = HEVCPictureOrderCount(configuration: data, lengthSize: length)
      default: return nil
      }
    }

    package mutating func place(of bytes: UnsafeRawBufferPointer) -> PictureOrder? {
      switch codec {
      // picture_coding_type (ISO/IEC 13818-2, 6.2.3), after the ten bits of the temporal reference.
      case .mpeg2, .mpeg1: Self.startCode(0x00, in: bytes, 2).map { $0[1] >> 3 & 7 == 3 ? .immediate : .reference }
      // vop_coding_type (ISO/IEC 14496-2, 6.2.5).
      case .mpeg4: Self.startCode(0xb6, in: bytes, 1).map { $0[0] >> 6 == 2 ? .immediate : .reference }
      case .hevc: hevc?.place(of: bytes)
      default: h264?.place(of: bytes)
      }
    }

    /// Returns a number of bytes after a start code; nil if there is none.
    private static func startCode(
      _ code: UInt8, in bytes: UnsafeRawBufferPointer, _ count: Int
    ) -> UnsafeRawBufferPointer.SubSequence? {
      var index = 0
      while index + 4 + count <= bytes.count {
        if bytes[index] == 0, bytes[index + 1] == 0, bytes[index + 2] == 1, bytes[index + 3] == code {
          let rest = bytes[(index + 4)..<(index + 4 + count)]
          return UnsafeRawBufferPointer(rebasing: rest)[...]
        }
        index += 1
      }
      return nil
    }
  }
}
