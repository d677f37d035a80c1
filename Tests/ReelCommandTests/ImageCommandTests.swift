import Foundation
import Testing

/// `reel image`, `reel sheet` and `reel waveform`.
@Suite struct ImageCommandTests {
  /// Returns codec, width and height from ffprobe.
  private func size(_ fixture: CommandFixture, _ name: String) async throws -> String {
    let command = ["ffprobe", "-v", "error", "-show_entries", "stream=codec_name,width,height", "-of", "csv=p=0", name]
    return try await Child(command, in: fixture.path).outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test func image_isTheExactFrame() async throws {
    let fixture = try await CommandFixture.withMovie()
    let outcome = try await fixture.run("image", "movie.mp4", "--at", "500ms", "-o", "still.png")
    #expect(outcome.code == 0 && outcome.output.isReportOfFile("still.png"), "\(outcome.error)")
    #expect(try await size(fixture, "still.png") == "png,160,90")
    let compare = [
      "ffmpeg", "-v", "info", "-i", "still.png", "-i", "movie.mp4", "-filter_complex",
      "[1:v]select=eq(n\\,15),scale=in_color_matrix=bt601:flags=accurate_rnd+full_chroma_int+full_chroma_inp,format=rgb24[b];[0:v]format=rgb24[a];[a][b]psnr",
      "-frames:v", "1", "-f", "null", "-",
    ]
    let report = try await Child(compare, in: fixture.path).outcome.error
    let ratio = report.split(separator: "average:").last?.split(separator: " ").first.flatMap { Double($0) } ?? 100
    #expect(report.contains("average:") && ratio > 35, "\(report.suffix(200))")
  }

  /// Samples of SVT-AV1 have hidden frames, and ffmpeg's table of dependencies says that nothing refers to those of
  /// every second sample.
  @Test(arguments: [7, 25, 38]) func imageBehindHiddenFrames_isTheExactFrame(number: Int) async throws {
    let fixture = try CommandFixture()
    let outcome = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=160x96:r=25:d=2 -c:v libsvtav1 -preset 12 in.mp4 2> /dev/null
      $reel image in.mp4 --at \(number)/25s -o still.png > /dev/null
      ffmpeg -nostdin -v info -i still.png -i in.mp4 -filter_complex \
        "[1:v]select=eq(n\\,\(number)),scale=in_color_matrix=bt601:flags=accurate_rnd+full_chroma_int+full_chroma_inp,format=rgb24[b];[0:v]format=rgb24[a];[a][b]psnr" \
        -frames:v 1 -f null - 2>&1
      """)
    let ratio = outcome.output.split(separator: "average:").last?.split(separator: " ").first.flatMap { Double($0) }
    // Saturated edges of chroma make more of a difference than in usual pictures; the frames beside it have 22 at most.
    #expect(outcome.code == 0 && ratio ?? 0 > 25, "\(outcome.output.suffix(300))")
  }

  /// Matroska rounds the times of frames to milliseconds: frame 13 is at 434 ms, later than by its rate.
  @Test(arguments: [12, 13, 14, 31]) func imageAtATimeOfTheRate_isItsFrame(number: Int) async throws {
    let fixture = try CommandFixture()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=160x96:r=30000/1001:d=2 -c:v libx264 -bf 2 -g 10 in.mp4
      ffmpeg -nostdin -v error -i in.mp4 -c copy in.mkv
      """)
    #expect(made.code == 0, "\(made.error)")
    for name in ["in.mp4", "in.mkv"] {
      let image = try await fixture.run("image", name, "--at", "\(number * 1001)/30000s", "-o", "\(name).png")
      #expect(image.code == 0, "\(image.error)")
    }
    #expect(try fixture.data(of: "in.mkv.png") == fixture.data(of: "in.mp4.png"))
  }

  @Test func severalImages_areNumberedInOrderOfTheirTimes_andFitTheBox() async throws {
    let fixture = try await CommandFixture.withMovie()
    let outcome = try await fixture.run(
      "image", "movie.mp4", "--at", "0.9s", "--at", "0s", "--max", "80x80", "-o", "still-%03d.jpg")
    #expect(outcome.code == 0 && outcome.output.isReportOfFile("still-%03d.jpg", "2 images, "), "\(outcome.error)")
    #expect(fixture.names == ["movie.mp4", "still-001.jpg", "still-002.jpg"])
    #expect(try await size(fixture, "still-001.jpg") == "mjpeg,80,45")
  }

