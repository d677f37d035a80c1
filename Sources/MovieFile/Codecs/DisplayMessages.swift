/// The messages of HEVC that describe the display on which HDR video was made (ITU-T H.265, D.2.28 and D.2.35).
package struct DisplayMessages {
  /// The mastering display colour volume, as an 'mdcv' box has it: the order is that of the message.
  package private(set) var masteringDisplay: [UInt8]?
  /// The content light level, as a 'clli' box has it.
  package private(set) var lightLevel: [UInt8]?

  /// Reads the messages of a decoder configuration (ISO/IEC 14496-15, 8.3.3.1.2).
  package init(configuration: [UInt8]) {
    for unit in ParameterSetScanner.hevcUnits(of: configuration) { read(unit) }
  }

  /// Reads the messages before the slices of an access unit.
  ///
  /// - Parameters:
  ///   - accessUnit: The access unit, or its beginning.
  ///   - lengthSize: The size of the length before each NAL unit; nil if there are start codes.
  package mutating func read(_ accessUnit: [UInt8], lengthSize: Int?) {
    accessUnit.withUnsafeBytes { for unit in NALUnitBeginnings($0, lengthSize: lengthSize) { read(unit) } }
  }

  /// Reads a NAL unit; those without such messages, and messages of another length, are ignored.
  private mutating func read(_ unit: some Collection<UInt8>) {
    // The prefix of supplemental information (table 7-1), behind a header of two bytes.
    guard unit.first.map({ $0 >> 1 & 0x3f }) == 39 else { return }
    for message in SupplementalMessages(unit.dropFirst(2)) {
      switch (message.type, message.payload.count) {
      case (137, 24): masteringDisplay = masteringDisplay ?? Array(message.payload)
      case (144, 4): lightLevel = lightLevel ?? Array(message.payload)
      default: break
      }
    }
  }
}
