import CoreMedia
import Foundation
import MovieFile
import Testing

@testable import MediaSource

/// Every run of samples is the one that a linear decode gives, bit for bit, wherever decoding starts.
@Suite struct AudioCursorTests {
  enum Coding: String, CaseIterable, Sendable {
    case aac, mp3, alac, flac, opus, mp3InMovie, opusInMovie, flacInMovie, pcm16, pcm24, float, aacInMatroska
    case aacADTS, vorbis, vorbisInMovie, ac3, opusInMatroska, wav, aiff, bigEndian

    var file: (name: String, arguments: [String]) {
      switch self {
      case .aac: ("a.m4a", ["-c:a", "aac", "-aac_pns", "0"])
      case .mp3: ("a.mp3", ["-c:a", "libmp3lame", "-b:a", "128k"])
      case .alac: ("a.m4a", ["-c:a", "alac", "-sample_fmt", "s16p"])
      case .flac: ("a.flac", ["-c:a", "flac", "-sample_fmt", "s16"])
      case .opus: ("a.opus", ["-c:a", "libopus", "-ar", "48000"])
      case .mp3InMovie: ("a.mp4", ["-c:a", "libmp3lame"])
      case .opusInMovie: ("a.mp4", ["-c:a", "libopus", "-ar", "48000", "-strict", "-2"])
      case .flacInMovie: ("a.mp4", ["-c:a", "flac", "-sample_fmt", "s16", "-strict", "-2"])
      case .pcm16: ("a.mov", ["-c:a", "pcm_s16le"])
      case .pcm24: ("a.mov", ["-c:a", "pcm_s24be"])
      case .float: ("a.mov", ["-c:a", "pcm_f32le"])
      case .bigEndian: ("a.mov", ["-c:a", "pcm_s16be"])
      case .aacInMatroska: ("a.mka", ["-c:a", "aac", "-aac_pns", "0"])
      case .aacADTS: ("a.aac", ["-c:a", "aac", "-aac_pns", "0"])
      case .vorbis: ("a.ogg", ["-c:a", "libvorbis"])
      case .vorbisInMovie: ("a.mp4", ["-c:a", "libvorbis"])
      case .ac3: ("a.mp4", ["-c:a", "ac3"])
      case .opusInMatroska: ("a.webm", ["-c:a", "libopus", "-ar", "48000"])
      case .wav: ("a.wav", ["-c:a", "pcm_s16le"])
      case .aiff: ("a.aiff", ["-c:a", "pcm_s16be"])
      }
    }

    /// The raw format in which ffmpeg's decoder and ours give the same numbers, and how far these may differ.
    var raw: (format: String, tolerance: Double) {
      switch self {
      // libopus rounds to 16 bits; ffmpeg asks it for the same.
      case .opus, .opusInMovie, .opusInMatroska: ("s16le", 1)
      case .alac, .flac, .flacInMovie, .pcm16, .bigEndian, .wav, .aiff: ("s16le", 0)
      case .pcm24: ("s32le", 0)
      // ffmpeg's own decoder adds in another order than libvorbis.
      case .vorbis, .vorbisInMovie: ("f32le", 1e-6)
      default: ("f32le", 0)
      }
    }

    /// The number of samples: as many as went in, where the file says so.
    var count: Int {
      switch self {
      case .opus, .opusInMovie, .opusInMatroska: 62400
      // These say nothing of the encoder's delay and padding.
      case .aacADTS, .aacInMatroska: 57 * 1024
      case .ac3: 38 * 1536 - 256
      default: 57330
      }
    }

    var options: (before: [String], after: [String]) {
      switch self {
      case .opus, .opusInMovie, .opusInMatroska: (["-c:a", "libopus"], [])
      default: ([], [])
      }
    }
  }

  /// Noise, in which each place is like no other.
  private func make(_ coding: Coding, _ folder: TemporaryFolder) throws -> String {
    let (name, arguments) = coding.file
    let path = folder.file(name)
    try Oracle.make(
      ["-f", "lavfi", "-i", "anoisesrc=r=44100:seed=7:a=0.3:d=1.3", "-ac", "2"] + arguments + [path])
    return path
  }

  private func read(_ cursor: AudioCursor, _ range: CMTimeRange) async throws -> (bytes: Data, first: Int64?) {
    var data = Data()
    var first: Int64?
    for chunk in try cursor.samples(in: range) {
      if first == nil { first = chunk.position }
      data.append(contentsOf: chunk.bytes)
    }
    return (data, first)
  }

