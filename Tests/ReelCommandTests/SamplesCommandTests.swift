import Foundation
import TestSupport
import Testing

@Suite struct SamplesCommandTests {
  @Test func json_listsEverySample() async throws {
    let fixture = try await CommandFixture.withMovie()
    let outcome = try await fixture.run("samples", "movie.mp4", "--json")
    #expect(outcome.code == 0 && outcome.error == "")
    let answer = try JSONDecoder().decode(Listing.self, from: Data(outcome.output.utf8))
    #expect(answer.tracks.map(\.mediaType) == ["vide", "soun"])
    #expect(answer.tracks.map(\.codec) == ["avc1", "mp4a"])
    let pictures = try #require(answer.tracks.first?.samples)
    #expect(pictures.count == 30)
    #expect(pictures[0].sync && pictures[0].pts == "0.000000000" && pictures[0].size > 0)
    #expect(pictures.map(\.duration).allSatisfy { $0 == "0.033333333" })
    let file = try fixture.data(of: "movie.mp4")
    #expect(pictures.allSatisfy { Int($0.offset ?? .max) <= file.count - $0.size })
  }

  @Test func oneTrack_isListedAlone() async throws {
    let fixture = try await CommandFixture.withMovie()
    let outcome = try await fixture.run("samples", "movie.mp4", "--track", "2")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("track 2: soun, mp4a, ") == true)
    #expect(lines.filter { $0.hasPrefix("track") }.count == 1)
    #expect(lines.dropFirst(2).allSatisfy { $0.hasSuffix("sync") })
  }

  @Test func unknownTrack_isRefusedWithThoseThatExist() async throws {
    let fixture = try await CommandFixture.withMovie()
    let outcome = try await fixture.run("samples", "movie.mp4", "--track", "7")
    #expect(outcome.code == 64)
    #expect(
      outcome.error == """
        error: 'movie.mp4' has no track 7
           = help: its tracks are 1 (vide), 2 (soun)

        """)
  }

  @Test func whatIsNoMovie_isRefused() async throws {
    let fixture = try CommandFixture(["text.mp4": "Hello, I am no movie."])
    let outcome = try await fixture.run("samples", "text.mp4")
    #expect(outcome.code == 66)
    #expect(
      outcome.error == """
        error: cannot read 'text.mp4'
           = cause: it is no media file, or one of an unknown kind

        """)
  }

  @Test func program_isNoMedia() async throws {
    let outcome = try await CommandFixture().run("samples", "/bin/true")
    #expect(outcome.code == 66)
    #expect(outcome.error == "error: cannot read '/bin/true'\n   = cause: it holds no media\n", "\(outcome.error)")
  }

  /// A file that ends before the first sample has the headers of tracks only; what is missing is said once for all
  /// tracks.
  @Test func fileThatEndsBeforeItsFirstSample_isListedWithANote() async throws {
    let fixture = try CommandFixture(["text.srt": "1\n00:00:00,000 --> 00:00:01,000\nHello\n"])
    let outcome = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i color=s=64x48:d=1 -i text.srt -c:v libx264 -c:s srt whole.mkv &&
      head -c $(python3 -c "print(open('whole.mkv', 'rb').read().index(bytes([0x1f, 0x43, 0xb6, 0x75])))") \
        whole.mkv > cut.mkv && exec $reel samples cut.mkv
      """)
    #expect(outcome.code == 0)
    let note = /note: cut\.mkv: the file ends before its last cluster \(Segment\/Cluster at byte \d+\)\n/
    #expect(outcome.error.wholeMatch(of: note) != nil, "\(outcome.error)")
  }

  @Test func boxes_areShownAsATree() async throws {
    let fixture = try await CommandFixture.withMovie()
    let outcome = try await fixture.run("boxes", "movie.mp4")
    #expect(outcome.code == 0)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines[0].wholeMatch(of: /\ +0 +\d+  ftyp/) != nil, "\(lines[0])")
    #expect(lines.contains { $0.hasSuffix("          stbl") })
    #expect(lines.contains { $0.hasSuffix("              avcC") })
  }

  @Test func cutFile_showsItsBoxesAndFails() async throws {
    let fixture = try await CommandFixture.withMovie()
    let whole = try fixture.data(of: "movie.mp4")
    try fixture.write(whole.dropLast(100), to: "cut.mp4")
    let outcome = try await fixture.run("boxes", "cut.mp4")
    #expect(outcome.code == 66)
    #expect(outcome.output.hasSuffix("mdat  (cut)\n"))
    #expect(outcome.error.contains("the file ends inside 'mdat'"))
  }
}
