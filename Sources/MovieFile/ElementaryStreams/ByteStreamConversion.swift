import Foundation

/// Converts access units of H.264 and HEVC between the form of movies, with lengths and with parameter sets in a
/// configuration (ISO/IEC 14496-15), and that of byte streams, with start codes and with parameter sets before key frames
/// (ITU-T H.264 and H.265, annex B).
package struct ByteStreamConversion: Hashable, Sendable {
  private let isHEVC: Bool
  private let lengthSize: Int
  private let sets: [[UInt8]]

  /// - Parameter configuration: The contents of 'avcC' or 'hvcC'; nil if they are malformed.
  package init?(configuration: [UInt8], isHEVC: Bool) {
    let place = isHEVC ? 21 : 4
    guard configuration.first == 1, configuration.count > place,
      let description = try? CMFormatDescription.video(
        isHEVC ? "hvc1" : "avc1", width: 16, height: 16,
        configuration: [RawBox(isHEVC ? "hvcC" : "avcC", configuration)])
    else { return nil }
    self.isHEVC = isHEVC
    lengthSize = Int(configuration[place] & 3) + 1
    sets = description.parameterSets.map { [UInt8]($0) }
  }

  // MARK: - To byte streams

  /// Returns an access unit of a movie as one of a byte stream: it begins with a delimiter, and a key frame has its
  /// parameter sets.
  ///
  /// - Throws: `malformed` if the lengths of the units do not fit.
  package func byteStream(_ sample: UnsafeRawBufferPointer, isKey: Bool) throws(MovieError) -> [UInt8] {
    var units: [Range<Int>] = []
    var position = 0
    while position < sample.count {
      guard position + lengthSize <= sample.count else { throw Self.malformed }
      let size = sample[position..<position + lengthSize].reduce(0) { $0 << 8 | Int($1) }
      position += lengthSize
      guard size <= sample.count - position else { throw Self.malformed }
      if size > 0 { units.append(position..<position + size) }
      position += size
    }
    let hasSets = units.contains { isParameterSet(sample[$0.lowerBound]) }
    let hasDelimiter = units.first.map { isDelimiter(sample[$0.lowerBound]) } ?? false
    var bytes: [UInt8] = []
    bytes.reserveCapacity(sample.count + 64 + sets.reduce(0) { $0 + $1.count + 4 })
    func append(_ unit: some Sequence<UInt8>) {
      bytes += [0, 0, 0, 1]
      bytes += unit
    }
    // Pictures of all kinds may follow.
    append(hasDelimiter ? Array(sample[units[0]]) : isHEVC ? [0x46, 0x01, 0x50] : [0x09, 0xf0])
    if isKey, !hasSets { for set in sets { append(set) } }
    for unit in units.dropFirst(hasDelimiter ? 1 : 0) { append(sample[unit]) }
    return bytes
  }

  private static var malformed: MovieError {
    MovieError(.malformed, "the units of an access unit have lengths that exceed it")
  }

  private func isDelimiter(_ header: UInt8) -> Bool {
    isHEVC ? header >> 1 & 0x3f == 35 : header & 0x1f == 9
  }

  private func isParameterSet(_ header: UInt8) -> Bool {
    isHEVC ? header >> 1 & 0x3f == 33 : header & 0x1f == 7
  }

  // MARK: - To movies

  /// Returns an access unit of a byte stream as one of a movie, with lengths of four bytes.
  package static func sample(_ byteStream: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteStream.count + 16)
    for unit in StartCodes.units(in: byteStream) where !unit.isEmpty {
      bytes += withUnsafeBytes(of: UInt32(unit.count).bigEndian) { Array($0) }
      bytes += unit
    }
    return bytes
  }

  /// Returns the description of parameter sets in a byte stream; nil if they are incomplete.
  package static func description(of byteStream: [UInt8], isHEVC: Bool) -> CMFormatDescription? {
    let sets = parameterSets(in: byteStream, isHEVC: isHEVC)
    if isHEVC { return try? CMFormatDescription(hevcParameterSets: sets) }
    return try? CMFormatDescription(h264ParameterSets: sets)
  }

  /// Returns the parameter sets in a byte stream, in their order.
  package static func parameterSets(in byteStream: [UInt8], isHEVC: Bool) -> [Data] {
    StartCodes.units(in: byteStream).filter { unit in
      guard let first = unit.first else { return false }
      return isHEVC ? (32...34).contains(first >> 1 & 0x3f) : [7, 8].contains(first & 0x1f)
    }.map { Data($0) }
  }
}
