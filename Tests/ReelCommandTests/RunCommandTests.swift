import Foundation
import Testing

@Suite struct RunCommandTests {
  @Test func movie_isReadByOtherProgramsWithoutComplaint() async throws {
    let fixture = try CommandFixture(["movie.yaml": SampleMovie.description])
    let outcome = try await fixture.run("run", "movie.yaml", "--progress", "none")
    #expect(outcome.error == "")
    #expect(outcome.code == 0)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("movie.mp4  ") == true)
    #expect(lines.last?.contains(", 30 frames, in ") == true)
    let witness = OutputInspector(fixture: fixture)
    #expect(try await witness.streams(of: "movie.mp4") == ["h264 30", "aac 47"])
    #expect(try await witness.complaints(about: "movie.mp4") == "")
    #expect(fixture.names == ["movie.mp4", "movie.yaml"])
  }

  @Test func jsonProgress_isAnObjectALineWithStableFields() async throws {
    let fixture = try CommandFixture(["movie.yaml": SampleMovie.description])
    let outcome = try await fixture.run("run", "movie.yaml", "--progress", "json", "--set", "duration=60s")
    #expect(outcome.error == "")
    let events = try outcome.output.split(separator: "\n").map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    let last = try #require(events.last)
    #expect(last["event"] as? String == "finished")
    #expect(last["exit_code"] as? Int == 0)
    #expect(last["frames"] as? Int == 1800)
    #expect((last["notes"] as? [Any])?.isEmpty == true)
    #expect((last["outputs"] as? [[String: Any]])?.first?["path"] as? String == "movie.mp4")
    let progress = events.dropLast()
    #expect(!progress.isEmpty)
    let known: Set = ["event", "position", "duration", "fraction", "elapsed", "remaining", "speed"]
    for event in progress {
      #expect(event["event"] as? String == "progress")
      #expect(Set(event.keys).isSubset(of: known) && event["position"] is Double && event["elapsed"] is Double)
    }
  }

  @Test func jsonProgress_tellsOfAFailureToo() async throws {
    let fixture = try CommandFixture(["movie.yaml": SampleMovie.description])
    let outcome = try await fixture.run("run", "movie.yaml", "--progress", "json", "--set", "output=no/movie.mp4")
    #expect(outcome.code == 73)
    #expect(outcome.error.hasPrefix("error: cannot write 'no/movie.mp4'\n"))
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    #expect(object?["event"] as? String == "failed")
    #expect(object?["exit_code"] as? Int == 73)
    #expect((object?["diagnostics"] as? [[String: Any]])?.first?["message"] as? String == "cannot write 'no/movie.mp4'")
  }

