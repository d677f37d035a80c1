import CoreAudioTypes
import CoreMedia

/// A stream, put together of its configuration or the beginning of its first packet.
struct FLVStreamDraft {
  let track: FLVLayout.Track
  let codec: FLVCodec
  private var configuration: [UInt8]?
  private var head: [UInt8] = []
  private let isProtected: Bool

  /// The largest number of bytes of a configuration.
  static let configurationLimit = 1 << 20
  /// The number of bytes of a packet that its headers have at most; a whole frame of AC-3.
  static let headLimit = 3840

  init(track: FLVLayout.Track, codec: FLVCodec, isProtected: Bool) {
    (self.track, self.codec, self.isProtected) = (track, codec, isProtected)
  }

  /// True if the stream can be described.
  var isComplete: Bool {
    if isProtected { return true }
    switch codec.code {
    case "avc1", "hvc1", "vvc1", "aac ", "opus", "flac": return configuration != nil
    case "av01", "vp08", "vp09": return configuration != nil || !head.isEmpty
    default: return !head.isEmpty
    }
  }

  mutating func take(configuration bytes: [UInt8]) {
    if !bytes.isEmpty { configuration = bytes }
  }

  mutating func take(head bytes: [UInt8], isKey: Bool) {
    if isKey, head.isEmpty { head = bytes }
  }

  func stream(number: Int, _ metadata: FLVMetadata?) -> ContainerStream {
    var stream = ContainerStream(
      number: number, mediaType: track.isVideo ? "vide" : "soun", codecID: codec.name, timescale: FLVLayout.timescale)
    if isProtected {
      stream.problem = MovieError(.protected, "the tags are encrypted")
    } else if track.isVideo {
      describeVideo(&stream, metadata)
    } else {
      describeAudio(&stream)
    }
    return stream
  }

  // MARK: Video

  private func describeVideo(_ stream: inout ContainerStream, _ metadata: FLVMetadata?) {
    let stated = (width: metadata?.size("width") ?? 0, height: metadata?.size("height") ?? 0)
    let size = Self.size(codec.code, head) ?? stated
    stream.describeVideo(codec.code, width: size.width, height: size.height, configuration: configuration)
    // A rate such as 29.97 or 23.98 is a rounded one.
    if let rate = metadata?.numbers["framerate"], rate >= 1, rate <= 1000, let usual = UsualFrameRate(nearest: rate),
      usual.difference(to: rate) < 0.0002
    {
      stream.frameDuration = usual.frameDuration
    }
  }

  /// Returns the size in a key frame's header; nil if the header has none.
  private static func size(_ code: BoxType, _ head: [UInt8]) -> (width: Int, height: Int)? {
    switch code {
    case "FLV1":
      // Annex E.4.3.2: a start code of 17 bits, a version of five, and the time.
      var bits = BitScanner(Array(head.prefix(16)))
      guard bits.number(17) == 1, bits.number(13) != nil, let kind = bits.number(3) else { return nil }
      switch kind {
      case 0, 1:
        guard let width = bits.number(kind == 0 ? 8 : 16), let height = bits.number(kind == 0 ? 8 : 16) else {
          return nil
        }
        return (width, height)
      case 2...6: return [(352, 288), (176, 144), (128, 96), (320, 240), (160, 120)][kind - 2]
      default: return nil
      }
    case "VP6F", "VP6A":
      // The rows and columns of blocks of 16 pixels, behind the offset of the alpha channel and that of the coefficients.
      let start = code == "VP6A" ? 3 : 0
      guard head.count > start + 5, head[start] & 0x80 == 0 else { return nil }
      let hasOffset = head[start] & 1 != 0 || head[start + 1] & 6 == 0
      let place = start + (hasOffset ? 4 : 2)
      guard head.count > place + 1, head[place] > 0, head[place + 1] > 0 else { return nil }
      return (16 * Int(head[place + 1]), 16 * Int(head[place]))
    case "FSV1", "FSV2":
      guard head.count >= 4 else { return nil }
      return (Int(head[0] & 15) << 8 | Int(head[1]), Int(head[2] & 15) << 8 | Int(head[3]))
    case "vp08":
      // RFC 6386, 9.1: 14 bits each behind the start code.
      guard head.count >= 10, head[3..<6].elementsEqual([0x9d, 0x01, 0x2a]) else { return nil }
      return (Int(head[6]) | Int(head[7] & 0x3f) << 8, Int(head[8]) | Int(head[9] & 0x3f) << 8)
    default: return nil
    }
  }

