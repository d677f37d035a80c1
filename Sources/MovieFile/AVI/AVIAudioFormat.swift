import CoreAudioTypes
import CoreMedia

/// The format of an audio stream: a WAVEFORMATEX, and the decoder's configuration behind it.
struct AVIAudioFormat {
  /// The format tag; that of the sub-format in extensible ones.
  let tag: UInt16
  let channels: Int
  let sampleRate: Int
  /// The number of bytes of a block: a PCM frame, or a packet of ADPCM.
  let blockSize: Int
  let configuration: [UInt8]
  private let bytes: [UInt8]

  /// Nil if the header is too short.
  init?(_ header: AVIStreamHeader) {
    bytes = header.format
    guard bytes.count >= 14 else { return nil }
    func number(_ offset: Int, _ count: Int) -> Int {
      offset + count <= header.format.count ? Int(UInt64(little: header.format[offset..<offset + count])) : 0
    }
    let stated = UInt16(number(0, 2))
    let isExtensible = stated == 0xfffe
    tag = isExtensible ? UInt16(number(24, 2)) : stated
    (channels, sampleRate, blockSize) = (number(2, 2), number(4, 4), number(12, 2))
    let start = isExtensible ? 40 : 18
    configuration = bytes.count > start ? Array(bytes[start..<min(bytes.count, start + number(16, 2))]) : []
  }

  /// The code of a movie's sample entry; `ms` and the tag for PCM, ADPCM and unknown ones.
  var code: BoxType { WaveAudioFormat.codes[Int(tag)] ?? BoxType(rawValue: 0x6d73_0000 | UInt32(tag)) }

  /// Frames in the stream of bytes that chunks cut anywhere; nil if each chunk has whole packets.
  var framing: ElementaryFrameHeader.Format? {
    switch code {
    case ".mp2", ".mp3": .mpeg
    case "ac-3": .dolby
    case "dtsc": .dts
    // Without a configuration, frames have headers.
    case "mp4a" where configuration.count < 2: .mpeg
    default: nil
    }
  }

  /// Describes the stream.
  ///
  /// - Parameter head: The first bytes of the audio, for formats whose own headers tell more.
  func describe(_ stream: inout ContainerStream, head: [UInt8]) {
    var fields = AudioSampleFields(channels: channels, sampleRate: Double(sampleRate))
    switch code {
    case ".mp3", ".mp2":
      if let header = MPEGAudioHeader(head) {
        fields = AudioSampleFields(channels: header.channels, sampleRate: Double(header.sampleRate))
      }
      stream.describeAudio(code, fields)
    case "ac-3":
      // E-AC-3 has the same tag.
      let frame = DolbyFrame(head)
      var isEnhanced = false
      if case .ac3? = frame?.kind {} else if frame != nil { isEnhanced = true }
      stream.describeAudio(isEnhanced ? "ec-3" : "ac-3", fields, configuration: head)
    case "mp4a":
      var set = configuration
      if set.count < 2, let header = ADTSHeader(head) { set = header.configuration }
      if let config = AudioSpecificConfig(set) {
        fields = AudioSampleFields(
          channels: config.channelCount > 0 ? config.channelCount : channels,
          sampleRate: Double(config.outputSampleRate))
      }
      stream.describeAudio("aac ", fields, configuration: set.isEmpty ? nil : set)
    case "fLaC":
      stream.describeAudio("flac", fields, configuration: configuration.count >= 34 ? configuration.suffix(34) : nil)
    case "Opus": stream.describeAudio("opus", fields, headers: [configuration])
    case "dtsc", "vorb", "samr", "sawb":
      stream.describeAudio(
        code == "dtsc" ? "dts " : code, fields, configuration: configuration.isEmpty ? nil : configuration)
    default: describeBlocks(&stream)
    }
  }

  /// Describes PCM and other audio in blocks of one size.
  private func describeBlocks(_ stream: inout ContainerStream) {
    do throws(MovieError) {
      let format = try WaveAudioFormat(bytes)
      stream.formatDescription = format.description
      guard let audio = format.description.audioStreamBasicDescription else { return }
      stream.sampleRate = Int32(exactly: audio.mSampleRate) ?? 0
      stream.coded = Codec.found(BoxType(rawValue: audio.mFormatID)) { $0 == .audio }.map {
        CodedStream(
          $0.codec, configuration: format.configuration, channels: channels, bytesPerBlock: blockSize,
          adpcmLayout: format.adpcmLayout)
      }
    } catch {
      stream.problem = error
    }
  }
}
