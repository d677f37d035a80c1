import MovieFile

/// Fragments of a movie that are read together: no frame of other fragments is presented between theirs.
package final class FragmentGroup: Sendable {
  /// A track's position.
  package struct End: Sendable {
    package var index = 0
    package var decodeTime: Int64 = 0
    /// The end of the last frame; nil before the first.
    package var presentationEnd: Int64?
  }

  /// The samples of a track in these fragments.
  package struct Part: Sendable {
    package let track: Track
    package let table: MovieFile.SampleTable
    /// The indices of the fragments' samples in the table, which follow those of the movie's headers.
    package let samples: Range<Int>
    /// The index of the first one among all of the track's samples.
    package let first: Int
    /// The offset of the table's times: fragments without a start time follow those before.
    package let shift: Int64
    /// The presentation time of the first frame and the end of the last one, in the table's times.
    package let presentation: Range<Int64>
    /// True if its frames follow those before, and each other, without a gap in which others could be presented.
    package let isWhole: Bool
    package let startsWithSync: Bool

    /// Creates the part of a track; nil if it has no samples.
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

    /// The indices among all of the track's samples.
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
  ///   - source: The movie's headers and the fragments.
  ///   - head: The tracks' samples in the headers, if those were read before.
  ///   - last: The tracks' positions.
  package init(_ source: FragmentBytes, skipping head: [UInt32: End], after last: [UInt32: End]) throws {
    movie = try Movie(source: source)
    var parts: [UInt32: Part] = [:]
    for track in movie.tracks {
      parts[track.id] = try Part(track, skipping: head[track.id] ?? End(), after: last[track.id] ?? End())
    }
    self.parts = parts
  }

  private var pictures: [Part] { parts.values.filter { $0.track.handlerType == "vide" } }

  /// True if no later frame can be presented between its frames.
  package var isClosed: Bool { pictures.allSatisfy(\.isWhole) }

  /// True if decoding can begin with it.
  package var startsWithSync: Bool { !pictures.isEmpty && pictures.allSatisfy(\.startsWithSync) }
}
