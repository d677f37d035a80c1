@testable import MediaSource
import CoreMedia
import Foundation
import MediaEngine
import MediaGraph
import Testing

/// Still images as inputs and outputs.
@Suite struct ImageNodeTests {
  private static func picture(_ folder: TemporaryFolder, _ name: String, _ options: [String] = []) throws -> Location {
    try Oracle.make(
      ["-f", "lavfi", "-i", "color=c=red:s=64x32,format=rgb24", "-frames:v", "1"] + options + [folder.file(name)])
    return folder.location(name)
  }

  @Test(arguments: ["still.png", "still.jpg"])
  func aStill_isVideoOfExactlyTheLength(name: String) async throws {
    let folder = try TemporaryFolder()
    var graph = Graph()
    let pictures = RecordedFrames()
    let url = try Self.picture(folder, name)
    let rate = try #require(FrameRate(30000, 1001))
    let image = graph.add(
      "image",
      ImageRead {
        $0.url = url; $0.duration = .seconds(1); $0.frameRate = rate
      })
    graph.connect(image.output, to: graph.add("look", pictures.sink(formats: [.rgb])).input)
    _ = try await graph.run(options: .testing)
    #expect(pictures.all.map(\.time) == (0..<30).map { CMTime(value: $0 * 1001, timescale: 30000) })
    #expect(pictures.all.allSatisfy { $0.width == 64 && $0.height == 32 && $0.corner[0] > 240 })
  }

  /// GStreamer 1.22's decoder writes colours of 16 bits at wrong places.
  @Test(
    arguments: ["rgb24", "rgba", "rgb48be", "rgba64be", "gray", "gray16be", "ya8", "ya16be", "pal8", "monob"],
    [[], ["-flags", "+ildct"]])
  func aPNGOfAnyKind_isDecodedExactly(pixels: String, interlacing: [String]) async throws {
    let folder = try TemporaryFolder()
    let (source, copy) = (folder.file("in.png"), folder.file("out.png"))
    try Oracle.make(
      ["-f", "lavfi", "-i", "testsrc2=s=94x52:alpha=120", "-frames:v", "1"]
        + ["-vf", "format=\(pixels == "pal8" ? "rgba" : "rgba64be"),crop=93:51", "-pix_fmt", pixels] + interlacing + [
          source
        ])
    var graph = Graph()
    let image = graph.add(
      "image",
      ImageRead {
        $0.url = folder.location("in.png"); $0.duration = .frames(1)
      })
    let coded = graph.add("coded", ImageEncodePNG())
    let file = graph.add("file", FileWrite { $0.url = folder.location("out.png") })
    graph.connect(image.output, to: coded.input)
    graph.connect(coded.output, to: file.input)
    _ = try await graph.run(options: .testing)
    let (theirs, ours) = (try Self.pixels(source), try Self.pixels(copy))
    // 16 bits are rounded to 8 differently.
    try #require(theirs.count == 93 * 51 * 4 && ours.count == theirs.count)
    #expect(zip(ours, theirs).allSatisfy { abs(Int($0) - Int($1)) <= (pixels.contains("be") ? 1 : 0) })
  }

  /// The pixels of a picture, each in 4 bytes: red, green, blue and alpha.
  private static func pixels(_ path: String) throws -> Data {
    try Oracle.run(
      "ffmpeg", ["-nostdin", "-v", "error", "-i", path, "-pix_fmt", "rgba", "-f", "rawvideo", "-"])
  }

