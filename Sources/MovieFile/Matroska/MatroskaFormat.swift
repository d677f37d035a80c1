/// The format of a track's packets, from its codec ID and private data, in a movie's terms (Matroska codec
/// specifications).
struct MatroskaFormat {
  private(set) var description: CMFormatDescription?
  private(set) var coded: CodedStream?
  /// True if packets of H.264 or HEVC have start codes, which become lengths.
  private(set) var hasStartCodes = false

  /// - Throws: `unsupported` or `malformed` if the headers make no sense.
  init(_ entry: MatroskaTrackEntry, firstPacket: [UInt8]?, _ info: MatroskaInfo) throws(MovieError) {
    switch entry.kind {
    case .video: try readVideo(entry, firstPacket)
    case .audio: try readAudio(entry, firstPacket, info)
    case .subtitle, .metadata:
      guard let code = MatroskaSubtitles.codes[entry.codecID] else { return }
      let mediaType: CMFormatDescription.MediaType = entry.kind == .subtitle ? .subtitle : .metadata
      description = try? CMFormatDescription(mediaType: mediaType, mediaSubType: .init(rawValue: code.rawValue))
      coded = Codec.found(code) { $0 == .subtitle }.map {
        CodedStream($0.codec, configuration: entry.codecPrivate.isEmpty ? nil : entry.codecPrivate)
      }
    default: break
    }
  }

  /// The media type by QuickTime's handlers; empty for buttons and control tracks.
  static func mediaType(of entry: MatroskaTrackEntry) -> String {
    switch entry.kind {
    case .video: "vide"
    case .audio: "soun"
    case .subtitle: "sbtl"
    case .metadata: "meta"
    default: ""
    }
  }

  /// True if the headers do not describe the format: parameter sets, summaries and frame headers of the stream do.
  static func needsPacket(_ entry: MatroskaTrackEntry) -> Bool {
    switch entry.codecID {
    case "V_MPEG4/ISO/AVC", "V_MPEGH/ISO/HEVC", "V_AV1": entry.codecPrivate.isEmpty
    case "V_VP9", "V_MS/VFW/FOURCC": true
    default: ["A_AC3", "A_EAC3", "A_MPEG/L"].contains { entry.codecID.hasPrefix($0) }
    }
  }

  // MARK: Video

  private mutating func readVideo(_ entry: MatroskaTrackEntry, _ packet: [UInt8]?) throws(MovieError) {
    guard let video = try MatroskaVideoFormat(entry, firstPacket: packet) else { return }
    (description, hasStartCodes) = (video.description, video.hasStartCodes)
    coded = Codec.found(video.code, objectType: video.objectType) { $0 == .video }.map {
      CodedStream($0.codec, configuration: video.configuration, headers: video.headers)
    }
  }

  // MARK: Audio

  private mutating func readAudio(
    _ entry: MatroskaTrackEntry, _ packet: [UInt8]?, _ info: MatroskaInfo
  ) throws(MovieError) {
    guard let audio = try MatroskaAudioFormat(entry, firstPacket: packet, info) else { return }
    description = audio.description
    guard let stream = audio.description.audioStreamBasicDescription,
      let codec = Codec.found(BoxType(rawValue: stream.mFormatID), objectType: 0, where: { $0 == .audio })?.codec
    else { return }
    coded = CodedStream(
      codec, configuration: audio.configuration, headers: audio.headers, channels: Int(stream.mChannelsPerFrame),
      bytesPerBlock: Int(stream.mBytesPerPacket), adpcmLayout: audio.adpcmLayout)
  }

  /// Splits the headers of Xiph's codecs: a count less one, the sizes of all but the last as sums of bytes up to the
  /// first below 255, and the headers; none for damaged ones.
  static func xiphHeaders(_ bytes: [UInt8]) -> [[UInt8]] {
    guard let count = bytes.first else { return [] }
    var position = 1
    var sizes: [Int] = []
    for _ in 0..<count {
      var size = 0
      while position < bytes.count, bytes[position] == 255 { (size, position) = (size + 255, position + 1) }
      guard position < bytes.count else { return [] }
      sizes.append(size + Int(bytes[position]))
      position += 1
    }
    var headers: [[UInt8]] = []
    for size in sizes {
      guard size <= bytes.count - position else { return [] }
      headers.append(Array(bytes[position..<position + size]))
      position += size
    }
    return headers + [Array(bytes[position...])]
  }
}
