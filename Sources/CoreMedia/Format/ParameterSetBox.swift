import Foundation

/// The contents of an 'avcC' or 'hvcC' box: parameter sets, and a summary for players that do not parse them.
struct ParameterSetBox {
  /// NAL units, in the order of the box.
  let sets: [Data]
  let nalUnitHeaderLength: Int
  let bytes: Data
}

extension ParameterSetBox {
  /// The box of H.264 parameter sets; nil without both kinds, with too many or too long ones, or a bad length.
  init?(h264 sets: [Data], nalUnitHeaderLength: Int) {
    func ofType(_ types: Set<UInt8>) -> [Data] { sets.filter { types.contains(($0.first ?? 0) & 0x1f) } }
    let (sequence, picture, extended) = (ofType([7]), ofType([8]), ofType([13]))
    guard [1, 2, 4].contains(nalUnitHeaderLength), !picture.isEmpty, sequence.count < 32, picture.count < 256,
      extended.count < 256, sets.allSatisfy({ $0.count <= Int(UInt16.max) }), let first = sequence.first,
      first.count >= 4, let parsed = SequenceParameterSet(h264: first)
    else { return nil }
    let header = Array(first.prefix(4))
    var bytes: [UInt8] = [1, header[1], header[2], header[3], 0xfc | UInt8(nalUnitHeaderLength - 1)]
    bytes.append(0xe0 | UInt8(sequence.count))
    bytes.appendUnits(sequence)
    bytes.append(UInt8(picture.count))
    bytes.appendUnits(picture)
    if [100, 110, 122, 144].contains(header[1]) {
      bytes += parsed.boxFields
      bytes.append(UInt8(extended.count))
      bytes.appendUnits(extended)
    }
    self.init(
      sets: sequence + picture, nalUnitHeaderLength: nalUnitHeaderLength, bytes: Data(bytes))
  }

  /// The box of HEVC parameter sets; nil unless all three kinds are there and fit.
  init?(hevc sets: [Data], nalUnitHeaderLength: Int) {
    func ofType(_ type: UInt8) -> [Data] { sets.filter { ($0.first ?? 0) >> 1 & 0x3f == type } }
    let arrays = [32, 33, 34, 39, 40].map { (type: UInt8($0), units: ofType(UInt8($0))) }.filter { !$0.units.isEmpty }
    guard [1, 2, 4].contains(nalUnitHeaderLength), sets.allSatisfy({ $0.count <= Int(UInt16.max) }),
      [32, 33, 34].allSatisfy({ type in arrays.contains { $0.type == type } }),
      let first = ofType(33).first, let parsed = SequenceParameterSet(hevc: first)
    else { return nil }
    let payload = BitScanner.unescaped(first.dropFirst(2))
    guard payload.count >= 13, arrays.allSatisfy({ $0.units.count <= Int(UInt16.max) }) else { return nil }
    // The set has profile, compatibility, constraints and level in the box's layout.
    var bytes: [UInt8] = [1] + payload[1..<13]
    bytes += [0xf0, 0, 0xfc] + parsed.boxFields
    bytes += [0, 0]
    let (layers, isNested) = ((payload[0] >> 1 & 7) + 1, payload[0] & 1)
    bytes.append(layers << 3 | isNested << 2 | UInt8(nalUnitHeaderLength - 1))
    bytes.append(UInt8(arrays.count))
    for (type, units) in arrays {
      bytes.append((type <= 34 ? 0x80 : 0) | type)
      bytes += [UInt8(units.count >> 8), UInt8(units.count & 0xff)]
      bytes.appendUnits(units)
    }
    self.init(
      sets: arrays.flatMap(\.units), nalUnitHeaderLength: nalUnitHeaderLength, bytes: Data(bytes))
  }

  /// Reads an 'avcC' box; nil if it is cut short.
  init?(avcC bytes: Data) {
    var reader = ByteReader(bytes)
    guard let header = reader.bytes(6), header[0] == 1, let sequence = reader.units(Int(header[5] & 0x1f)),
      let count = reader.bytes(1), let picture = reader.units(Int(count[0]))
    else { return nil }
    self.init(sets: sequence + picture, nalUnitHeaderLength: Int(header[4] & 3) + 1, bytes: bytes)
  }

  /// Reads an 'hvcC' box; nil if it is cut short.
  init?(hvcC bytes: Data) {
    var reader = ByteReader(bytes)
    guard let header = reader.bytes(23), header[0] == 1 else { return nil }
    var sets: [Data] = []
    for _ in 0..<header[22] {
      guard let array = reader.bytes(3), let units = reader.units(Int(array[1]) << 8 | Int(array[2])) else {
        return nil
      }
      sets += units
    }
    self.init(sets: sets, nalUnitHeaderLength: Int(header[21] & 3) + 1, bytes: bytes)
  }
}

extension SequenceParameterSet {
  /// The chroma format and the depths, as both boxes have them, with ones for reserved bits.
  fileprivate var boxFields: [UInt8] {
    // Each number is below 8.
    [0xfc | UInt8(chromaFormat), 0xf8 | UInt8(extraLumaBits), 0xf8 | UInt8(extraChromaBits)]
  }
}

extension [UInt8] {
  fileprivate mutating func appendUnits(_ units: [Data]) {
    for unit in units {
      append(UInt8(unit.count >> 8))
      append(UInt8(unit.count & 0xff))
      append(contentsOf: unit)
    }
  }
}

/// Reads bytes in order; nil past the end.
private struct ByteReader {
  private var rest: Data.SubSequence

  init(_ data: Data) {
    rest = data[...]
  }

  mutating func bytes(_ count: Int) -> [UInt8]? {
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  /// NAL units, each after its length in 16 bits.
  mutating func units(_ count: Int) -> [Data]? {
    var units: [Data] = []
    for _ in 0..<count {
      guard let length = bytes(2), let unit = bytes(Int(length[0]) << 8 | Int(length[1])) else { return nil }
      units.append(Data(unit))
    }
    return units
  }
}