  @Test func percentSigns_areThoseOfTheName_andDoubledInNumberedNames() async throws {
    let fixture = try await CommandFixture.withMovie()
    let one = try await fixture.run("image", "movie.mp4", "--at", "0s", "-o", "100% done.png")
    #expect(one.code == 0 && one.output.isReportOfFile("100% done.png"), "\(one.error)")
    let unnumbered = try await fixture.run("image", "movie.mp4", "--at", "0s", "--at", "0.5s", "-o", "100% done.png")
    #expect(unnumbered.code == 64 && unnumbered.error.contains("-o 100%% done-%03d.png"), "\(unnumbered.error)")
    let two = ["image", "movie.mp4", "--at", "0s", "--at", "0.5s", "-o", "100%% done-%d.png"]
    #expect(try await fixture.run(two).code == 0)
    #expect(fixture.names == ["100% done-1.png", "100% done-2.png", "100% done.png", "movie.mp4"])
    let again = try await fixture.run(two)
    #expect(again.code == 73 && again.error.contains("'100% done-1.png' exists"), "\(again.error)")
  }

  /// The end of files without tables is not known before they are read.
  @Test(arguments: [("avi", "mpeg4"), ("ts", "libx264"), ("mkv", "libx264")])
  func timeBehindTheEnd_hasNoPicture(ending: String, codec: String) async throws {
    let fixture = try CommandFixture()
    let outcome = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc2=size=160x90:rate=25:duration=1 -c:v \(codec) a.\(ending) &&
      exec $reel image a.\(ending) --at 5s -o o.png
      """)
    #expect(outcome.code == 66 && fixture.names == ["a.\(ending)"], "\(outcome.error)")
    #expect(outcome.error.contains("'a.\(ending)' has no picture at 00:00:05.000"), "\(outcome.error)")
    #expect(outcome.error.contains("its pictures end at "), "\(outcome.error)")
  }

  /// A finished playlist is a movie; one that goes on is none.
  @Test func playlist_hasImages_onceItIsFinished() async throws {
    let fixture = try await CommandFixture.withMovie()
    try Oracle.make([
      "-i", "\(fixture.path)/movie.mp4", "-c", "copy", "-hls_time", "0.4", "-hls_playlist_type", "vod",
      "\(fixture.path)/list.m3u8",
    ])
    let outcome = try await fixture.run("image", "list.m3u8", "--at", "500ms", "-o", "still.png")
    #expect(outcome.code == 0 && outcome.output.isReportOfFile("still.png"), "\(outcome.error)")
    #expect(try await size(fixture, "still.png") == "png,160,90")
    let text = String(decoding: try fixture.data(of: "list.m3u8"), as: UTF8.self)
    try fixture.write(text.replacing("#EXT-X-ENDLIST", with: ""), to: "live.m3u8")
    let refused = try await fixture.run("image", "live.m3u8", "--at", "500ms", "-o", "none.png")
    #expect(refused.code == 66 && refused.error.contains("the playlist is live"), "\(refused)")
  }

  /// Players show the first frame of video that begins late until the second comes.
  @Test(arguments: ["mkv", "ts", "flv"]) func lateVideo_beginsWithItsFirstFrame(ending: String) async throws {
    let fixture = try await CommandFixture.withMovie()
    try Oracle.make([
      "-itsoffset", "0.3", "-i", "\(fixture.path)/movie.mp4", "-f", "lavfi", "-i", "sine=duration=1", "-map", "0:v",
      "-map", "1:a", "-c:v", "copy", "-c:a", "aac", "\(fixture.path)/late.\(ending)",
    ])
    let late = try await fixture.run("image", "late.\(ending)", "--at", "0s", "-o", "late.png")
    let first = try await fixture.run("image", "movie.mp4", "--at", "0s", "-o", "first.png")
    #expect(late.code == 0 && first.code == 0, "\(late.error)")
    #expect(try fixture.data(of: "late.png") == fixture.data(of: "first.png"))
    let sheet = try await fixture.run("sheet", "late.\(ending)", "-o", "sheet.jpg")
    #expect(sheet.code == 0, "\(sheet.error)")
  }

  @Test func nothingIsReplacedUnasked() async throws {
    let fixture = try await CommandFixture.withMovie([
      "still.png": "mine", "still-2.png": "mine", "sheet.jpg": "mine", "wave.json": "mine",
    ])
    let commands = [
      ["image", "movie.mp4", "--at", "0s", "-o", "still.png"],
      ["image", "movie.mp4", "--at", "0s", "--at", "0.5s", "-o", "still-%d.png"],
      ["sheet", "movie.mp4", "-o", "sheet.jpg"],
      ["waveform", "movie.mp4", "-o", "wave.json"],
    ]
    let before = fixture.contents
    for command in commands {
      let outcome = try await fixture.run(command)
      #expect(outcome.code == 73 && outcome.error.contains("exists"), "\(command): \(outcome.error)")
      #expect(fixture.contents == before)
    }
    for command in commands {
      let outcome = try await fixture.run(command + ["--overwrite"])
      #expect(outcome.code == 0, "\(outcome.error)")
    }
    #expect(fixture.contents.values.allSatisfy { $0 != Data("mine".utf8) })
  }

  @Test func wrongUsage_isReported() async throws {
    let fixture = try await CommandFixture.withMovie()
    let cases: [(arguments: [String], says: String)] = [
      (["movie.mp4", "-o", "a.png"], "at least one --at"),
      (["movie.mp4", "--at", "soon", "-o", "a.png"], "no time in seconds"),
      (["movie.mp4", "--at", "30f", "-o", "a.png"], "no time in seconds"),
      (["movie.mp4", "--at", "0s", "--at", "0.5s", "-o", "a.png"], "-o a-%03d.png"),
      (["movie.mp4", "--at", "0s", "-o", "a.gif"], "is no name of a picture"),
      (["movie.mp4", "--at", "0s", "-o", "a.png", "--max", "9"], "is no size"),
      (["movie.mp4", "--at", "0s", "-o", "a.jpg", "--quality", "0"], "--quality"),
      (["movie.mp4", "--at", "0s", "-o", "a.png", "--tolerance", "some"], "no time in seconds"),
    ]
    for (arguments, says) in cases {
      let outcome = try await fixture.run(["image"] + arguments)
      #expect(outcome.code == 64 && outcome.error.contains(says), "\(arguments): \(outcome.error)")
    }
    #expect(fixture.names == ["movie.mp4"])
  }

  @Test func sheetThatIsTooLarge_isWrongUsage() async throws {
    let fixture = try await CommandFixture.withMovie()
    let outcome = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i color=s=640x48:d=1 wide.mp4 &&
      exec $reel sheet wide.mp4 --columns 64 --rows 1 --max 640x48 --plain --progress none -o sheet.png
      """)
    #expect(outcome.code == 64)
    #expect(outcome.error.hasPrefix("error: a sheet of 40960x48 is too large\n"), "\(outcome.error)")
    #expect(fixture.names == ["movie.mp4", "wide.mp4"])
  }

  @Test func inputsWithoutVideo_areReported() async throws {
    let fixture = try await CommandFixture.withMovie(["notes.txt": "no movie at all, only a few words"])
    _ = try await fixture.bash(
      "ffmpeg -v error -i movie.mp4 -vn -c copy sound.m4a; ffmpeg -v error -i movie.mp4 -an -c copy mute.mp4")
    let before = fixture.names
    let cases: [(arguments: [String], says: String)] = [
      (["image", "sound.m4a", "--at", "0s", "-o", "a.png"], "has no video track"),
      (["image", "missing.mp4", "--at", "0s", "-o", "a.png"], "No such file"),
      (["image", "notes.txt", "--at", "0s", "-o", "a.png"], "cannot read"),
      (["image", "movie.mp4", "--at", "10s", "-o", "a.png"], "has no picture at 00:00:10.000"),
      (["sheet", "sound.m4a", "-o", "a.png"], "has no video track"),
      (["sheet", "missing.mp4", "-o", "a.png"], "No such file"),
      (["waveform", "mute.mp4", "-o", "a.png"], "has no sound"), (["waveform", "missing.mp4"], "No such file"),
      (["waveform", "notes.txt"], "cannot read"),
    ]
    for (arguments, says) in cases {
      let outcome = try await fixture.run(arguments)
      #expect(
        outcome.code == 66 && outcome.error.contains(says), "\(arguments): \(outcome.code ?? -1) \(outcome.error)")
    }
    #expect(fixture.names == before)
  }

  private static let writers = [
    "image movie.mp4 --progress none --at 0.5s", "sheet movie.mp4 --progress none", "waveform movie.mp4",
  ]

  @Test(arguments: writers) func limitOfFiles_namesTheFileAndTheCause(_ command: String) async throws {
    let fixture = try await CommandFixture.withMovie()
    let outcome = try await fixture.bash("ulimit -f 1; $reel \(command) -o big.png")
    #expect(outcome.code == 73)
    #expect(outcome.error.hasPrefix("error: cannot write 'big.png'\n"), "\(outcome.error)")
    #expect(outcome.error.contains("File too large") && outcome.error.contains("make room"), "\(outcome.error)")
    #expect(fixture.names == ["movie.mp4"])
  }

  /// A full disk: a file system in memory that only the command sees. Disabled where mounting is not permitted.
  @Test(
    .enabled(if: CommandFixture.canMount), arguments: writers + ["image movie.mp4 --progress none --at 0s --at 0.5s"])
  func fullDisk_namesTheFileAndTheCause_andLeavesNothing(_ command: String) async throws {
    let fixture = try await CommandFixture.withMovie()
    let output = command.components(separatedBy: "--at").count > 2 ? "full/big-%d.png" : "full/big.png"
    let outcome = try await fixture.bash(
      """
      mkdir full
      unshare -Urm /bin/bash -c 'mount -t tmpfs -o size=64k,nr_inodes=16 none full
        head -c 70000 /dev/zero > full/filler 2> /dev/null
        $reel \(command) -o \(output); code=$?
        ls -A full
        exit $code'
      """)
    #expect(outcome.code == 73)
    #expect(outcome.output.split(separator: "\n") == ["filler"], "\(outcome.output)")
    #expect(outcome.error.hasPrefix("error: cannot write '\(output)'\n"), "\(outcome.error)")
    #expect(outcome.error.contains("No space left on device") && outcome.error.contains("make room"))
  }

  @Test func missingFolderOfTheOutput_isReported() async throws {
    let fixture = try await CommandFixture.withMovie()
    let outcome = try await fixture.run("image", "movie.mp4", "--at", "0s", "-o", "no/such/folder/a.png")
    #expect(outcome.code == 73 && outcome.error.contains("no folder"))
  }

  @Test func sheet_holdsImagesOfTheWholeMovie() async throws {
    let fixture = try await CommandFixture.withMovie()
    var outcome = try await fixture.run(
      "sheet", "movie.mp4", "--columns", "3", "--rows", "2", "--max", "100x100", "--plain", "-o", "sheet.png")
    #expect(outcome.code == 0 && outcome.output.isReportOfFile("sheet.png"), "\(outcome.error)")
    #expect(try await size(fixture, "sheet.png") == "png,300,112")
    outcome = try await fixture.run("sheet", "movie.mp4", "--columns", "0", "-o", "sheet.png")
    #expect(outcome.code == 64)
  }

  /// Frames whose number is in eight bars, black for 0 and white for 1, the least significant bit left.
  private static let bars = "geq=lum='if(mod(floor(N/pow(2,floor(X/16))),2),235,16)':cb=128:cr=128"

  @Test func sheet_showsAFrameOfEachPart_rowByRow() async throws {
    let fixture = try CommandFixture()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i "color=size=128x64:rate=30:duration=2,format=yuv420p,\(Self.bars)" \
        -c:v libx264 -g 3 -bf 0 -preset veryfast numbers.mp4 &&
      $reel sheet numbers.mp4 --columns 3 --rows 2 --progress none --plain -o sheet.png &&
      ffmpeg -nostdin -v error -i sheet.png -pix_fmt gray -f rawvideo sheet.gray
      """)
    #expect(made.code == 0, "\(made.error)")
    let pixels = [UInt8](try fixture.data(of: "sheet.gray"))
    #expect(pixels.count == 384 * 128)
    for tile in 0..<6 {
      let corner = (tile / 3 * 64 + 32) * 384 + tile % 3 * 128
      let number = (0..<8).reduce(0) { $0 | (pixels[corner + $1 * 16 + 8] > 127 ? 1 << $1 : 0) }
      #expect((tile * 10..<tile * 10 + 10).contains(number), "tile \(tile) shows picture \(number)")
    }
  }

  /// Key frames are at 0, 10 and 20: the frame at 0.4 s is not one of them.
  @Test func tolerance_letsAnotherFrameBeTaken() async throws {
    let fixture = try CommandFixture()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc2=size=96x64:rate=30:duration=1 -c:v libx264 -g 10 -sc_threshold 0 \
        -preset veryfast -pix_fmt yuv420p movie.mp4
      """)
    #expect(made.code == 0, "\(made.error)")
    for (name, options) in [
      ("exact", "--at 0.4s"), ("zero", "--at 0.4s --tolerance 0s"), ("little", "--at 0.4s --tolerance 10ms"),
      ("near", "--at 0.4s --tolerance 200ms"), ("key", "--at 0.34s"),
    ] {
      let outcome = try await fixture.bash("$reel image movie.mp4 \(options) --progress none -o \(name).png")
      #expect(outcome.code == 0, "\(outcome.error)")
    }
    let exact = try fixture.data(of: "exact.png")
    #expect(try exact == fixture.data(of: "zero.png") && exact == fixture.data(of: "little.png"))
    #expect(try fixture.data(of: "near.png") == fixture.data(of: "key.png") && exact != fixture.data(of: "key.png"))
  }

  /// Audio of many times the length takes no more memory.
  @Test func waveform_takesTheSameMemoryForAnyLength() async throws {
    let fixture = try CommandFixture()
    func peak(_ seconds: Int) async throws -> Int {
      let outcome = try await fixture.bash(
        """
        ffmpeg -nostdin -v error -y -f lavfi -i "sine=frequency=100:sample_rate=8000:duration=\(seconds)" sound.wav &&
        python3 -c 'import resource, subprocess, sys
        assert subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode == 0
        print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)' $reel waveform sound.wav --size 100x1
        """)
      #expect(outcome.code == 0, "\(outcome.error)")
      return try #require(Int(outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)), "\(outcome.output)")
    }
    let (short, long) = (try await peak(10), try await peak(2000))
    // 32 MB more samples.
    #expect(long < short + 12 * 1024, "\(short) and \(long) KB")
  }

  @Test func waveform_isNumbersOrAnImage() async throws {
    let fixture = try await CommandFixture.withMovie()
    var outcome = try await fixture.run("waveform", "movie.mp4", "--size", "50x1")
    let numbers = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    let (maximum, rms) = (numbers["maximum"] as? [Double] ?? [], numbers["rms"] as? [Double] ?? [])
    #expect(maximum.count == 50 && rms.count == 50 && numbers["sample_rate"] as? Int == 48000)
    // A tone of half of full scale.
    #expect(maximum[5...44].allSatisfy { abs($0 - 0.5) < 0.02 } && rms[5...44].allSatisfy { abs($0 - 0.354) < 0.02 })
    outcome = try await fixture.run("waveform", "movie.mp4", "--size", "300x80", "-o", "wave.png")
    #expect(outcome.code == 0 && outcome.error == "")
    #expect(outcome.output.wholeMatch(of: /wave\.png  [0-9.]+ (bytes|kB)\n/) != nil, "\(outcome.output)")
    #expect(try await size(fixture, "wave.png") == "png,300,80")
    outcome = try await fixture.run("waveform", "movie.mp4", "-o", "wave.txt")
    #expect(outcome.code == 64)
  }

  @Test func printedGraph_runs() async throws {
    let fixture = try await CommandFixture.withMovie()
    let printed = try await fixture.run("image", "movie.mp4", "--at", "0.5s", "-o", "still.png", "--yaml")
    #expect(printed.code == 0 && printed.output.contains("use: image.generate"))
    try fixture.write(printed.output, to: "still.yaml")
    let run = try await fixture.run("run", "still.yaml")
    #expect(run.code == 0, "\(run.error)")
    let direct = try await fixture.run("image", "movie.mp4", "--at", "0.5s", "-o", "direct.png")
    #expect(direct.code == 0)
    #expect(try fixture.data(of: "still.png") == fixture.data(of: "direct.png"))
    #expect(!fixture.names.contains { $0.hasPrefix(".") })
  }
}

extension String {
  /// True for the line about a file that was written: its name, and its size.
  fileprivate func isReportOfFile(_ name: String, _ count: String = "") -> Bool {
    wholeMatch(of: /(.*?)  ([0-9]+ images, )?[0-9.]+ (bytes|kB|MB)\n/).map { $0.1 == name && ($0.2 ?? "") == count }
      ?? false
  }
}
