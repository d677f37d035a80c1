import MovieFile

/// A kind of file whose packets lie interleaved: a row of the list of their beginnings.
struct InterleavedFormat: Sendable {
  /// The name for people, by the first bytes.
  let name: @Sendable ([UInt8]) -> String
  /// True for the first bytes of such a file.
  let begins: @Sendable ([UInt8]) -> Bool
  let open: @Sendable (any ByteSource) throws(MovieError) -> any InterleavedFile
  /// The size that a whole file states.
  var statedSize: @Sendable (any ByteSource) throws(MovieError) -> Int64? = { _ throws(MovieError) in nil }

  /// The kind of a file by its first bytes; nil if no row has them.
  static func of(_ bytes: [UInt8]) -> InterleavedFormat? { rows.first { $0.begins(bytes) } }

  private static let rows: [InterleavedFormat] = [
    // Matroska and WebM (RFC 9559).
    InterleavedFormat { _ in
      "Matroska"
    } begins: {
      $0.starts(with: [0x1a, 0x45, 0xdf, 0xa3])
    } open: { source throws(MovieError) in
      try MatroskaFile(source: source)
    } statedSize: { source throws(MovieError) in
      try MatroskaTrack.statedSize(of: source)
    },
    InterleavedFormat { _ in
      "MPEG-2 Transport Stream"
    } begins: {
      DemuxedFormat.hasTransportPackets($0)
    } open: { source throws(MovieError) in
      try TransportStreamFile(source: source)
    },
    // Program streams: packs, whose first bits differ between MPEG-1 and MPEG-2.
    InterleavedFormat {
      $0.count > 4 && $0[4] >> 4 == 2 ? "MPEG-1 System Stream" : "MPEG-2 System Stream"
    } begins: {
      $0.starts(with: [0, 0, 1, 0xba])
    } open: { source throws(MovieError) in
      try ProgramStreamFile(source: source)
    },
    InterleavedFormat { _ in
      "Flash"
    } begins: {
      $0.starts(with: "FLV\u{1}".utf8)
    } open: { source throws(MovieError) in
      try FLVFile(source: source)
    },
    InterleavedFormat { _ in
      "AVI"
    } begins: {
      AVIFile.matches($0)
    } open: { source throws(MovieError) in
      try AVIFile(source: source)
    },
    InterleavedFormat { _ in
      "Ogg"
    } begins: {
      OggFile.matches($0)
    } open: { source throws(MovieError) in
      try OggFile(source: source)
    },
    InterleavedFormat { _ in
      "GIF"
    } begins: {
      GIFFile.matches($0)
    } open: { source throws(MovieError) in
      try GIFFile(source: source)
    },
    InterleavedFormat { _ in
      "LOAS"
    } begins: {
      LOASFile.matches($0)
    } open: { source throws(MovieError) in
      try LOASFile(source: source)
    },
    // Recordings that begin within a packet.
    InterleavedFormat { _ in
      "MPEG-2 Transport Stream"
    } begins: {
      TransportStreamFile.hasPackets(behindJunkIn: $0)
    } open: { source throws(MovieError) in
      try TransportStreamFile(source: source)
    },
    InterleavedFormat { _ in
      "MPEG-2 System Stream"
    } begins: {
      ProgramStreamFile.hasPack(behindJunkIn: $0)
    } open: { source throws(MovieError) in
      try ProgramStreamFile(source: source)
    },
  ]
}