  private func whole(_ cursor: AudioCursor) async throws -> Data {
    try await read(cursor, CMTimeRange(start: .zero, end: .positiveInfinity)).bytes
  }

  @Test(arguments: Coding.allCases)
  func linearDecode_isFFmpegs(_ coding: Coding) async throws {
    let folder = try TemporaryFolder()
    let path = try make(coding, folder)
    let expected = try CodedClips.audio(path, coding.raw.format, coding.options.after, before: coding.options.before)
    let cursor = AudioCursor(try CodedClips.track(path, isVideo: false))
    let data = try await whole(cursor)
    // Edits and LAME's header say where the sound ends; ffmpeg goes on to the end of the last packet in movies.
    let count = data.count / (try cursor.format().bytesPerFrame)
    #expect(count == coding.count)
    #expect(expected.count >= data.count)
    let difference = Self.largestDifference(data, expected, coding.raw.format)
    #expect(difference <= coding.raw.tolerance)
  }

  /// Over the samples that both have; comparing bytes would make a failure print them all.
  private static func largestDifference(_ a: Data, _ b: Data, _ format: String) -> Double {
    func difference<T>(_ type: T.Type, _ number: @escaping (T) -> Double) -> Double {
      a.withUnsafeBytes { a in
        b.withUnsafeBytes { b in
          zip(a.bindMemory(to: T.self), b.bindMemory(to: T.self)).lazy.map { abs(number($0) - number($1)) }.max() ?? 0
        }
      }
    }
    return switch format {
    case "s16le": difference(Int16.self) { Double($0) }
    case "s32le": difference(Int32.self) { Double($0) }
    default: difference(Float.self) { Double($0) }
    }
  }

  @Test(arguments: Coding.allCases)
  func anyRange_equalsLinearDecode(_ coding: Coding) async throws {
    let folder = try TemporaryFolder()
    let cursor = AudioCursor(try CodedClips.track(try make(coding, folder), isVideo: false))
    let format = try cursor.format()
    let linear = try await whole(cursor)
    let count = linear.count / format.bytesPerFrame
    #expect(count > 50000)
    var generator = SeededGenerator(state: 5)
    var starts: [Int] = [0, 1, count - 1]
    for _ in 0..<40 { starts.append(Int.random(in: 0..<count, using: &generator)) }
    for start in starts {
      let end = min(count, start + Int.random(in: 1..<3000, using: &generator))
      let range = CMTimeRange(
        start: CMTime(value: Int64(start), timescale: Int32(format.rate)),
        end: CMTime(value: Int64(end), timescale: Int32(format.rate)))
      let (bytes, first) = try await read(cursor, range)
      #expect(first == Int64(start))
      let isSame = bytes == linear[(start * format.bytesPerFrame)..<(end * format.bytesPerFrame)]
      #expect(isSame, "samples \(start) to \(end) of \(coding)")
    }
  }

  /// iTunes' own numbers say what is heard where no edit list does.
  @Test func iTunesNumbers_areAppliedToTheSample() async throws {
    let folder = try TemporaryFolder()
    let (plain, tagged) = (folder.file("plain.m4a"), folder.file("tagged.m4a"))
    try Oracle.make([
      "-f", "lavfi", "-i", "anoisesrc=r=44100:seed=7:a=0.3:d=1.3", "-ac", "2", "-c:a", "aac", "-aac_pns", "0",
      "-use_editlist", "0", plain,
    ])
    let movie = try Movie(path: plain)
    #expect(movie.tracks[0].edits == nil)
    let linear = try await whole(AudioCursor(try CodedClips.track(plain, isVideo: false)))
    let (priming, count, frame) = (1024, 57330, 8)
    let total = try movie.tracks[0].samples().count * 1024
    // The table's last packet is as long as what is heard of it.
    #expect(linear.count == (priming + count) * frame)
    let padding = total - priming - count
    func hexadecimal(_ number: Int, _ digits: Int) -> String {
      let text = String(number, radix: 16, uppercase: true)
      return String(repeating: "0", count: digits - text.count) + text
    }
    let numbers = [(0, 8), (priming, 8), (padding, 8), (count, 16)].map(hexadecimal)
    let text = " " + (numbers + Array(repeating: "00000000", count: 8)).joined(separator: " ")
    var editor = try MovieEditor(movie)
    try editor.setMetadata([
      MetadataItem(
        keySpace: .iTunesFreeForm, key: .name("com.apple.iTunes.iTunSMPB"), value: .text(text, .utf8))
    ])
    let sink = MemoryByteSink()
    try editor.write(to: sink)
    try Data(sink.bytes).write(to: URL(fileURLWithPath: tagged))

    let cursor = AudioCursor(try CodedClips.track(tagged, isVideo: false))
    let heard = try await whole(cursor)
    let expected = linear.dropFirst(priming * frame).prefix(count * frame)
    #expect(heard.count == count * frame)
    let isSame = heard == Data(expected)
    #expect(isSame)
    #expect(try cursor.sampleCount() == Int64(count))
    for start in [0, 1, 1023, 1024, 30_001, count - 5] {
      let range = CMTimeRange(
        start: CMTime(value: Int64(start), timescale: 44100), duration: CMTime(value: 700, timescale: 44100))
      let (bytes, first) = try await read(cursor, range)
      let isSame = bytes == heard.dropFirst(start * frame).prefix(700 * frame)
      #expect(isSame && first == Int64(start), "samples from \(start)")
    }
  }

