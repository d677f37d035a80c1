/// The audio settings of a track (RFC 9559, section 5.1.4.1.29).
struct MatroskaAudio: Hashable, Sendable {
  private(set) var sampleRate = 8000.0
  /// The rate after spectral band replication; nil if it is the same.
  private(set) var outputRate: Double?
  private(set) var channels = 1
  /// The bits of a PCM sample; 0 if not stated.
  private(set) var bitDepth = 0

  init() {}

  init(_ audio: EBMLElement, _ values: EBMLValues) throws(MovieError) {
    for field in try values.children(of: audio) {
      switch field.id {
      case 0xb5: sampleRate = try values.float(field) ?? sampleRate
      case 0x78b5: outputRate = try values.float(field)
      case 0x9f: channels = try values.unsigned(field).flatMap { Int(exactly: $0) } ?? channels
      case 0x6264: bitDepth = try values.unsigned(field).flatMap { Int(exactly: $0) } ?? 0
      default: break
      }
    }
  }
}
