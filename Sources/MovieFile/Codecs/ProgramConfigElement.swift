import CoreMedia

/// The channels of AAC where no number names their layout (ISO/IEC 14496-3, 4.4.1.1, program_config_element): in the decoder's
/// configuration or, in streams without one, at the beginning of frames.
struct ProgramConfigElement: Hashable, Sendable {
  static let identifier = 5

  let channels: Int
  /// The element's bits without its identifier and comment, each a byte.
  private let bits: [UInt8]

  /// - Parameter frame: A frame without its ADTS header; nil if it does not begin with the element.
  init?(_ frame: [UInt8]) {
    var scanner = BitScanner(frame)
    guard scanner.number(3) == Self.identifier else { return nil }
    self.init(&scanner)
  }

  /// - Parameter configuration: The decoder's configuration (1.6.2.1); nil if it has no such element.
  init?(configuration: [UInt8]) {
    var scanner = BitScanner(configuration)
    // The object type, the rate, no layout, three flags, which are off.
    guard scanner.number(5) != nil, let rate = scanner.number(4), rate < 13, scanner.number(4) == 0,
      scanner.number(3) == 0
    else { return nil }
    self.init(&scanner)
  }

  private init?(_ scanner: inout BitScanner) {
    var bits: [UInt8] = []
    func read(_ count: Int) -> Int? {
      guard let number = scanner.number(count) else { return nil }
      for place in (0..<count).reversed() { bits.append(UInt8(number >> place & 1)) }
      return number
    }
    guard read(10) != nil, let front = read(4), let side = read(4), let back = read(4),
      let low = read(2), let associated = read(3), let coupling = read(4)
    else { return nil }
    // The mixes for one and two channels, and of surround.
    for size in [4, 4, 3] {
      guard let isThere = read(1), isThere == 0 || read(size) != nil else { return nil }
    }
    var channels = low
    for _ in 0..<front + side + back {
      guard let isPair = read(1), read(4) != nil else { return nil }
      channels += 1 + isPair
    }
    for _ in 0..<low + associated { guard read(4) != nil else { return nil } }
    for _ in 0..<coupling { guard read(5) != nil else { return nil } }
    guard channels > 0 else { return nil }
    (self.channels, self.bits) = (channels, bits)
  }

  /// Returns the decoder's configuration: the object type, the rate, no layout, three flags, the element, no comment.
  func configuration(objectType: UInt8, rateIndex: UInt8) -> [UInt8] {
    bytes(behind: [(objectType, 5), (rateIndex, 4), (0, 4), (0, 3)])
  }

  /// The element with its identifier, as a frame begins with it; whole bytes.
  var beginningOfFrame: [UInt8] { bytes(behind: [(UInt8(Self.identifier), 3)]) }

  /// Returns numbers of so many bits, the element, no comment.
  private func bytes(behind numbers: [(number: UInt8, count: Int)]) -> [UInt8] {
    var all: [UInt8] = []
    for (number, count) in numbers {
      for place in (0..<count).reversed() { all.append(number >> UInt8(place) & 1) }
    }
    all += bits
    all += [UInt8](repeating: 0, count: (8 - all.count % 8) % 8 + 8)
    return stride(from: 0, to: all.count, by: 8).map { start in all[start..<start + 8].reduce(0) { $0 << 1 | $1 } }
  }
}
