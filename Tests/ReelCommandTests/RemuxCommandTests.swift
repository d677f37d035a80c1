import Foundation
import MovieFile
import Testing

@Suite struct RemuxCommandTests {
  @Test(arguments: ["copy.mp4", "copy.mov", "copy.m4v", "copy.3gp"])
  func copy_hasTheSameSamples(name: String) async throws {
    let fixture = try await CommandFixture.withMovie()
    let outcome = try await fixture.run("remux", "movie.mp4", name, "--fast-start")
    #expect(outcome.code == 0 && outcome.error == "")
    #expect(try outcome.output.wholeMatch(of: Regex("\(name)  [0-9.]+ kB\n")) != nil, "\(outcome.output)")
    let (source, copy) = (try movie("movie.mp4", in: fixture), try movie(name, in: fixture))
    #expect(try samples(source) == samples(copy))
    #expect(try await OutputInspector(fixture: fixture).complaints(about: name) == "")
    #expect(fixture.names == [name, "movie.mp4"].sorted())
  }

  @Test func output_isAnOptionToo() async throws {
    let fixture = try await CommandFixture.withMovie()
    #expect(try await fixture.run("remux", "movie.mp4", "-o", "copy.mov").code == 0)
    #expect(try samples(movie("copy.mov", in: fixture)) == samples(movie("movie.mp4", in: fixture)))
    var outcome = try await fixture.run("remux", "movie.mp4", "a.mov", "-o", "b.mov")
    #expect(outcome.code == 64 && outcome.error.hasPrefix("error: two files to write are named"), "\(outcome.error)")
    outcome = try await fixture.run("remux", "movie.mp4")
    #expect(outcome.code == 64 && outcome.error.hasPrefix("error: the file to write needs a name"), "\(outcome.error)")
    outcome = try await fixture.run("remux", "movie.mp4", "-")
    #expect(outcome.code == 64)
    #expect(
      outcome.error == """
        error: 'reel remux' cannot write to standard output
           = note: it goes back to write what it knows at the end, and a pipe does not
           = help: write a file, or stream with 'reel transcode IN - --format mkv --video copy --audio copy'

        """)
    #expect(fixture.names == ["copy.mov", "movie.mp4"])
  }

  @Test func fragments_areWrittenUnderTheName() async throws {
    let fixture = try await CommandFixture.withMovie()
    let outcome = try await fixture.run("remux", "movie.mp4", "out.mp4", "--fragment", "200ms")
    #expect(outcome.code == 0 && outcome.error == "")
    let copy = try movie("out.mp4", in: fixture)
    #expect(copy.isFragmented)
    #expect(try samples(copy) == samples(movie("movie.mp4", in: fixture)))
  }

  @Test func metadataThatTheOtherKindHasNoPlaceFor_areNamed() async throws {
    let fixture = try await CommandFixture.withMovie()
    _ = try await fixture.run(
      "tags", "movie.mp4", "--set", "title=A title", "--set", "itlk:org.example.own=x")
    var outcome = try await fixture.run("remux", "movie.mp4", "copy.3gp")
    #expect(outcome.code == 0)
    #expect(
      outcome.error == "note: 3GP files cannot hold, and the copy is without: 'itlk org.example.own'\n",
      "\(outcome.error)")
    outcome = try await fixture.run("remux", "movie.mp4", "copy.mov")
    #expect(outcome.code == 0 && outcome.error == "")
    for (name, key) in [("copy.3gp", "uiso/titl"), ("copy.mov", "mdta/com.apple.quicktime.title")] {
      let items = try movie(name, in: fixture).metadata().items
      #expect(items.first { $0.identifier == key }?.tagText == "A title", "\(items.map(\.identifier))")
    }
  }

  @Test func refusals_giveTheReasonAndLeaveNothing() async throws {
    let fixture = try await CommandFixture.withMovie(["text.mp4": "text", "old.mp4": "old"])
    var outcome = try await fixture.run("remux", "movie.mp4", "sound.m4a")
    #expect(outcome.code == 73)
    #expect(outcome.error.contains("M4A cannot hold 'avc1': it is for sound"), "\(outcome.error)")
    outcome = try await fixture.run("remux", "movie.mp4", "old.mp4")
    #expect(outcome.code == 73 && outcome.error.contains("'old.mp4' exists"))
    outcome = try await fixture.run("remux", "text.mp4", "new.mp4")
    #expect(outcome.code == 66 && outcome.error.contains("cause: it is no media file, or one of an unknown kind\n"))
    outcome = try await fixture.run("remux", "movie.mp4", "movie.txt")
    #expect(outcome.code == 64 && outcome.error.contains("'.txt' is no kind of file"))
    outcome = try await fixture.run("remux", "movie.mp4", "movie.ts")
    let help = "run 'reel transcode movie.mp4 movie.ts --video copy --audio copy', or end the name"
    #expect(outcome.code == 64 && outcome.error.contains(help), "\(outcome.error)")
    #expect(fixture.names == ["movie.mp4", "old.mp4", "text.mp4"])
    #expect(try fixture.data(of: "old.mp4") == Data("old".utf8))
  }

  @Test func replacedFile_hasItsPermissionsAndItsOwner() async throws {
    let fixture = try await CommandFixture.withMovie()
    let outcome = try await fixture.bash(
      """
      chmod 640 movie.mp4; chown 1000:1000 movie.mp4; stat -c '%a %u %g' movie.mp4
      $reel remux movie.mp4 movie.mp4 --overwrite > /dev/null; stat -c '%a %u %g' movie.mp4
      """)
    let rights = outcome.output.split(separator: "\n")
    #expect(rights.count == 2 && rights.first == rights.last && rights[0].hasPrefix("640 "), "\(rights)")
  }

  private func movie(_ name: String, in fixture: CommandFixture) throws -> Movie {
    try Movie(path: "\(fixture.path)/\(name)")
  }

  /// Returns each track's samples with their times and bytes.
  private func samples(_ movie: Movie) throws -> [[[UInt8]]] {
    try movie.tracks.map { track in
      let table = try track.samples()
      return try (0..<table.count).map { index in
        let sample = try table[index]
        let times = [sample.decodeTime, sample.presentationTime, sample.duration]
        return times.flatMap { withUnsafeBytes(of: $0) { Array($0) } } + (try movie.data(of: sample, in: track))
      }
    }
  }
}
