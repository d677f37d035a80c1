import CoreMedia
import Foundation
import MovieFile
import Testing

@testable import MediaSource

/// Tracks of containers that are read by position are decoded as by ffmpeg, from any packet on.
@Suite struct InterleavedTrackTests {
  private func track(_ path: String, _ mediaType: String) throws -> InterleavedTrack {
    let source = try FileByteSource(path: path)
    let file: any InterleavedFile =
      switch URL(fileURLWithPath: path).pathExtension {
      case "ts": try TransportStreamFile(source: source)
      case "mpg": try ProgramStreamFile(source: source)
      case "flv": try FLVFile(source: source)
      case "avi": try AVIFile(source: source)
      case "ogg", "opus": try OggFile(source: source)
      default: try MatroskaFile(source: source)
      }
    let stream = try #require(file.streams.firstIndex { $0.mediaType == mediaType })
    return try InterleavedTrack(stream, of: PacketIndex(file))
  }

  static let videos: [(kind: CodedClips.VideoKind, container: String)] =
    CodedClips.VideoKind.allCases.map { ($0, "mkv") }
    + [
      (.h264Pyramid, "ts"), (.hevcClosed, "ts"), (.h264Closed, "flv"), (.mpeg4, "avi"), (.mjpeg, "avi"),
      (.vp8, "ogg"),
    ]

  @Test(arguments: videos)
  func everyFrame_inRandomOrder_isFFmpegs(kind: CodedClips.VideoKind, container: String) throws {
    let folder = try TemporaryFolder()
    let path = try CodedClips.frames(kind, in: folder, container: container)
    let expected = try CodedClips.checksums(path)
    let cursor = FrameCursor(try track(path, "vide"))
    let linear = try cursor.frames(in: CMTimeRange(start: .zero, end: cursor.end()))
    #expect(try linear.map { try $0.checksum } == expected)
    var generator = SeededGenerator(state: 7)
    for number in linear.indices.shuffled(using: &generator).prefix(12) {
      let frame = try cursor.frame(at: linear[number].time)
      #expect(try frame.checksum == expected[number], "frame \(number)")
      #expect(frame.time == linear[number].time)
    }
  }

  private static let hevc = ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none", "-bf", "2"]

  /// The picture that is shown last is decoded before others, and far from the one that is decoded next.
  @Test func lastFrame_lastsAsLongAsTheOneBefore() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.ts")
    try Oracle.make(
      ["-f", "lavfi", "-i", "testsrc=size=64x48:rate=25:duration=3", "-vf", "select=lt(mod(n\\,7)\\,4)"] + Self.hevc
        + ["-fps_mode", "passthrough", path])
    let track = try track(path, "vide")
    let end = CMTime(value: try track.presentationEnd(), timescale: track.timescale)
    // Frames 70 to 73 are the last.
    #expect(abs(end.seconds - 2.96) < 0.001)
  }

  @Test func onlyFrame_isShown() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.ts")
    try Oracle.make(["-f", "lavfi", "-i", "testsrc=size=64x48:rate=25:duration=0.04"] + Self.hevc + [path])
    let track = try track(path, "vide")
    #expect(try track.length()?.sampleCount == 1)
    #expect(try track.presentationEnd() == 3600)
    let file = try TransportStreamFile(source: FileByteSource(path: path))
    #expect(file.statedDuration?.seconds == 0.04)
  }

  static let audios: [(name: String, arguments: [String])] = [
    ("a.mka", ["-c:a", "aac", "-aac_pns", "0"]), ("a.mka", ["-c:a", "libmp3lame"]), ("a.mka", ["-c:a", "ac3"]),
    ("a.mka", ["-c:a", "flac", "-sample_fmt", "s16"]), ("a.mka", ["-c:a", "pcm_s16le"]),
    ("a.mka", ["-c:a", "libvorbis"]), ("a.ts", ["-c:a", "mp2"]), ("a.ts", ["-c:a", "aac", "-aac_pns", "0"]),
    ("a.mpg", ["-c:a", "mp2"]), ("a.flv", ["-c:a", "aac", "-aac_pns", "0"]), ("a.avi", ["-c:a", "pcm_s16le"]),
    ("a.avi", ["-c:a", "ac3"]),
  ]

  @Test(arguments: audios) func audio_isFFmpegs(name: String, arguments: [String]) throws {
    let folder = try TemporaryFolder()
    let path = folder.file(name)
    try Oracle.make(
      ["-f", "lavfi", "-i", "anoisesrc=r=48000:seed=7:a=0.3:d=1.3", "-ac", "2"] + arguments + [path])
    let cursor = AudioCursor(try track(path, "soun"))
    let format = try cursor.format()
    let raw = format.sampleFormat == .f32 ? "f32le" : "s16le"
    let expected = try CodedClips.audio(path, raw)
    let data = try cursor.samples(in: CMTimeRange(start: .zero, end: .positiveInfinity)).reduce(into: Data()) {
      $0.append(contentsOf: $1.bytes)
    }
    #expect(data.count == expected.count)
    let isSame = data == expected || raw == "f32le" && Self.areNear(data, expected)
    #expect(isSame)
  }

  /// A chain of links: each is heard as if it were alone, one after the other.
  @Test(arguments: ["libopus", "libvorbis", "flac"])
  func linksOfAChain_areHeardOneAfterTheOther(encoder: String) throws {
    let folder = try TemporaryFolder()
    var (chain, expected) = (Data(), Data())
    for (number, count) in [48_000, 29_424, 33_600].enumerated() {
      let path = folder.file("\(number).ogg")
      let source = "anoisesrc=r=48000:seed=\(number):a=0.3:d=\(Double(count) / 48_000)"
      try Oracle.make(["-f", "lavfi", "-i", source, "-ac", "2", "-c:a", encoder, path])
      chain += try Data(contentsOf: URL(fileURLWithPath: path))
      // FFmpeg plays the padding of some links.
      expected += try CodedClips.audio(path, "f32le", before: ["-c:a", encoder]).prefix(8 * count)
    }
    try chain.write(to: folder.url("chain.ogg"))
    let cursor = AudioCursor(
      try track(folder.file("chain.ogg"), "soun"), format: AudioFormatRequest(sampleFormat: .f32))
    let whole = CMTimeRange(start: .zero, end: .positiveInfinity)
    let chunks = try cursor.samples(in: whole)
    let data = chunks.reduce(into: Data()) { $0.append(contentsOf: $1.bytes) }
    #expect(data.count == expected.count)
    let isSame = Self.areNear(data, expected)
    #expect(isSame)
    #expect(zip(chunks, chunks.dropFirst()).allSatisfy { $0.position + Int64($0.frameCount) == $1.position })
    // From within the second link on.
    let start = CMTime(value: 57_600, timescale: 48_000)
    let rest = try cursor.samples(in: CMTimeRange(start: start, end: .positiveInfinity))
      .reduce(into: Data()) { $0.append(contentsOf: $1.bytes) }
    #expect(rest.count == data.count - 57_600 * 8)
    let isRest = Self.areNear(rest, data.suffix(rest.count))
    #expect(isRest)
  }

  private static func areNear(_ a: Data, _ b: Data) -> Bool {
    a.withUnsafeBytes { a in
      b.withUnsafeBytes { b in
        zip(a.bindMemory(to: Float.self), b.bindMemory(to: Float.self)).allSatisfy { abs($0 - $1) < 1e-4 }
      }
    }
  }
}
