/// A type of file with one audio track that can be written.
public enum AudioFileFormat: String, CaseIterable, Hashable, Sendable {
  /// Little-endian PCM (Microsoft's RIFF; EBU Tech 3306 from 4 GB on).
  case wav
  /// Big-endian integer PCM (Apple, AIFF 1.3).
  case aiff
  /// PCM of more kinds (Apple, AIFF-C).
  case aifc
  /// Audio of any codec, in packets with a table (Apple Core Audio Format 1.0).
  case caf
  /// Speech of mobile phones, mono (RFC 4867, clause 5).
  case amr
  /// MPEG audio of layer III, in frames with Xing's and LAME's header.
  case mp3
  /// Lossless audio, in frames behind comments and pictures (RFC 9639).
  case flac

  /// The name of the format.
  public var name: String {
    switch self {
    case .wav: "WAVE"
    case .aiff: "AIFF"
    case .aifc: "AIFF-C"
    case .caf: "Core Audio Format"
    case .amr: "AMR"
    case .mp3: "MP3"
    case .flac: "FLAC"
    }
  }

  /// Throws if files of this type cannot hold audio of a format.
  ///
  /// - Throws: `notStorable` with the reason.
  public func check(_ description: CMFormatDescription) throws(MovieError) {
    let rate = description.audioStreamBasicDescription?.mSampleRate ?? 0
    _ = try headers(for: AudioFileStream(description, rate: rate > 0 && rate < 2_147_483_647 ? Int32(rate) : 0))
  }

  func headers(for audio: AudioFileStream) throws(MovieError) -> any AudioFileHeaders {
    switch self {
    case .wav: try WaveHeaders(audio)
    case .aiff: try AIFFHeaders(audio, isCompressed: false)
    case .aifc: try AIFFHeaders(audio, isCompressed: true)
    case .caf: try CoreAudioHeaders(audio)
    case .amr: try AMRHeaders(audio)
    case .mp3: try MP3Headers(audio)
    case .flac: try FLACHeaders(audio)
    }
  }
}

/// The headers of an audio file type.
protocol AudioFileHeaders {
  /// The conversion of each PCM sample.
  var conversion: SampleConversion { get }
  /// True if the file can state priming and padding.
  var saysWhatIsHeard: Bool { get }
  /// The largest size of audio that the file can hold, in bytes.
  var maximumAudioByteCount: Int64 { get }

  /// The place of the tags before the audio; nil if they come at the end of the file.
  var tagPlace: Int64? { get }

  /// Returns the bytes before the audio; their size does not depend on the contents, but for MP3 on its first frame.
  func head(_ contents: AudioDataTotals) -> [UInt8]
  /// Returns the bytes after the audio, before the tags.
  func tail(_ contents: AudioDataTotals) -> [UInt8]
  /// Returns the tags as they are before the audio, in at least a number of bytes; empty without any.
  func storedTags(_ tags: [UInt8], count: Int) throws(MovieError) -> [UInt8]
  /// - Throws: `notStorable` if the file cannot state which samples are heard.
  func check(_ contents: AudioDataTotals) throws(MovieError)
  /// - Throws: `notStorable` if the file cannot begin with a packet.
  func check(firstPacket: [UInt8]) throws(MovieError)
}

extension AudioFileHeaders {
  var tagPlace: Int64? { nil }
  func storedTags(_ tags: [UInt8], count: Int) throws(MovieError) -> [UInt8] { tags }
  func check(_ contents: AudioDataTotals) throws(MovieError) {}
  func check(firstPacket: [UInt8]) throws(MovieError) {}
}

/// The totals of a file's audio.
struct AudioDataTotals {
  var byteCount: Int64 = 0
  /// The sizes and durations of packets.
  var packets = PacketTable()
  /// The number of decoded samples, and the range of valid ones.
  var frames: Int64 = 0
  var heard: Range<Int64> = 0..<0
  /// Chunks with metadata at the end of the file, or a tag at its beginning.
  var tags: [UInt8] = []
  /// Of MP3, the frames so far; nil before the first.
  var mp3: MP3Totals?
}
