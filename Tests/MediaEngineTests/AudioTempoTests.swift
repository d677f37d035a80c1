import Foundation
import GStreamerTesting
import MediaGraph
import Testing

@testable import MediaEngine

@Suite struct AudioTempoTests {
  /// The output lasts exactly as long as the input divided by the speed, though strides are longer than that.
  @Test(arguments: [(96_000, "3.9"), (44_100, "3"), (48_000, "4"), (48_000, "0.5"), (8_000, "3.3")])
  func timeDomain_isExactlyAsLongAsTheSpeedSays(rate: Int, speed: String) async throws {
    var graph = Graph()
    let audio = RecordedAudio()
    let source = graph.add(
      "source",
      TestAudio {
        $0.rate = rate; $0.duration = .rational(25, 12); $0.channels = 1
      })
    let factor = try #require(Double(speed))
    let tempo = graph.add(
      "tempo",
      AudioTempo {
        $0.pitch = .timeDomain; $0.speed = factor
      })
    graph.connect(source.output, to: tempo.input)
    graph.connect(tempo.output, to: graph.add("listen", audio.sink()).input)
    _ = try await graph.run(options: .testing)
    let frames = (Double(rate) * 25 / 12).rounded()
    #expect(audio.total.frames == Int((frames / factor).rounded()))
  }

  /// The samples of a tone that is made slower.
  private func slowed(_ tone: Range<Int>, of frames: Int, by factor: Double) async throws -> [Float] {
    var graph = Graph()
    let samples = Samples()
    let input = (0..<frames).map { frame -> Float in
      let phase: Double = 2 * .pi * 880 / 48000 * Double(frame)
      return tone.contains(frame) ? Float(sin(phase) / 2) : 0
    }
    let source = graph.add("source", AudioSource("tone", samples: input))
    let tempo = graph.add("tempo", AudioTempo { $0.speed = factor })
    graph.connect(source.output, to: tempo.input)
    graph.connect(tempo.output, to: graph.add("listen", samples.sink()).input)
    _ = try await graph.run(options: .testing)
    #expect(samples.first.count == Int((Double(frames) / factor).rounded()))
    return samples.first
  }

  @Test(arguments: [0.25, 0.5, 0.8]) func spectral_keepsSoundAroundItsPlace(speed: Double) async throws {
    let samples = try await slowed(48_000..<50_400, of: 96_000, by: speed)
    var (sum, moment) = (1e-9, 0.0)
    for (place, sample) in samples.enumerated() {
      let power = Double(sample) * Double(sample)
      sum += power
      moment += power * Double(place)
    }
    let center = moment / sum / 48000
    #expect(abs(center - 1.025 / speed) < 0.01 / speed, "\(center) s")
  }

  @Test(arguments: [0.25, 0.8], [96_000, 700]) func spectral_givesTheEnd(speed: Double, frames: Int) async throws {
    let samples = try await slowed(0..<frames, of: frames, by: speed)
    for start in stride(from: 0, to: samples.count - 240, by: 240) {
      let loudest = samples[start..<start + 240].map(abs).max() ?? 0
      #expect(loudest > 0.1 || frames < 1000, "at sample \(start)")
    }
  }
}
