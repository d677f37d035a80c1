import CoreMedia

/// A Flash Video file (Adobe Flash Video File Format 10.1, annex E), with the codecs of Enhanced RTMP.
///
/// Opening reads the first tags up to the configurations of the streams: the header's flags may lie. Times are in
/// milliseconds.
package struct FLVFile: InterleavedFile {
  package let source: any ByteSource
  package var streams: [ContainerStream]
  package let statedDuration: CMTime?
  let layout: FLVLayout

  /// True if bytes begin like a file of this kind.
  package static func matches(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.starts(with: Array("FLV".utf8)) && bytes.dropFirst(3).first.map { (1...9).contains($0) } ?? false
  }

  /// Opens a file.
  ///
  /// - Throws: `notAMovie` if it is no file of this kind; read errors of the source.
  package init(source: any ByteSource) throws(MovieError) {
    self.source = source
    try source.checkSize()
    let window = ByteWindow(source, capacity: 4096)
    let header = try source.bytes(at: 0, count: Int(min(9, source.size)))
    guard header.count == 9, Self.matches(header) else {
      throw MovieError(.notAMovie, "it is no Flash Video", offset: 0, file: source.name)
    }
    // Tags follow a back pointer to nothing.
    let start = Int64(header[5..<9].reduce(0) { $0 << 8 | UInt32($1) })
    let first = max(9, start) + FLVTag.pointerSize
    let found = try FLVStreams(
      source: source, window, first: first, announced: (video: header[4] & 1 != 0, audio: header[4] & 4 != 0))
    streams = found.streams
    layout = FLVLayout(
      first: first, tracks: found.tracks, points: streams.map { $0.coded.flatMap { RandomAccessPoint($0) } },
      metadata: found.metadata)
    var duration = found.metadata?.duration
    // Some writers state the last frame's decode time: a frame that begins there or later tells.
    if source.arriving == nil, let last = try layout.lastFrame(window), last.time >= duration ?? 0 {
      duration = last.end > 0 ? last.end : nil
    }
    statedDuration = duration.map { CMTime(value: $0, timescale: FLVLayout.timescale) }
  }

  package func packets(from place: PacketPlace?) throws(MovieError) -> any PacketWalker {
    FLVWalker(source: source, layout, at: place ?? PacketPlace(offset: layout.first))
  }

  /// Finds the place in the index of key frames; nil without an index, and where it lies.
  package func place(of stream: Int, atOrBefore time: Int64) throws(MovieError) -> PacketPlace? {
    guard streams.indices.contains(stream), let keyFrames = layout.metadata?.keyFrames, !keyFrames.isEmpty else {
      return nil
    }
    let window = ByteWindow(source, capacity: 512)
    var index = keyFrames.partitioningIndex { $0.time > time }
    for _ in 0..<Self.attempts where index > 0 {
      index -= 1
      guard let tag = try FLVTag(at: keyFrames[index].offset, window), tag.kind == .video,
        tag.isPlausible(in: source), try tag.isConfirmed(window)
      else { return nil }
      // Audio lies somewhat before or after the frames of its time, and some key frames are no sync samples.
      let place = PacketPlace(offset: tag.offset)
      if try meetsSync(of: stream, atOrBefore: time, from: place) { return place }
    }
    return PacketPlace(offset: layout.first)
  }

  /// The number of index entries that are tried.
  private static let attempts = 16
}

/// The parts of a file that walks need.
struct FLVLayout: Sendable {
  /// A track by its kind and number.
  struct Track: Hashable, Sendable {
    let isVideo: Bool
    let number: UInt8
  }

  static let timescale: Int32 = 1000

  /// The offset of the first tag.
  let first: Int64
  /// The track of each stream.
  let tracks: [Track]
  /// Tells for each stream whether a key frame is a sync sample; nil where the tag alone does.
  let points: [RandomAccessPoint?]
  let metadata: FLVMetadata?

  /// Returns the time and the end of the last frame, found by the back pointers from the end; nil if there are no media.
  func lastFrame(_ window: ByteWindow) throws(MovieError) -> (time: Int64, end: Int64)? {
    var end = window.source.size
    var times: [Bool: [Int64]] = [:]
    // Audio and video end together: the last tags are those of both.
    for _ in 0..<Self.lastTags {
      guard end - FLVTag.pointerSize >= first else { break }
      let size = Int64(try window.u32(at: end - FLVTag.pointerSize))
      let offset = end - FLVTag.pointerSize - size
      guard size >= FLVTag.headerSize, offset >= first, let tag = try FLVTag(at: offset, window),
        tag.isPlausible(in: window.source), tag.end == end
      else { break }
      for media in try FLVMedia.list(in: tag, window) {
        if case .coded(let offset) = media.content { times[media.isVideo, default: []].append(tag.time + offset) }
      }
      end = offset
    }
    return times.values.compactMap(Self.lastFrame).max { $0.end < $1.end }
  }

  /// The number of tags that are looked at for the end.
  private static let lastTags = 16

  /// Returns the last of some frames, which lasts as long as the frame before.
  private static func lastFrame(_ times: [Int64]) -> (time: Int64, end: Int64)? {
    let last = times.max()
    return last.map { last in (last, last + (times.filter { $0 < last }.max().map { last - $0 } ?? 0)) }
  }
}
