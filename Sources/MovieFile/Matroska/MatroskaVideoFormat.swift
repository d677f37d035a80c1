import Foundation

/// The format of a video track.
struct MatroskaVideoFormat {
  let description: CMFormatDescription
  let code: BoxType
  let objectType: UInt8?
  /// The decoder configuration, such as the contents of 'avcC'; nil if there is none.
  let configuration: [UInt8]?
  let headers: [[UInt8]]
  /// True if packets have start codes, where the configuration says lengths.
  private(set) var hasStartCodes = false

  private static let codes: [String: BoxType] = [
    "V_MPEG4/ISO/AVC": "avc1", "V_MPEGH/ISO/HEVC": "hvc1", "V_MPEGI/ISO/VVC": "vvc1", "V_VP8": "vp08", "V_VP9": "vp09",
    "V_AV1": "av01", "V_MPEG1": "mp1v", "V_MPEG2": "mp2v", "V_MPEG4/ISO/SP": "mp4v", "V_MPEG4/ISO/ASP": "mp4v",
    "V_MPEG4/ISO/AP": "mp4v", "V_MPEG4/MS/V3": "DIV3", "V_THEORA": "theo", "V_FFV1": "FFV1", "V_MJPEG": "jpeg",
    "V_DIRAC": "drac", "V_SNOW": "SNOW", "V_REAL/RV10": "RV10", "V_REAL/RV20": "RV20", "V_REAL/RV30": "RV30",
    "V_REAL/RV40": "RV40", "V_AVS2": "avs2", "V_AVS3": "avs3",
  ]

  /// Returns the ID of a codec that movies do not hold; nil for those without an ID of their own.
  static func id(of code: BoxType) -> String? {
    ["FFV1", "drac", "DIV3"].contains(code) ? codes.first { $0.value == code }?.key : nil
  }

  /// Creates the format; nil for unknown codecs.
  ///
  /// - Throws: `unsupported` for sizes that no description has.
  init?(_ entry: MatroskaTrackEntry, firstPacket: [UInt8]?) throws(MovieError) {
    var (code, data) = (Self.codes[entry.codecID], entry.codecPrivate)
    var depth: Int?
    switch entry.codecID {
    case "V_PRORES":
      code = Self.fourCC(data)
      data = []
    case "V_UNCOMPRESSED": code = Self.fourCC(entry.video.uncompressedFourCC)
    case "V_QUICKTIME":
      guard let stored = SampleEntry(stored: data, isQuickTime: true, isVideo: true) else { return nil }
      self.code = stored.format
      description = try Self.description(of: stored, entry.video)
      (objectType, configuration, headers) = (nil, nil, [])
      return
    case "V_MS/VFW/FOURCC":
      let header = BitmapInfoHeader(data)
      code = header?.code
      data = header?.configuration ?? []
      if code == "HFYU" || code == "DIB " { depth = header?.bitsPerPixel }
    default: break
    }
    guard let code else { return nil }
    self.code = code
    headers = code == "theo" ? MatroskaFormat.xiphHeaders(data) : []
    let (width, height, appearance) = (entry.video.width, entry.video.height, entry.video.appearance)
    let found = Codec.found(code) { $0 == .video }?.codec
    func described(_ boxes: [RawBox], made: CMFormatDescription? = nil) throws(MovieError) -> CMFormatDescription {
      if let made { return made }
      return try .video(
        code, width: width, height: height, configuration: boxes, appearance: appearance, depth: depth)
    }
    var (type, config): (UInt8?, [UInt8]?) = (nil, data.isEmpty ? nil : data)
    switch found {
    case .h264?, .hevc?:
      let name: BoxType = found == .h264 ? "avcC" : "hvcC"
      // A configuration has version 1; other private data are of the stream: parameter sets with start codes.
      let isConfiguration = data.first == 1 && data.count > 6
      let stream = data.isEmpty ? firstPacket ?? [] : data
      let made = isConfiguration ? nil : ByteStreamConversion.description(of: stream, isHEVC: found == .hevc)
      hasStartCodes = made != nil
      if !isConfiguration { config = made?.atoms.first { $0.type == name }?.payload }
      description = try described(isConfiguration ? [RawBox(name, data)] : [], made: made)
    case .av1?:
      config = config ?? firstPacket?.withUnsafeBytes { try? AV1Configuration($0, depth: 8, chroma: "4:2:0").box }
      description = try described(config.map { [RawBox("av1C", $0)] } ?? [])
    case .vp9?:
      let box = VP9Configuration(features: data, firstPacket: firstPacket, color: appearance).box
      description = try described([RawBox("vpcC", box)])
    case .mpeg4?, .mpeg2?, .mpeg1?:
      let object: UInt8 = found == .mpeg4 ? 0x20 : found == .mpeg2 ? 0x61 : 0x6a
      type = object
      let box = config.map { RawBox("esds", [0, 0, 0, 0] + ESDescriptor.descriptor(objectType: object, info: $0)) }
      description = try described(box.map { [$0] } ?? [])
    case let codec? where codec.configurationBox == "glbl":
      description = try described(config.map { [RawBox("glbl", $0)] } ?? [])
    default: description = try described([])
    }
    (objectType, configuration) = (type, config)
  }

  /// Returns the description of a sample entry of QuickTime, of which some writers leave all but the name empty.
  private static func description(
    of stored: SampleEntry, _ video: MatroskaVideo
  ) throws(MovieError) -> CMFormatDescription {
    let described = try stored.formatDescription(handlerType: .video)
    guard described.dimensions.width <= 0 else { return described }
    return try .video(stored.format, width: video.width, height: video.height, appearance: video.appearance)
  }

  private static func fourCC(_ bytes: [UInt8]) -> BoxType? {
    bytes.count >= 4 ? BoxType(rawValue: bytes[..<4].reduce(0) { $0 << 8 | UInt32($1) }) : nil
  }
}
