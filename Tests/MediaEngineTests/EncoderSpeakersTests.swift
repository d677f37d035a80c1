import Foundation
import GStreamerTesting
import MediaGraph
import Testing

@testable import MediaEngine

/// Encoders keep the channels of audio for the speakers that they are for, or say what becomes of them.
@Suite struct EncoderSpeakersTests {
  /// Makes a file whose channels have tones of their own.
  static func make(_ path: String, _ layout: String, channels: Int, _ options: [String] = []) throws {
    let tones = (1...channels).map { "0.\($0)*sin(\(200 * $0)*2*PI*t)" }.joined(separator: "|")
    try Oracle.make(["-f", "lavfi", "-i", "aevalsrc=\(tones):s=48000:d=0.5:c=\(layout)"] + options + [path])
  }

  /// Runs the first audio track through nodes that end in `mux`, and returns the notes of the node `coded`.
  @discardableResult
  static func run(_ source: String, _ nodes: String, to path: String) async throws -> [String] {
    let nodes = """
      source: { use: asset.read, with: { url: "\(source)" } }
      \(nodes)
      file: { use: file.write, in: mux, with: { url: "\(path)" } }
      """
    return try await Graph(nodes: nodes).run(options: .testing).nodes.first { $0.name == "coded" }?.notes ?? []
  }

  private static func encoded(_ codec: String, _ muxer: String) -> String {
    "coded: { use: audio.encode.\(codec), in: source.audio }\nmux: { use: mux.\(muxer), in: coded }"
  }

  private static func samples(_ path: String) throws -> Data {
    try Oracle.run("ffmpeg", ["-v", "error", "-i", path, "-f", "s16le", "-c:a", "pcm_s16le", "-"])
  }

  @Test(
    arguments: [
      ("2.1", 3), ("4.0", 4), ("quad", 4), ("3.1", 4), ("5.0(side)", 5), ("5.1(side)", 6), ("5.1", 6), ("6.0", 6),
      ("6.1", 7), ("7.0", 7), ("7.1", 8), ("7.1(wide)", 8),
    ])
  func flac_keepsEveryLayout(layout: String, channels: Int) async throws {
    let folder = try TemporaryFolder()
    let (wave, coded, again) = (folder.file("in.wav"), folder.file("out.mkv"), folder.file("again.wav"))
    try Self.make(wave, layout, channels: channels)
    let notes = try await Self.run(wave, Self.encoded("flac", "mkv"), to: coded)
    #expect(notes.isEmpty)
    #expect(try Oracle.streams(coded, "channel_layout") == [layout])
    #expect(try Self.samples(coded) == Self.samples(wave))
    // The written file is read with the same speakers.
    try await Self.run(coded, Self.encoded("pcm", "wav"), to: again)
    #expect(try Oracle.streams(again, "channel_layout") == [layout])
    #expect(try Self.samples(again) == Self.samples(wave))
  }

  @Test(arguments: [("2.1", 3), ("4.0", 4), ("7.0", 7), ("7.1", 8), ("7.1(wide)", 8)], ["flac", "mkv"])
  func flacOfOthers_isReadWithItsLayout(layout: (name: String, channels: Int), kind: String) async throws {
    let folder = try TemporaryFolder()
    let (wave, coded, again) = (folder.file("in.wav"), folder.file("in.\(kind)"), folder.file("again.wav"))
    try Self.make(wave, layout.name, channels: layout.channels)
    try Oracle.make(["-i", wave, "-c:a", "flac", coded])
    try await Self.run(coded, Self.encoded("pcm", "wav"), to: again)
    #expect(try Self.samples(again) == Self.samples(wave))
    #expect(try Oracle.streams(again, "channel_layout") == [layout.name])
  }

  @Test(arguments: [("3.0", 3), ("quad", 4), ("5.0", 5), ("5.1", 6), ("6.1", 7), ("7.1", 8)])
  func opus_keepsTheOrderOfItsChannels(layout: String, channels: Int) async throws {
    let folder = try TemporaryFolder()
    let (wave, coded) = (folder.file("in.wav"), folder.file("out.mkv"))
    try Self.make(wave, layout, channels: channels)
    // At lower rates, channels that are coded together are mixed.
    let nodes = Self.encoded("opus", "mkv").replacing(
      "in: source.audio", with: "in: source.audio, with: { bitrate: 510kb/s }")
    try await Self.run(wave, nodes, to: coded)
    let bytes = try Self.samples(coded)
    let samples = bytes.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
    // Each channel but that of the lowest frequencies crosses zero as often as its tone.
    for channel in 0..<channels where channels < 6 || channel != 3 {
      let own = stride(from: channel + 2400 * channels, to: samples.count, by: channels).prefix(4800).map {
        samples[$0]
      }
      let crossings = zip(own, own.dropFirst()).count { ($0 < 0) != ($1 < 0) }
      #expect(abs(crossings - 40 * (channel + 1)) <= 4, "channel \(channel + 1): \(crossings)")
    }
  }

