import Synchronization

/// The index of a Matroska file's key frames (RFC 9559, section 5.1.5), read on first use.
final class MatroskaCues: Sendable {
  /// A cluster in which a track has a sync sample at a time.
  struct Point: Sendable {
    /// The time in the segment's units.
    let time: Int64
    /// The offset of the cluster in the file.
    let cluster: Int64
    let track: UInt32
  }

  private let source: any ByteSource
  private let segment: MatroskaSegment
  private let points = Mutex<[Point]?>(nil)

  /// More points than a day of frames has are not needed.
  private static let limit = 1 << 20

  init(_ source: any ByteSource, _ segment: MatroskaSegment) {
    (self.source, self.segment) = (source, segment)
  }

  /// Returns the offset of the last cluster in which a track has a sync sample at or before a time; nil if there is
  /// none.
  ///
  /// - Parameters:
  ///   - track: The track's number; nil for any track.
  ///   - time: The time in the segment's units.
  /// - Throws: Read errors of the source.
  func cluster(track: UInt64?, atOrBefore time: Int64) throws(MovieError) -> Int64? {
    let points = try load()
    var index = points.partitioningIndex { $0.time > time }
    while index > 0 {
      index -= 1
      if track == nil || UInt64(points[index].track) == track { return points[index].cluster }
    }
    return nil
  }

  private func load() throws(MovieError) -> [Point] {
    if let known = points.withLock({ $0 }) { return known }
    let found = try read()
    points.withLock { $0 = found }
    return found
  }

  private func read() throws(MovieError) -> [Point] {
    guard let cues = segment.parts[MatroskaID.cues] else { return [] }
    // Points are small and follow each other.
    let values = EBMLValues(window: ByteWindow(source, capacity: 65_536))
    var reader = EBMLReader(values.window, in: cues.contents, limit: Self.limit)
    var points: [Point] = []
    var isSorted = true
    while let element = try reader.next(), points.count < Self.limit {
      guard element.id == 0xbb else { continue }
      let found = try read(point: element, values)
      if let first = found.first, let last = points.last, first.time < last.time { isSorted = false }
      points += found
    }
    return isSorted ? points : points.sorted { $0.time < $1.time }
  }

  private func read(point: EBMLElement, _ values: EBMLValues) throws(MovieError) -> [Point] {
    var time: Int64?
    var places: [(track: UInt32, cluster: Int64)] = []
    for field in try values.children(of: point) {
      switch field.id {
      case 0xb3: time = try values.unsigned(field).flatMap { Int64(exactly: $0) }
      case 0xb7:
        var (track, cluster): (UInt32?, Int64?) = (nil, nil)
        for part in try values.children(of: field) {
          switch part.id {
          case 0xf7: track = try values.unsigned(part).flatMap { UInt32(exactly: $0) }
          case 0xf1:
            guard let offset = try values.unsigned(part), offset < UInt64(segment.contents.count) else { continue }
            cluster = segment.contents.lowerBound + Int64(offset)
          default: break
          }
        }
        if let track, let cluster, places.count < 256 { places.append((track, cluster)) }
      default: break
      }
    }
    guard let time else { return [] }
    return places.map { Point(time: time, cluster: $0.cluster, track: $0.track) }
  }
}
