import Foundation

/// The parts of a Matroska file that is written, in their order: headers, clusters, index and metadata.
///
///     EBML │ Segment: SeekHead  Info  Tracks │ Cluster … │ Cues  Chapters  Attachments  Tags
///
/// At the end, the sizes, the duration and the places of the parts are put into the beginning. In a stream, no reader
/// sees what comes after the clusters before all of them: what is known at the beginning is before them.
///
///     EBML │ Segment: Info  Tracks  Chapters  Attachments  Tags │ Cluster … │ Tags that became known later
final class MatroskaFileParts {
  /// A place at which playback can begin.
  struct Cue {
    let time: Int64
    let track: Int
    /// The offset of the block in the contents of its cluster.
    let offset: Int64
  }

  private let document: MatroskaDocument
  private let sink: any ByteSink
  /// The same sink, if its bytes can be changed.
  private let changeable: (any RandomAccessByteSink)?
  var title: String?
  var creationDate: Date?
  var items: [MetadataItem] = []
  var chapters: [ChapterList] = []
  /// The cues of the next cluster, and those of all before.
  private var pending: [Cue] = []
  private var cues: [(cue: Cue, cluster: Int64)] = []
  /// The number of bytes written.
  private var position: Int64 = 0
  /// The offset of the segment's contents, and of parts that are completed at the end.
  private var segment: Int64 = 0
  private var seekHead: Int64 = 0
  private var duration: Int64 = 0
  private var tracks: (offset: Int64, count: Int) = (0, 0)
  private var places: [(id: UInt32, offset: Int64)] = []
  /// The metadata that are before the clusters.
  private var begun: (items: [MetadataItem], chapters: [ChapterList]) = ([], [])
  private var nanosecondsPerUnit: Int64 = 1_000_000

  /// Room for the places of six parts.
  private static let seekHeadSize = 160
  private static let durationSize = 11

  init(_ document: MatroskaDocument, to sink: any ByteSink) {
    (self.document, self.sink) = (document, sink)
    changeable = sink as? any RandomAccessByteSink
  }

  var isRandomAccess: Bool { changeable != nil }

  private func append(_ writer: EBMLWriter) throws(MovieError) {
    try sink.append(writer.bytes)
    position += Int64(writer.bytes.count)
  }

  // MARK: - The beginning

  /// Writes the headers, and to a stream the metadata, as far as they are known.
  ///
  /// - Parameter shift: The time by which chapters come later, in nanoseconds.
  func begin(nanosecondsPerUnit: Int64, _ headers: [MatroskaTrackHeader], shift: Int64) throws(MovieError) {
    self.nanosecondsPerUnit = nanosecondsPerUnit
    var writer = EBMLWriter()
    writer.master(MatroskaID.header) { header in
      for (id, number): (UInt32, UInt64) in [(0x4286, 1), (0x42f7, 1), (0x42f2, 4), (0x42f3, 8)] {
        header.unsigned(id, number)
      }
      header.text(MatroskaID.documentType, document.rawValue)
      header.unsigned(0x4287, 4)
      header.unsigned(0x4285, 2)
    }
    writer.wideHeader(MatroskaID.segment, size: nil)
    segment = Int64(writer.bytes.count)
    if isRandomAccess {
      seekHead = Int64(writer.bytes.count)
      writer.void(Self.seekHeadSize)
    }
    places.append((MatroskaID.info, Int64(writer.bytes.count)))
    var info = EBMLWriter()
    info.unsigned(0x2ad7b1, UInt64(nanosecondsPerUnit))
    info.text(0x4d80, "Reel")
    info.text(0x5741, "Reel")
    if let title { info.text(0x7ba9, title) }
    if let creationDate { writeDate(creationDate, to: &info) }
    // Room for the duration.
    if isRandomAccess { info.void(Self.durationSize) }
    writer.binary(MatroskaID.info, info.bytes)
    duration = Int64(writer.bytes.count - Self.durationSize)
    let tracks = Self.tracks(headers)
    places.append((MatroskaID.tracks, Int64(writer.bytes.count)))
    self.tracks = (Int64(writer.bytes.count), tracks.bytes.count)
    writer.append(tracks)
    try append(writer)
    guard !isRandomAccess else { return }
    begun = (items, chapters)
    try append(MatroskaTagDraft(items: items, chapters: chapters, shift: shift))
  }

