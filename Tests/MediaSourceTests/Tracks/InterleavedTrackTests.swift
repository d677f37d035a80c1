import CoreMedia
import Foundation
import MovieFile
import Testing

@testable import MediaSource

/// Tracks of containers that are read by position are decoded as by ffmpeg, from any packet on.
@Suite struct InterleavedTrackTests {
  private func track(
    _ path: String, _ mediaType: String, of bytes: (any ByteSource)? = nil, endsByTail: Bool = false
  ) throws -> InterleavedTrack {
    let source = try bytes ?? FileByteSource(path: path)
    let file = try source.opened { () throws(MovieError) in try Self.file(path, source) }
    let stream = try #require(file.streams.firstIndex { $0.mediaType == mediaType })
    return try InterleavedTrack(stream, of: PacketIndex(file), endsByTail: endsByTail)
  }

  private static func file(_ path: String, _ source: any ByteSource) throws(MovieError) -> any InterleavedFile {
    switch URL(fileURLWithPath: path).pathExtension {
    case "ts": try TransportStreamFile(source: source)
    case "mpg", "vob": try ProgramStreamFile(source: source)
    case "flv": try FLVFile(source: source)
    case "avi": try AVIFile(source: source)
    case "ogg", "opus": try OggFile(source: source)
    case "latm": try LOASFile(source: source)
    default: try MatroskaFile(source: source)
    }
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
    // A stream that comes once tells its end when that has come.
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let stream = ArrivingBytes(name: nil, Reception(), firstBytes: bytes) { [] }
    let frames = try FrameCursor(self.track(path, "vide", of: stream)).frames(in: .wholeTimeline)
    let last = try #require(frames.last)
    #expect(frames.count == 44)
    #expect(abs((last.time + last.duration).seconds - 2.96) < 0.001)
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
    ("a.avi", ["-c:a", "ac3"]), ("a.latm", ["-c:a", "aac", "-aac_pns", "0"]),
    ("a.ts", ["-c:a", "s302m", "-strict", "-2", "-sample_fmt", "s16"]),
    ("b.ts", ["-c:a", "s302m", "-strict", "-2", "-sample_fmt", "s32"]),
  ]

  @Test(arguments: audios) func audio_isFFmpegs(name: String, arguments: [String]) throws {
    let folder = try TemporaryFolder()
    let path = folder.file(name)
    try Oracle.make(
      ["-f", "lavfi", "-i", "anoisesrc=r=48000:seed=7:a=0.3:d=1.3", "-ac", "2"] + arguments + [path])
    let cursor = AudioCursor(try track(path, "soun"))
    let format = try cursor.format()
    let raw = format.sampleFormat == .f32 ? "f32le" : format.sampleFormat == .s32 ? "s32le" : "s16le"
    let expected = try CodedClips.audio(path, raw)
    let data = try cursor.samples(in: CMTimeRange(start: .zero, end: .positiveInfinity)).reduce(into: Data()) {
      $0.append(contentsOf: $1.bytes)
    }
    #expect(data.count == expected.count)
    let isSame = data == expected || raw == "f32le" && Self.areNear(data, expected)
    #expect(isSame)
  }

  /// Servers tell the end by the last packets, whose times many containers round.
  @Test(arguments: [
    ("a.mka", "aac"), ("a.mka", "libmp3lame"), ("a.mka", "libopus"), ("a.mka", "libvorbis"), ("a.mka", "flac"),
    ("a.mka", "ac3"), ("a.flv", "aac"), ("a.flv", "libmp3lame"), ("a.ts", "aac"), ("a.ts", "libopus"), ("a.mpg", "mp2"),
    ("a.avi", "libmp3lame"), ("a.ogg", "libvorbis"), ("a.opus", "libopus"),
  ])
  func endOfARemoteFile_isThatOfALocalOne(name: String, encoder: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file(name)
    for (rate, duration) in [(44_100, "20.37"), (48_000, "17.123")] where encoder != "libopus" || rate == 48_000 {
      // Pauses make short blocks.
      let source = "aevalsrc=random(0)*gt(mod(t\\,0.7)\\,0.3):s=\(rate):d=\(duration)"
      try Oracle.make(["-f", "lavfi", "-i", source, "-c:a", encoder, path])
      let (local, remote) = (try track(path, "soun"), try track(path, "soun", endsByTail: true))
      #expect(try remote.mediaEnd() == local.mediaEnd())
      #expect(try remote.presentationEnd() == local.presentationEnd())
      #expect(remote.edits == local.edits)
    }
  }

  /// Packets that are missing leave silence, also where a table lets the packet before them last longer.
  @Test(arguments: [
    ("a.mka", "aac"), ("a.webm", "libopus"), ("a.mka", "libvorbis"), ("a.mka", "pcm_s16le"), ("a.ts", "mp2"),
    ("a.flv", "aac"), ("a.mp4", "aac"), ("a.mp4", "libmp3lame"),
  ])
  func soundBehindAPause_isWhereItsPacketsSay(name: String, encoder: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file(name)
    try Oracle.make([
      "-f", "lavfi", "-i", "sine=r=48000:d=3", "-af", "aselect=not(between(t\\,1\\,2))", "-c:a", encoder, path,
    ])
    let times = try Oracle.text("ffprobe", ["-v", "error", "-show_entries", "packet=pts_time", "-of", "csv=p=0", path])
      .split(separator: "\n").compactMap { Double($0.prefix { $0 != "," }) }
    let jump = try #require(zip(times, times.dropFirst()).first { $1 - $0 > 0.5 })
    let isMovie = name.hasSuffix("mp4")
    let track: any CodedTrack = try isMovie ? CodedClips.track(path, isVideo: false) : track(path, "soun")
    let chunks = try AudioCursor(track).samples(in: .wholeTimeline)
    let pause = try #require(
      zip(chunks, chunks.dropFirst()).first { $0.position + Int64($0.frameCount) < $1.position })
    // Times of files that begin later count from there, as those of their sound; of Vorbis, the first packet has none.
    let begin = name.hasSuffix("ts") ? times[0] : 0
    #expect(abs(Double(pause.1.position) / 48_000 - (jump.1 - begin)) < (encoder == "libvorbis" ? 0.025 : 0.0015))
    // Filled, the sound has no gap.
    let filled = try AudioCursor(track, gaps: .silence).samples(in: .wholeTimeline)
    #expect(zip(filled, filled.dropFirst()).allSatisfy { $0.position + Int64($0.frameCount) == $1.position })
    #expect(filled.reduce(0) { $0 + $1.frameCount } > 142_000)
  }

  /// Groups of samples go on in the next packet, whose time is that of the first unit of the encoder that begins there.
  @Test(arguments: [(1, "s16"), (1, "s32"), (2, "s16"), (2, "s32"), (6, "s16"), (6, "s32")])
  func pcmOfPrograms_isFFmpegs(channels: Int, format: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.vob")
    try Oracle.make([
      "-f", "lavfi", "-i", "anoisesrc=r=48000:seed=7:a=0.3:d=1.3", "-ac", "\(channels)", "-sample_fmt", format, "-c:a",
      "pcm_dvd", path,
    ])
    let chunks = try AudioCursor(try track(path, "soun")).samples(in: .wholeTimeline)
    let data = chunks.reduce(into: Data()) { $0.append(contentsOf: $1.bytes) }
    let isSame = try data == CodedClips.audio(path, format + "le")
    #expect(isSame && data.count == 62_400 * channels * (format == "s16" ? 2 : 4))
    #expect(zip(chunks, chunks.dropFirst()).allSatisfy { $0.position + Int64($0.frameCount) == $1.position })
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
