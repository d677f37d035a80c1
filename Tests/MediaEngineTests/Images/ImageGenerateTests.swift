@testable import MediaSource
import CoreMedia
import Foundation
import MediaGraph
import Synchronization
import Testing

@testable import MediaEngine

/// The template, in Swift and in files.
@Suite struct ImageGenerateTests {
  /// The images of a graph, in order of arrival.
  private final class Images: Sendable {
    private let images = Mutex<[(time: CMTime, pixels: ImagePixels, format: String)]>([])
    var all: [(time: CMTime, pixels: ImagePixels, format: String)] { images.withLock { $0 } }

    func sink(_ name: String = "take") -> VideoSink {
      VideoSink(name, formats: [.bgrx, .bgra]) { [self] frame in
        var bytes: [UInt8] = []
        frame.withPlane(0) { plane in
          for y in 0..<plane.height {
            plane.withRow(y) { row in for x in 0..<frame.width * 4 { bytes.append(row[x]) } }
          }
        }
        let pixels = ImagePixels(width: frame.width, height: frame.height, bytes: bytes)
        let (time, format) = (frame.presentationTime, frame.pixelFormat.rawValue)
        images.withLock { $0.append((time, pixels, format)) }
      }
    }
  }

  private func clip(_ folder: TemporaryFolder) async throws -> String {
    try await CounterClip.make(
      .init(encoder: "h264", with: "key_frame_interval: 10, bitrate: 1Mb/s", mux: "mp4"), count: 30, in: folder)
  }

  private func frame(_ number: Int) -> MediaTime { .rational(Int64(number) * 1001, 30000) }

