import CoreMedia

/// The parameters of MPEG-1 or MPEG-2 video (ISO/IEC 11172-2, 2.4.2.3; ISO/IEC 13818-2, 6.2.2).
struct MPEGVideoHeaders: Hashable, Sendable {
  var isMPEG2 = false
  var width: Int
  var height: Int
  /// aspect_ratio_information.
  var aspectCode: Int
  /// Frames per second, as a fraction.
  var frameRate: (numerator: Int32, denominator: Int32) {
    (rate.value, rate.scale)
  }
  var isProgressive = false
  var isLowDelay = false
  private var rate: Rate

  private struct Rate: Hashable {
    var value: Int32
    var scale: Int32
  }

  /// - Parameter header: A sequence header after its start code; the first byte is the code itself.
  init?(_ header: [UInt8]) {
    var bits = BitScanner(Array(header.dropFirst()))
    guard let width = bits.number(12), let height = bits.number(12), let aspect = bits.number(4),
      let code = bits.number(4), width > 0, height > 0, Self.rates.indices.contains(code - 1)
    else { return nil }
    (self.width, self.height, aspectCode) = (width, height, aspect)
    rate = Self.rates[code - 1]
  }

  private static let rates: [Rate] = [
    Rate(value: 24_000, scale: 1001), Rate(value: 24, scale: 1), Rate(value: 25, scale: 1),
    Rate(value: 30_000, scale: 1001), Rate(value: 30, scale: 1), Rate(value: 50, scale: 1),
    Rate(value: 60_000, scale: 1001), Rate(value: 60, scale: 1),
  ]

  /// Takes a sequence extension, which completes the fields of the header (6.2.2.3).
  mutating func extend(_ header: [UInt8]) {
    var bits = BitScanner(Array(header.dropFirst()))
    guard bits.number(4) == 1, bits.number(8) != nil, let progressive = bits.number(1), bits.number(2) != nil,
      let width = bits.number(2), let height = bits.number(2), bits.number(12) != nil, bits.number(1) != nil,
      bits.number(8) != nil, let lowDelay = bits.number(1), let numerator = bits.number(2),
      let denominator = bits.number(5)
    else { return }
    isMPEG2 = true
    (isProgressive, isLowDelay) = (progressive == 1, lowDelay == 1)
    self.width = self.width & 0xfff | width << 12
    self.height = self.height & 0xfff | height << 12
    rate = Rate(value: rate.value * Int32(numerator + 1), scale: rate.scale * Int32(denominator + 1))
  }

  /// The shape of a pixel; nil if it is square or unknown (ISO/IEC 13818-2, table 6-3; ISO/IEC 11172-2, 2.4.3.2).
  var pixelAspectRatio: (horizontal: Int, vertical: Int)? {
    var ratio: (Int, Int)
    if isMPEG2 {
      let shapes = [2: (4, 3), 3: (16, 9), 4: (221, 100)]
      guard let shape = shapes[aspectCode] else { return nil }
      ratio = (shape.0 * height, shape.1 * width)
    } else {
      let heights = [
        6735, 7031, 7615, 8055, 8437, 8935, 9157, 9815, 10_255, 10_695, 10_950, 11_575, 12_015,
      ]
      guard heights.indices.contains(aspectCode - 2) else { return nil }
      ratio = (10_000, heights[aspectCode - 2])
    }
    let divisor = greatestCommonDivisor(ratio.0, ratio.1)
    ratio = (ratio.0 / divisor, ratio.1 / divisor)
    return ratio.0 == ratio.1 ? nil : ratio
  }
}

/// Cuts a stream of MPEG-1 or MPEG-2 video into pictures with the headers before them; the two fields of a frame are
/// one unit (ISO/IEC 13818-2, 6.1.1 and 6.2).
struct MPEGVideoSplitter: PictureSplitter {
  var heads = StartCodeHeads { code in
    switch code {
    case 0xb3: 16
    case 0xb5: 12
    case 0x00: 6
    default: 1
    }
  }
  var current: Draft?
  var complete: ArraySlice<StreamUnit> = []
  private var sequence: MPEGVideoHeaders?

  struct Draft: PictureDraft {
    let start: Int64
    fileprivate var picture: Picture?
    fileprivate var hasSlices = false
  }

  fileprivate struct Picture {
    let position: Int64
    /// temporal_reference and picture_coding_type.
    let number: Int
    let type: Int
    /// picture_structure: 3 for a frame.
    var structure = 3
    var isPaired = false
    var fields: Int64 = 2
  }

  init() {}

  var headers: StreamHeaders { sequence.map { .mpegVideo($0) } ?? .none }

  mutating func adopt(_ headers: StreamHeaders) {
    if case .mpegVideo(let known) = headers { sequence = known }
  }

  mutating func begin(_ head: [UInt8], at start: Int64) {
    guard let code = head.first else { return }
    // Zeros at the end of a header look like those before a start code.
    let head = head + [UInt8](repeating: 0, count: max(0, 16 - head.count))
    switch code {
    case 0xb3:
      open(at: start)
      // Repeated headers have the same values; the extension follows.
      if let header = MPEGVideoHeaders(head), sequence == nil || sequence?.isMPEG2 == false { sequence = header }
    case 0xb8: open(at: start)
    case 0x00: beginPicture(head, at: start)
    case 0xb5: if head.count > 1 { extend(head) }
    case 0x01...0xaf: current?.hasSlices = true
    default: break
    }
  }

  private mutating func beginPicture(_ head: [UInt8], at start: Int64) {
    guard head.count >= 3 else { return }
    let (number, type) = (Int(head[1]) << 2 | Int(head[2] >> 6), Int(head[2] >> 3 & 7))
    if let first = current?.picture, first.structure != 3, !first.isPaired, first.number == number,
      current?.hasSlices == true
    {
      current?.picture?.isPaired = true
      return
    }
    open(at: start)
    if current?.picture == nil { current?.picture = Picture(position: start, number: number, type: type) }
  }

  /// Begins a unit, unless the current one has only headers.
  private mutating func open(at start: Int64) {
    if current?.picture != nil { close(at: start) }
    if current == nil { current = Draft(start: start) }
  }

  private mutating func extend(_ head: [UInt8]) {
    switch head[1] >> 4 {
    case 1: if current?.picture == nil { sequence?.extend(head) }
    case 8:
      // picture_coding_extension (6.2.3.1).
      guard head.count >= 6, current?.picture != nil, current?.hasSlices == false else { return }
      current?.picture?.structure = Int(head[3] & 3)
      let (isTopFirst, isRepeated) = (head[4] & 0x80 != 0, head[4] & 0x02 != 0)
      guard isRepeated else { return }
      current?.picture?.fields = sequence?.isProgressive == true ? (isTopFirst ? 6 : 4) : 3
    default: break
    }
  }

  mutating func close(at end: Int64) {
    guard let draft = current, let picture = draft.picture, draft.hasSlices else {
      current = nil
      return
    }
    current = nil
    let rate = sequence?.frameRate
    complete.append(
      StreamUnit(
        range: draft.start..<end, stampPosition: picture.position, isSync: picture.type == 1,
        duration: rate.map {
          UnitDuration(value: picture.fields * Int64($0.denominator), timescale: $0.numerator * 2)
        },
        place: picture.type == 3 ? .immediate : .reference, isLowDelay: sequence?.isLowDelay ?? false))
  }
}