  // MARK: Audio

  private func describeAudio(_ stream: inout ContainerStream) {
    var fields = AudioSampleFields(channels: codec.channels, sampleRate: Double(codec.sampleRate))
    switch codec.code {
    case ".mp3":
      if let header = MPEGAudioHeader(head) {
        fields = AudioSampleFields(channels: header.channels, sampleRate: Double(header.sampleRate))
      }
      stream.describeAudio(".mp3", fields)
    case "aac ":
      if let config = configuration.flatMap({ AudioSpecificConfig($0) }) {
        fields = AudioSampleFields(channels: max(config.channelCount, 1), sampleRate: Double(config.outputSampleRate))
      }
      stream.describeAudio("aac ", fields, configuration: configuration)
    case "opus":
      guard let header = configuration, header.count >= 19, header.starts(with: Array("OpusHead".utf8)) else { return }
      stream.describeAudio(
        "opus", AudioSampleFields(channels: Int(header[9]), sampleRate: 48_000), headers: [header])
      stream.priming = Int64(header[10]) | Int64(header[11]) << 8
    case "flac":
      guard let information = configuration.flatMap(Self.flacInformation) else { return }
      var bits = BitScanner(Array(information[10...]))
      guard let rate = bits.number(20), let channels = bits.number(3) else { return }
      stream.describeAudio(
        "flac", AudioSampleFields(channels: channels + 1, sampleRate: Double(rate)), configuration: information)
    case "ac-3", "ec-3":
      guard let frame = DolbyFrame(head) else { return }
      let channels = DolbyFrame.channelCount(codingMode: frame.codingMode) + (frame.hasLowFrequencies ? 1 : 0)
      stream.describeAudio(
        codec.code, AudioSampleFields(channels: channels, sampleRate: Double(frame.sampleRate)), configuration: head)
    case "lpcm":
      fields.bits = UInt32(codec.bits)
      fields.linearFlags = kAudioFormatFlagIsPacked | (codec.bits == 16 ? kAudioFormatFlagIsSignedInteger : 0)
      fields.bytesPerPacket = UInt32(codec.bits / 8 * codec.channels)
      stream.describeAudio("lpcm", fields)
    case "spex": stream.describeAudio("spex", fields, headers: Self.speexHeaders)
    default: stream.describeAudio(codec.code, fields)
    }
  }

  /// Returns the 34 bytes of STREAMINFO behind `fLaC` and the block's header (RFC 9639, sections 8.1 and 8.2).
  private static func flacInformation(_ bytes: [UInt8]) -> [UInt8]? {
    let start = bytes.starts(with: Array("fLaC".utf8)) ? 8 : 4
    return bytes.count >= start + 34 ? Array(bytes[start..<start + 34]) : nil
  }

  /// The headers that Flash's Speex leaves out: wide band, one channel, frames of 20 ms (Speex manual, "Ogg file
  /// format").
  private static let speexHeaders: [[UInt8]] = {
    var header = Array("Speex   1.2.0".utf8) + [UInt8](repeating: 0, count: 15)
    for number: UInt32 in [1, 80, 16_000, 1, 4, 1, .max, 320, 0, 1, 0, 0, 0] { header.append(little: number) }
    return [header, [UInt8](repeating: 0, count: 8)]
  }()
}
