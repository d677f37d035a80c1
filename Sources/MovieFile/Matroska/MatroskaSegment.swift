/// The parts of a Matroska file's segment, as far as they are found without the clusters.
///
///     EBML header │ Segment: SeekHead Info Tracks … Cluster Cluster … Cues Tags
///                 │             └─────────────── offsets ──────────────↗
struct MatroskaSegment: Sendable {
  private let source: any ByteSource
  private let start: Int64
  /// The end that the segment states; nil if it is unknown.
  private let statedEnd: Int64?
  /// The first element of each ID before the clusters, and of those that the index names.
  private(set) var parts: [UInt32: EBMLElement] = [:]
  /// The offset of the first cluster; nil if there is none.
  private(set) var firstCluster: Int64?

  /// The elements before the first cluster, and the entries of indices.
  private static let limit = 1024

  /// - Throws: `notAMovie` for other files; read errors of the source.
  init(_ window: ByteWindow) throws(MovieError) {
    let source = window.source
    guard let header = try EBMLHeader(window, at: 0, before: source.size), header.id == MatroskaID.header,
      let headerEnd = header.end
    else { throw MovieError(.notAMovie, "it is no Matroska file", offset: 0, file: source.name) }
    var segment: EBMLHeader?
    var position = headerEnd
    for _ in 0..<64 {
      guard position < source.size, let element = try EBMLHeader(window, at: position, before: source.size) else {
        break
      }
      if element.id == MatroskaID.segment {
        segment = element
        break
      }
      guard let end = element.end else { break }
      position = end
    }
    guard let segment else {
      throw MovieError(.malformed, "there is no segment", box: "EBML", offset: min(headerEnd, source.size))
    }
    (self.source, start, statedEnd) = (source, segment.start, segment.end)
    try readParts(window)
  }

  /// The contents, as far as the file has them.
  var contents: Range<Int64> {
    let size = source.size
    return min(start, size)..<min(max(statedEnd ?? size, start), size)
  }

  /// True if the segment states more contents than the file has.
  var isCut: Bool { statedEnd.map { $0 > source.size } ?? false }

  private mutating func readParts(_ window: ByteWindow) throws(MovieError) {
    var position = contents.lowerBound
    var sought: [Int64] = []
    for _ in 0..<Self.limit {
      guard let element = try EBMLHeader(window, at: position, before: contents.upperBound) else { break }
      if element.id == MatroskaID.cluster {
        firstCluster = element.offset
        break
      }
      guard let end = element.end, end <= contents.upperBound else { break }
      note(element, end)
      if element.id == MatroskaID.seekHead { sought += try offsets(in: element.start..<end, window) }
      position = end
    }
    // Later parts of a stream are not waited for.
    if source.arriving != nil { return }
    // Indices may name further indices.
    var index = 0
    while index < min(sought.count, Self.limit) {
      let offset = sought[index]
      index += 1
      guard let element = try EBMLHeader(window, at: offset, before: contents.upperBound), let end = element.end,
        end <= contents.upperBound, MatroskaID.isPart(element.id)
      else { continue }
      if element.id == MatroskaID.seekHead, sought.count < 64 {
        sought += try offsets(in: element.start..<end, window).filter { !sought.contains($0) }
      }
      note(element, end)
    }
  }

  private mutating func note(_ element: EBMLHeader, _ end: Int64) {
    guard parts[element.id] == nil, element.id != MatroskaID.cluster else { return }
    parts[element.id] = EBMLElement(id: element.id, contents: element.start..<end, hasUnknownSize: false)
  }

  /// Returns the offsets in the file of the parts that an index names.
  private func offsets(in index: Range<Int64>, _ window: ByteWindow) throws(MovieError) -> [Int64] {
    let values = EBMLValues(window: window)
    var offsets: [Int64] = []
    var entries = EBMLReader(window, in: index, limit: Self.limit)
    while let entry = try entries.next() {
      guard entry.id == 0x4dbb else { continue }
      for field in try values.children(of: entry) where field.id == 0x53ac {
        guard let offset = try values.unsigned(field), offset < UInt64(contents.count) else { continue }
        offsets.append(contents.lowerBound + Int64(offset))
      }
    }
    return offsets
  }
}
