import CoreAudioTypes
import Foundation

// Formats of streams whose containers name a codec and its configuration, as a movie's sample entry would have them.

extension ContainerStream {
  /// Sets the format and the parameters of video.
  ///
  /// - Parameters:
  ///   - code: The code in the table of codecs; unknown ones are described, and have no parameters.
  ///   - width: The width in pixels; that of the parameter sets takes precedence.
  ///   - configuration: The contents of the codec's box, or of MPEG-4's decoder configuration; nil if there is none.
  ///   - headers: The headers that precede the stream.
  ///   - depth: The bits of a pixel; nil if they are not stated.
  mutating func describeVideo(
    _ code: BoxType, width: Int, height: Int, configuration: [UInt8]? = nil, headers: [[UInt8]] = [],
    appearance: [RawBox] = [], depth: Int? = nil
  ) {
    mediaType = "vide"
    let codec = Codec.found(code, objectType: nil, depth: nil) { $0 == .video }?.codec
    coded = codec.map { CodedStream($0, configuration: configuration, headers: headers) }
    var boxes: [RawBox] = []
    if let configuration = configuration ?? (headers.count == 3 ? Self.laced(headers) : nil) {
      switch codec {
      case .h264?: boxes = [RawBox("avcC", configuration)]
      case .hevc?: boxes = [RawBox("hvcC", configuration)]
      case .av1?: boxes = [RawBox("av1C", configuration)]
      // Some writers leave out the version and flags of the box.
      case .vp9?: boxes = [RawBox("vpcC", configuration.count == 8 ? [1, 0, 0, 0] + configuration : configuration)]
      case .mpeg4?, .mpeg2?, .mpeg1?:
        let type: UInt8 = codec == .mpeg4 ? 0x20 : codec == .mpeg2 ? 0x61 : 0x6a
        boxes = [RawBox("esds", [0, 0, 0, 0] + ESDescriptor.descriptor(objectType: type, info: configuration))]
      case let codec? where codec.configurationBox == "glbl": boxes = [RawBox("glbl", configuration)]
      default: break
      }
    }
    var (width, height, appearance) = (width, height, appearance)
    if let sets = Self.parameterSets(code, boxes) {
      (width, height) = (Int(sets.dimensions.width), Int(sets.dimensions.height))
      if let shape = Self.pixelShape(sets), !appearance.contains(where: { $0.type == "pasp" }) {
        appearance.append(shape)
      }
    }
    describe { () throws(MovieError) in
      try .video(code, width: width, height: height, configuration: boxes, appearance: appearance, depth: depth)
    }
  }

  /// Returns what the parameter sets of H.264 and HEVC say of the frames; nil for other codecs.
  private static func parameterSets(_ code: BoxType, _ boxes: [RawBox]) -> CMFormatDescription? {
    guard code == "avc1" || code == "hvc1", !boxes.isEmpty,
      let stored = try? CMFormatDescription.video(code, width: 16, height: 16, configuration: boxes)
    else { return nil }
    let sets = Array(stored.parameterSets)
    return code == "avc1"
      ? try? CMFormatDescription(h264ParameterSets: sets) : try? CMFormatDescription(hevcParameterSets: sets)
  }

  private static func pixelShape(_ description: CMFormatDescription) -> RawBox? {
    let ratio = description.extensions[.pixelAspectRatio]?.propertyListRepresentation as? NSDictionary
    guard let width = ratio?[kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing] as? NSNumber,
      let height = ratio?[kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing] as? NSNumber, width != height
    else { return nil }
    return RawBox("pasp") { box in for value in [width, height] { box.u32(value.uint32Value) } }
  }

  /// Sets the format and the parameters of audio.
  ///
  /// - Parameters:
  ///   - code: The code in the table of codecs; unknown ones are described, and have no parameters.
  ///   - configuration: An AudioSpecificConfig, the 34 bytes of STREAMINFO, or a whole frame of AC-3.
  ///   - headers: The headers that precede the stream: those of Vorbis and Speex, or that of Opus.
  mutating func describeAudio(
    _ code: BoxType, _ fields: AudioSampleFields, configuration: [UInt8]? = nil, headers: [[UInt8]] = []
  ) {
    mediaType = "soun"
    let codec = Codec.found(code, objectType: nil, depth: nil) { $0 == .audio }?.codec
    let block = fields.bytesPerPacket > 0 ? fields.bytesPerPacket : fields.bytesPerFrame
    let layout: String? =
      switch code {
      case "ms\0\u{2}": "microsoft"
      case "ms\0\u{11}": "dvi"
      default: nil
      }
    let isDolby = codec == .ac3 || codec == .enhancedAC3
    coded = codec.map {
      CodedStream(
        $0, configuration: isDolby ? nil : configuration ?? ($0 == .opus ? headers.first : nil), headers: headers,
        channels: Int(fields.channels),
        bytesPerBlock: Int(block), adpcmLayout: layout)
    }
    sampleRate = Int32(exactly: fields.sampleRate) ?? 0
    let (entry, boxes) = Self.audioEntry(code, configuration: configuration, headers: headers)
    describe { () throws(MovieError) in try .audio(entry, fields, boxes: boxes) }
    if let rate = formatDescription?.audioStreamBasicDescription?.mSampleRate, let whole = Int32(exactly: rate) {
      sampleRate = whole
    }
  }

  /// Returns the code of a movie's sample entry, and its boxes.
  private static func audioEntry(
    _ code: BoxType, configuration: [UInt8]?, headers: [[UInt8]]
  ) -> (BoxType, [RawBox]) {
    switch code {
    case "aac ":
      let cookie = configuration.map { ESDescriptor.cookie(audioSpecificConfig: $0) }
      return ("mp4a", cookie.map { [RawBox("esds", [0, 0, 0, 0] + $0)] } ?? [])
    case "vorb" where headers.count == 3:
      let descriptor = ESDescriptor.descriptor(objectType: 0xdd, info: laced(headers))
      return ("mp4a", [RawBox("esds", [0, 0, 0, 0] + descriptor)])
    case "opus": return ("Opus", headers.first.flatMap { RawBox(opusHeader: $0) }.map { [$0] } ?? [])
    case "flac":
      let blocks = configuration.map { [0, 0, 0, 0, 0x80, 0, 0, UInt8($0.count & 0x7f)] + $0 }
      return ("fLaC", blocks.map { [RawBox("dfLa", $0)] } ?? [])
    case "ac-3", "ec-3":
      let box = configuration.flatMap { frame in
        frame.withUnsafeBytes { try? DolbyConfiguration($0, isEnhanced: code == "ec-3") }
      }
      return (code, box.map { [RawBox(code == "ec-3" ? "dec3" : "dac3", $0.box)] } ?? [])
    default: return (code, [])
    }
  }

  /// Joins packets with Xiph lacing: a count less one, and the sizes of all but the last.
  private static func laced(_ packets: [[UInt8]]) -> [UInt8] {
    let sizes = packets.dropLast().flatMap {
      [UInt8](repeating: 255, count: $0.count / 255) + [UInt8($0.count % 255)]
    }
    return [UInt8(packets.count - 1)] + sizes + packets.joined()
  }

  /// Sets the description, or the problem that there is none.
  private mutating func describe(_ make: () throws(MovieError) -> CMFormatDescription) {
    do throws(MovieError) {
      formatDescription = try make()
    } catch {
      if problem == nil { problem = error }
    }
  }
}
