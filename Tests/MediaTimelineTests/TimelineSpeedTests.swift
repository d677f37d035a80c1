import CoreMedia
import Foundation
import MediaGraph
import MediaSource
import MediaTimeline
import TestSupport
import Testing

/// Audio at other speeds: as long as it has to be, where it has to be, and the same in any range.
@Suite struct TimelineSpeedTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// A tone in a part of a second of silence.
  private func burst(_ name: String, from start: Double, to end: Double, seconds: Double) throws -> TestSound {
    var samples = [Int16](repeating: 0, count: Int(seconds * 48000) * 2)
    var frame = Int(start * 48000)
    while frame < samples.count / 2, Double(frame) < end * 48000 {
      let value = Int16(12000 * sin(2 * .pi * 440 * Double(frame) / 48000))
      (samples[2 * frame], samples[2 * frame + 1]) = (value, value)
      frame += 1
    }
    return try TestSound(name, in: folder, samples: samples, rate: 48000, channels: 2)
  }

  private func timeline(_ sound: TestSound, _ pitch: Timeline.Pitch, to end: MediaTime, duration: MediaTime) -> Timeline
  {
    Timeline {
      $0.items = [
        .clip(
          .init {
            ($0.clip, $0.pitch, $0.duration, $0.to) = (.location(sound.location), pitch, duration, end)
          })
      ]
    }
  }

  /// The parts of a list in which it is loud.
  private func loud(_ samples: [Float]) -> Range<Double>? {
    var (first, last) = (0, samples.count - 2)
    while first < samples.count, abs(samples[first]) <= 0.05 { first += 2 }
    guard first < samples.count else { return nil }
    while abs(samples[last]) <= 0.05 { last -= 2 }
    return Double(first) / 96000..<Double(last) / 96000
  }

  @Test(arguments: Timeline.Pitch.allCases, [(2, 1), (1, 2), (3, 2)])
  func fasterAndSlower_isAsLongAndWhereItShouldBe(_ pitch: Timeline.Pitch, _ lengths: (Int, Int)) throws {
    let (source, length) = (Double(lengths.0), Double(lengths.1))
    let sound = try burst("a.wav", from: source / 4, to: source / 2, seconds: source)
    let audio = try TimelineAudio(
      RenderPlan(
        timeline(sound, pitch, to: .seconds(Int64(lengths.0)), duration: .seconds(Int64(lengths.1)))))
    let samples = try audio.samples()
    #expect(samples.count == lengths.1 * 48000 * 2)
    let found = try #require(loud(samples))
    // Methods that keep the pitch move pieces of some 80 ms of the source.
    let tolerance = pitch == .varispeed ? 0.001 : 0.04 * max(1, length / source)
    #expect(abs(found.lowerBound - length / 4) < tolerance, "\(found)")
    #expect(abs(found.upperBound - length / 2) < tolerance, "\(found)")
    // The crossings of zero within the tone count its periods.
    var (place, crossings) = (Int((length / 4 + 0.06) * 48000) * 2, 0)
    while place < Int((length / 2 - 0.06) * 48000) * 2 {
      if samples[place] < 0, samples[place + 2] >= 0 { crossings += 1 }
      place += 2
    }
    let frequency = Double(crossings) / (length / 4 - 0.12)
    #expect(abs(frequency - (pitch == .varispeed ? 440 * source / length : 440)) < 20, "\(frequency) Hz")
  }

  @Test(arguments: Timeline.Pitch.allCases) func anyRange_hasTheSamplesOfTheWhole(_ pitch: Timeline.Pitch) throws {
    let sound = try TestSound("a.wav", in: folder, seed: 20, seconds: 1)
    let audio = try TimelineAudio(RenderPlan(timeline(sound, pitch, to: .rational(2, 3), duration: .milliseconds(525))))
    let whole = try audio.samples()
    #expect(whole.count == 25200 * 2)
    for (first, last) in [(10000, 11000), (0, 10), (25199, 25200), (3456, 23456)] {
      let range = CMTimeRange(
        start: CMTime(value: Int64(first), timescale: 48000), end: CMTime(value: Int64(last), timescale: 48000))
      #expect(difference(try audio.samples(in: range), Array(whole[first * 2..<last * 2])) == nil)
    }
  }

  /// The same numbers as an edit of a movie's own, which has a speed of 1.5.
  @Test func varispeed_isThatOfEdits() throws {
    let sound = try TestSound("a.wav", in: folder, seed: 21, seconds: 1)
    let samples = try TimelineAudio(
      RenderPlan(timeline(sound, .varispeed, to: .milliseconds(750), duration: .milliseconds(500)))
    ).samples()
    let pace = try Varispeed.Pace(rate: 98304, start: 0, over: 1)
    let format = DecodedAudioFormat(sampleFormat: .f32, rate: 48000, channels: 2, channelMask: 3)
    let varispeed = Varispeed(pace, format, of: 0..<24000, from: 0)
    var chunks = [
      DecodedAudio(
        format: format, position: 0,
        bytes: (0..<36000 * 2).flatMap { place in
          withUnsafeBytes(of: Float(sound.value(Int64(place / 2), place % 2))) { [UInt8]($0) }
        })
    ]
    var oracle: [Float] = []
    while let chunk = try varispeed.next({ chunks.popLast() }) {
      chunk.bytes.withUnsafeBytes { oracle.append(contentsOf: $0.bindMemory(to: Float.self)) }
    }
    #expect(difference(samples, oracle) == nil)
  }

  @Test func timesOfUnrelatedTimescales_arePlayed() throws {
    let sound = try TestSound("a.wav", in: folder, seed: 23, seconds: 1)
    let clip = Timeline.Clip {
      ($0.clip, $0.pitch, $0.at) = (.location(sound.location), .varispeed, .rational(1, 2_147_483_647))
      $0.to = .rational(3_600_123_456_789, 1_000_000_000)
      $0.duration = .rational(4_000_987_654_321, 1_000_000_000)
    }
    let audio = try TimelineAudio(RenderPlan(Timeline { $0.items = [.clip(clip)] }))
    func samples(_ start: Int64, _ end: Int64) throws -> [Float] {
      try audio.samples(
        in: CMTimeRange(start: CMTime(value: start, timescale: 1), end: CMTime(value: end, timescale: 1)))
    }
    let first = try samples(0, 2)
    let last = try #require(first.lastIndex { abs($0) > 0.01 })
    // The second of sound lasts 4000.99 / 3600.12 seconds.
    #expect(abs(Double(last / 2) / 48000 - 1.11135) < 0.001)
    #expect(try samples(4000, 4001).count == 47407 * 2)
  }

  /// The pieces of sound that make it longer lie around their places: what was short is longer by as much at both ends.
  @Test func slowSound_isAroundItsPlace() throws {
    let sound = try burst("a.wav", from: 1, to: 1.05, seconds: 2)
    let samples = try TimelineAudio(RenderPlan(timeline(sound, .spectral, to: .seconds(2), duration: .seconds(8))))
      .samples()
    var (sum, moment) = (1e-9, 0.0)
    var place = 0
    while place < samples.count {
      let power = Double(samples[place]) * Double(samples[place])
      sum += power
      moment += power * Double(place)
      place += 2
    }
    let center = moment / sum / 96000
    #expect(abs(center - 4.1) < 0.04, "\(center) s")
  }

  @Test func slowSound_goesOnToItsEnd() throws {
    let sound = try burst("a.wav", from: 0, to: 2, seconds: 2)
    let samples = try TimelineAudio(RenderPlan(timeline(sound, .spectral, to: .seconds(2), duration: .seconds(8))))
      .samples()
    try #require(samples.count == 8 * 96000)
    for start in stride(from: 0, to: samples.count, by: 960) {
      let isLoud = samples[start..<start + 960].contains { abs($0) > 0.1 }
      #expect(isLoud, "at \(Double(start) / 96000) s")
    }
  }

  @Test func aSpeedThatNoMethodHas_isRefusedWithoutOne() throws {
    let sound = try TestSound("a.wav", in: folder, seed: 22, seconds: 1)
    let audio = try TimelineAudio(
      RenderPlan(timeline(sound, .spectral, to: .seconds(1), duration: .milliseconds(1))))
    let error = #expect(throws: MediaError.self) { try audio.samples() }
    #expect(error?.reason.contains("1000.0 times as fast") == true && error?.help == "write audio: none")
  }

  @Test func aSpeedThatAMethodLacks_isRefusedWithAWayOut() throws {
    let sound = try TestSound("a.wav", in: folder, seed: 22, seconds: 1)
    let audio = try TimelineAudio(
      RenderPlan(timeline(sound, .spectral, to: .seconds(1), duration: .milliseconds(50))))
    let error = #expect(throws: MediaError.self) { try audio.samples() }
    #expect(error?.reason.contains("20.0 times as fast") == true && error?.help?.contains("time_domain") == true)
  }

  @Test(arguments: ["wav", "flac"]) func reversedClips_areExactToTheSample(_ kind: String) throws {
    var sound = try TestSound("a.wav", in: folder, seed: 26, seconds: 3)
    if kind != "wav" { sound = try sound.converted("a.\(kind)", ["-c:a", kind], in: folder) }
    let location = sound.location
    let timeline = Timeline {
      $0.items = [
        .gap(.init { $0.gap = .milliseconds(100) }),
        .clip(
          .init { ($0.clip, $0.from, $0.to, $0.reverse) = (.location(location), .milliseconds(500), .seconds(3), true) }
        ),
      ]
    }
    let audio = try TimelineAudio(RenderPlan(timeline))
    let samples = try audio.samples()
    try #require(samples.count == 2 * (4800 + 120_000))
    for index in stride(from: 0, to: samples.count, by: 11) {
      let frame = Int64(index / 2)
      let expected = frame < 4800 ? 0 : Float(sound.value(144_000 - 1 - (frame - 4800), index % 2))
      guard samples[index] == expected else {
        Issue.record("sample \(index) is \(samples[index]), not \(expected)")
        break
      }
    }
    // Any part is that of the whole.
    let part = try audio.samples(
      in: CMTimeRange(start: CMTime(value: 1, timescale: 3), end: CMTime(value: 7, timescale: 5)))
    #expect(part == Array(samples[2 * 16000..<2 * 67200]))
  }

  /// Faster and backwards: every second sample, up to the resampler's own precision.
  @Test func reversedClips_haveASpeed() throws {
    try Oracle.make([
      "-f", "lavfi", "-i", "aevalsrc=n/65536|n/65536:s=48000:d=1", "-c:a", "pcm_f32le", folder.file("count.wav"),
    ])
    for pitch in [Timeline.Pitch.varispeed, .spectral, .timeDomain] {
      let location = Location(folder.file("count.wav"))
      let timeline = Timeline {
        $0.items = [
          .clip(
            .init {
              ($0.clip, $0.to, $0.duration) = (.location(location), .seconds(1), .milliseconds(500))
              ($0.reverse, $0.pitch) = (true, pitch)
            })
        ]
      }
      let samples = try TimelineAudio(RenderPlan(timeline)).samples()
      #expect(samples.count == 48000, "\(pitch)")
      if pitch == .varispeed, samples.count == 48000 {
        #expect(abs(samples[2 * 6000] * 65536 - 36000) < 40, "\(samples[12000] * 65536)")
      }
    }
  }
}
