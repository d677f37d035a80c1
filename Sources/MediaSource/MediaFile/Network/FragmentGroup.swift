import MovieFile

/// Fragments of a movie that are read together: nothing outside is shown between their pictures.
package final class FragmentGroup: Sendable {
  /// How far a track has come.
  package struct End: Sendable {
    package var index = 0
    package var decodeTime: Int64 = 0
    /// When the last picture ends; nil before the first.
    package var presentationEnd: Int64?
  }

  /// The samples of a track in these fragments.
  package struct Part: Sendable {
    package let track: Track
    package let table: MovieFile.SampleTable
    /// Of the table's samples, those that are in the fragments: before them come those of the movie's head.
    package let samples: Range<Int>
    /// The place of the first one among all of the track's samples.
    package let first: Int
    /// What times of the table lack: fragments that do not say when they begin follow those before.
    package let shift: Int64
    /// When the first picture is shown, and when the last one ends, in terms of the table.
    package let presentation: Range<Int64>
    /// Whether its pictures follow those before, and each other, without a gap in which others could be shown.
    package let isWhole: Bool
    package let startsWithSync: Bool

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
    package var range: Range<Int> { first..<first + samples.count }

    package var end: End {
      End(
        index: range.upperBound, decodeTime: table.decodeEnd &+ shift,
        presentationEnd: presentation.upperBound &+ shift)
    }
  }

  package let movie: Movie
  package let parts: [UInt32: Part]

  /// - Parameters:
  ///   - source: The movie's head and the fragments.
  ///   - head: What the head itself has of each track, if that was read before.
  ///   - last: What has been read of each track.
  package init(_ source: FragmentBytes, skipping head: [UInt32: End], after last: [UInt32: End]) throws {
    movie = try Movie(source: source)
    var parts: [UInt32: Part] = [:]
    for track in movie.tracks {
      parts[track.id] = try Part(track, skipping: head[track.id] ?? End(), after: last[track.id] ?? End())
    }
    self.parts = parts
  }

  private var pictures: [Part] { parts.values.filter { $0.track.handlerType == "vide" } }

  /// Whether nothing that comes later can belong between its pictures.
  package var isClosed: Bool { pictures.allSatisfy(\.isWhole) }

  /// Whether the decoding of its pictures can begin with it.
  package var startsWithSync: Bool { !pictures.isEmpty && pictures.allSatisfy(\.startsWithSync) }
}
