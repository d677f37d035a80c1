internal import GStreamer
import CoreAudioTypes
import CoreMedia
import CoreVideo
import Foundation
import MovieFile

// Profiles, pixels, colours and channels, from what files and streams state in their headers; nothing is decoded.

extension AssetProbe.Track {
  /// Reads the details that a format description has.
  mutating func readDetails(_ description: CMFormatDescription) {
    switch description.mediaType {
    case .video: readVideo(description)
    case .audio: readAudio(description)
    default: break
    }
  }

  // MARK: Video

  private mutating func readVideo(_ description: CMFormatDescription) {
    let found = Codec.found(BoxType(rawValue: description.mediaSubType.rawValue)) { $0 == .video }
    let signal = description.videoSignal
    switch found?.codec {
    case .h264?:
      let record = description.atom("avcC").map { [UInt8]($0) } ?? []
      profile = CodecNames.h264Profile(description.atom("avcC"))
      if record.count > 3 { level = record[3] == 9 ? "1b" : LevelText.tenths(Int(record[3])) }
    case .hevc?:
      let record = description.atom("hvcC").map { [UInt8]($0) } ?? []
      profile = CodecNames.hevcProfile(description.atom("hvcC"))
      // general_level_idc: thirty times the level (ITU-T H.265, A.4.1).
      if record.count > 12 { level = LevelText.tenths(Int(record[12]) / 3) }
      let messages = DisplayMessages(configuration: record)
      setDisplay(messages)
    case .av1?:
      let box = description.atom("av1C").map { [UInt8]($0) } ?? []
      if box.count > 1 {
        profile = ["Main", "High", "Professional"].element(Int(box[1] >> 5))
        // seq_level_idx: four levels for each number from 2 on (AV1, A.3).
        let index = Int(box[1] & 31)
        level = index < 24 ? "\(2 + index / 4).\(index % 4)" : nil
      }
    case .vp9?:
      let box = description.atom("vpcC").map { [UInt8]($0) } ?? []
      if box.count > 5 {
        profile = "Profile \(box[4])"
        level = box[5] == 0 ? nil : LevelText.tenths(Int(box[5]))
      }
    case let codec?: pixelFormat = FFmpegPixelFormatNames.implied(by: codec, entry: found?.entry)
    case nil: break
    }
    if let signal {
      pixelFormat = FFmpegPixelFormatNames.name(of: signal)
      mayBeInterlaced = signal.mayBeInterlaced
    }
    let colors = description.colorCodePoints
    color.primaries = colors.primaries.flatMap { FFmpegColorNames.primaries[$0] }
    color.transfer = colors.transfer.flatMap { FFmpegColorNames.transfers[$0] }
    color.matrix = colors.matrix.flatMap { FFmpegColorNames.matrices[$0] }
    color.isFullRange = colors.isFullRange
    if case let ratio? = description.extensions[.pixelAspectRatio]?.propertyListRepresentation as? NSDictionary,
      let across = ratio[kCVImageBufferPixelAspectRatioHorizontalSpacingKey as NSString] as? NSNumber,
      let down = ratio[kCVImageBufferPixelAspectRatioVerticalSpacingKey as NSString] as? NSNumber, across.intValue > 0,
      down.intValue > 0
    {
      pixelAspectRatio = AssetProbe.PixelAspectRatio(horizontal: across.intValue, vertical: down.intValue)
    }
    setDisplay(description.bytes(.masteringDisplayColorVolume), description.bytes(.contentLightLevelInfo))
  }

  /// Reads the display of HDR video from the first sample of HEVC, whose messages containers seldom repeat.
  mutating func readDisplay(_ sample: [UInt8], _ description: CMFormatDescription) {
    guard Codec.found(BoxType(rawValue: description.mediaSubType.rawValue), where: { $0 == .video })?.codec == .hevc,
      masteringDisplay == nil
    else { return }
    var messages = DisplayMessages(configuration: [])
    messages.read(sample, lengthSize: description.nalUnitHeaderLength)
    setDisplay(messages)
  }

  private mutating func setDisplay(_ messages: DisplayMessages) {
    setDisplay(messages.masteringDisplay, messages.lightLevel)
  }

  private mutating func setDisplay(_ display: [UInt8]?, _ light: [UInt8]?) {
    if let display, let value = AssetProbe.MasteringDisplay(display) { masteringDisplay = value }
    if let light, light.count == 4 {
      contentLight = AssetProbe.ContentLight(
        maximum: Int(light[0]) << 8 | Int(light[1]), maximumAverage: Int(light[2]) << 8 | Int(light[3]))
    }
  }

  // MARK: Audio

  private mutating func readAudio(_ description: CMFormatDescription) {
    guard let format = description.audioStreamBasicDescription else { return }
    let codec = Codec.found(BoxType(rawValue: format.mFormatID), where: { $0 == .audio })?.codec
    let cookie = description.magicCookie.map { [UInt8]($0) } ?? []
    switch codec {
    case .aac?: profile = Self.aacProfile(description)
    case .pcm?: bitsPerSample = format.mBitsPerChannel > 0 ? Int(format.mBitsPerChannel) : nil
    // The flags name the depth of the source.
    case .alac?: bitsPerSample = [1: 16, 2: 20, 3: 24, 4: 32][format.mFormatFlags]
    case .flac?: bitsPerSample = Self.flacBits(cookie)
    default: break
    }
    channelLayout = ChannelLayoutName.name(of: description, codec: codec)
  }