  /// Decoders leave out the first frame of this encoder, by its name; what follows keeps its place.
  @Test(arguments: ["aac", "mp4", "ts"]) func firstFrameOfFAAC_isLeftOut_asFFmpegDoes(container: String) async throws {
    let folder = try TemporaryFolder()
    let plain = folder.file("plain.aac")
    var path = folder.file("faac.aac")
    try Oracle.make([
      "-f", "lavfi", "-i", "anoisesrc=r=44100:seed=7:a=0.3:d=1", "-ac", "1", "-c:a", "aac", "-aac_pns", "0", plain,
    ])
    let header: [UInt8] = [0xff, 0xf1, 0x50, 0x40, 0x03, 0xdf, 0xfc]
    let frame: [UInt8] = [0xde, 0x04, 0x00, 0x00] + Array("libfaac 1.28".utf8) + [0, 0, 1, 0x90, 1, 0, 0x47]
    let url = URL(fileURLWithPath: path)
    try (Data(header + frame) + Data(contentsOf: URL(fileURLWithPath: plain))).write(to: url)
    if container != "aac" {
      try Oracle.make(["-i", path, "-c", "copy", folder.file("faac.\(container)")])
      path = folder.file("faac.\(container)")
    }

    let expected = try CodedClips.audio(path, "f32le")
    let cursor = AudioCursor(try CodedClips.track(path, isVideo: false))
    let (bytes, first) = try await read(cursor, CMTimeRange(start: .zero, end: .positiveInfinity))
    #expect(first == 1024)
    #expect(bytes.count == expected.count)
    #expect(Self.largestDifference(bytes, expected, "f32le") <= 1e-5)
  }

  /// GStreamer's muxer takes the pre-skip of Opus from the first packet's duration: that packet is heard at its end.
  @Test func opusByGStreamer_isHeardAtTheTimesOfItsPackets() async throws {
    let folder = try TemporaryFolder()
    let (wave, path) = (folder.file("a.wav"), folder.file("a.mp4"))
    try Oracle.make(["-f", "lavfi", "-i", "aevalsrc=0.5*sin(2*PI*1000*t)*gte(t\\,0.4):s=48000:d=0.8", wave])
    let words = "wavparse ! audioconvert ! opusenc ! opusparse ! mp4mux ! filesink".split(separator: " ")
    _ = try Oracle.run(
      "gst-launch-1.0", ["-q", "filesrc", "location=\(wave)", "!"] + words.map(String.init) + ["location=\(path)"])
    let durations = try Movie(path: path).tracks[0].samples()
    #expect(try durations[0].duration == 648 && durations[1].duration == 960)

    let cursor = AudioCursor(try CodedClips.track(path, isVideo: false))
    #expect(try cursor.format().rate == 48000)
    let frame = try cursor.format().bytesPerFrame
    let linear = try await whole(cursor)
    let onset = linear.withUnsafeBytes { bytes in
      (0..<bytes.count / frame).first { abs(bytes.loadUnaligned(fromByteOffset: $0 * frame, as: Int16.self)) > 6000 }
    }
    #expect(abs(try #require(onset) - 19200) < 100)
    let part = CMTimeRange(
      start: CMTime(value: 19000, timescale: 48000), duration: CMTime(value: 2000, timescale: 48000))
    let (bytes, first) = try await read(cursor, part)
    let isSame = bytes == linear.dropFirst(19000 * frame).prefix(2000 * frame)
    #expect(isSame && first == 19000)
  }
}
