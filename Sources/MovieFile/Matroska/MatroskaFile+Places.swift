extension MatroskaFile {
  /// The seconds before a time at which clusters are tried in turn.
  private static let distances: [Int64] = [0, 1, 4, 16, 64]

  package func place(of stream: Int, atOrBefore time: Int64) throws(MovieError) -> PacketPlace? {
    guard streams.indices.contains(stream), !streams[stream].lacksTimes, entries[stream].timestampScale == 1 else {
      return nil
    }
    // Cues leave audio out where there is video, live recordings have none, and some name frames at which no decoder can
    // begin: the clusters of the stream's own cues, then those of others' or found by their times, are tried until one is
    // early enough.
    var last: Int64?
    for distance in Self.distances {
      let (earlier, overflow) = time.subtractingReportingOverflow(distance * Int64(info.timescale))
      guard !overflow else { break }
      let units = info.units(of: earlier)
      var found = try cues.cluster(track: entries[stream].track.number, atOrBefore: units)
      if found == nil { found = try cluster(atOrBefore: units) }
      guard let cluster = found, cluster != last else { continue }
      let place = PacketPlace(offset: cluster)
      if try meetsSync(of: stream, atOrBefore: time, from: place) { return place }
      last = cluster
    }
    return nil
  }

  /// Returns the offset of a cluster that begins at or before a time in the segment's units; nil if there is none.
  private func cluster(atOrBefore units: Int64) throws(MovieError) -> Int64? {
    if let cluster = try cues.cluster(track: nil, atOrBefore: units) { return cluster }
    guard let first = segment.firstCluster else { return nil }
    let search = MatroskaClusterSearch(source, in: segment.contents)
    guard let start = try search.time(of: first), start <= units else { return nil }
    // By bisection, to about the size of a cluster.
    var (low, high) = (first, segment.contents.upperBound)
    while high - low > 1 << 20 {
      let middle = low + (high - low) / 2
      if let found = try search.first(from: middle, before: high), let time = try search.time(of: found), time <= units
      {
        low = found
      } else {
        high = middle
      }
    }
    return low
  }
}

extension MatroskaClusterSearch {
  /// Returns the time of a cluster in the segment's units; nil if it does not begin with one.
  ///
  /// - Throws: Read errors of the source.
  func time(of cluster: Int64) throws(MovieError) -> Int64? {
    let window = ByteWindow(source, capacity: 64)
    guard let header = try EBMLHeader(window, at: cluster, before: contents.upperBound) else { return nil }
    var position = header.start
    for _ in 0..<8 {
      guard let field = try EBMLHeader(window, at: position, before: contents.upperBound), let end = field.end,
        end <= contents.upperBound
      else { return nil }
      if field.id == MatroskaID.timestamp {
        let element = EBMLElement(id: field.id, contents: field.start..<end, hasUnknownSize: false)
        return try EBMLValues(window: window).unsigned(element).flatMap { Int64(exactly: $0) }
      }
      position = end
    }
    return nil
  }
}
