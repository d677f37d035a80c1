package import GStreamer
internal import CGStreamer
import MovieFile

extension CodedStream {
  /// Creates the configuration in caps.
  package init(_ codec: Codec, _ caps: Caps) {
    let fields = caps.first
    let hasStartCodes = [.h264, .hevc].contains(codec) && fields?["stream-format"]?.string == "byte-stream"
    let channels = fields?["channels"]?.int ?? 0
    let layout = codec == .adpcm ? fields?["layout"]?.string : nil
    let block =
      switch codec {
      case .pcm: fields.flatMap { PCMFormat($0) }?.bytesPerFrame ?? 0
      case .adpcm where layout == "quicktime": 34 * channels
      case .adpcm: fields?["block_align"]?.int ?? 0
      default: 0
      }
    let windowsMedia = codec == .windowsMediaAudio ? WindowsMediaHeader(caps) : nil
    self.init(
      codec, configuration: hasStartCodes ? nil : windowsMedia?.bytes ?? caps.bytes("codec_data"),
      headers: [.vorbis, .speex].contains(codec) ? caps.streamHeaders : [], channels: channels, bytesPerBlock: block,
      adpcmLayout: layout)
  }
}

extension WindowsMediaHeader {
  /// Creates the description of a stream by its caps; nil for caps of other formats.
  package init?(_ caps: Caps) {
    guard let fields = caps.first, let found = fields.codec, found.codec == .windowsMediaAudio,
      let code = found.entry.codes.first
    else { return nil }
    self.init(
      code, channels: fields["channels"]?.int ?? 0, sampleRate: fields["rate"]?.int ?? 0,
      bytesPerSecond: (fields["bitrate"]?.int ?? 0) / 8, blockSize: fields["block_align"]?.int ?? 0,
      bitsPerSample: fields["depth"]?.int ?? 16, configuration: caps.bytes("codec_data") ?? [])
  }
}

extension CodedFormat {
  /// Creates the format of a parser's output; nil for undecodable formats.
  ///
  /// - Parameter mayLackDecoder: True for streams that are copied.
  package init?(_ caps: Caps, mayLackDecoder: Bool = false) {
    guard caps.isFixed, let structure = caps.first, let codec = structure.codec?.codec,
      codec.isDecoded || mayLackDecoder
    else { return nil }
    switch codec {
    case .opus:
      guard let header = caps.opusHeader, let format = CodedFormat(opus: header) else { return nil }
      self = format
    // Demuxers without a parser have whole frames, but do not flag them.
    case .motionJPEG where structure["parsed"] == nil, .png where structure["parsed"] == nil,
      .mpegAudio where structure["parsed"] == nil:
      guard let parsed = try? Caps(caps.text + ",parsed=(boolean)true") else { return nil }
      self.init(codec: codec, caps: parsed)
    // Only the layouts whose blocks contain their length.
    case .adpcm where !["quicktime", "microsoft", "dvi"].contains(structure["layout"]?.string): return nil
    default: self.init(codec: codec, caps: caps)
    }
  }

  /// Creates the format of an identification header (RFC 7845, 5.1).
  ///
  /// The decoder gets a header without pre-skip and with 48 kHz: readers count samples from the first one.
  package init?(opus header: [UInt8]) {
    guard (try? GStreamerLibrary.start()) != nil, header.count >= 19, header[0..<8].elementsEqual("OpusHead".utf8)
    else {
      return nil
    }
    var statedHeader = header
    statedHeader.replaceSubrange(10..<12, with: [0, 0])
    statedHeader.replaceSubrange(12..<16, with: [0x80, 0xbb, 0, 0])
    let tags = Array("OpusTags".utf8) + [0, 0, 0, 0, 0, 0, 0, 0]
    let (first, second) = (Buffer(copying: statedHeader), Buffer(copying: tags))
    guard let caps = gst_codec_utils_opus_create_caps_from_header(first.buffer, second.buffer) else { return nil }
    self.init(codec: .opus, caps: Caps(adopting: caps), preSkip: Int(header[10]) | Int(header[11]) << 8)
  }
}

extension Caps {
  /// Returns the bytes of a field of the first structure.
  package func bytes(_ field: String) -> [UInt8]? {
    guard gst_caps_get_size(caps) > 0, let value = gst_structure_get_value(gst_caps_get_structure(caps, 0), field)
    else {
      return nil
    }
    return Self.bytes(value)
  }

  /// The stream headers.
  package var streamHeaders: [[UInt8]] {
    guard gst_caps_get_size(caps) > 0,
      let value = gst_structure_get_value(gst_caps_get_structure(caps, 0), "streamheader"),
      g_type_check_value_holds(value, gst_value_array_get_type()) != 0
    else { return [] }
    return (0..<gst_value_array_get_size(value)).compactMap { index in
      gst_value_array_get_value(value, index).flatMap { Self.bytes($0) }
    }
  }

  private static func bytes(_ value: UnsafePointer<GValue>) -> [UInt8]? {
    guard g_type_check_value_holds(value, gst_buffer_get_type()) != 0, let pointer = g_value_get_boxed(value) else {
      return nil
    }
    let buffer = Buffer(retaining: pointer.assumingMemoryBound(to: GstBuffer.self))
    return try? buffer.withUnsafeBytes { Array($0) }
  }

  /// The identification header of Opus; made from the caps' fields if there is none.
  package var opusHeader: [UInt8]? {
    if let header = streamHeaders.first { return header }
    var rate: guint32 = 0
    var (channels, family, streams, coupled): (guint8, guint8, guint8, guint8) = (0, 0, 0, 0)
    var mapping = [guint8](repeating: 0, count: 256)
    guard gst_codec_utils_opus_parse_caps(caps, &rate, &channels, &family, &streams, &coupled, &mapping) != 0 else {
      return nil
    }
    var header = Array("OpusHead".utf8) + [1, channels, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, family]
    if family > 0 { header += [streams, coupled] + mapping.prefix(Int(channels)) }
    return header
  }
}
