import AVFoundation
import Foundation
import Testing

/// iTunes' numbers in M4A files: players that ignore edit lists leave out the priming and the end by them.
@Suite(.timeLimit(.minutes(10))) struct ExportGaplessTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// The twelve numbers, as mutagen reads them; none without an entry.
  private func numbers(_ url: URL) throws -> [[Int]] {
    let script = """
      import sys; from mutagen.mp4 import MP4
      tags = MP4(sys.argv[1]).tags or {}
      for value in tags.get('----:com.apple.iTunes:iTunSMPB', []): print(value.decode())
      """
    let lines = String(decoding: try Oracle.run("/usr/bin/python3", ["-c", script, url.path]), as: UTF8.self)
    return lines.split(separator: "\n").map { line in
      #expect(
        line.hasPrefix(" ")
          && line.dropFirst().split(separator: " ").map(\.count) == [8, 8, 8, 16] + Array(repeating: 8, count: 8))
      return line.split(separator: " ").compactMap { Int($0, radix: 16) }
    }
  }

  private func packetCount(_ url: URL) throws -> Int {
    try Oracle.text(
      "ffprobe",
      [
        "-v", "error", "-ignore_editlist", "1", "-select_streams", "a", "-count_packets", "-show_entries",
        "stream=nb_read_packets", "-of", "csv=p=0", url.path,
      ]
    ).split(separator: "\n").first.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }

  /// A second of 48 kHz, whose samples are a ramp that none share.
  private func sound() throws -> URL {
    try Oracle.make([
      "-f", "lavfi", "-i", "sine=frequency=441:sample_rate=48000:duration=2", "-c:a", "pcm_s16le", folder.file("a.wav"),
    ])
    return folder.url("a.wav")
  }

  private func decoded(_ url: URL, _ options: [String] = []) throws -> [Int16] {
    let bytes = try Oracle.run(
      "ffmpeg", ["-nostdin", "-v", "error"] + options + ["-i", url.path, "-f", "s16le", "-ac", "1", "-"])
    return stride(from: 0, to: bytes.count - 1, by: 2).map {
      Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
    }
  }

  @Test func encodedM4A_saysPrimingRemainderAndLength() async throws {
    let session = try AVAssetExportSession.of(sound(), AVAssetExportPresetAppleM4A)
    let out = folder.url("out.m4a")
    try await session.make(out, .m4a)
    let found = try numbers(out)
    try #require(found.count == 1 && found[0].count == 12)
    let (priming, padding, count) = (found[0][1], found[0][2], found[0][3])
    #expect(count == 96_000)
    #expect(priming == 1024)
    #expect(priming + padding + count == (try packetCount(out)) * 1024)
    #expect(found[0].enumerated().allSatisfy { (1...3).contains($0.offset) || $0.element == 0 })
    // FFmpeg takes the priming from it where it is told to ignore the edits.
    let (honoured, ignored) = (try decoded(out), try decoded(out, ["-ignore_editlist", "1"]))
    #expect(Array(honoured.prefix(48_000)) == Array(ignored.prefix(48_000)))
    // Read back by this package.
    try expectAudio(out, 96_000)
  }

  @Test func cutM4A_hasNumbersOfItsOwn() async throws {
    let whole = folder.url("whole.m4a")
    try await AVAssetExportSession.of(sound(), AVAssetExportPresetAppleM4A).make(whole, .m4a)
    let session = try AVAssetExportSession.of(whole, AVAssetExportPresetPassthrough)
    session.timeRange = CMTimeRange(
      start: CMTime(value: 20_011, timescale: 48_000), duration: CMTime(value: 31_007, timescale: 48_000))
    let out = folder.url("cut.m4a")
    try await session.make(out, .m4a)
    let found = try numbers(out)
    try #require(found.count == 1 && found[0].count == 12)
    #expect(found[0][3] == 31_007)
    #expect(found[0][1] + found[0][2] + found[0][3] == (try packetCount(out)) * 1024)
    try expectAudio(out, 31_007)
    let ignored = try decoded(out, ["-ignore_editlist", "1"])
    // The copy decodes to the samples of the whole from 20011 on.
    let reference = try decoded(whole)
    #expect(Array(ignored.prefix(20_000)) == Array(reference[20_011..<40_011]))
  }

  @Test func cutIntoMP4_hasNoNumbersOfAnotherFile() async throws {
    let whole = folder.url("whole.m4a")
    try await AVAssetExportSession.of(sound(), AVAssetExportPresetAppleM4A).make(whole, .m4a)
    let session = try AVAssetExportSession.of(whole, AVAssetExportPresetPassthrough)
    session.timeRange = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 2))
    let out = folder.url("out.mp4")
    try await session.make(out)
    #expect(try numbers(out).allSatisfy { $0[3] == 24_000 })
    try expectAudio(out, 24_000)
  }
}
