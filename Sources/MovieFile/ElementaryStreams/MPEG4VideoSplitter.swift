import CoreMedia

/// The parameters of MPEG-4 video in the header of its layer (ISO/IEC 14496-2, 6.2.3).
struct MPEG4VideoHeaders: Hashable, Sendable {
  var width: Int
  var height: Int
  /// The shape of a pixel; nil if it is square or unknown.
  var pixelAspectRatio: Fraction?
  /// The duration of a frame; nil if it varies.
  var frameDuration: UnitDuration?
  /// The headers before the first picture, with start codes.
  var configuration: [UInt8] = []

  struct Fraction: Hashable, Sendable {
    let horizontal: Int
    let vertical: Int
  }

  /// - Parameter header: A video object layer after its start code; the first byte is the code itself. Nil for other
  ///   shapes than rectangles.
  init?(_ header: [UInt8]) {
    var bits = BitScanner(Array(header.dropFirst()))
    guard bits.number(9) != nil, let hasVersion = bits.number(1) else { return nil }
    if hasVersion == 1 { _ = bits.number(7) }
    guard let aspect = bits.number(4) else { return nil }
    if aspect == 15 {
      guard let horizontal = bits.number(8), let vertical = bits.number(8) else { return nil }
      if horizontal > 0, vertical > 0, horizontal != vertical {
        pixelAspectRatio = Fraction(horizontal: horizontal, vertical: vertical)
      }
    } else {
      pixelAspectRatio = [2: (12, 11), 3: (10, 11), 4: (16, 11), 5: (40, 33)][aspect].map {
        Fraction(horizontal: $0.0, vertical: $0.1)
      }
    }
    guard let hasControl = bits.number(1) else { return nil }
    if hasControl == 1 {
      guard bits.number(3) != nil, let hasBuffer = bits.number(1) else { return nil }
      if hasBuffer == 1 { guard bits.number(40) != nil, bits.number(39) != nil else { return nil } }
    }
    guard bits.number(2) == 0, bits.number(1) != nil, let resolution = bits.number(16), bits.number(1) != nil,
      let isFixed = bits.number(1), resolution > 0
    else { return nil }
    if isFixed == 1 {
      let count = max(1, Int.bitWidth - (resolution - 1).leadingZeroBitCount)
      guard let increment = bits.number(count) else { return nil }
      if increment > 0 { frameDuration = UnitDuration(value: Int64(increment), timescale: Int32(resolution)) }
    }
    guard bits.number(1) != nil, let width = bits.number(13), bits.number(1) != nil, let height = bits.number(13),
      width > 0, height > 0
    else { return nil }
    (self.width, self.height) = (width, height)
  }
}

/// Cuts a stream of MPEG-4 video into pictures with the headers before them (ISO/IEC 14496-2, 6.2.2 and 6.2.5).
struct MPEG4VideoSplitter: PictureSplitter {
  /// The start code of a picture.
  private static let picture: UInt8 = 0xb6
  private static let configurationLimit = 4096

  var heads = StartCodeHeads { code in
    switch code {
    case picture: 2
    // Headers: objects, layers, sequences, user data, visual objects.
    case 0x00...0x2f, 0xb0, 0xb2, 0xb5: 1024
    default: 1
    }
  }
  var current: Draft?
  var complete: ArraySlice<StreamUnit> = []
  private var layer: MPEG4VideoHeaders?
  private var configuration: [UInt8] = []
  private var hasPicture = false

  struct Draft: PictureDraft {
    let start: Int64
    fileprivate(set) var picture: (position: Int64, type: UInt8)?
  }

  init() {}

  var headers: StreamHeaders { layer.map { .mpeg4Video($0) } ?? .none }

  mutating func adopt(_ headers: StreamHeaders) {
    if case .mpeg4Video(let known) = headers { (layer, hasPicture) = (known, true) }
  }

  mutating func begin(_ head: [UInt8], at start: Int64) {
    guard let code = head.first else { return }
    switch code {
    case Self.picture, 0x00...0x2f, 0xb0, 0xb2, 0xb3, 0xb5:
      if current?.picture != nil { close(at: start) }
      if current == nil { current = Draft(start: start) }
      if code == Self.picture {
        if layer != nil, !hasPicture { layer?.configuration = configuration }
        hasPicture = true
        current?.picture = (start, head.count > 1 ? head[1] >> 6 : 1)
      } else if !hasPicture, code != 0xb3 {
        if configuration.count + head.count < Self.configurationLimit { configuration += [0, 0, 1] + head }
        if (0x20...0x2f).contains(code), layer == nil { layer = MPEG4VideoHeaders(head) }
      }
    default: break
    }
  }

  mutating func close(at end: Int64) {
    guard let draft = current, let picture = draft.picture else {
      current = nil
      return
    }
    current = nil
    complete.append(
      StreamUnit(
        range: draft.start..<end, stampPosition: picture.position, isSync: picture.type == 0,
        duration: layer?.frameDuration, place: picture.type == 2 ? .immediate : .reference))
  }
}
