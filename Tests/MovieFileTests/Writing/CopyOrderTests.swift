import Foundation
import Testing

@testable import MovieFile

/// The order of samples in a copy: that of the source, unless tracks are far apart there.
@Suite struct CopyOrderTests {
  private struct Place {
    let track: Int
    let offset: Int64
    let start: CMTime
    let end: CMTime
  }

  /// Returns all samples in file order.
  private func places(_ movie: Movie) throws -> [Place] {
    var places: [Place] = []
    for (number, track) in movie.tracks.enumerated() {
      for sample in try track.samples().all() {
        places.append(
          Place(
            track: number, offset: sample.offset, start: CMTime(value: sample.decodeTime, timescale: track.timescale),
            end: CMTime(value: sample.decodeTime + sample.duration, timescale: track.timescale)))
      }
    }
    return places.sorted { $0.offset < $1.offset }
  }

  private func copy(_ movie: Movie, layout: MovieWriter.Layout = .headersLast) throws -> Movie {
    let sink = MemoryByteSink()
    try MovieCopy(movie, to: .mp4).write(to: sink, layout: layout)
    return try Movie(source: MemoryByteSource(sink.bytes))
  }

  /// Makes five seconds of video and audio, interleaved in blocks of some seconds.
  private func movie(secondsTogether: Int, of seconds: Int = 5) throws -> Movie {
    let material = try Material.shared.get()
    let sink = MemoryByteSink()
    let writer = try MovieWriter(MovieDraft(.mp4), to: sink)
    writer.keepsOrder = true
    let kinds = [material.picture, material.audio]
    let tracks = try kinds.map { try writer.addTrack(TrackDraft($0, in: .mp4)) }
    for start in stride(from: 0, to: seconds, by: secondsTogether) {
      for (kind, track) in zip(kinds, tracks) {
        let rate = Int64(kind.timescale)
        func index(_ second: Int) -> Int { Int(Int64(second) * rate / kind.duration) }
        let range = index(start)..<index(min(start + secondsTogether, seconds))
        try writer.append(kind, range, at: Int64(range.lowerBound) * kind.duration, toTrack: track)
      }
    }
    try writer.finish()
    return try Movie(source: MemoryByteSource(sink.bytes))
  }

  @Test func interleavedSource_keepsItsOrder_andChunks() throws {
    let folder = try TemporaryFolder()
    let source = try Movie(
      path: Recipe("plain.mp4", "\(Recipe.picture) \(Recipe.tone) \(Recipe.h264) -c:a aac").make(in: folder))
    let (before, after) = try (places(source), places(copy(source)))
    #expect(Set(before.map(\.track)) == [0, 1])
    #expect(after.map(\.track) == before.map(\.track))
    let distance = try #require(after.first).offset - before[0].offset
    #expect(after.map(\.offset) == before.map { $0.offset + distance }, "one piece is copied")
  }

  @Test func trackByTrack_isInterleavedAnew_noTrackMoreThanASecondAhead() throws {
    let source = try movie(secondsTogether: 5)
    #expect(try places(source).map(\.track) == [Int](repeating: 0, count: 125) + [Int](repeating: 1, count: 215))
    var ends = [CMTime.zero, .zero]
    for place in try places(copy(source)) {
      ends[place.track] = place.end
      #expect(place.start < ends[1 - place.track] + CMTime(value: 1, timescale: 1))
    }
    // Alternating between a frame and a packet would copy sample by sample.
    let tracks = try places(copy(source)).map(\.track)
    #expect(zip(tracks, tracks.dropFirst()).count { $0 != $1 } <= 20)
  }

  @Test(arguments: [1, 2, 5]) func fragments_haveTheSamplesOfTheirTime_whereverTheyWere(seconds: Int) throws {
    let tenth = CMTime(value: 1, timescale: 10)
    let copy = try copy(movie(secondsTogether: seconds, of: 2), layout: .fragments(interval: tenth))
    var fragment = (start: CMTime.zero, last: 1)
    var count = 0
    for place in try places(copy) {
      if place.track == 0, fragment.last == 1 {
        fragment.start = place.start
        count += 1
      }
      fragment.last = place.track
      #expect(place.start >= fragment.start - tenth && place.start < fragment.start + tenth + tenth)
    }
    #expect(count == 20)
  }
}
