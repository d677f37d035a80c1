import CoreMedia
import Foundation
import MediaSourceTesting
import TestSupport
import Testing

@testable import MediaSource

/// Streams whose first bytes are not those of most files are read by position all the same.
@Suite struct OddBeginningTests {
  private static let source = [
    "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=1.2", "-f", "lavfi", "-i", "sine=duration=1.2",
    "-pix_fmt", "yuv420p",
  ]

  private func times(_ path: String, isVideo: Bool = true) throws -> [CMTime] {
    let track = try CodedClips.track(path, isVideo: isVideo)
    var (times, next): ([CMTime], CodedSample?) = ([], try track.firstSample())
    while let sample = next {
      times.append(track.time(sample.presentationTime))
      next = try track.sample(after: sample)
    }
    return times
  }

  /// Receivers of broadcasts keep the sixteen bytes of parity behind each packet.
  @Test func transportPacketsOf204Bytes_areReadAsThePlainOnes() throws {
    let folder = try TemporaryFolder()
    let (plain, long) = (folder.file("plain.ts"), folder.file("long.ts"))
    try Oracle.make(Self.source + ["-c:v", "libx264", "-c:a", "aac", plain])
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: plain)))
    let padded = stride(from: 0, to: bytes.count, by: 188).flatMap {
      Array(bytes[$0..<$0 + 188]) + [UInt8](repeating: 0xaa, count: 16)
    }
    try Data(padded).write(to: URL(fileURLWithPath: long))
    #expect(try OpenedMedia(path: long).container is InterleavedContainer)
    for isVideo in [true, false] {
      #expect(try times(long, isVideo: isVideo) == times(plain, isVideo: isVideo))
    }
  }

  @Test(arguments: [("cut.ts", "libx264", 188 * 9 + 91), ("cut.mpg", "mpeg2video", 5003)])
  func recordingsThatBeginWithinAPacket_areReadByPosition(name: String, codec: String, cut: Int) throws {
    let folder = try TemporaryFolder()
    let whole = folder.file("whole-" + name)
    let format = name.hasSuffix("mpg") ? ["-f", "vob"] : []
    try Oracle.make(Self.source + ["-c:v", codec, "-g", "5", "-bf", "0", "-c:a", "mp2"] + format + [whole])
    let path = folder.file(name)
    try Data(contentsOf: URL(fileURLWithPath: whole)).dropFirst(cut).write(to: URL(fileURLWithPath: path))
    #expect(try OpenedMedia(path: path).container is InterleavedContainer)
    let (own, all) = (try times(path), try times(whole))
    #expect(own.count > 15 && own.count < all.count)
    let steps = zip(own, own.dropFirst()).map { $1 - $0 }
    #expect(steps.allSatisfy { $0 == CMTime(value: 1, timescale: 25) })
  }

  /// Some taggers put their tag before any file.
  @Test(arguments: [0, 200_000]) func tagOfID3BeforeFLAC_changesNoSample(padding: Int) throws {
    let folder = try TemporaryFolder()
    let (plain, tagged) = (folder.file("plain.flac"), folder.file("tagged.flac"))
    try Oracle.make([
      "-f", "lavfi", "-i", "anoisesrc=r=44100:seed=2:d=0.7", "-c:a", "flac", "-sample_fmt", "s16", plain,
    ])
    let size = [21, 14, 7, 0].map { UInt8((14 + padding) >> $0 & 0x7f) }
    let frame = Array("TIT2".utf8) + [0, 0, 0, 4, 0, 0, 0] + Array("Tag".utf8)
    let tag = Array("ID3".utf8) + [4, 0, 0] + size + frame + [UInt8](repeating: 0, count: padding)
    try (Data(tag) + Data(contentsOf: URL(fileURLWithPath: plain))).write(to: URL(fileURLWithPath: tagged))
    let expected = try samples(plain)
    #expect(expected.count == 30_870 * 2)
    #expect(try samples(tagged) == expected)
  }

  /// The header of Sun's files has room for a text, and need not say how much audio follows.
  @Test(arguments: [24, 28, 56], [true, false])
  func headerOfSunsFiles_isNoAudio_whateverItsSize(header: Int, saysSize: Bool) throws {
    let folder = try TemporaryFolder()
    let audio = (0..<10_003).flatMap { sample in
      [UInt8(truncatingIfNeeded: sample >> 8), UInt8(truncatingIfNeeded: sample)]
    }
    let fields = [UInt32(header), saysSize ? UInt32(audio.count) : .max, 3, 44_100, 1]
    let bytes =
      Array(".snd".utf8) + fields.flatMap { field in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: field >> $0) } }
    let path = folder.file("a.au")
    try Data(bytes + [UInt8](repeating: 0, count: header - 24) + audio).write(to: URL(fileURLWithPath: path))
    let words = stride(from: 0, to: audio.count, by: 2).flatMap { [audio[$0 + 1], audio[$0]] }
    #expect(try samples(path) == Data(words))
  }

  /// The samples of a file, as 16-bit integers.
  private func samples(_ path: String) throws -> Data {
    let cursor = AudioCursor(
      try CodedClips.track(path, isVideo: false), format: AudioFormatRequest(sampleFormat: .s16))
    return Data(try cursor.samples(in: .wholeTimeline).flatMap(\.bytes))
  }
}
