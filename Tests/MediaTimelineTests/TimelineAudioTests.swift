import CoreMedia
import Dispatch
import Foundation
import MediaGraph
import MediaSource
import MediaTimeline
import TestSupport
import Testing

/// Timelines' audio, sample by sample that of a naive sum in double precision.
@Suite struct TimelineAudioTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func audio(_ timeline: Timeline) throws -> TimelineAudio { try TimelineAudio(RenderPlan(timeline)) }

  /// The sum of a function's values over channels, as 32-bit floats.
  private func expected(_ count: Int, channels: Int = 2, _ value: (Int64, Int) -> Double) -> [Float] {
    var samples: [Float] = []
    samples.reserveCapacity(count * channels)
    var (frame, channel) = (0, 0)
    while frame < count {
      samples.append(Float(value(Int64(frame), channel)))
      channel += 1
      if channel == channels { (frame, channel) = (frame + 1, 0) }
    }
    return samples
  }

  @Test(arguments: ["wav", "flac", "s32.mov"]) func cutsAndGaps_areExactToTheSample(_ kind: String) throws {
    var sounds = [try TestSound("a.wav", in: folder, seed: 1), try TestSound("b.wav", in: folder, seed: 2)]
    if kind != "wav" {
      let codec = kind == "flac" ? ["-c:a", "flac"] : ["-c:a", "pcm_s32le"]
      sounds = try sounds.enumerated().map { try $0.element.converted("\($0.offset).\(kind)", codec, in: folder) }
    }
    var timeline = Timeline()
    timeline.items = [
      .clip(
        .init {
          $0.clip = .location(sounds[0].location); $0.from = .milliseconds(500); $0.to = .milliseconds(900)
        }),
      .gap(.init { $0.gap = .milliseconds(100) }),
      .clip(
        .init {
          $0.clip = .location(sounds[1].location); $0.from = .rational(1, 3); $0.to = .seconds(1)
        }),
      .clip(
        .init {
          $0.clip = .location(sounds[0].location); $0.from = .milliseconds(900)
        }),
    ]
    // 0.4 s, 0.1 s of silence, 2/3 s, 1.1 s.
    let oracle = expected(19200 + 4800 + 32000 + 52800) { frame, channel in
      switch frame {
      case ..<19200: sounds[0].value(frame + 24000, channel)
      case ..<24000: 0
      case ..<56000: sounds[1].value(frame - 24000 + 16000, channel)
      default: sounds[0].value(frame - 56000 + 43200, channel)
      }
    }
    #expect(difference(try audio(timeline).samples(), oracle) == nil)
  }

  @Test func aRamp_isLinearInTheFactor_sampleBySample() throws {
    let sound = try TestSound("a.wav", in: folder, seed: 3)
    var timeline = Timeline()
    timeline.items = [
      .clip(
        .init {
          $0.clip = .location(sound.location)
          $0.to = .seconds(1)
          $0.volume = .keys([
            .init(at: .milliseconds(100), Gain(factor: 0)), .init(at: .rational(1, 3), Gain(factor: 1.5)),
            .init(at: .milliseconds(700), Gain(factor: 0.25), jump: true),
            .init(at: .milliseconds(900), Gain(factor: 1)),
          ])
        })
    ]
    let oracle = expected(48000) { frame, channel in
      let gain: Double
      switch frame {
      case ..<4800: gain = 0
      case ..<16000: gain = 1.5 * (Double(frame - 4800) / 11200)
      case ..<33600: gain = 1.5
      case ..<43200: gain = 0.25 + 0.75 * (Double(frame - 33600) / 9600)
      default: gain = 1
      }
      return gain * sound.value(frame, channel)
    }
    #expect(difference(try audio(timeline).samples(), oracle) == nil)
  }

  @Test(arguments: Timeline.Transition.AudioFade.allCases) func aTransition_fadesAsItSays(
    _ fade: Timeline.Transition.AudioFade
  ) throws {
    let (a, b) = (try TestSound("a.wav", in: folder, seed: 4), try TestSound("b.wav", in: folder, seed: 5))
    var timeline = Timeline()
    timeline.items = [
      .clip(
        .init {
          $0.clip = .location(a.location); $0.to = .seconds(1)
        }),
      .transition(
        .init {
          $0.transition = .crossfade; $0.duration = .milliseconds(500); $0.audio = fade
        }),
      .clip(
        .init {
          $0.clip = .location(b.location); $0.from = .seconds(1)
        }),
    ]
    let oracle = expected(72000) { frame, channel in
      let (first, second) = (a.value(frame, channel), b.value(frame - 24000 + 48000, channel))
      guard frame >= 24000 else { return first }
      guard frame < 48000 else { return second }
      let progress = Double(frame - 24000) / 24000
      switch fade {
      case .linear: return (1 - progress) * first + progress * second
      case .equalPower: return cos(progress * .pi / 2) * first + sin(progress * .pi / 2) * second
      case .cut: return frame < 36000 ? first : second
      }
    }
    #expect(difference(try audio(timeline).samples(), oracle) == nil)
  }

  /// Two frames of 30000/1001 are 3203.2 samples: the second clip's first sample is before its beginning.
  @Test func aTransitionBetweenSamples_hasNoSampleAtFullGain() throws {
    let (a, b) = (try TestSound("a.wav", in: folder, seed: 4), try TestSound("b.wav", in: folder, seed: 5))
    func clip(_ sound: TestSound, frames: Int64) -> Timeline.Item {
      .clip(.init { ($0.clip, $0.to) = (.location(sound.location), .rational(frames * 1001, 30000)) })
    }
    var timeline = Timeline()
    timeline.items = [
      clip(a, frames: 12),
      .transition(
        .init { ($0.transition, $0.duration, $0.audio) = (.crossfade, .rational(10010, 30000), .linear) }),
      clip(b, frames: 20),
    ]
    let samples = try audio(timeline).samples()
    let oracle = expected(samples.count / 2) { frame, channel in
      let progress = max(0, min(1, (Double(frame) - 3203.2) / 16016))
      return (frame < 19219 ? (1 - progress) * a.value(frame, channel) : 0) + progress * b.value(frame - 3203, channel)
    }
    #expect(zip(samples, oracle).allSatisfy { abs($0 - $1) < 1e-5 })
  }

  @Test func cancelledCalls_loseNoSamples() throws {
    let sounds = try (0..<3).map { try TestSound("\($0).wav", in: folder, seed: UInt64(70 + $0), seconds: 1) }
    var nested = Timeline()
    nested.items = [.clip(.init { $0.clip = .location(sounds[2].location) })]
    var timeline = Timeline()
    timeline.layers = [.location(sounds[0].location), .location(sounds[1].location), .timeline(nested)].map { source in
      Timeline.Layer { $0.items = [.clip(.init { $0.clip = source })] }
    }
    let oracle = try audio(timeline).samples()
    for _ in 0..<5 {
      let cancelled = try audio(timeline)
      var samples: [Float] = []
      var attempts = 0
      while true {
        let token = Cancellation()
        // The last attempt is left alone.
        if attempts < 4 { DispatchQueue.global().async { token.cancel() } }
        do {
          guard let block = try cancelled.next(token) else { break }
          block.bytes.withUnsafeBytes { samples.append(contentsOf: $0.bindMemory(to: Float.self)) }
          attempts = 0
        } catch is CancellationError {
          attempts += 1
        }
      }
      #expect(difference(samples, oracle) == nil)
    }
  }

  @Test func eightTracksWithRamps_areTheirExactSum() throws {
    let sounds = try (0..<8).map { try TestSound("\($0).wav", in: folder, seed: UInt64(10 + $0), seconds: 1) }
    var timeline = Timeline()
    timeline.layers = sounds.enumerated().map { number, sound in
      Timeline.Layer {
        $0.items = [
          .clip(
            .init {
              $0.clip = .location(sound.location)
              $0.video = TrackChoice(.none)
              $0.at = .rational(Int64(number), 100)
              $0.volume = .keys([
                .init(at: .seconds(0), Gain(factor: Double(number) / 8)), .init(at: .seconds(1), Gain(factor: 0.5)),
              ])
            })
        ]
      }
    }
    let oracle = expected(48000 + 7 * 480) { frame, channel in
      var sum = 0.0
      for (number, sound) in sounds.enumerated() {
        let place = frame - Int64(number * 480)
        guard (0..<48000).contains(place) else { continue }
        let first = Double(number) / 8
        sum += (first + (0.5 - first) * (Double(place) / 48000)) * sound.value(place, channel)
      }
      return sum
    }
    #expect(difference(try audio(timeline).samples(), oracle) == nil)
  }

  @Test func aNestedTimeline_isHeardAsItWouldBeAlone() throws {
    let sound = try TestSound("a.wav", in: folder, seed: 6)
    var inner = Timeline()
    inner.items = [
      .gap(.init { $0.gap = .milliseconds(250) }),
      .clip(
        .init {
          $0.clip = .location(sound.location); $0.from = .milliseconds(100); $0.volume = Ramp(Gain(factor: 0.5))
        }),
    ]
    var timeline = Timeline()
    timeline.items = [
      .clip(
        .init {
          $0.clip = .timeline(inner); $0.from = .milliseconds(200); $0.to = .seconds(1); $0.at = .milliseconds(500)
        })
    ]
    let oracle = expected(24000 + 38400) { frame, channel in
      frame < 26400 ? 0 : 0.5 * sound.value(frame - 26400 + 4800, channel)
    }
    #expect(difference(try audio(timeline).samples(), oracle) == nil)
  }

  @Test func anotherRate_isThatOfTheCursor() throws {
    let sound = try TestSound("a.wav", in: folder, seed: 7, rate: 44100)
    var timeline = Timeline { $0.sampleRate = 48000 }
    timeline.items = [
      .clip(
        .init {
          $0.clip = .location(sound.location); $0.from = .milliseconds(300); $0.to = .milliseconds(1300)
        })
    ]
    let track = try OpenedMedia(path: sound.location.text).container.codedTracks()[0]
    let cursor = AudioCursor(
      track, range: CMTimeRange(start: CMTime(value: 3, timescale: 10), end: CMTime(value: 13, timescale: 10)),
      format: AudioFormatRequest(sampleFormat: .f32, rate: 48000))
    var oracle: [Float] = []
    while let chunk = try cursor.next() {
      chunk.bytes.withUnsafeBytes { oracle.append(contentsOf: $0.bindMemory(to: Float.self)) }
    }
    #expect(oracle.count == 96000)
    #expect(difference(try audio(timeline).samples(), oracle) == nil)
  }

  @Test func clipsThatGoOn_areReadAsOne() throws {
    let sound = try TestSound("a.wav", in: folder, seed: 8, rate: 44100)
    var (cut, whole) = (Timeline { $0.sampleRate = 48000 }, Timeline { $0.sampleRate = 48000 })
    whole.items = [.clip(.init { $0.clip = .location(sound.location) })]
    // 30000/1001 frames a second: no cut is at a sample of either rate.
    cut.items = (0..<59).map { number in
      .clip(
        .init {
          $0.clip = .location(sound.location)
          $0.from = .rational(Int64(number) * 1001, 30000)
          if number < 58 { $0.to = .rational(Int64(number + 1) * 1001, 30000) }
        })
    }
    #expect(difference(try audio(cut).samples(), try audio(whole).samples()) == nil)
  }

  @Test func sourcesThatEndEarly_areSilentThen() throws {
    let sound = try TestSound("a.wav", in: folder, seed: 9, seconds: 0.5)
    var timeline = Timeline()
    timeline.items = [
      .clip(
        .init {
          $0.clip = .location(sound.location); $0.from = .milliseconds(250); $0.to = .seconds(1)
        })
    ]
    let oracle = expected(36000) { sound.value($0 + 12000, $1) }
    #expect(difference(try audio(timeline).samples(), oracle) == nil)
  }

  @Test func aClipBehindTheEndOfItsFile_isAnErrorWithItsPlace() throws {
    let sound = try TestSound("a.wav", in: folder, seed: 9, seconds: 0.5)
    var timeline = Timeline()
    timeline.items = [
      .clip(.init { ($0.clip, $0.from, $0.to) = (.location(sound.location), .seconds(1), .seconds(2)) })
    ]
    let error = #expect(throws: MediaError.self) { try audio(timeline).samples() }
    #expect(error?.path == folder.file("a.wav") && error?.help?.contains("from") == true)
    #expect(
      error?.reason == "it ends at 500ms, and the clip begins at 1s (items[0], at 0s)", "\(error?.reason ?? "")")
  }

  @Test func aMissingFile_namesTheClipAndTheTime() throws {
    let sound = try TestSound("a.wav", in: folder, seed: 9, seconds: 0.5)
    // Without a format of its own, the timeline would open its files before.
    var timeline = Timeline { ($0.sampleRate, $0.channels) = (48000, 2) }
    timeline.items = [
      .clip(.init { $0.clip = .location(sound.location) }),
      .clip(
        .init {
          $0.clip = .location(Location(folder.file("b.wav"))); $0.to = .seconds(1)
        }),
    ]
    try FileManager.default.copyItem(atPath: folder.file("a.wav"), toPath: folder.file("b.wav"))
    let audio = try audio(timeline)
    try FileManager.default.removeItem(atPath: folder.file("b.wav"))
    let error = #expect(throws: MediaError.self) { try audio.samples() }
    #expect(error?.path == folder.file("b.wav") && error?.code == .missing)
    #expect(error?.reason.hasSuffix("(items[1], at 500ms)") == true, "\(error?.reason ?? "")")
  }
}
