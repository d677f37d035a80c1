import Foundation
import MediaEngine
import MediaGraph
import Synchronization
import Testing

@testable import Ducking

@Suite struct DuckingTests {
  private static let rate = 48000

  /// The sample frames of a mono stream.
  private final class Recording: Sendable {
    let samples = Mutex<[Float]>([])

    /// Returns the level of a time range, in decibels of full scale.
    func level(from start: Double, to end: Double) -> Double {
      let samples = samples.withLock { $0[Int(start * Double(rate))..<Int(end * Double(rate))] }
      return 10 * log10(samples.reduce(0) { $0 + Double($1 * $1) } / Double(samples.count))
    }
  }

  /// Ducks music of 1 kHz at -20 dB for 3 s under a voice of 100 Hz from 1 s to 2 s; returns the remaining music.
  private func music(voice level: Double, _ configure: @Sendable @escaping (inout Ducking) -> Void) async throws
    -> Recording
  {
    var graph = Graph()
    let recording = Recording()
    let duck = graph.add("duck", Ducking(configure))
    let music = graph.add("music", Self.tone(1000, level: -20, from: 0, to: 3))
    let voice = graph.add("voice", Self.tone(100, level: level, from: 1, to: 2))
    let sink = graph.add(
      "sink",
      AudioSink("sink") { block in
        let samples = block.withSamples(as: Float.self) { span in span.indices.map { span[$0] } }
        recording.samples.withLock { $0 += samples }
      })
    graph.connect(music.output, to: duck.music)
    graph.connect(voice.output, to: duck.voice)
    graph.connect(duck.output, to: sink.input)
    _ = try await graph.run(options: RunOptions(stallTimeout: .seconds(20)))
    // The voice is known: the output without it is the music.
    recording.samples.withLock { samples in
      for index in samples.indices { samples[index] -= Self.sample(index, 100, level: level, from: 1, to: 2) }
    }
    return recording
  }

  private static func sample(_ index: Int, _ frequency: Int, level: Double, from: Int, to: Int) -> Float {
    guard (from * rate..<to * rate).contains(index) else { return 0 }
    let amplitude = pow(10, level / 20) * 2.0.squareRoot()
    return Float(amplitude * sin(2 * Double.pi * Double(frequency * index) / Double(rate)))
  }

  private static func tone(_ frequency: Int, level: Double, from: Int, to: Int) -> AudioSource {
    AudioSource("tone\(frequency)", rate: rate, channels: 1) { block in
      let position = Int(block.samplePosition ?? 0)
      let count = max(0, min(block.frameCount, 3 * rate - position))
      block.withMutableSamples(as: Float.self) { samples in
        for i in 0..<count { samples[i] = sample(position + i, frequency, level: level, from: from, to: to) }
      }
      return count
    }
  }

  @Test func music_isLowered_whileTheVoiceSpeaks() async throws {
    let left = try await music(voice: -20) {
      $0.reduction = 12
      $0.release = .milliseconds(100)
    }
    #expect(left.samples.withLock { $0.count } == 3 * Self.rate)
    #expect(abs(left.level(from: 0.1, to: 0.9) - -20) < 0.05)
    #expect(abs(left.level(from: 1.3, to: 1.9) - -32) < 0.1)
    #expect(abs(left.level(from: 2.8, to: 3) - -20) < 0.1)
  }

  @Test func attackAndRelease_takeTheirTime() async throws {
    let left = try await music(voice: -20) {
      $0.reduction = 20
      $0.attack = .milliseconds(100)
      $0.release = .milliseconds(200)
    }
    // After one attack the factor has gone 63 % of the way from 1 to 0.1: 0.43, which is -7.3 dB.
    #expect(abs(left.level(from: 1.09, to: 1.11) - -27.3) < 0.8)
    // After one release it has come 63 % of the way back: 0.67, -3.5 dB; the detector needs some 30 ms to hear the silence.
    #expect(abs(left.level(from: 2.22, to: 2.24) - -23.5) < 0.8)
  }

  @Test func aVoiceBelowTheThreshold_changesNothing() async throws {
    let left = try await music(voice: -50) { $0.threshold = -40 }
    #expect(abs(left.level(from: 0, to: 3) - -20) < 0.01)
    let lowered = try await music(voice: -50) { $0.threshold = -60 }
    #expect(lowered.level(from: 1.3, to: 1.9) < -31.5)
  }

  @Test func timesInFrames_areRefused() async throws {
    let error = await #expect(throws: Diagnostics.self) { try await music(voice: -20) { $0.attack = .frames(2) } }
    #expect(error?.all.first?.cause == "attack must be a time from 0s to 60s, without frames")
  }
}
