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
}
