import CoreMedia
import MediaEngine
import MediaGraph
import Synchronization

extension RunOptions {
  /// A test that stalls fails, but not because of the machine's load.
  static let testing = RunOptions(stallTimeout: .seconds(300))
}

/// The frames of a sink: their times and first pixels.
final class RecordedFrames: Sendable {
  struct Frame: Equatable, Sendable {
    var time: CMTime
    var width: Int
    var height: Int
    var format: String
    /// The first pixel's value in each plane.
    var corner: [UInt8]
  }

  private let frames = Mutex<[Frame]>([])
  var all: [Frame] { frames.withLock { $0 } }

  /// A sink that records its frames.
  func sink(_ name: String = "look", formats: [PixelFormat] = []) -> VideoSink {
    VideoSink(name, formats: formats) { [self] frame in
      let corner = (0..<frame.planeCount).map { frame.withPlane($0) { $0[byte: 0, row: 0] } }
      let picture = Frame(
        time: frame.presentationTime, width: frame.width, height: frame.height, format: frame.pixelFormat.rawValue,
        corner: corner)
      frames.withLock { $0.append(picture) }
    }
  }
}

/// The number of a sink's audio frames, and the sum of the first channel's squares.
final class RecordedAudio: Sendable {
  struct Total: Equatable, Sendable {
    var frames = 0
    var rate = 0
    var channels = 0
    var peak: Float = 0
  }

  private let state = Mutex(Total())
  var total: Total { state.withLock { $0 } }

  func sink(_ name: String = "listen") -> AudioSink {
    AudioSink(name) { [self] block in
      let peak = block.withSamples(as: Float.self) { samples in
        var peak: Float = 0
        for index in samples.indices { peak = max(peak, abs(samples[index])) }
        return peak
      }
      state.withLock { state in
        state.frames += block.frameCount
        (state.rate, state.channels) = (block.rate, block.channels)
        state.peak = max(state.peak, peak)
      }
    }
  }
}

extension Graph {
  /// Reads a description.
  ///
  /// - Throws: The problems of its form.
  init(yaml text: String) throws {
    let problems: [Diagnostic]
    (self, problems) = DescriptionLoader().load(text: text, path: "test.yaml")
    try Diagnostics.check(problems)
  }

  /// Reads the nodes of a description, each on a line.
  init(nodes: String) throws {
    try self.init(yaml: "format: 1\nnodes:\n" + nodes.split(separator: "\n").map { "  \($0)\n" }.joined())
  }

  /// Reads the nodes of a description, one of which gives a file.
  init(nodes: String, writing node: String, to path: String) throws {
    try self.init(nodes: nodes + "\nfile: { use: file.write, in: \(node), with: { url: \"\(path)\" } }")
  }

  /// A graph that runs test frames through nodes.
  static func frames(
    _ count: Int64, size: PixelSize = PixelSize(width: 64, height: 48), pattern: TestVideo.Pattern = .smpte
  ) -> (graph: Graph, source: Output<RawVideo>) {
    var graph = Graph()
    let source = graph.add(
      "source",
      TestVideo {
        $0.size = size
        $0.duration = .frames(count)
        $0.pattern = pattern
      })
    return (graph, source.output)
  }
}
