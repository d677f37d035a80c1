/// The colours of video as numbers of ITU-T H.273, which streams have in their headers.
package struct ColorCodes: Hashable, Sendable {
  package static let unspecified: UInt8 = 2

  package var primaries: UInt8
  package var transfer: UInt8
  package var matrix: UInt8

  package init(primaries: UInt8, transfer: UInt8, matrix: UInt8) {
    (self.primaries, self.transfer, self.matrix) = (primaries, transfer, matrix)
  }

  /// Bytes to put in place of some of a frame.
  package struct Change: Hashable, Sendable {
    package let range: Range<Int>
    package let bytes: [UInt8]
  }
}

extension ColorCodes {
  /// The header of a ProRes frame (SMPTE RDD 36, 5.1.1), which is behind the size and the name: its bytes 14 to 16.
  ///
  /// - Returns: What makes the frame tell the colours; nil if it does already.
  package func changeOfProRes(_ frame: UnsafeRawBufferPointer) -> Change? {
    guard frame.count > 28, frame[4..<8].elementsEqual("icpf".utf8) else { return nil }
    func known(_ code: UInt8, _ codes: [UInt8]) -> UInt8 { codes.contains(code) ? code : Self.unspecified }
    // The curves of BT.601 and BT.2020 are that of BT.709, to the number of bits.
    let curve = [6, 14, 15].contains(transfer) ? 1 : transfer
    let codes = [known(primaries, [1, 5, 6, 9, 11, 12]), known(curve, [1, 16, 18]), known(matrix, [1, 6, 9])]
    return frame[22..<25].elementsEqual(codes) ? nil : Change(range: 22..<25, bytes: codes)
  }

  /// The uncompressed header of a key frame of VP9's profile 0 (VP9 Bitstream, 6.2 and 7.2): the matrix, in three bits.
  ///
  /// - Returns: What makes the frame tell the matrix; nil if it does already, is no key frame, or has no number for it.
  package func changeOfVP9(_ frame: UnsafeRawBufferPointer) -> Change? {
    let spaces: [UInt8: UInt8] = [1: 2, 5: 1, 6: 3, 7: 4, 9: 5]
    // The frame marker, the profile, a frame that is coded, a key frame; the sync code.
    guard let space = spaces[matrix], frame.count > 4, frame[0] & 0xfc == 0x80,
      frame[1..<4].elementsEqual([0x49, 0x83, 0x42])
    else { return nil }
    let byte = frame[4] & 0x1f | space << 5
    return byte == frame[4] ? nil : Change(range: 4..<5, bytes: [byte])
  }

  /// The sequence header of AV1 (5.5.2), where it is in a temporal unit.
  ///
  /// - Returns: What makes the unit tell the colours; nil if it does already, or has no such header.
  package func changeOfAV1(_ unit: UnsafeRawBufferPointer) -> Change? {
    guard matrix != 0, let header = AV1SequenceHeader(in: unit), let payload = header.naming(self) else { return nil }
    return Change(range: header.range, bytes: header.unit(of: payload))
  }
}
