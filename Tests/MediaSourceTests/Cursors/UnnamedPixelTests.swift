import CoreMedia
import Foundation
import MediaSourceTesting
import MovieFile
import TestSupport
import Testing

@testable import MediaSource

/// Pixels of layouts that GStreamer has no name for are errors; its decoders end the process.
@Suite struct UnnamedPixelTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let hevc = ["-c:v", "libx265", "-x265-params", "log-level=none"]

  @Test(
    .timeLimit(.minutes(2)),
    arguments: [
      (["-pix_fmt", "gray10le"] + hevc, "mp4", "gray of 10 bits"),
      (["-pix_fmt", "gray12le"] + hevc, "ts", "gray of 12 bits"),
      (["-c:v", "libvpx-vp9", "-pix_fmt", "yuv440p"], "webm", "4:4:0"),
      (["-c:v", "libvpx-vp9", "-pix_fmt", "yuv440p12le"], "mp4", "4:4:0"),
      (["-c:v", "ffv1", "-pix_fmt", "yuv440p"], "mkv", "no name"),
      (["-c:v", "ffv1", "-strict", "-2", "-pix_fmt", "yuv444p16le"], "avi", "no name"),
    ])
  func frames_areErrors_inAnyOrder(options: [String], ending: String, reason: String) throws {
    let path = folder.file("a.\(ending)")
    try Oracle.make(["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=0.4"] + options + [path])
    try expectErrors(path, reason)
  }

  /// A set of 10 bits whose number of bits is changed to 9, before the stream and in it.
  @Test(.timeLimit(.minutes(2)), arguments: [false, true])
  func nineBits_areErrors(isInStream: Bool) throws {
    let path = folder.file("a.mp4")
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=0.4", "-c:v", "libx264", "-pix_fmt", "yuv420p10le",
      "-x264-params", "keyint=3:bframes=0:repeat-headers=\(isInStream ? 1 : 0)", path,
    ])
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    // Profile, constraints, level; set 0, 4:2:0, and twice 2 bits more than 8: 1 010 011 011.
    let sets = data.ranges(of: Data([0x67, 110])).filter { data[$0.upperBound + 2] == 0xa6 }
    #expect(sets.count > (isInStream ? 2 : 0), "\(sets.count)")
    for set in isInStream ? sets.dropFirst() : sets[...] {
      data[set.upperBound + 2] = 0xa5
      data[set.upperBound + 3] &= 0x3f
    }
    try data.write(to: URL(fileURLWithPath: path))
    try expectErrors(path, "4:2:0 of 9 bits")
  }

  private func expectErrors(_ path: String, _ reason: String) throws {
    let cursor = FrameCursor(try CodedClips.track(path, isVideo: true))
    var errors: [String] = []
    for _ in 0..<20 {
      do {
        guard try cursor.next() != nil else { break }
      } catch {
        errors.append("\(error) \((error as? DecoderError)?.cause ?? "")")
      }
    }
    #expect(errors.contains { $0.contains(reason) }, "\(errors.first ?? "none")")
    for time in [0.2, 0, 0.36] {
      #expect(throws: (any Error).self) { try cursor.frame(at: CMTime(seconds: time, preferredTimescale: 25)) }
    }
  }
}
