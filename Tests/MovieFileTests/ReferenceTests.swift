import Foundation
import MovieExercise
import MovieFile
import Testing

/// Media in other files, and the restrictions on their use.
@Suite struct ReferenceTests {
  private func movie(_ reference: [UInt8]) -> [UInt8] {
    var track = TrackBytes()
    track.dataReferences = [reference]
    track.tables = TrackBytes.tables(durations: [(2, 500)], sizes: [3, 2], offset: 4)
    return TrackBytes.movie([track])
  }

  private func url(_ text: String) -> [UInt8] { MovieBytes.full("url ", MovieBytes.text(text + "\0")) }

  private func alias(_ path: String) -> [UInt8] {
    MovieBytes.full(
      "alis", MovieBytes.zeros(150), MovieBytes.u16(2, 3), [1, 2, 3, 0], MovieBytes.u16(18, path.utf8.count),
      MovieBytes.text(path), path.utf8.count % 2 == 1 ? [0] : [], MovieBytes.u16(0xffff, 0))
  }

  @Test func otherFile_isReadBesideTheMovie() throws {
    let folder = try TemporaryFolder()
    try Data([0, 1, 2, 3, 10, 11, 12, 20, 21]).write(to: URL(fileURLWithPath: folder.file("my media")))
    for reference in [
      url("my%20media"), alias(String(folder.file("my media").dropFirst())), url(folder.file("my media")),
    ] {
      let path = folder.file("movie.mov")
      try Data(movie(reference)).write(to: URL(fileURLWithPath: path))
      let movie = try Movie(path: path)
      let track = movie.tracks[0]
      #expect(!track.isSelfContained)
      let samples = try track.samples()
      #expect(try movie.data(of: samples[0], in: track) == [10, 11, 12])
      #expect(try movie.data(of: samples[1], in: track) == [20, 21])
    }
  }

  @Test func missingFile_isNamed() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("movie.mov")
    try Data(movie(url("gone"))).write(to: URL(fileURLWithPath: path))
    let movie = try Movie(path: path)
    let sample = try movie.tracks[0].samples()[0]
    let error = #expect(throws: MovieError.self) { try movie.data(of: sample, in: movie.tracks[0]) }
    #expect(error?.code == .unreadable && error?.file == folder.file("gone"))
  }

  @Test(arguments: [
    ("https://example.com/a.mov", "file:///etc/passwd", ReferenceRestrictions.forbidRemoteToLocal, true),
    ("https://example.com/a.mov", "file:///nowhere/at/all", ReferenceRestrictions(), false),
    ("https://example.com/a.mov", "b.mov", ReferenceRestrictions.forbidRemoteToLocal, false),
    ("https://example.com/a.mov", "https://example.org/b", ReferenceRestrictions.forbidCrossSite, true),
    ("https://example.com/a.mov", "https://example.com/b", ReferenceRestrictions.forbidCrossSite, false),
    ("file:///a.mov", "b.mov", ReferenceRestrictions.forbidLocalToLocal, true),
    ("file:///a.mov", "b.mov", ReferenceRestrictions.forbidRemoteToLocal, false),
    ("file:///a.mov", "http://example.com/b", ReferenceRestrictions.forbidLocalToRemote, true),
    ("file:///a.mov", "b.mov", ReferenceRestrictions.forbidAll, true),
    ("https://example.com/a.mov", "b.mov", ReferenceRestrictions.forbidAll, true),
  ]) func restrictions_hold(location: String, reference: String, restrictions: ReferenceRestrictions, isForbidden: Bool)
    throws
  {
    let movie = try Movie(
      source: MemoryByteSource(movie(url(reference))), location: URL(string: location), restrictions: restrictions)
    let track = movie.tracks[0]
    let sample = try track.samples()[0]
    let error = #expect(throws: MovieError.self) { try movie.data(of: sample, in: track) }
    #expect((error?.code == .forbiddenReference) == isForbidden)
  }

  @Test func ownFile_needsNoPermission() throws {
    var track = TrackBytes()
    track.tables = TrackBytes.tables(durations: [(1, 500)], sizes: [4], offset: 4)
    let movie = try Movie(source: MemoryByteSource(TrackBytes.movie([track])), restrictions: .forbidAll)
    #expect(movie.tracks[0].isSelfContained)
    #expect(try movie.data(of: movie.tracks[0].samples()[0], in: movie.tracks[0]) == Array("ftyp".utf8))
  }
}