  private func append(_ tags: MatroskaTagDraft) throws(MovieError) {
    for (id, contents) in tags.parts {
      places.append((id, position))
      var writer = EBMLWriter()
      writer.binary(id, contents.bytes)
      try append(writer)
    }
  }

  /// Writes a date as nanoseconds since 2001.
  private func writeDate(_ date: Date, to info: inout EBMLWriter) {
    let seconds = date.timeIntervalSinceReferenceDate
    guard seconds.magnitude < 9e9 else { return }
    info.wide(0x4461, UInt64(bitPattern: Int64(seconds) * 1_000_000_000))
  }

  private static func tracks(_ headers: [MatroskaTrackHeader]) -> EBMLWriter {
    var writer = EBMLWriter()
    writer.master(MatroskaID.tracks) { tracks in
      for header in headers { header.write(to: &tracks) }
    }
    return writer
  }

  // MARK: - Clusters

  /// Adds a cue of the next cluster.
  func addCue(_ cue: Cue) { if isRandomAccess { pending.append(cue) } }

  func append(_ cluster: [SampleBytes], byteCount: Int64) throws(MovieError) {
    cues += pending.map { ($0, position - segment) }
    pending = []
    try cluster.write(to: sink)
    position += byteCount
    // A reader of a stream gets clusters as they are complete.
    if !isRandomAccess { try sink.commit() }
  }

  // MARK: - The end

  /// Writes the rest.
  ///
  /// - Parameters:
  ///   - headers: The tracks, as they are known at the end.
  ///   - duration: The end of the last block in nanoseconds.
  ///   - shift: The time by which chapters come later, in nanoseconds.
  func finish(_ headers: [MatroskaTrackHeader], duration end: Int64, shift: Int64) throws(MovieError) {
    if isRandomAccess, !cues.isEmpty {
      places.append((MatroskaID.cues, position))
      try append(written(cues))
    }
    // A file has one list of chapters (RFC 9559, section 5.1.7).
    let later = begun.chapters.isEmpty ? chapters : []
    try append(MatroskaTagDraft(items: items.filter { !begun.items.contains($0) }, chapters: later, shift: shift))
    if let changeable { try complete(changeable, headers, end) }
    try sink.commit()
  }

  private func written(_ cues: [(cue: Cue, cluster: Int64)]) -> EBMLWriter {
    var writer = EBMLWriter()
    writer.master(MatroskaID.cues) { writer in
      for (cue, cluster) in cues {
        writer.master(0xbb) { point in
          point.unsigned(0xb3, UInt64(cue.time))
          point.master(0xb7) { place in
            place.unsigned(0xf7, UInt64(cue.track))
            place.unsigned(0xf1, UInt64(cluster))
            place.unsigned(0xf0, UInt64(cue.offset))
          }
        }
      }
    }
    return writer
  }

  private func complete(
    _ sink: any RandomAccessByteSink, _ headers: [MatroskaTrackHeader], _ end: Int64
  ) throws(MovieError) {
    var size = EBMLWriter()
    size.wideHeader(MatroskaID.segment, size: position - segment)
    try sink.overwrite(at: segment - Int64(size.bytes.count), with: size.bytes)
    var index = EBMLWriter()
    index.master(MatroskaID.seekHead) { index in
      for (id, offset) in places {
        index.master(0x4dbb) { seek in
          seek.binary(0x53ab, EBMLWriter.id(id))
          seek.unsigned(0x53ac, UInt64(offset - segment))
        }
      }
    }
    index.void(Self.seekHeadSize - index.bytes.count)
    try sink.overwrite(at: seekHead, with: index.bytes)
    var length = EBMLWriter()
    length.float(0x4489, Double(end) / Double(nanosecondsPerUnit))
    try sink.overwrite(at: duration, with: length.bytes)
    let entries = Self.tracks(headers)
    if entries.bytes.count == tracks.count { try sink.overwrite(at: tracks.offset, with: entries.bytes) }
  }
}
