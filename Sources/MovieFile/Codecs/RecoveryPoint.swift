import CoreMedia

/// Reads the messages of supplemental information of H.264 and HEVC (ITU-T H.264, 7.3.2.3.1; H.265, 7.3.5).
enum RecoveryPoint {
  /// True if one of the messages is a recovery point without frames in between (ITU-T H.264, D.1.8; H.265, D.2.8).
  ///
  /// - Parameter messages: A NAL unit without its header, or its beginning.
  static func isIn(_ messages: some Sequence<UInt8>) -> Bool {
    let payload = BitReader.unescaped(messages)
    var rest = payload[...]
    // The last byte of the unit is a stop bit.
    while rest.count > 2, let type = number(&rest), let size = number(&rest) {
      // A count of zero frames is a single bit; it is signed in HEVC.
      if type == 6 { return rest.first.map { $0 & 0x80 != 0 } ?? false }
      guard size < rest.count else { return false }
      rest = rest.dropFirst(size)
    }
    return false
  }

  /// Reads a number that is a sum of bytes up to the first below 255.
  private static func number(_ rest: inout ArraySlice<UInt8>) -> Int? {
    var value = 0
    while let byte = rest.popFirst() {
      value += Int(byte)
      if byte < 255 { return value }
    }
    return nil
  }
}
