import Foundation
import MediaSourceTesting
import TestSupport
import Testing

@testable import MediaSource

/// PCM of MP4 files, as ISO/IEC 23003-5 has it, is read sample by sample.
@Suite struct StoredAudioTests {
  /// What ffmpeg calls the samples.
  @Test(arguments: ["s16le", "s16be", "s24le", "s24be", "s32le", "s32be", "f32le", "f32be", "f64le", "f64be"])
  func pcmOfMP4_hasTheSamplesOfItsSource(_ format: String) throws {
    let folder = try TemporaryFolder()
    let (raw, wave, path) = (folder.file("a.raw"), folder.file("a.wav"), folder.file("a.mp4"))
    let noise = ["-f", "lavfi", "-i", "anoisesrc=r=48000:seed=5:a=0.5:d=0.3", "-ac", "2"]
    try Oracle.make(noise + ["-f", format, raw])
    try Oracle.make(["-f", format, "-ar", "48000", "-ac", "2", "-i", raw, "-c:a", "pcm_f64le", wave])
    let media = [UInt8](try Data(contentsOf: URL(fileURLWithPath: raw)))
    try Data(movie(of: media, format)).write(to: URL(fileURLWithPath: path))
    let (own, expected) = (try samples(path), try samples(wave))
    #expect(own.count == 14_400 * 2 * 8)
    #expect(own == expected)
  }

  private func samples(_ path: String) throws -> Data {
    let cursor = AudioCursor(
      try CodedClips.track(path, isVideo: false), format: AudioFormatRequest(sampleFormat: .f64))
    return Data(try cursor.samples(in: .wholeTimeline).flatMap(\.bytes))
  }

  // MARK: - The file

  private func movie(of media: [UInt8], _ format: String) -> [UInt8] {
    let bits = Int(format.dropFirst().prefix(2)) ?? 0
    let count = media.count / (bits / 8 * 2)
    let configuration = full("pcmC", [format.hasSuffix("le") ? 1 : 0, UInt8(bits)])
    let entry = box(
      format.hasPrefix("f") ? "fpcm" : "ipcm",
      zeros(6) + [0, 1] + zeros(8) + [0, 2, 0, UInt8(bits)] + zeros(4) + words(48_000 << 16) + configuration)
    let start = box("ftyp", Array("isom".utf8) + words(0) + Array("mp42".utf8))
    // One chunk holds all.
    let table = box(
      "stbl",
      full("stsd", words(1) + entry) + full("stts", words(1, count, 1)) + full("stsc", words(1, 1, count, 1))
        + full("stsz", words(bits / 8 * 2, count)) + full("stco", words(1, start.count + 8)))
    let references = box("dinf", full("dref", words(1) + full("url ", [], flags: 1)))
    let handler = full("hdlr", zeros(4) + Array("soun".utf8) + zeros(13))
    let header = full("mdhd", words(0, 0, 48_000, count) + [0x55, 0xc4, 0, 0])
    let content = box("mdia", header + handler + box("minf", full("smhd", zeros(4)) + references + table))
    let matrix = words(1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30)
    let track = full("tkhd", words(0, 0, 1, 0, count) + zeros(12) + [1, 0, 0, 0] + matrix + zeros(8), flags: 3)
    let whole = full("mvhd", words(0, 0, 48_000, count, 1 << 16) + [1, 0] + zeros(10) + matrix + zeros(24) + words(2))
    return start + box("mdat", media) + box("moov", whole + box("trak", track + content))
  }

  private func box(_ type: String, _ contents: [UInt8]) -> [UInt8] {
    words(contents.count + 8) + Array(type.utf8) + contents
  }

  private func full(_ type: String, _ contents: [UInt8], flags: UInt8 = 0) -> [UInt8] {
    box(type, [0, 0, 0, flags] + contents)
  }

  private func words(_ numbers: Int...) -> [UInt8] {
    numbers.flatMap { number in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
  }

  private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}
