import Testing

/// Words that begin with one dash: names of files, which are no groups of short options, and options of ffmpeg.
@Suite struct DashedNameTests {
  @Test(arguments: [
    ["transcode", "-dash.mp4", "x.mp4"], ["transcode", "--overwrite", "-dash.mp4", "x.mp4"],
    ["transcode", "x.mp4", "-dash.mp4"], ["probe", "-dash.mp4"], ["tags", "-dash.mp4", "--set", "title=A"],
    ["cut", "-dash.mp4", "--to", "1s", "-o", "x.mp4"], ["run", "-dash.mp4"], ["new", "plugin", "-dash.mp4"],
  ]) func fileNamedWithADash_isAnUnknownOption_withTheRemedy(arguments: [String]) async throws {
    let fixture = try CommandFixture(["-dash.mp4": ""])
    let outcome = try await fixture.run(arguments)
    #expect(outcome.code == 64 && outcome.output == "", "\(outcome)")
    #expect(
      outcome.error.hasPrefix(
        """
        error: unknown option '-dash.mp4'
           = help: write ./-dash.mp4, or put -- before it; 'reel 
        """), "\(outcome.error)")
    #expect(fixture.names == ["-dash.mp4"])
  }

  @Test func remedies_work() async throws {
    let fixture = try await CommandFixture.withMovie()
    #expect(try await fixture.bash("mv movie.mp4 ./-dash.mp4").code == 0)
    for line in [
      ["probe", "./-dash.mp4"], ["probe", "--", "-dash.mp4"],
      ["remux", "--progress", "none", "--", "-dash.mp4", "x.mov"],
      ["remux", "./-dash.mp4", "-o=y.mov", "--progress", "none"],
    ] {
      let outcome = try await fixture.run(line)
      #expect(outcome.code == 0 && outcome.error == "", "\(line): \(outcome.error)")
    }
    #expect(fixture.names == ["-dash.mp4", "x.mov", "y.mov"])
  }

  /// Help that is asked for, and values of options in front.
  @Test func otherWordsWithADash_keepTheirMeaning() async throws {
    let fixture = try await CommandFixture.withMovie()
    let help = try await fixture.run("transcode", "--help").output
    for line in [["transcode", "-h"], ["transcode", "-help"], ["transcode", "-dash.mp4", "-h"]] {
      let outcome = try await fixture.run(line)
      #expect(outcome.code == 0 && outcome.output == help && outcome.error == "", "\(line)")
    }
    for (line, problem) in [
      (["tags", "movie.mp4", "--set", "-hello=x"], "there is no name '-hello'"),
      (["cut", "movie.mp4", "--from", "-1h", "-o", "x.mp4"], "--from -1h is below zero"),
      (["transcode", "movie.mp4", "-o", "-dash.mp4"], "missing value for '-o <file>'"),
    ] {
      let outcome = try await fixture.run(line)
      #expect(outcome.code == 64 && outcome.error.hasPrefix("error: \(problem)\n"), "\(outcome.error)")
    }
  }

  @Test(arguments: [
    ("-ac", "--channels"), ("-ar", "--sample-rate"), ("-r", "--frame-rate"), ("-ss", "--from"), ("-vn", "--video none"),
  ]) func optionOfFFmpeg_leadsToThatOfTheCommand(word: String, option: String) async throws {
    let outcome = try await CommandFixture().run("transcode", "a.mp4", "b.mp4", word, "1")
    #expect(outcome.code == 64)
    #expect(
      outcome.error.hasPrefix("error: unknown option '\(word)'\n   = help: did you mean '\(option)'? "),
      "\(outcome.error)")
    let other = try await CommandFixture().run("boxes", "a.mp4", word)
    #expect(other.code == 64 && !other.error.contains(option), "\(other.error)")
  }
}