  @Test(arguments: [("quad", 4), ("5.0(side)", 5), ("7.1", 8), ("3.1", 4)], ["mov", "caf"])
  func storedSamples_haveTheirSpeakers(layout: (name: String, channels: Int), kind: String) async throws {
    let folder = try TemporaryFolder()
    let (path, wave) = (folder.file("in.\(kind)"), folder.file("out.wav"))
    try Self.make(path, layout.name, channels: layout.channels, ["-c:a", "pcm_s16le"])
    try await Self.run(path, Self.encoded("pcm", "wav"), to: wave)
    // Core Audio has one pair of surround speakers, at the side or in the back.
    let name = layout.name.replacing("(side)", with: "")
    #expect(try Oracle.streams(wave, "channel_layout") == [name])
    #expect(try Self.samples(wave) == Self.samples(path))
  }

  @Test(arguments: [("mp3", "mkv"), ("alac", "mov")])
  func moreChannelsThanTheEncoderTakes_areMixedToStereoWithANote(codec: String, muxer: String) async throws {
    let folder = try TemporaryFolder()
    let (wave, coded) = (folder.file("in.wav"), folder.file("out.\(muxer)"))
    try Self.make(wave, "5.1", channels: 6)
    let notes = try await Self.run(wave, Self.encoded(codec, muxer), to: coded)
    #expect(try Oracle.streams(coded, "channels") == ["2"])
    #expect(notes == ["the 6 channels (FL FR FC LFE BL BR) are mixed to 2: the encoder takes no more"])
  }