  @Test func images_areThoseOfTheReader() async throws {
    let folder = try TemporaryFolder()
    let path = try await clip(folder)
    let images = Images()
    var graph = Graph()
    let generate = graph.add(
      "images",
      ImageGenerate {
        $0.url = Location(path)
        $0.times = [17, 3, 29, 11].map { frame($0) }
        $0.toleranceBefore = .seconds(0)
        $0.toleranceAfter = .seconds(0)
        $0.maxWidth = 96
      })
    graph.connect(generate.images, to: graph.add("take", images.sink()).input)
    _ = try await graph.run(options: .testing)
    #expect(images.all.map { CounterClip.number($0.pixels) } == [3, 11, 17, 29])
    let reader = TrackImages(try CodedClips.track(path, isVideo: true))
    for (number, image) in zip([3, 11, 17, 29], images.all) {
      let request = ImageRequest(
        CMTime(value: Int64(number) * 1001, timescale: 30000), toleranceBefore: .zero, toleranceAfter: .zero)
      let settings = ImageSettings(maximumSize: CGSize(width: 96, height: 0))
      let own = try ImagePixels(reader.image(for: request, settings: settings).image)
      #expect((image.pixels.width, image.pixels.height) == (96, 48))
      #expect(
        zip(own.bytes, image.pixels.bytes).enumerated().allSatisfy {
          $0.offset % 4 == 3 || $0.element.0 == $0.element.1
        })
      #expect(abs((image.time - request.time).seconds) < 1e-6)
    }
  }

  /// Each image is of the nearest key frame: ffprobe lists those, ffmpeg decodes them.
  @Test func infiniteTolerance_givesTheNearestKeyFrame() async throws {
    let folder = try TemporaryFolder()
    let path = try await clip(folder)
    let flags = try Oracle.text(
      "ffprobe", ["-v", "error", "-select_streams", "v", "-show_entries", "frame=key_frame", "-of", "csv=p=0", path])
    let keys = flags.split(separator: "\n").enumerated().filter { $0.element.hasPrefix("1") }.map(\.offset)
    #expect(keys.count > 2 && keys.count < 10)
    let wanted = [8, 12, 27]
    let images = Images()
    var graph = Graph()
    let generate = graph.add(
      "images",
      ImageGenerate {
        $0.url = Location(path)
        $0.times = wanted.map { frame($0) }
      })
    graph.connect(generate.images, to: graph.add("take", images.sink()).input)
    _ = try await graph.run(options: .testing)
    #expect(images.all.count == wanted.count)
    for (number, image) in zip(wanted, images.all) {
      let shown = Int((image.time.seconds * 30000 / 1001).rounded())
      #expect(abs(image.time.seconds - Double(shown) * 1001 / 30000) < 1e-6)
      let nearest = try #require(keys.min { abs($0 - number) < abs($1 - number) })
      #expect(shown == nearest, "\(number) gave \(shown) of the key pictures \(keys)")
      let filters = ImagePixels.filters("bt601", "tv")
      let expected = try ImagePixels(path, frame: nearest, size: (128, 64), filters)
      #expect(image.pixels.psnr(expected) > 50, "picture \(shown): \(image.pixels.psnr(expected)) dB")
    }
  }

  /// The template's printed graph, with one node replaced and another inserted.
  @Test func printedGraph_runsWithANodeReplacedAndOneSplicedIn() async throws {
    let folder = try TemporaryFolder()
    let path = try await clip(folder)
    var graph = Graph()
    let generate = graph.add(
      "images",
      ImageGenerate {
        $0.url = Location(path)
        $0.times = [frame(5)]
        $0.toleranceBefore = .seconds(0)
        $0.toleranceAfter = .seconds(0)
      })
    graph.connect(generate.images, to: graph.add("take", VideoSink("take") { _ in }).input)
    let text = try graph.expanded().withPlainNames().yaml()
    #expect(text.contains("asset.frames") && text.contains("image.render"))
    // Before the colour conversion, a closure makes the lowest bar white; and images get another size.
    // In a file of its own, the sink is the one registered here.
    let lines =
      text.replacing("in: images-frames", with: "in: mark").replacing(
        "orient: true", with: "orient: true, max_height: 32")
      + "\n  mark: { use: swift.mark, in: images-frames }\n"
    let images = Images()
    let registry = Registry()
    try registry.register(images.sink())
    try registry.register(
      VideoEffect("mark", formats: [.i420]) { frame in
        frame.withMutablePlane(0) { plane in
          for y in 0..<plane.height { plane.withRow(y) { row in for x in 112..<128 { row[x] = 235 } } }
        }
      })
    _ = try await Graph(yaml: lines).run(options: .testing, registry: registry)
    #expect(images.all.map { CounterClip.number($0.pixels) } == [5 | 128])
    #expect(images.all.first?.pixels.height == 32)
  }

  @Test func template_andItsYAML_areTheSameGraph() async throws {
    let nodes = """
      images: { use: image.generate, with: { url: a.mp4, times: [1.5s, 3s], tolerance_before: 0s, max_width: 320 } }
      jpeg: { use: image.encode.jpeg, in: images }
      file: { use: file.write, in: jpeg, with: { url: b.jpg } }
      """
    let loaded = try Graph(nodes: nodes)
    var graph = Graph()
    let images = graph.add(
      "images",
      ImageGenerate {
        $0.url = Location("a.mp4")
        $0.times = [.milliseconds(1500), .seconds(3)]
        $0.toleranceBefore = .seconds(0)
        $0.maxWidth = 320
      })
    let jpeg = graph.add("jpeg", ImageEncodeJPEG())
    graph.connect(images.images, to: jpeg.input)
    graph.connect(jpeg.output, to: graph.add("file", FileWrite { $0.url = Location("b.jpg") }).input)
    let (fromFile, fromSwift) = (try flat(loaded), try flat(graph))
    #expect(fromFile.nodes.map(\.name) == ["images/frames", "images/render", "jpeg", "file"])
    #expect(fromFile == fromSwift)
  }

  /// Returns the graph as it runs: checked, with all ports named, and flat.
  private func flat(_ graph: Graph) throws -> Graph {
    let (checked, problems) = GraphChecker().check(graph)
    try Diagnostics.check(problems)
    let (flat, more) = GraphChecker().check(try checked.bound().expanded())
    try Diagnostics.check(more)
    return flat
  }

  @Test func timesWithoutFrames_areFoundBeforeAnythingIsWritten() async throws {
    let folder = try TemporaryFolder()
    let path = try await clip(folder)
    for (times, expected) in [
      ([MediaTime.seconds(60)], "has no picture at"), ([], "has no times"), ([.frames(3)], "is no time in seconds"),
    ] {
      var graph = Graph()
      let images = graph.add(
        "images",
        ImageGenerate {
          $0.url = Location(path)
          $0.times = times
          $0.toleranceBefore = .seconds(0)
          $0.toleranceAfter = .seconds(0)
        })
      let png = graph.add("png", ImageEncodePNG())
      graph.connect(images.images, to: png.input)
      graph.connect(png.output, to: graph.add("file", FileWrite { $0.url = folder.location("out.png") }).input)
      let error = await #expect(throws: Diagnostics.self) { try await graph.run(options: .testing) }
      #expect(error?.description.contains(expected) == true, "\(error?.description ?? "")")
      #expect(folder.names == ["clip.mp4", "clip.mp4.gray"].filter { folder.names.contains($0) })
    }
  }

  @Test func rotatedAndAnamorphicFrames_areUprightAndSquare() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("wide.mp4")
    try Oracle.make(
      [
        "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=30:duration=0.2,setsar=2/1", "-pix_fmt", "yuv420p", "-c:v",
        "libx264", path,
      ])
    let reader = TrackImages(try CodedClips.track(path, isVideo: true))
    let expected = try ImagePixels(reader.image(for: ImageRequest(.zero)).image)
    let images = Images()
    var graph = Graph()
    let generate = graph.add(
      "images",
      ImageGenerate {
        $0.url = Location(path)
        $0.times = [.seconds(0)]
      })
    graph.connect(generate.images, to: graph.add("take", images.sink()).input)
    _ = try await graph.run(options: .testing)
    #expect((expected.width, expected.height) == (192, 64))
    let first = try #require(images.all.first)
    #expect((first.pixels.width, first.pixels.height) == (192, 64) && first.pixels.psnr(expected) > 90)
  }

  /// Frames of `asset.read` have the images' colorimetry when the movie's box overrides its stream.
  @Test func assetRead_tellsTheColorsOfTheFile() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mp4")
    try Oracle.make(
      [
        "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=30:duration=0.2", "-pix_fmt", "yuv420p", "-c:v", "libx264",
        "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", path,
      ])
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let box = try #require(bytes.range(of: Data("nclx".utf8)))
    bytes.replaceSubrange(box.upperBound + 4..<box.upperBound + 7, with: [0, 6, 0x80])
    try bytes.write(to: URL(fileURLWithPath: path))
    let colors = Mutex<Set<VideoColor>>([])
    var graph = Graph()
    let source = graph.add("source", AssetRead { $0.url = Location(path) })
    let sink = VideoSink("look") { frame in
      let color = frame.color
      colors.withLock { _ = $0.insert(color) }
    }
    graph.connect(source.video, to: graph.add("look", sink).input)
    _ = try await graph.run(options: .testing)
    #expect(colors.withLock { $0.map(\.matrix) } == ["bt601"] && colors.withLock { $0.map(\.range) } == [.full])
  }
}
