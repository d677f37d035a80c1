import Foundation
import Testing

/// Named pipes as inputs and outputs, which can be opened and read only once.
@Suite struct PipeTests {
  static let copy = """
    format: 1
    parameters:
      input: { type: url, default: pipe }
    nodes:
      file: { use: file.read, with: { url: $input } }
      out: { use: file.write, in: file, with: { url: out.bin } }
    """

  @Test func pipeAsMovie_givesAllOfIt() async throws {
    let fixture = try await CommandFixture.withMovie(["copy.yaml": BadFileTests.copy])
    let outcome = try await fixture.bash(
      "mkfifo pipe; cat movie.mp4 > pipe & exec $reel run copy.yaml --progress none --set input=pipe")
    #expect(outcome.error == "")
    #expect(outcome.code == 0)
    let streams = try await OutputInspector(fixture: fixture).streams(of: "out.mp4")
    #expect(streams.first == "h264 30")
    #expect(streams.last == "aac 47")
  }

  /// Runs a line of bash that copies a movie from a pipe.
  private func copy(_ fixture: CommandFixture, _ writer: String, _ arguments: String = "") async throws -> Child.Outcome
  {
    try await fixture.bash(
      "mkfifo pipe; (\(writer)) > pipe & exec $reel run copy.yaml --progress none --set input=pipe \(arguments)")
  }

  @Test func movieWithItsTablesLast_comesThroughStandardInputToo() async throws {
    let fixture = try CommandFixture(["copy.yaml": BadFileTests.copy, "movie.yaml": SampleMovie.description])
    #expect(try await fixture.run("run", "movie.yaml", "--set", "fast_start=false").code == 0)
    let outcome = try await fixture.bash(
      "cat movie.mp4 | $reel run copy.yaml --progress none --set input=/dev/stdin")
    #expect(outcome.error == "")
    #expect(outcome.code == 0)
    #expect(try await OutputInspector(fixture: fixture).streams(of: "out.mp4") == ["h264 30", "aac 47"])
  }

  /// Only a demuxer reads raw video of AVI, which states no presentation times of what comes through a pipe.
  @Test(arguments: ["o.mp4", "o.m4a", "o.mkv --audio opus", "o.mkv --audio flac", "o.mov --audio pcm"])
  func rawVideoAndPCM_keepTheirAudio(output: String) async throws {
    let fixture = try await CommandFixture.withMedia(
      by: """
        ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=160x90:r=25:d=2 -f lavfi -i sine=d=2:r=48000 \
          -c:v rawvideo -c:a pcm_s16le in.avi
        """)
    let name = output.prefix { $0 != " " }
    let outcome = try await fixture.bash(
      """
      cat in.avi | $reel transcode - \(output) --progress none &&
      ffmpeg -nostdin -v error -i \(name) -map 0:a -f s16le - | wc -c
      """)
    #expect(outcome.code == 0 && outcome.error == "", "\(outcome.error)")
    let count = try #require(outcome.output.split(separator: "\n").last.flatMap { Int($0) })
    // Packets of AAC have 1024 samples, those of Opus 960.
    #expect((192_000...194_048).contains(count), "\(count) bytes")
  }

  /// A pipe has no size, and bytes have no times.
  @Test func copyIntoAPipe_isReportedWithoutSizeAndTime() async throws {
    let copy = Self.copy.replacing("out.bin", with: "pipe").replacing("default: pipe", with: "default: bytes")
    let fixture = try CommandFixture(["copy.yaml": copy, "bytes": "Hello."])
    let outcome = try await fixture.bash(
      "mkfifo pipe; timeout 20 cat pipe > got & $reel run copy.yaml --progress none --overwrite; wait")
    #expect(outcome.error == "")
    #expect(outcome.output.contains(#/^pipe\nin \d+\.\d s\n$/#), "\(outcome.output)")
    #expect(try fixture.data(of: "got") == Data("Hello.".utf8))
  }

