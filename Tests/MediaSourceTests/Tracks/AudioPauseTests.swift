import CoreMedia
import Foundation
import MediaSourceTesting
import TestSupport
import Testing

@testable import MediaSource

/// The sound of movies is where their tables say, however short the pauses between packets are.
@Suite struct AudioPauseTests {
  private let folder: TemporaryFolder
  private let plain: String

  /// A file of 72 packets of 1024 samples, the first of which is priming.
  init() throws {
    folder = try TemporaryFolder()
    plain = folder.file("plain.mp4")
    try Oracle.make([
      "-f", "lavfi", "-i", "anoisesrc=r=48000:seed=7:a=0.3:d=1.5", "-c:a", "aac", "-aac_pns", "0", plain,
    ])
  }

  /// Copies the file with later packets.
  ///
  /// - Parameter shift: The samples by which packet `N` is later, in the language of ffmpeg.
  private func shifted(by shift: String) throws -> String {
    let path = folder.file("shifted.mp4")
    try Oracle.make(["-i", plain, "-c", "copy", "-bsf:a", "setts=ts=TS+\(shift)", path])
    return path
  }

  /// Returns the samples of a file by their places.
  private func samples(_ path: String, in range: CMTimeRange = .wholeTimeline) throws -> [Int64: Float] {
    var samples: [Int64: Float] = [:]
    for chunk in try AudioCursor(CodedClips.track(path, isVideo: false)).samples(in: range) {
      chunk.bytes.withUnsafeBytes { bytes in
        for (index, value) in bytes.bindMemory(to: Float.self).enumerated() {
          samples[chunk.position + Int64(index)] = value
        }
      }
    }
    return samples
  }

  /// The number of the packet that has a sample of the plain file.
  private func packet(_ place: Int64) -> Int64 { (place + 1024) / 1024 }

  private func pauses(_ places: [Int64]) -> Int { zip(places, places.dropFirst()).filter { $0 + 1 != $1 }.count }

  @Test func shortPauses_addUp() throws {
    let whole = try samples(plain)
    let path = try shifted(by: "1440*floor((N+5)/10)")
    let late = try samples(path)
    #expect(whole.count == 72_000 && late.count == whole.count)
    let isSame = whole.allSatisfy { late[$0.key + 1440 * ((packet($0.key) + 5) / 10)] == $0.value }
    #expect(isSame)
    // From any time on, as from the beginning.
    let start = CMTime(value: 50_000, timescale: 48_000)
    let rest = try samples(path, in: CMTimeRange(start: start, end: .positiveInfinity))
    let isRest = rest == late.filter { $0.key >= 50_000 }
    #expect(isRest)
  }

  @Test func packetsThatAreLateAlone_makeNoPause() throws {
    let isSame = try samples(shifted(by: "1000*eq(mod(N\\,10)\\,5)")) == samples(plain)
    #expect(isSame)
  }

  /// Pauses at each packet would be heard all the time.
  @Test func slowSound_pausesOnceItIsATenthOfASecondAhead() throws {
    let places = try samples(shifted(by: "90*N")).keys.sorted()
    let ahead = places.enumerated().map { Int64($0) + 90 * packet(Int64($0)) - $1 }
    #expect(ahead.allSatisfy { (0...4900).contains($0) })
    #expect(pauses(places) == 1)
  }

  /// Without edits, ffmpeg begins sound and pictures at 0 and lets the first packet of sound last until both go on.
  @Test(arguments: [["-use_editlist", "0"], ["-movflags", "frag_every_frame+empty_moov"]])
  func firstPacketThatLastsLonger_isFollowedByAPause(options: [String]) throws {
    let path = folder.file("late.mp4")
    try Oracle.make(
      [
        "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=25:duration=1", "-i", plain, "-t", "1", "-pix_fmt", "yuv420p",
        "-c:v", "libx264", "-bf", "2", "-c:a", "copy",
      ] + options + [path])
    let places = try samples(path).keys.sorted()
    // Fragments of single packets have the right time of every other packet: that of the third is right.
    let track = try CodedClips.track(path, isVideo: false)
    var packet = try #require(try track.firstSample())
    for _ in 0..<2 { packet = try #require(try track.sample(after: packet)) }
    let start = packet.decodeTime - 1024
    #expect(start > 2000, "the clip proves nothing")
    #expect(Array(places.prefix(1025)) == Array(0..<1024) + [start])
    #expect(pauses(places) == 1)
  }
}
