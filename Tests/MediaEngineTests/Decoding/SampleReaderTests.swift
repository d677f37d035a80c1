import CoreMedia
import Foundation
import Testing

@testable import MediaEngine

/// Every run of samples is the one that a linear decode gives, bit for bit, wherever decoding starts.
@Suite struct SampleReaderTests {
  enum Coding: String, CaseIterable, Sendable {
    case aac, mp3, alac, flac, opus, mp3InMovie, opusInMovie, flacInMovie, pcm16, pcm24, float, aacInMatroska
    case aacADTS, vorbis, ac3, opusInMatroska, wav, aiff, bigEndian

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
      case .vorbis: ("f32le", 1e-6)
      default: ("f32le", 0)
      }
    }

    /// How many samples there are: as many as went in, where the file says so.
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

  private func read(_ reader: SampleReader, _ range: CMTimeRange) async throws -> (bytes: Data, first: Int64?) {
    var data = Data()
    var first: Int64?
    for try await chunk in reader.samples(in: range) {
      if first == nil { first = chunk.position }
      data.append(contentsOf: chunk.bytes)
    }
    return (data, first)
  }

  private func whole(_ reader: SampleReader) async throws -> Data {
    try await read(reader, CMTimeRange(start: .zero, end: .positiveInfinity)).bytes
  }

  @Test(arguments: Coding.allCases)
  func linearDecode_isFFmpegs(_ coding: Coding) async throws {
    let folder = try TemporaryFolder()
    let path = try make(coding, folder)
    let expected = try CodedClips.sound(path, coding.raw.format, coding.options.after, before: coding.options.before)
    let reader = SampleReader(try CodedClips.track(path, isPicture: false))
    let data = try await whole(reader)
    // Edits and LAME's header say where the sound ends; ffmpeg goes on to the end of the last packet in movies.
    let count = data.count / (try await reader.format().bytesPerFrame)
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
    let reader = SampleReader(try CodedClips.track(try make(coding, folder), isPicture: false))
    let format = try await reader.format()
    let linear = try await whole(reader)
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
      let (bytes, first) = try await read(reader, range)
      #expect(first == Int64(start))
      let isSame = bytes == linear[(start * format.bytesPerFrame)..<(end * format.bytesPerFrame)]
      #expect(isSame, "samples \(start) to \(end) of \(coding)")
    }
  }
}