  @Test func movieThatIsCutOff_isRefused() async throws {
    let fixture = try await CommandFixture.withMovie(["copy.yaml": BadFileTests.copy])
    let size = try fixture.data(of: "movie.mp4").count
    let outcome = try await copy(fixture, "head -c 9000 movie.mp4")
    #expect(
      outcome.error
        == BadFileTests.input(
          "pipe", "cause: it is cut off: 9000 of \(size) bytes are there", "help: copy or download it again"))
    #expect(outcome.code == 66)
    #expect(fixture.names == ["copy.yaml", "movie.mp4", "pipe"])
  }

  @Test(arguments: ["true", "echo Hello."]) func pipeWithoutMedia_isRefused(writer: String) async throws {
    let fixture = try await CommandFixture.withMovie(["copy.yaml": BadFileTests.copy])
    let outcome = try await copy(fixture, writer)
    #expect(outcome.error.hasPrefix("error: cannot read 'pipe'\n"), "\(outcome.error)")
    #expect(outcome.code == 66)
    #expect(fixture.names == ["copy.yaml", "movie.mp4", "pipe"])
  }

  /// Bytes kept on the disk until the tables arrive need space there.
  @Test func diskWithoutRoom_isReported() async throws {
    let fixture = try await CommandFixture.withMovie(["copy.yaml": BadFileTests.copy])
    let outcome = try await fixture.bash(
      "mkfifo pipe; (cat movie.mp4; head -c 40000000 /dev/zero) > pipe & ulimit -f 100; exec $reel run copy.yaml --progress none --set input=pipe"
    )
    #expect(outcome.error.hasPrefix("error: cannot keep what comes through 'pipe'\n"), "\(outcome.error)")
    #expect(outcome.error.contains("cause: File too large"), "\(outcome.error)")
    #expect(outcome.error.contains("help: TMPDIR names another folder"), "\(outcome.error)")
    #expect(outcome.code == 73)
    #expect(fixture.names == ["copy.yaml", "movie.mp4", "pipe"])
  }

  /// Bytes that are not kept for their tables, but for decoding them later.
  @Test func folderForTemporaryFiles_isNamed() async throws {
    let fixture = try CommandFixture()
    let outcome = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i anoisesrc=r=96000:d=120 -ac 2 sound.flac &&
      ulimit -f 100 && exec $reel waveform sound.flac
      """)
    #expect(outcome.error.hasPrefix("error: cannot write '\(NSTemporaryDirectory())'\n"), "\(outcome.error)")
    #expect(outcome.error.contains("cause: File too large"), "\(outcome.error)")
    #expect(outcome.error.contains("help: TMPDIR names another folder"), "\(outcome.error)")
    #expect(outcome.code == 73)
  }

  /// Files that only a demuxer reads are kept meanwhile.
  @Test(arguments: [
    "image a.dv --at 0s -o o.png", "sheet a.dv -o o.png", "waveform a.dv -o o.png", "remux a.dv o.mkv",
    "transcode a.dv o.mp4", "cut a.dv --from 1s --to 2s -o o.mp4", "export a.dv o.mp4",
  ]) func missingFolderForWhatIsKept_isNamed_ratherThanTheFile(command: String) async throws {
    let fixture = try await CommandFixture.withMedia(
      by: """
        ffmpeg -nostdin -v error -f lavfi -i color=gray:size=720x576:rate=25:duration=10 -f lavfi -i sine=d=10 -ac 2 \
          -target pal-dv a.dv
        """)
    let outcome = try await fixture.bash("TMPDIR=$PWD/none exec $reel \(command)")
    // Progress may have been reported before.
    #expect(
      outcome.error.hasSuffix(
        """
        error: cannot write '\(fixture.path)/none/'
           = cause: No such file or directory
           = help: TMPDIR names another folder for what is kept meanwhile

        """))
    #expect(outcome.code == 73 && fixture.names == ["a.dv"])
  }

  @Test func missingFolderForTemporaryFiles_isNamed() async throws {
    let fixture = try await CommandFixture.withMovie(["copy.yaml": BadFileTests.copy])
    let outcome = try await fixture.bash(
      "mkfifo pipe; (cat movie.mp4; head -c 40000000 /dev/zero) > pipe & TMPDIR=$PWD/none exec $reel run copy.yaml --progress none --set input=pipe"
    )
    #expect(outcome.error.hasPrefix("error: cannot keep what comes through 'pipe'\n"), "\(outcome.error)")
    #expect(outcome.error.contains("none"), "\(outcome.error)")
    #expect(outcome.error.contains("help: TMPDIR names another folder"), "\(outcome.error)")
    #expect(outcome.code == 73)
  }

  /// The writer has begun and stopped writing: the first signal ends a run that has written nothing.
  @Test func interruption_waitsForNoWriter() async throws {
    let fixture = try await CommandFixture.withMovie(["copy.yaml": BadFileTests.copy])
    #expect(try await fixture.bash("mkfifo pipe").code == 0)
    let writer = try Child(
      ["/bin/bash", "-c", "exec 3> pipe; head -c 9000 movie.mp4 >&3; echo written; exec sleep 1000"], in: fixture.path)
    defer { writer.send(SIGKILL) }
    let child = try fixture.start("run", "copy.yaml", "--progress", "none", "--set", "input=pipe")
    #expect(await writer.waits(for: "written"))
    let start = ContinuousClock.now
    child.send(SIGINT)
    let outcome = await child.outcome
    #expect(ContinuousClock.now - start < .seconds(30))
    #expect(outcome.code == 130, "\(outcome.error)")
    #expect(fixture.names == ["copy.yaml", "movie.mp4", "pipe"])
  }

  /// Writers that start first or late, or write in pieces: every byte arrives.
  @Test(arguments: [
    "cat in.bin > pipe & exec $reel run copy.yaml --progress none",
    "$reel run copy.yaml --progress none & (cat in.bin; cat in.bin) > pipe; wait $!",
  ])
  func pipeAsBytes_losesNone(line: String) async throws {
    let fixture = try CommandFixture(["copy.yaml": Self.copy])
    let outcome = try await fixture.bash("head -c 300000 /dev/urandom > in.bin; mkfifo pipe; \(line)")
    #expect(outcome.error == "")
    #expect(outcome.code == 0)
    let bytes = try fixture.data(of: "in.bin")
    #expect(try fixture.data(of: "out.bin") == (line.contains("(cat") ? bytes + bytes : bytes))
  }

  @Test func outputPipeThatNothingReads_isNamed() async throws {
    let fixture = try await CommandFixture.withMovie(["copy.yaml": BadFileTests.copy])
    let outcome = try await fixture.bash(
      "mkfifo pipe; exec $reel run copy.yaml --progress none --set output=pipe --stall-timeout 3s")
    #expect(outcome.code == 70)
    #expect(
      outcome.error.hasPrefix("error: nothing has moved for 3 s: 'file' (file.write) stalls\n"), "\(outcome.error)")
    #expect(outcome.error.contains("cause: no program reads 'pipe'\n"), "\(outcome.error)")
  }

  /// Long before the run is given up.
  @Test func outputPipeThatNothingReads_isNamedSoon() async throws {
    let fixture = try await CommandFixture.withMovie(["copy.yaml": BadFileTests.copy])
    #expect(try await fixture.bash("mkfifo pipe").code == 0)
    let child = try fixture.start("run", "copy.yaml", "--progress", "json", "--set", "output=pipe")
    #expect(await child.waits(for: #"{"event":"waiting","obstacle":"no program reads 'pipe'"}"#))
    child.send(SIGINT)
    #expect(await child.waits(for: "\"stopping\""))
    child.send(SIGINT)
    #expect(await child.outcome.code == 130)
  }

  @Test func interruption_waitsForNoReader() async throws {
    let fixture = try await CommandFixture.withMovie(["copy.yaml": BadFileTests.copy])
    #expect(try await fixture.bash("mkfifo pipe").code == 0)
    let child = try fixture.start("run", "copy.yaml", "--progress", "json", "--set", "output=pipe")
    #expect(await child.waits(for: "\"progress\""))
    child.send(SIGINT)
    #expect(await child.waits(for: "\"stopping\""))
    child.send(SIGINT)
    #expect(await child.outcome.code == 130)
  }

  /// The reader comes when the writer waits.
  @Test func outputPipe_waitsForItsReader() async throws {
    let fixture = try CommandFixture(["copy.yaml": Self.copy])
    let outcome = try await fixture.bash(
      """
      head -c 300000 /dev/urandom > in.bin; mkfifo pipe; sed s/out.bin/pipe/ copy.yaml > out.yaml
      $reel run out.yaml --progress none --set input=in.bin & exec cat pipe > got.bin
      """)
    #expect(outcome.code == 0 && outcome.error == "", "\(outcome.error)")
    #expect(try fixture.data(of: "got.bin") == fixture.data(of: "in.bin"))
  }

  @Test func probe_refusesAPipe() async throws {
    let fixture = try CommandFixture()
    let outcome = try await fixture.bash("mkfifo pipe; exec $reel probe pipe")
    #expect(outcome.code == 66)
    #expect(outcome.error.hasPrefix("error: cannot read 'pipe'\n"), "\(outcome.error)")
    #expect(outcome.error.contains("cause: it is a pipe: what a look takes out of it, nobody else gets"))
  }

  @Test func deviceAsTwoOutputs_isWrittenTwice() async throws {
    let second = "\n  other: { use: file.write, in: mp4, with: { url: /dev/null } }\n"
    let fixture = try await CommandFixture.withMovie(["copy.yaml": BadFileTests.copy + second])
    let outcome = try await fixture.run("run", "copy.yaml", "--progress", "none", "--set", "output=/dev/null")
    #expect(outcome.error == "")
    #expect(outcome.code == 0)
  }

  /// A sink that does not open blocks the input's tracks, which once kept one of three runs from ending.
  @Test func outputThatDoesNotOpen_endsTheRun() async throws {
    let fixture = try await CommandFixture.withMovie(["copy.yaml": BadFileTests.copy])
    for _ in 0..<8 {
      // Without a terminal, this device cannot be opened.
      let outcome = try await fixture.bash(
        "timeout 20 setsid --wait $reel run copy.yaml --progress none --set output=/dev/tty")
      #expect(outcome.code == 73, "\(outcome.error)")
      #expect(outcome.error.hasPrefix("error: cannot write '/dev/tty'\n"), "\(outcome.error)")
      #expect(outcome.error.contains("cause: No such device or address"), "\(outcome.error)")
    }
  }
}
