import MediaSource
import CoreMedia
import Foundation
import MediaEngine
import MediaGraph

/// Decoding with the engine's own decoder sessions, compared with a GStreamer pipeline in the same process.
struct Decode {
  let folder: String
  private static let frameCount = 600
  private static let groupLength = 60

  func rows(pairs: Int) async throws -> [Row] {
    let clip = "\(folder)/decode.mp4"
    _ = try Command(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=1280x720:rate=30", "-frames:v",
        "\(Self.frameCount)", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "veryfast", "-x264-params",
        "keyint=\(Self.groupLength):min-keyint=\(Self.groupLength):scenecut=0:bframes=3", clip,
      ]
    ).run(log: "\(folder)/log")
    guard let track = try await MediaTrack.tracks(ofFile: clip).first else { return [] }
    // Plugins are loaded before the measurements.
    try pipeline(clip)
    _ = try await sequence(track)
    _ = try await graph(clip)
    var (ratios, graphs, pictures): ([Double], [Double], [Double]) = ([], [], [])
    var generator = SystemRandomNumberGenerator()
    for number in 0..<pairs {
      // The order alternates, against drift of the machine.
      let first = number % 2 == 0 ? try time { try pipeline(clip) } : 0
      let own = try await sequence(track)
      let other = number % 2 == 0 ? first : try time { try pipeline(clip) }
      ratios.append(own / other)
      let run = number % 2 == 0 ? try await graph(clip) : 0
      let launched = try time { try pipeline(clip) }
      graphs.append((number % 2 == 0 ? run : try await graph(clip)) / launched)
      pictures.append(try await randomFrames(track, secondsPerFrame: own / Double(Self.frameCount), &generator))
    }
    return [
      Row("sequential decode, over filesrc ! qtdemux ! avdec_h264", ratios, target: 1 / 0.97),
      Row("the same by a graph of asset.read and null", graphs, target: 1 / 0.97),
      Row("picture at a random time, over decoding its GOP up to it", pictures, target: 1.1),
    ]
  }

  private func time(_ body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try body()
    return (ContinuousClock.now - start).seconds
  }

  /// Returns the seconds for all frames.
  private func sequence(_ track: MediaTrack) async throws -> Double {
    let start = ContinuousClock.now
    var count = 0
    let cursor = FrameCursor(track.track)
    while let frame = try cursor.next() {
      withExtendedLifetime(frame) { count += 1 }
    }
    precondition(count == Self.frameCount, "\(count) frames came")
    return (ContinuousClock.now - start).seconds
  }

  /// Returns the seconds of a graph for all frames, from its check to its end.
  private func graph(_ clip: String) async throws -> Double {
    var graph = Graph()
    let url = try Location(parsing: clip)
    let source = graph.add("source", AssetRead { $0.url = url })
    graph.connect(source.video, to: graph.add("sink", Null()).input)
    let start = ContinuousClock.now
    let result = try await graph.run()
    let seconds = (ContinuousClock.now - start).seconds
    precondition(result.nodes.first?.outputs.first?.buffers == Self.frameCount, "frames are missing")
    return seconds
  }

  /// Returns the time of frames at random times, relative to a sequence of as many frames as there are from their key
  /// frames on.
  private func randomFrames(
    _ track: MediaTrack, secondsPerFrame: Double, _ generator: inout SystemRandomNumberGenerator
  ) async throws -> Double {
    let cursor = FrameCursor(track.track)
    // The decoder is opened once, before the measurement.
    _ = try cursor.frame(at: .zero)
    var decoded = 0
    let start = ContinuousClock.now
    for _ in 0..<20 {
      let number = Int.random(in: 0..<Self.frameCount, using: &generator)
      decoded += number % Self.groupLength + 1
      _ = try cursor.frame(at: CMTime(value: Int64(number), timescale: 30))
    }
    return (ContinuousClock.now - start).seconds / (Double(decoded) * secondsPerFrame)
  }

  private func pipeline(_ clip: String) throws {
    try Pipeline.run("filesrc location=\(clip) ! qtdemux ! avdec_h264 ! fakesink sync=false")
  }
}

extension Duration {
  fileprivate var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
