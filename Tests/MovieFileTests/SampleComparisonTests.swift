import Foundation
import MovieFile
import Testing

/// Samples compared with ffprobe's packets of the same files.
@Suite struct SampleComparisonTests {
  @Test(arguments: Recipe.video + Recipe.audio + Recipe.containers)
  func samples_areThoseOfffprobe(recipe: Recipe) throws {
    let folder = try TemporaryFolder()
    try compare(recipe.make(in: folder))
  }

  @Test(.sharedMedia, arguments: SharedMedia.movies) func samplesOfGivenFiles_areThoseOfFFprobe(name: String) throws {
    // Its damaged padding makes ffprobe refuse it.
    guard name != "sample_malformed_free_box.mp4" else { return }
    try compare(SharedMedia.path(name))
  }

  private func compare(_ path: String) throws {
    let movie = try Movie(path: path)
    let raw = try PacketReport(path, ignoresEdits: true)
    #expect(raw.streams.count == movie.tracks.count)
    for track in movie.tracks {
      // ffprobe shows no packets of chapters.
      let isChapters = movie.tracks.contains { $0.references.contains { $0.trackIDs.contains(track.id) } }
      if isChapters || track.handlerType == "text" { continue }
      let samples = try track.samples()
      let packets = try samples.packets()
      let expected = raw.entries(ofTrack: track.id).map(\.packet)
      #expect(!packets.isEmpty && packets == expected, "track \(track.id)")
      #expect(samples.problem == nil)
      try compareRandomAccess(samples)
    }
  }

  /// Expects that lookups return the samples of an iteration.
  private func compareRandomAccess(_ samples: SampleTable) throws {
    let all = try samples.all()
    #expect(all.count == samples.count)
    for index in Set([0, 1, all.count / 3, all.count / 2, all.count - 1]).filter({ all.indices.contains($0) }) {
      #expect(try samples[index] == all[index])
    }
  }

  @Test(arguments: Recipe.containers)
  func listing_appliesEditsAsffprobeDoes(recipe: Recipe) throws {
    let folder = try TemporaryFolder()
    let path = try recipe.make(in: folder)
    let listing = try Listing(Movie(path: path))
    let report = try PacketReport(path, ignoresEdits: false)
    for track in listing.tracks {
      let byOffset = Dictionary(track.samples.map { ($0.offset, $0) }, uniquingKeysWith: { first, _ in first })
      let entries = report.entries(ofTrack: track.id)
      #expect(!entries.isEmpty)
      for entry in entries {
        let sample = try #require(byOffset[entry.packet.offset])
        // ffprobe rounds empty edits to units of the media.
        let tolerance = 1.01 / Double(track.timescale)
        let (pts, dts) = (Double(entry.pts_time ?? "") ?? .nan, Double(entry.dts_time ?? "") ?? .nan)
        #expect(
          abs((Double(sample.pts) ?? .nan) - pts) < tolerance && abs((Double(sample.dts) ?? .nan) - dts) < tolerance)
        #expect(sample.size == entry.packet.size && sample.sync == entry.packet.isKey)
      }
    }
  }
}
