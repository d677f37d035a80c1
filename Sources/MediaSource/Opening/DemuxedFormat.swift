import MovieFile

/// A kind of file that GStreamer's demuxers read, as far as its beginning tells what they don't: a row of the one list
/// of their beginnings.
package struct DemuxedFormat: Sendable {
  /// True for the first bytes of such a file.
  let begins: @Sendable ([UInt8]) -> Bool
  /// The meaning of its times, by the first bytes.
  var times: @Sendable ([UInt8]) -> DemuxedTimes = { _ in DemuxedTimes(mayLackFrames: true) }
  /// The number of streams, where the first bytes tell; otherwise 0.
  var streamCount: @Sendable ([UInt8]) -> Int = { _ in 0 }
  /// The reason why such files cannot be read, and the advice for them; nil if they can be.
  var problem: (reason: String, help: String)?
  /// True if the demuxer gives data of one stream before it shows the next: a graph that waits for all would wait forever.
  var showsStreamsLate = false
  /// The size that a whole file states.
  var statedSize: @Sendable (any ByteSource) throws(MovieError) -> Int64? = { _ throws(MovieError) in nil }

  /// The kind of a file by its first bytes; nil if no row has them.
  static func of(_ bytes: [UInt8]) -> DemuxedFormat? { rows.first { $0.begins(bytes) } }

  /// Refuses files that cannot be read whatever follows their first bytes.
  ///
  /// - Parameter name: The path or URL of the file.
  /// - Throws: `MediaError` with `unsupported`, the reason and the advice.
  package static func check(_ probeData: ProbeData, _ name: String?) throws(MediaError) {
    guard let problem = of(probeData.bytes)?.problem else { return }
    throw MediaError(.unsupported, problem.reason, path: name, help: problem.help)
  }

  /// Files that no row describes.
  static let unknown = DemuxedFormat { _ in true }

  private static let rows: [DemuxedFormat] = [
    // Matroska and WebM (RFC 9559).
    DemuxedFormat {
      $0.starts(with: [0x1a, 0x45, 0xdf, 0xa3])
    } times: {
      DemuxedTimes(timescale: matroskaTimescale($0))
    } statedSize: { source throws(MovieError) in
      try MatroskaTrack.statedSize(of: source)
    },
    DemuxedFormat {
      $0.starts(with: "OggS".utf8)
    } times: { _ in
      DemuxedTimes(endInsidePacket: true)
    },
    // MPEG program streams, and transport streams.
    DemuxedFormat {
      $0.starts(with: [0, 0, 1, 0xba]) || hasTransportPackets($0)
    } times: { _ in
      DemuxedTimes(beginAnywhere: true)
    },
    // Flash Video has a bit for audio and one for video, and a demuxer that shows the one before it knows of the other.
    DemuxedFormat {
      $0.starts(with: "FLV\u{1}".utf8)
    } streamCount: {
      $0.count > 4 ? ($0[4] & 5).nonzeroBitCount : 0
    },
    // AV1 without a container, for which there is no demuxer: a temporal delimiter, and a sequence header (AV1
    // specification, 5.3.1 and 7.5).
    DemuxedFormat(
      begins: { $0.starts(with: [0x12, 0, 0x0a]) },
      problem: (
        "bare AV1 does not say when its pictures are shown; MP4 and WebM do",
        "put it into one of them when it is encoded"
      )),
    // NUT: GStreamer's demuxer (avdemux_nut of 1.22) gives all samples, and then stands still.
    DemuxedFormat(
      begins: { $0.starts(with: "nut/multimedia container".utf8) },
      problem: (
        "the demuxer of NUT files never comes to their end", "copy it into Matroska: 'ffmpeg -i FILE -c copy FILE.mkv'"
      )),
    // DV without a container (IEC 61834-2): the header of the first sequence of a frame, of 60 or 50 fields. The sound of
    // a frame comes before its picture.
    DemuxedFormat(
      begins: { $0.starts(with: [0x1f, 7, 0]) && $0.count > 3 && $0[3] & 0x7f == 0x3f },
      streamCount: { _ in 2 }, showsStreamsLate: true),
    // AVI, FLAC, AIFF, AMR, AU, and ASF.
    DemuxedFormat { bytes in
      ["RIFF", "fLaC", "FORM", "#!AMR", ".snd"].contains { bytes.starts(with: $0.utf8) }
        || bytes.starts(with: [0x30, 0x26, 0xb2, 0x75])
    },
  ]

  /// True if packets of a transport stream follow each other: of 188 bytes (ISO/IEC 13818-1, 2.4.3.2), in Blu-ray's files
  /// with four bytes before each, in those of receivers with sixteen of parity behind.
  static func hasTransportPackets(_ head: [UInt8]) -> Bool {
    [(0, 188), (4, 192), (0, 204)].contains { start, size in
      head.count > start + size && head[start] == 0x47 && head[start + size] == 0x47
    }
  }

  /// Returns the units a second by TimestampScale, nanoseconds a unit (RFC 9559, 5.1.2.9); a thousand by default.
  private static func matroskaTimescale(_ head: [UInt8]) -> Int32 {
    for index in head.indices.dropLast(8) where head[index..<index + 3].elementsEqual([0x2a, 0xd7, 0xb1]) {
      let count = Int(head[index + 3]) - 0x80
      guard (1...4).contains(count) else { continue }
      let scale = head[(index + 4)..<(index + 4 + count)].reduce(0) { $0 << 8 | Int($1) }
      if scale > 0, 1_000_000_000 % scale == 0 { return Int32(clamping: 1_000_000_000 / scale) }
    }
    return 1000
  }
}
