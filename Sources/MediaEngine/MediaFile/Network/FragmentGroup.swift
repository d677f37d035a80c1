import MovieFile

/// Fragments of a movie that are read together: nothing outside is shown between their pictures.
final class FragmentGroup: Sendable {
  /// How far a track has come.
  struct End: Sendable {
    var index = 0
    var decodeTime: Int64 = 0
    /// When the last picture ends; nil before the first.
    var presentationEnd: Int64?
  }

  /// The samples of a track in these fragments.
  struct Part: Sendable {
    let track: Track
    let table: MovieFile.SampleTable
    /// Of the table's samples, those that are in the fragments: before them come those of the movie's head.
    let samples: Range<Int>
    /// The place of the first one among all of the track's samples.
    let first: Int
    /// What times of the table lack: fragments that do not say when they begin follow those before.
    let shift: Int64
    /// When the first picture is shown, and when the last one ends, in terms of the table.
    let presentation: Range<Int64>
    /// Whether its pictures follow those before, and each other, without a gap in which others could be shown.
    let isWhole: Bool
    let startsWithSync: Bool

    /// Nil when there are none.
    fileprivate init?(_ track: Track, skipping head: End, after last: End) throws {
      let table = try track.samples()
      guard table.count > head.index else { return nil }
      (self.track, self.table, samples, first) = (track, table, head.index..<table.count, last.index)
      var (start, end, length) = (Int64.max, Int64.min, Int64(0))
      try table.forEachRun(in: samples) { run throws(MovieError) in
        let duration = Int64(run.count) &* run.first.duration
        start = min(start, run.first.presentationTime)
        end = max(end, run.first.presentationTime &+ duration)
        length &+= duration
      }
      presentation = start..<max(start, end)
      let sample = try table[head.index]
      startsWithSync = !sample.flags.isDisjoint(with: .randomAccess)
      shift = last.index > head.index && sample.decodeTime == head.decodeTime ? last.decodeTime - head.decodeTime : 0
      isWhole = end &- start == length && (last.presentationEnd ?? start &+ shift) == start &+ shift
    }

    /// Where they are among all of the track's samples.
    var range: Range<Int> { first..<first + samples.count }

    var end: End {
      End(
        index: range.upperBound, decodeTime: table.decodeEnd &+ shift,
        presentationEnd: presentation.upperBound &+ shift)
    }
  }

  let movie: Movie
  let parts: [UInt32: Part]

  /// - Parameters:
  ///   - source: The movie's head and the fragments.
  ///   - head: What the head itself has of each track, if that was read before.
  ///   - last: What has been read of each track.
  init(_ source: FragmentBytes, skipping head: [UInt32: End], after last: [UInt32: End]) throws {
    movie = try Movie(source: source)
    var parts: [UInt32: Part] = [:]
    for track in movie.tracks {
      parts[track.id] = try Part(track, skipping: head[track.id] ?? End(), after: last[track.id] ?? End())
    }
    self.parts = parts
  }

  private var pictures: [Part] { parts.values.filter { $0.track.handlerType == "vide" } }

  /// Whether nothing that comes later can belong between its pictures.
  var isClosed: Bool { pictures.allSatisfy(\.isWhole) }

  /// Whether the decoding of its pictures can begin with it.
  var startsWithSync: Bool { !pictures.isEmpty && pictures.allSatisfy(\.startsWithSync) }
}