  @Test(arguments: ["-1s", "soon"]) func stallTimeoutThatIsNoTime_isRefused(value: String) async throws {
    let fixture = try CommandFixture(["movie.yaml": SampleMovie.description])
    let outcome = try await fixture.run("run", "movie.yaml", "--stall-timeout", value)
    #expect(outcome.code == 64)
    #expect(
      outcome.error.hasPrefix("error: the value '\(value)' is invalid for '--stall-timeout <time>'"), "\(outcome.error)"
    )
  }

  @Test(arguments: ["mux.mp4", "mux.mov"]) func fragmentsOfNoLength_areRefusedBeforeTheRun(type: String) async throws {
    let fixture = try CommandFixture(["graph.yaml": EndlessGraph.description(type: type, mux: "fragment: 0s")])
    let outcome = try await fixture.run("run", "graph.yaml")
    #expect(outcome.code == 65 && outcome.error.contains("must be more than 0s"), "\(outcome.error)")
    #expect(fixture.names == ["graph.yaml"])
  }

  @Test func noTimeAtAll_isRefusedBeforeTheRun() async throws {
    let fixture = try CommandFixture(["movie.yaml": SampleMovie.description])
    let outcome = try await fixture.run("run", "movie.yaml", "--set", "duration=0s")
    #expect(outcome.code == 65)
    #expect(outcome.error.contains("must be more than 0s"), "\(outcome.error)")
    #expect(fixture.names == ["movie.yaml"])
  }

  @Test func plainProgress_isALineASecond() async throws {
    let fixture = try CommandFixture(["slow.yaml": SlowGraph.description])
    let outcome = try await fixture.run("run", "slow.yaml", "--set", "buffers=24")
    #expect(outcome.code == 0)
    let lines = outcome.error.split(separator: "\n")
    // No more lines than seconds, on slow machines too.
    let seconds = try #require(outcome.output.firstMatch(of: /in (\d+)\.\d s/).flatMap { Int($0.1) })
    #expect((1...max(1, seconds)).contains(lines.count), "\(outcome.output)")
    for line in lines {
      // The duration is known shortly after the start.
      #expect(
        line.firstMatch(of: /^( *\d+ %  )?00:00:0\d( \/ 00:00:0\d)?  \d+(\.\d)?x(  00:\d\d:\d\d left)?$/) != nil,
        "\(line)"
      )
    }
  }

  @Test func bar_isDrawnOnATerminalAndErased() async throws {
    let fixture = try CommandFixture(["slow.yaml": SlowGraph.description])
    // script(1) gives the command a terminal.
    let outcome = try await fixture.bash(
      #"TERM=xterm script -qec "stty cols 80; $reel run slow.yaml --set buffers=8" /dev/null"#)
    #expect(outcome.output.contains("\r\u{1B}[K"))
    let screen = outcome.output.split(separator: "\r\u{1B}[K")
    #expect(screen.allSatisfy { line in line.prefix { $0 != "\r" && $0 != "\n" && $0 != "\r\n" }.count < 80 })
    #expect(screen.last?.contains("frames") == true || screen.last?.contains("in ") == true)
  }

  @Test func readerThatGoesAway_doesNotEndTheRun() async throws {
    let fixture = try CommandFixture(["movie.yaml": SampleMovie.description])
    let outcome = try await fixture.bash(
      "$reel run movie.yaml --progress json --set duration=10s | true; echo ${PIPESTATUS[0]}")
    #expect(outcome.output == "0\n")
    #expect(outcome.error == "")
    #expect(fixture.names == ["movie.mp4", "movie.yaml"])
  }

  @Test func set_takesPrecedenceOverTheFile_andTheLastOneWins() async throws {
    let fixture = try CommandFixture(["movie.yaml": SampleMovie.description])
    let outcome = try await fixture.run(
      "run", "movie.yaml", "--progress", "none", "--set", "duration=2s", "--set", "duration=500ms")
    #expect(outcome.code == 0)
    #expect(try await OutputInspector(fixture: fixture).streams(of: "movie.mp4").first == "h264 15")
  }

  @Test func templateOfAnotherFile_takesItsValuesFromTheCommandLine() async throws {
    let fixture = try CommandFixture([
      "main.yaml": """
      format: 1
      include: { presets: parts/presets.yaml }
      parameters:
        wanted: { type: int, default: 60 }
      nodes:
        picture: { use: test.video, with: { size: 320x180, duration: 1s } }
        small: { use: presets/small, in: { video: picture }, with: { height: $wanted } }
        file: { use: file.write, in: small.movie, with: { url: small.mp4 } }
      """,
      "parts/presets.yaml": """
      format: 1
      templates:
        small:
          parameters:
            height: { type: int, default: 30 }
          inputs: { video: video/raw }
          outputs: { movie: mp4.out }
          nodes:
            scale: { use: video.scale, in: $video, with: { height: $height } }
            h264: { use: video.encode.h264, in: scale }
            mp4: { use: mux.mp4, in: h264 }
      """,
    ])
    for (arguments, height) in [([], "60"), (["--set", "wanted=90"], "90")] {
      let outcome = try await fixture.run(["run", "main.yaml", "--progress", "none", "--overwrite"] + arguments)
      #expect(outcome.error == "")
      let probe = try await fixture.run("probe", "small.mp4")
      #expect(probe.output.contains("x\(height), 30 fps"), "\(probe.output)")
    }
  }

  @Test func fanOut_writesEveryFileAtOnce() async throws {
    let fixture = try await CommandFixture.withMovie()
    let outcome = try await fixture.run(
      "run", "\(CommandFixture.package)/Pipelines/renditions.yaml", "--set", "input=movie.mp4", "--set", "name=r",
      "--progress", "none")
    #expect(outcome.error == "")
    #expect(fixture.names == ["movie.mp4", "r-240.mp4", "r-480.mp4", "r-720.mp4"])
    for name in fixture.names where name != "movie.mp4" {
      #expect(try await OutputInspector(fixture: fixture).streams(of: name) == ["h264 30", "aac 47"])
    }
  }

  @Test func trackThatIsMissing_isLeftOutAndNoted() async throws {
    let fixture = try await CommandFixture.withMovie([
      "silent.yaml": """
      format: 1
      nodes:
        source: { use: asset.read, with: { url: movie.mp4 } }
        mp4: { use: mux.mp4, in: source.coded_video }
        file: { use: file.write, in: mp4, with: { url: silent.mp4 } }
      """
    ])
    #expect(try await fixture.run("run", "silent.yaml", "--progress", "none").code == 0)
    let outcome = try await fixture.run(
      "run", "\(CommandFixture.package)/Pipelines/web.yaml", "--set", "input=silent.mp4", "--set", "output=web.mp4")
    #expect(outcome.code == 0)
    #expect(outcome.output.contains("note: 'web/mp4': 'source' has no audio track\n"))
    #expect(try await OutputInspector(fixture: fixture).streams(of: "web.mp4") == ["h264 30"])
  }

  @Test func stall_failsWithTheQueues_andTheGraphIsSaved() async throws {
    let fixture = try CommandFixture([
      "stall.yaml": """
      format: 1
      nodes:
        picture: { use: test.video, with: { size: 16x16, duration: 10s } }
        stuck: { use: gst, in: picture, with: { element: identity, properties: { sleep-time: 4000000 }, type: video/raw } }
        end: { use: "null", in: stuck }
      """
    ])
    let outcome = try await fixture.run(
      "run", "stall.yaml", "--stall-timeout", "500ms", "--dot", "stall.dot", "--progress", "none")
    #expect(outcome.code == 70)
    #expect(outcome.error.contains("'stuck' (gst) stalls"), "\(outcome.error)")
    #expect(fixture.names == ["stall.dot", "stall.yaml"])
    #expect(try String(decoding: fixture.data(of: "stall.dot"), as: UTF8.self).hasPrefix("digraph pipeline"))
  }

  @Test func dot_thatCannotBeWritten_isAnError() async throws {
    let fixture = try CommandFixture(["movie.yaml": SampleMovie.description])
    let outcome = try await fixture.run("run", "movie.yaml", "--dot", "no/run.dot", "--progress", "none")
    #expect(outcome.code == 73)
    #expect(outcome.error == "error: cannot write 'no/run.dot'\n   = cause: No such file or directory\n")
  }
}