  /// Nothing says how to mix them.
  @Test(arguments: [9, 12]) func moreChannelsForUnknownSpeakers_areAnError(channels: Int) async throws {
    let folder = try TemporaryFolder()
    let (wave, coded) = (folder.file("in.wav"), folder.file("out.mp4"))
    let tones = (1...channels).map { "0.1*sin(\(600 + 100 * $0)*t)" }.joined(separator: "|")
    try Oracle.make(["-f", "lavfi", "-i", "aevalsrc=\(tones):s=48000:d=0.3", wave])
    let problem = await #expect(throws: (any Error).self) {
      try await Self.run(wave, Self.encoded("aac", "mp4"), to: coded)
    }
    let text = "the \(channels) channels are for unknown speakers, so they cannot be mixed to"
    #expect(problem.map { "\($0)".contains(text) } == true, "\(problem.map { "\($0)" } ?? "none")")
  }

  @Test func otherSpeakersOfTheSameNumber_areMixedWithANote() async throws {
    let folder = try TemporaryFolder()
    let (wave, coded) = (folder.file("in.wav"), folder.file("out.mkv"))
    try Self.make(wave, "4.0", channels: 4)
    let notes = try await Self.run(wave, Self.encoded("vorbis", "mkv"), to: coded)
    #expect(try Oracle.streams(coded, "channels") == ["4"])
    #expect(notes.first == "the 4 channels (FL FR FC BC) become FL FR BL BR, which the encoder has for this number")
  }

  /// FFmpeg's encoder does not say which speakers it takes.
  @Test(arguments: [
    ("5.1(side)", 6, "FL FR FC LFE SL SR", "FL FR FC LFE BL BR"), ("5.0(side)", 5, "FL FR FC SL SR", "FL FR FC BL BR"),
    ("quad(side)", 4, "FL FR SL SR", "FL FR BL BR"),
  ])
  func aac_hasTheUsualSpeakersForOthers(layout: String, channels: Int, names: String, usual: String) async throws {
    let folder = try TemporaryFolder()
    let (wave, coded) = (folder.file("in.wav"), folder.file("out.mp4"))
    try Self.make(wave, layout, channels: channels)
    let notes = try await Self.run(wave, Self.encoded("aac", "mp4"), to: coded)
    #expect(try Oracle.streams(coded, "channels") == ["\(channels)"])
    #expect(
      notes == ["the \(channels) channels (\(names)) become \(usual), which the encoder has for this number"])
  }

  /// Forced to mid/side stereo, FFmpeg's encoder mixes sides that have nothing in common.
  @Test(arguments: [("stereo", 2), ("3.0", 3), ("quad(side)", 4), ("5.0(side)", 5), ("5.1(side)", 6), ("5.1", 6)])
  func aac_keepsItsChannelsApart(layout: String, channels: Int) async throws {
    let folder = try TemporaryFolder()
    let (wave, coded) = (folder.file("in.wav"), folder.file("out.mp4"))
    try Self.make(wave, layout, channels: channels)
    try await Self.run(wave, Self.encoded("aac", "mp4"), to: coded)
    // The channel of the lowest frequencies has no tone of 800 Hz.
    for channel in 0..<channels where channels < 6 || channel != 3 {
      let powers = try Self.powers(coded, channel, of: channels)
      let others = powers.enumerated().filter { $0.offset != channel }.map(\.element).max() ?? 0
      #expect(powers[channel] > 100 * others, "\(channel): \(powers)")
    }
  }

  /// The power of each channel's tone in one channel of a file.
  private static func powers(_ path: String, _ channel: Int, of channels: Int) throws -> [Double] {
    let all = numbers(try samples(path))
    let own = stride(from: channel, to: all.count, by: channels).map { Double(all[$0]) }.dropFirst(2400).prefix(4800)
    return (1...channels).map { tone in
      let turns = own.enumerated().map { (place: $0.offset, value: $0.element) }
      let step = 2 * Double.pi * Double(200 * tone) / 48_000
      let real = turns.reduce(0) { $0 + $1.value * cos(step * Double($1.place)) }
      let imaginary = turns.reduce(0) { $0 + $1.value * sin(step * Double($1.place)) }
      return real * real + imaginary * imaginary
    }
  }

  /// No number names these layouts: frames have them.
  @Test(arguments: [("2.1", 3), ("quad", 4), ("3.0(back)", 3)])
  func aacOfTransportStreams_hasItsLayout(layout: String, channels: Int) async throws {
    let folder = try TemporaryFolder()
    let (wave, coded, again) = (folder.file("in.wav"), folder.file("out.ts"), folder.file("again.wav"))
    try Self.make(wave, layout, channels: channels)
    #expect(try await Self.run(wave, Self.encoded("aac", "ts"), to: coded).isEmpty)
    #expect(try Oracle.warnings(coded) == "")
    // Listed once with the program, too.
    #expect(try Set(Oracle.streams(coded, "channel_layout")) == [layout])
    try await Self.run(coded, Self.encoded("pcm", "wav"), to: again)
    #expect(try Oracle.streams(again, "channel_layout") == [layout])
    #expect(try !Self.samples(again).isEmpty)
  }

  @Test func aacOfFivePointOne_hasNoNote() async throws {
    let folder = try TemporaryFolder()
    let (wave, coded) = (folder.file("in.wav"), folder.file("out.mp4"))
    try Self.make(wave, "5.1", channels: 6)
    #expect(try await Self.run(wave, Self.encoded("aac", "mp4"), to: coded).isEmpty)
    #expect(try Oracle.streams(coded, "channel_layout") == ["5.1"])
  }

  @Test(
    arguments: [
      ("aac", "stereo", 128_000.0), ("aac", "5.1", 384_000), ("opus", "stereo", 96_000), ("opus", "5.1", 288_000),
    ])
  func bitRate_growsWithTheChannels(codec: String, layout: String, expected: Double) async throws {
    let folder = try TemporaryFolder()
    let (wave, coded) = (folder.file("in.wav"), folder.file("out.mp4"))
    let noise = Array(repeating: "random(0)-0.5", count: layout == "stereo" ? 2 : 6).joined(separator: "|")
    try Oracle.make(["-f", "lavfi", "-i", "aevalsrc=\(noise):s=48000:d=4:c=\(layout)", wave])
    try await Self.run(wave, Self.encoded(codec, "mp4"), to: coded)
    let rate = try #require(Oracle.streams(coded, "bit_rate").first.flatMap(Double.init))
    #expect((0.8...1.1).contains(rate / expected), "\(rate)")
  }

  /// libvorbis has bit rates for some sample rates only, within limits.
  @Test(
    arguments: [
      (8_000, 1, "libvorbis has no 112000 bit/s for one channel of 8000 Hz: the sound has 42000"),
      (96_000, 2, "libvorbis has no bit rates for 96000 Hz: the sound has the quality 4 of 10 instead"),
      (5_512, 1, "libvorbis has no bit rates for 5512 Hz: the sound has the quality 4 of 10 instead"),
      (44_100, 2, nil), (48_000, 6, nil),
      (48_000, 8, "libvorbis has no bit rates for 8 channels of 48000 Hz: the sound has the quality 4 of 10 instead"),
    ] as [(Int, Int, String?)])
  func vorbis_takesEveryRate(rate: Int, channels: Int, note: String?) async throws {
    let folder = try TemporaryFolder()
    let (wave, coded) = (folder.file("in.wav"), folder.file("out.mkv"))
    try Oracle.make(["-f", "lavfi", "-i", "sine=sample_rate=\(rate):duration=1", "-ac", "\(channels)", wave])
    let notes = try await Self.run(wave, Self.encoded("vorbis", "mkv"), to: coded)
    #expect(try Oracle.streams(coded, "sample_rate,channels") == ["\(rate),\(channels)"])
    #expect(notes == (note.map { [$0] } ?? []))
    #expect(try abs(Self.samples(coded).count - rate * channels * 2) < 2048 * channels)
  }

  @Test(arguments: [("alac", "mov", 192_000, 96_000), ("mp3", "mkv", 96_000, 48_000), ("flac", "mkv", 192_000, nil)])
  func aRateThatTheEncoderDoesNotTake_isNoted(codec: String, muxer: String, rate: Int, taken: Int?) async throws {
    let folder = try TemporaryFolder()
    let (wave, coded) = (folder.file("in.wav"), folder.file("out.\(muxer)"))
    try Oracle.make(["-f", "lavfi", "-i", "sine=sample_rate=\(rate):duration=0.2", wave])
    let notes = try await Self.run(wave, Self.encoded(codec, muxer), to: coded)
    #expect(try Oracle.streams(coded, "sample_rate") == ["\(taken ?? rate)"])
    #expect(notes == (taken.map { ["the sound of \(rate) Hz becomes \($0) Hz, a rate that the encoder takes"] } ?? []))
  }

  /// LAME would take half the rate, or less.
  @Test(arguments: [32, 64]) func mp3_keepsTheRateOfTheSound_ofFewBits(kilobits: Int) async throws {
    let folder = try TemporaryFolder()
    let (wave, coded) = (folder.file("in.wav"), folder.file("out.mp3"))
    try Oracle.make(["-f", "lavfi", "-i", "sine=sample_rate=48000:duration=0.5", "-ac", "2", wave])
    let encoder = "coded: { use: audio.encode.mp3, in: source.audio, with: { bitrate: \(kilobits)kb/s } }"
    try await Self.run(wave, "\(encoder)\nmux: { use: mux.mp3, in: coded }", to: coded)
    #expect(try Oracle.streams(coded, "sample_rate,bit_rate") == ["48000,\(kilobits)000"])
  }

  /// Stereo whose sides are opposite is coded with inverted phase.
  @Test func opus_isDecodedAsByLibopus() async throws {
    let folder = try TemporaryFolder()
    let (opus, wave) = (folder.file("in.opus"), folder.file("out.wav"))
    try Oracle.make([
      "-f", "lavfi", "-i", "aevalsrc='sin(900*t)+0.3*sin(7000*t)|-sin(900*t)+0.3*sin(9000*t)':s=48000:d=1", "-c:a",
      "libopus", "-b:a", "24k", opus,
    ])
    try await Self.run(opus, Self.encoded("pcm", "wav"), to: wave)
    let expected = try Oracle.run(
      "ffmpeg", ["-v", "error", "-c:a", "libopus", "-i", opus, "-f", "s16le", "-c:a", "pcm_s16le", "-"])
    let seen = try Self.samples(wave)
    let pairs = zip(Self.numbers(seen), Self.numbers(expected))
    let worst = pairs.map { (a: Int, b: Int) -> Int in abs(a - b) }.max() ?? .max
    #expect(seen.count == expected.count && worst <= 2)
  }

  private static func numbers(_ data: Data) -> [Int] {
    data.withUnsafeBytes { bytes in bytes.bindMemory(to: Int16.self).map { Int($0) } }
  }
}