  /// A picture that is cut off, or whose bytes were changed, is unreadable input, and leaves no file.
  @Test(arguments: [(300, nil), (nil, 100)] as [(length: Int?, change: Int?)])
  func aDamagedPNG_isAnError(length: Int?, change: Int?) async throws {
    let folder = try TemporaryFolder()
    let url = try Self.picture(folder, "damaged.png", ["-vf", "noise=alls=50"])
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: url.text)))
    if let change { bytes[change] ^= 0x55 }
    try Data(bytes.prefix(length ?? bytes.count)).write(to: URL(fileURLWithPath: url.text))
    var graph = Graph()
    let image = graph.add(
      "image",
      ImageRead {
        $0.url = url; $0.duration = .frames(2)
      })
    let coded = graph.add("coded", ImageEncodePNG())
    let file = graph.add("file", FileWrite { $0.url = folder.location("out.png") })
    graph.connect(image.output, to: coded.input)
    graph.connect(coded.output, to: file.input)
    let problems = await #expect(throws: Diagnostics.self) { _ = try await graph.run(options: .testing) }
    #expect(problems?.all.map(\.message) == ["cannot read '\(url.text)'"])
    #expect(problems?.exitCode == 66)
    #expect(!FileManager.default.fileExists(atPath: folder.file("out.png")))
  }

  /// A picture of a part that holds none.
  @Test func withoutAPicture_thereIsNoFile() async throws {
    let folder = try TemporaryFolder()
    let url = try Self.picture(folder, "red.mp4")
    var graph = Graph()
    let movie = graph.add(
      "movie",
      AssetRead {
        $0.url = url; $0.from = .seconds(5)
      })
    let coded = graph.add("coded", ImageEncodePNG())
    let file = graph.add("file", FileWrite { $0.url = folder.location("out.png") })
    graph.connect(movie.video, to: coded.input)
    graph.connect(coded.output, to: file.input)
    let problems = await #expect(throws: Diagnostics.self) { _ = try await graph.run(options: .testing) }
    #expect(problems?.all.map(\.message) == ["nothing has come to 'coded' (image.encode.png)"])
    #expect(!FileManager.default.fileExists(atPath: folder.file("out.png")))
  }

  @Test func aJPEGsOrientation_turnsIt() async throws {
    let folder = try TemporaryFolder()
    let url = try Self.picture(folder, "plain.jpg")
    // An APP1 segment with one entry: orientation 6, a rotation by 90 degrees.
    let exif: [UInt8] =
      [0xFF, 0xE1, 0, 34] + Array("Exif".utf8) + [0, 0]
      + [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0]
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: url.text)))
    try Data(bytes[..<2] + exif + bytes[2...]).write(to: URL(fileURLWithPath: folder.file("turned.jpg")))
    for (orient, size) in [(true, "32x64"), (false, "64x32")] {
      var graph = Graph()
      let pictures = RecordedFrames()
      let image = graph.add(
        "image",
        ImageRead {
          $0.url = folder.location("turned.jpg"); $0.duration = .frames(2); $0.orient = orient
        })
      graph.connect(image.output, to: graph.add("look", pictures.sink()).input)
      _ = try await graph.run(options: .testing)
      #expect(pictures.all.map { "\($0.width)x\($0.height)" } == [size, size])
    }
  }

  @Test func fileThatIsNoImage_isAnError() async throws {
    let folder = try TemporaryFolder()
    try "GIF89a, or so".write(toFile: folder.file("a.png"), atomically: true, encoding: .utf8)
    var graph = Graph()
    let image = graph.add("image", ImageRead { $0.url = folder.location("a.png") })
    graph.connect(image.output, to: graph.add("null", Null()).input)
    let error = await #expect(throws: Diagnostics.self) { try await graph.run(options: .testing) }
    #expect(error?.all.map(\.message) == ["'\(folder.file("a.png"))' is neither a PNG nor a JPEG picture"])
    #expect(error?.exitCode == 66)
  }

  /// Frames whose grey level is their number.
  private static func numbered(_ graph: inout Graph, _ count: Int) throws -> Output<RawVideo> {
    let rate = try #require(FrameRate(10))
    let size = PixelSize(width: 32, height: 32)
    return graph.add("numbers", VideoSource("numbers", base: 40, count: count, size: size, frameRate: rate)).output
  }

  /// Returns the grey level of an image's pixel, from 0 to 255.
  private static func grey(_ path: String, x: Int = 5, y: Int = 5) throws -> Int {
    let text = try Oracle.text(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-i", path, "-vf",
        "crop=2:2:\(x):\(y),format=gray,signalstats,metadata=print:file=-", "-f", "null", "-",
      ])
    let value = text.components(separatedBy: "YAVG=").last?.split(separator: "\n").first
    return Int(try #require(value.flatMap { Double($0) }).rounded())
  }

  @Test(arguments: [("png", PictureChoice.first, 28), ("png", .last, 38), ("jpg", .first, 28), ("jpg", .last, 38)])
  func oneFrame_isAnImageFile(format: String, choice: PictureChoice, level: Int) async throws {
    let folder = try TemporaryFolder()
    var graph = Graph()
    let source = try Self.numbered(&graph, 10)
    let file = graph.add("file", FileWrite { $0.url = folder.location("one.\(format)") })
    if format == "png" {
      let encode = graph.add("encode", ImageEncodePNG { $0.picture = choice })
      graph.connect(source, to: encode.input)
      graph.connect(encode.output, to: file.input)
    } else {
      let encode = graph.add("encode", ImageEncodeJPEG { $0.picture = choice })
      graph.connect(source, to: encode.input)
      graph.connect(encode.output, to: file.input)
    }
    _ = try await graph.run(options: .testing)
    #expect(try Oracle.streams(folder.file("one.\(format)"), "width,height,nb_read_frames") == ["32,32,1"])
    // Limited luma 40 is full-range grey 28; 49 is 38.
    #expect(abs(try Self.grey(folder.file("one.\(format)")) - level) <= 3)
  }

  @Test func numberedImages_areFilesOfTheirOwn() async throws {
    let folder = try TemporaryFolder()
    var graph = Graph()
    let source = try Self.numbered(&graph, 5)
    let write = graph.add("write", ImageWrite { $0.url = folder.location("p-%02d.png") })
    graph.connect(source, to: write.input)
    _ = try await graph.run(options: .testing)
    #expect(folder.names == (1...5).map { "p-0\($0).png" })
    #expect(abs(try Self.grey(folder.file("p-05.png")) - 33) <= 2)
    let error = await #expect(throws: Diagnostics.self) { try await graph.run(options: .testing) }
    #expect(error?.exitCode == 73)
  }

  @Test func doubledPercentSign_isOneOfTheName() async throws {
    let folder = try TemporaryFolder()
    var graph = Graph()
    let source = try Self.numbered(&graph, 2)
    let write = graph.add("write", ImageWrite { $0.url = folder.location("50%%-%02d%%.png") })
    graph.connect(source, to: write.input)
    _ = try await graph.run(options: .testing)
    #expect(folder.names == ["50%-01%.png", "50%-02%.png"])
    let error = await #expect(throws: Diagnostics.self) { try await graph.run(options: .testing) }
    #expect(error?.exitCode == 73)
  }

  @Test func namesWithoutANumber_areAnErrorOfTheCheck() throws {
    for (name, message) in [
      ("one.png", "url must have one place for the number"), ("%s%d.png", "url must have one place for the number"),
      ("a%%d.png", "url must have one place for the number"), ("%%-%d%d.png", "url must have one place for the number"),
      ("%d.gif", "the format of '%d.gif' is not known"),
    ] {
      var graph = Graph()
      let source = graph.add("source", TestVideo())
      graph.connect(source.output, to: graph.add("write", ImageWrite { $0.url = Location(name) }).input)
      #expect(try EngineCheck().problems(of: graph).map(\.message) == [message])
    }
  }

  @Test func tiles_standRowByRow_andTheLastSheetMayHaveGaps() async throws {
    let folder = try TemporaryFolder()
    var graph = Graph()
    let source = try Self.numbered(&graph, 8)
    let tile = graph.add(
      "tile",
      VideoTile {
        $0.columns = 3; $0.rows = 2
      })
    graph.connect(source, to: tile.input)
    graph.connect(tile.output, to: graph.add("write", ImageWrite { $0.url = folder.location("s%d.png") }).input)
    _ = try await graph.run(options: .testing)
    #expect(folder.names == ["s1.png", "s2.png"])
    #expect(try Oracle.streams(folder.file("s1.png"), "width,height") == ["96,64"])
    func levels(_ name: String) throws -> [Int] {
      try (0..<6).map { (tile: Int) in
        try Self.grey(folder.file(name), x: tile % 3 * 32 + 16, y: tile / 3 * 32 + 16)
      }
    }
    let first = (0..<6).map { (number: Int) in Int((Double(24 + number) * 255 / 219).rounded()) }
    #expect(zip(try levels("s1.png"), first).allSatisfy { abs($0 - $1) <= 2 })
    #expect(try levels("s2.png").map { $0 > 20 } == [true, true, false, false, false, false])
  }

  /// Each conversion of colours would cut off a level or two.
  @Test func imagesOnASheet_keepTheirLevels() async throws {
    let folder = try TemporaryFolder()
    try Oracle.make([
      "-f", "lavfi", "-i", "color=gray:size=64x48:rate=25:duration=0.2,format=yuv420p,geq=lum=110:cb=128:cr=128",
      "-c:v",
      "libx264", "-qp", "1", folder.file("gray.mp4"),
    ])
    var graph = Graph()
    let images = graph.add(
      "images",
      ImageGenerate {
        $0.url = folder.location("gray.mp4"); $0.times = [.rational(2, 25)]
      })
    let tile = graph.add(
      "tile",
      VideoTile {
        $0.columns = 1; $0.rows = 1
      })
    graph.connect(images.images, to: tile.input)
    graph.connect(tile.output, to: graph.add("write", ImageWrite { $0.url = folder.location("s%d.png") }).input)
    _ = try await graph.run(options: .testing)
    // (110 - 16) * 255 / 219
    let level = try Self.grey(folder.file("s1.png"), x: 32, y: 24)
    #expect((109...110).contains(level))
  }
}
