/// The headers that packets of AAC get in streams (ISO/IEC 14496-3, 1.A.2.2), each with the layout of the channels behind it where no number
/// names that.
package struct ADTSFraming: Sendable {
  private let objectType: UInt8
  private let rate: UInt8
  private let channels: UInt8
  private let program: [UInt8]

  /// True if the frames of a configuration need their layout themselves.
  package static func needsProgram(_ configuration: [UInt8]) -> Bool {
    configuration.count >= 2 && configuration[1] >> 3 & 15 == 0
  }

  /// - Parameter configuration: The decoder's configuration (1.6.2.1).
  /// - Throws: `notStorable` for what the headers cannot say.
  package init(_ configuration: [UInt8]) throws(MovieError) {
    guard configuration.count >= 2 else { throw MovieError(.notStorable, "the configuration of AAC is missing") }
    let bits = UInt16(configuration[0]) << 8 | UInt16(configuration[1])
    let (type, rate, channels) = (bits >> 11, bits >> 7 & 15, bits >> 3 & 15)
    let program = channels == 0 ? ProgramConfigElement(configuration: configuration) : nil
    // Frames of 960 samples are none of ADTS.
    guard (1...4).contains(type), rate < 13, bits & 4 == 0, channels <= 7, channels > 0 || program != nil else {
      throw MovieError(.notStorable, "transport streams hold AAC without extensions, with the usual rates and channels")
    }
    (objectType, self.rate, self.channels) = (UInt8(type), UInt8(rate), UInt8(channels))
    self.program = program?.beginningOfFrame ?? []
  }

  /// Returns what precedes a packet.
  ///
  /// - Throws: `malformed` for more bytes than a frame has.
  package func header(of packet: some Collection<UInt8>) throws(MovieError) -> [UInt8] {
    // Packets of other streams may have their layout.
    let program = packet.first.map { $0 >> 5 == ProgramConfigElement.identifier } == true ? [] : program
    let whole = packet.count + program.count + 7
    guard whole < 1 << 13 else { throw MovieError(.malformed, "a packet of AAC has \(packet.count) bytes") }
    return [
      0xff, 0xf1, (objectType - 1) << 6 | rate << 2 | channels >> 2, (channels & 3) << 6 | UInt8(whole >> 11),
      UInt8(whole >> 3 & 0xff), UInt8(whole & 7) << 5 | 0x1f, 0xfc,
    ] + program
  }
}
