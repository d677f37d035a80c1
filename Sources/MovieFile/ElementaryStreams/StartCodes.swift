/// NAL units between start codes (ITU-T H.264 and H.265, annex B).
package enum StartCodes {
  /// The largest number of units of a frame: a slice for each row of macroblocks, and then some.
  private static let limit = 65_536

  /// Returns the units of a stream, without start codes and the zeros before them. The last of very many has the rest.
  package static func units(in bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var starts: [(code: Int, unit: Int)] = []
    var index = 0
    while index + 2 < bytes.count, starts.count < limit {
      if bytes[index] == 0, bytes[index + 1] == 0, bytes[index + 2] == 1 {
        starts.append((index > 0 && bytes[index - 1] == 0 ? index - 1 : index, index + 3))
        index += 3
      } else {
        index += 1
      }
    }
    return starts.enumerated().map { number, start in
      let end = number + 1 < starts.count ? starts[number + 1].code : bytes.count
      return bytes[start.unit..<max(start.unit, end)]
    }
  }
}

extension PacketBytes {
  /// Creates a packet of NAL units behind lengths of four bytes, in place of start codes.
  ///
  /// - Parameters:
  ///   - bytes: An access unit with start codes.
  ///   - offset: Its offset in the file.
  init(lengthsForStartCodesIn bytes: [UInt8], at offset: Int64) {
    self.init()
    for unit in StartCodes.units(in: bytes) where !unit.isEmpty {
      append(withUnsafeBytes(of: UInt32(unit.count).bigEndian) { Array($0) })
      append(offset + Int64(unit.startIndex)..<offset + Int64(unit.endIndex))
    }
  }
}
