import MovieFile
import Testing

@Suite struct MovieTests {
  @Test func movieWithBFrames_hasTracksSamplesAndEdits() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("movie.mp4")
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc=size=64x48:rate=25:duration=2", "-f", "lavfi", "-i", "sine=duration=2", "-bf", "2",
      "-pix_fmt", "yuv420p", path,
    ])
    let movie = try Movie(path: path)
    #expect(movie.tracks.map(\.handlerType) == ["vide", "soun"])
    let samples = try movie.tracks[0].samples()
    #expect(samples.count == 50)
    #expect(samples.isReordered)
    let first = try #require(movie.tracks[0].edits?.first?.mediaTime)
    #expect(try samples.sample(atPresentationTime: first)?.index == 0)
    #expect(try samples.sample(atPresentationTime: first - 1) == nil)
  }
}