  private static func aacProfile(_ description: CMFormatDescription) -> String? {
    switch description.audioFormatList.first?.mASBD.mFormatID {
    case kAudioFormatMPEG4AAC_HE?: "HE-AAC"
    case kAudioFormatMPEG4AAC_HE_V2?: "HE-AACv2"
    case kAudioFormatMPEG4AAC_LD?: "LD"
    case kAudioFormatMPEG4AAC_ELD?: "ELD"
    case kAudioFormatMPEG4AAC?: "LC"
    default: nil
    }
  }

  /// The bits of a sample in STREAMINFO (RFC 9639, 8.2), behind the stream's mark or without it.
  static func flacBits(_ cookie: [UInt8]) -> Int? {
    var info = cookie[...]
    if info.starts(with: Array("fLaC".utf8)) { info = info.dropFirst(4) }
    // A block's header, where there is one.
    if info.count == 38 || (info.first.map { $0 & 0x7f } == 0 && info.count > 38) { info = info.dropFirst(4) }
    guard info.count >= 18 else { return nil }
    let bytes = Array(info)
    return Int(bytes[12] & 1) << 4 | Int(bytes[13] >> 4) + 1
  }

  // MARK: GStreamer

  /// Reads the details of caps, where only GStreamer describes a stream.
  mutating func readDetails(caps: Caps) {
    guard let fields = caps.first else { return }
    func text(_ name: String) -> String? { fields[name]?.string }
    func number(_ name: String) -> Int? { fields[name]?.int }
    profile = text("profile").map { $0.prefix(1).uppercased() + $0.dropFirst() }
    level = text("level")
    if kind == .video {
      let depth = number("bit-depth-luma") ?? 8
      if let chroma = text("chroma-format") {
        let formats = ["4:0:0": 0, "4:2:0": 1, "4:2:2": 2, "4:4:4": 3]
        pixelFormat = FFmpegPixelFormatNames.name(chroma: formats[chroma], depth: depth)
      }
      if let format = text("format") { pixelFormat = FFmpegPixelFormatNames.gstreamer[format] }
      if pixelFormat == nil, let found = fields.codec {
        pixelFormat = FFmpegPixelFormatNames.implied(by: found.codec, entry: found.entry)
      }
      color = AssetProbe.Color(colorimetry: text("colorimetry"))
      mayBeInterlaced = text("interlace-mode").map { $0 != "progressive" }
      let range = HighDynamicRange(caps)
      setDisplay(range.masteringDisplay.map { [UInt8]($0) }, range.lightLevel.map { [UInt8]($0) })
    } else if kind == .audio {
      profile = profile.map { $0.lowercased() == "lc" ? "LC" : $0 }
      if ["audio/x-flac", "audio/x-alac", "audio/x-raw"].contains(fields.name) { bitsPerSample = number("depth") }
      if let channels { channelLayout = ChannelLayoutName.implied(by: nil, channels: channels) }
    }
  }
}

extension AssetProbe {
  /// Names the kind of a file that is one bare stream, and what it takes a second.
  mutating func nameKind(audioBytes: Int) {
    guard tracks.count == 1, container == nil else { return }
    let isAAC = tracks[0].codec?.contains("AAC") == true
    container =
      switch tracks[0].format {
      case "audio/x-flac"?: "FLAC"
      case "audio/mpeg"?: isAAC ? "ADTS" : "MPEG audio"
      case "audio/x-ac3"?: "AC-3"
      case "audio/x-eac3"?: "E-AC-3"
      case "audio/x-dts"?: "DTS"
      case "audio/x-wav"?: "WAVE"
      case "audio/AMR"?, "audio/AMR-WB"?: "AMR"
      default: nil
      }
    estimateBitRate(audioBytes: Int64(audioBytes))
  }

  /// Divides the bytes of a bare stream by its duration, where the file states no rate.
  mutating func estimateBitRate(audioBytes: Int64) {
    guard tracks.count == 1, tracks[0].kind == .audio, tracks[0].bitRate == nil, duration.isNumeric, duration > .zero
    else { return }
    tracks[0].bitRate = Int(exactly: (Double(audioBytes) * 8 / duration.seconds).rounded())
  }
}

extension AssetProbe.MasteringDisplay {
  /// Reads the 24 bytes of H.265's message: green, blue, red, white in fifty-thousandths; the luminances in ten-thousandths.
  fileprivate init?(_ bytes: [UInt8]) {
    guard bytes.count == 24 else { return nil }
    func number(_ place: Int, _ count: Int) -> Double {
      Double(bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) })
    }
    func point(_ index: Int) -> Point { Point(x: number(index * 4, 2) / 50_000, y: number(index * 4 + 2, 2) / 50_000) }
    self.init(
      red: point(2), green: point(0), blue: point(1), whitePoint: point(3), minimumLuminance: number(20, 4) / 10_000,
      maximumLuminance: number(16, 4) / 10_000)
  }
}

extension CMFormatDescription {
  fileprivate func bytes(_ key: Extensions.Key) -> [UInt8]? {
    let value = extensions[key]?.propertyListRepresentation
    return (value as? Data).map { [UInt8]($0) } ?? (value as? NSData).map { [UInt8](Data(copying: $0)) }
  }
}

/// Levels of codecs as text.
private enum LevelText {
  /// Formats tenths: 31 is `3.1`, 40 is `4`.
  static func tenths(_ value: Int) -> String { value % 10 == 0 ? "\(value / 10)" : "\(value / 10).\(value % 10)" }
}

extension Array {
  fileprivate func element(_ index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
