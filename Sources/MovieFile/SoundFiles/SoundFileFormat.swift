/// A kind of file that holds one track of sound, and can be written.
public enum SoundFileFormat: String, CaseIterable, Hashable, Sendable {
  /// Stored samples, the lowest byte first (Microsoft's RIFF; EBU Tech 3306 from 4 GB on).
  case wav
  /// Stored integers, the highest byte first (Apple, AIFF 1.3).
  case aiff
  /// Stored samples of more kinds (Apple, AIFF-C).
  case aifc
  /// Any sound, in packets with a table (Apple Core Audio Format 1.0).
  case caf
  /// Speech of mobile phones, one channel (RFC 4867, clause 5).
  case amr

  /// What the format is called.
  public var name: String {
    switch self {
    case .wav: "WAVE"
    case .aiff: "AIFF"
    case .aifc: "AIFF-C"
    case .caf: "Core Audio Format"
    case .amr: "AMR"
    }
  }

  /// Fails if files of this kind cannot hold sound of a format.
  ///
  /// - Throws: `unfit` with the reason.
  public func check(_ description: CMFormatDescription) throws(MovieError) {
    let rate = description.audioStreamBasicDescription?.mSampleRate ?? 0
    _ = try headers(for: SoundStream(description, rate: rate > 0 && rate < 2_147_483_647 ? Int32(rate) : 0))
  }

  func headers(for sound: SoundStream) throws(MovieError) -> any SoundFileHeaders {
    switch self {
    case .wav: try WaveHeaders(sound)
    case .aiff: try AIFFHeaders(sound, isCompressed: false)
    case .aifc: try AIFFHeaders(sound, isCompressed: true)
    case .caf: try CoreAudioHeaders(sound)
    case .amr: try AMRHeaders(sound)
    }
  }
}

/// What a kind of sound file puts around the sound.
protocol SoundFileHeaders {
  /// What becomes of each sample that is stored.
  var conversion: SampleConversion { get }
  /// Whether the file can say that some of what decoders make of it is not to be heard.
  var saysWhatIsHeard: Bool { get }
  /// As many bytes of sound as the file can hold.
  var largestSound: Int64 { get }

  /// What comes before the sound; it has the same size whatever the contents are.
  func head(_ contents: SoundContents) -> [UInt8]
  /// What comes behind it, before the tags.
  func tail(_ contents: SoundContents) -> [UInt8]
}

/// What the sound in a file comes to.
struct SoundContents {
  var byteCount: Int64 = 0
  /// Of packets, their sizes and lengths.
  var packets = PacketTable()
  /// Samples that decoders make of it, and those that are heard.
  var frames: Int64 = 0
  var heard: Range<Int64> = 0..<0
  /// Chunks at the end of the file, in which it says something about itself.
  var tags: [UInt8] = []
}
