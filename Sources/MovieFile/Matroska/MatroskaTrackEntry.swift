/// The fields of a track that its packets are read by (RFC 9559, section 5.1.4.1).
struct MatroskaTrackEntry: Sendable {
  enum Kind: UInt64, Sendable {
    case video = 1
    case audio = 2
    case subtitle = 0x11
    case buttons = 0x12
    case control = 0x20
    case metadata = 0x21
  }

  /// The number, name and purpose.
  let track: MatroskaTrack
  private(set) var kind: Kind?
  private(set) var codecID = ""
  private(set) var codecPrivate: [UInt8] = []
  /// The language by ISO 639-2; English where the file does not state it.
  private(set) var language = "eng"
  /// The duration of a frame in nanoseconds; nil if it is not constant.
  private(set) var defaultDuration: Int64?
  /// The factor of the blocks' times; 1 in all but old files.
  private(set) var timestampScale = 1.0
  /// The priming in nanoseconds.
  private(set) var codecDelay: Int64 = 0
  /// The time to decode before a seek's target, in nanoseconds.
  private(set) var seekPreRoll: Int64 = 0
  private(set) var video = MatroskaVideo()
  private(set) var audio = MatroskaAudio()
  private(set) var encodings = MatroskaEncodings()

  init(_ entry: EBMLElement, _ values: EBMLValues) throws(MovieError) {
    track = try MatroskaTrack(entry, values)
    var storedEncodings: EBMLElement?
    for field in try values.children(of: entry) {
      switch field.id {
      case 0x83: kind = try values.unsigned(field).flatMap { Kind(rawValue: $0) }
      case 0x86: codecID = try values.text(field) ?? ""
      case 0x63a2: codecPrivate = try values.bytes(field)
      case 0x22b59c: language = try values.text(field) ?? language
      case 0x23e383: defaultDuration = try Self.nanoseconds(field, values)
      case 0x23314f:
        if let scale = try values.float(field), scale.isFinite, scale > 0 { timestampScale = scale }
      case 0x56aa: codecDelay = try Self.nanoseconds(field, values) ?? 0
      case 0x56bb: seekPreRoll = try Self.nanoseconds(field, values) ?? 0
      case 0xe0: video = try MatroskaVideo(field, values)
      case 0xe1: audio = try MatroskaAudio(field, values)
      case 0x6d80: storedEncodings = field
      default: break
      }
    }
    if let storedEncodings {
      encodings = try MatroskaEncodings(storedEncodings, values)
      codecPrivate = encodings.decodedPrivate(codecPrivate)
    }
  }

  /// Reads a positive number of nanoseconds, an hour at most; nil for others.
  private static func nanoseconds(_ field: EBMLElement, _ values: EBMLValues) throws(MovieError) -> Int64? {
    try values.unsigned(field).flatMap { (1...3_600_000_000_000).contains($0) ? Int64($0) : nil }
  }
}
