import CoreMedia
import Foundation
import Testing

@testable import MediaEngine

/// What is damaged is said to be; nothing else is ever shown in its place.
@Suite struct DamageTests {
  /// How a test spoils a sample.
  enum Damage: String, CaseIterable, Sendable {
    /// Nothing but zeros.
    case zeroed
    /// A quarter of its bytes, in the middle, are zeros.
    case holed
    /// Its last half is missing: the next sample's bytes stand there, or zeros.
    case truncated
  }

  /// Spoils one sample in the file.
  private func spoil(_ path: String, _ sample: CodedSample, _ damage: Damage) throws {
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    defer { try? file.close() }
    let (start, count) =
      switch damage {
      case .zeroed: (0, sample.size)
      case .holed: (sample.size * 3 / 8, sample.size / 4)
      case .truncated: (sample.size / 2, sample.size - sample.size / 2)
      }
    try file.seek(toOffset: UInt64(sample.offset) + UInt64(start))
    try file.write(contentsOf: Data(count: count))
  }

  @Test(
    arguments: [CodedClips.Pictures.h264Closed, .h264Open, .h264Pyramid, .hevcOpen, .hevc10, .proRes], Damage.allCases)
  func damagedPicture_isReported_andNeverShownAsAnother(_ kind: CodedClips.Pictures, _ damage: Damage) async throws {
    if kind == .proRes, damage != .zeroed { return }
    let folder = try TemporaryFolder()
    let path = try CodedClips.pictures(kind, in: folder)
    let intact = try CodedClips.checksums(path)
    let track = try CodedClips.track(path, isPicture: true)
    let damaged = try track.sample(16)
    try spoil(path, damaged, damage)
    let reader = FrameReader(try CodedClips.track(path, isPicture: true))
    var failed: [Int] = []
    for number in intact.indices {
      let time = CMTime(value: Int64(number) * 1001, timescale: 30000)
      do {
        #expect(try await reader.frame(at: time).checksum == intact[number], "frame \(number)")
      } catch let error as DecoderError {
        #expect([.damagedSample, .missingReference].contains(error.code))
        failed.append(number)
      }
    }
    #expect(failed.contains(try track.rank(of: 16)))
    #expect(failed.count < 24)

    var shown: [String] = []
    var errors = 0
    var frames = reader.frames(in: CMTimeRange(start: .zero, end: try await reader.end())).makeAsyncIterator()
    while true {
      do {
        guard let frame = try await frames.next() else { break }
        shown.append(try frame.checksum)
      } catch is DecoderError { errors += 1 }
    }
    #expect(errors + shown.count == intact.count)
    #expect(errors > 0 && errors < 24)
    #expect(Set(shown).isSubset(of: intact))
  }

  @Test func damagedPacket_isReported_andTheRestKeepsItsPlace() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.m4a")
    try Oracle.make([
      "-f", "lavfi", "-i", "anoisesrc=r=44100:seed=7:a=0.3:d=1", "-c:a", "aac", "-aac_pns", "0", path,
    ])
    let track = try CodedClips.track(path, isPicture: false)
    func chunks() async throws -> (chunks: [Int64: [UInt8]], errors: [Int?]) {
      let reader = SampleReader(try CodedClips.track(path, isPicture: false))
      var iterator = reader.samples(in: CMTimeRange(start: .zero, end: .positiveInfinity)).makeAsyncIterator()
      var result: [Int64: [UInt8]] = [:]
      var errors: [Int?] = []
      while true {
        do {
          guard let chunk = try await iterator.next() else { break }
          result[chunk.position] = chunk.bytes
        } catch let error as DecoderError { errors.append(error.sample) }
      }
      return (result, errors)
    }
    let intact = try await chunks()
    #expect(intact.errors.isEmpty)
    try spoil(path, try track.sample(20), .zeroed)
    let damaged = try await chunks()
    #expect(damaged.errors == [20])
    // Packet 20 holds samples 19 · 1024 and on, the one after it overlaps with it.
    let lost = [Int64(19 * 1024), Int64(20 * 1024)]
    for (position, bytes) in damaged.chunks where !lost.contains(position) {
      let isSame = intact.chunks[position] == bytes
      #expect(isSame, "samples at \(position)")
    }
    #expect(intact.chunks.keys.filter { damaged.chunks[$0] == nil } == [19456])
  }

  @Test func fileThatIsCutShort_isReadUpToThere() async throws {
    let folder = try TemporaryFolder()
    let path = try CodedClips.pictures(.h264NoB, in: folder, options: ["-movflags", "+faststart"])
    let intact = try CodedClips.checksums(path)
    let track = try CodedClips.track(path, isPicture: true)
    let end = try track.sample(30).offset
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    let cut = folder.file("cut.mp4")
    try whole.prefix(Int(end) + 10).write(to: URL(fileURLWithPath: cut))
    let reader = FrameReader(try CodedClips.track(cut, isPicture: true))
    var shown: [String] = []
    var iterator = reader.frames(in: CMTimeRange(start: .zero, end: .positiveInfinity)).makeAsyncIterator()
    while let frame = try? await iterator.next() { shown.append(try frame.checksum) }
    #expect(shown == Array(intact[..<30]))
  }
}
