import CoreMedia
import Foundation
import MediaSourceTesting
import MovieFile
import TestSupport
import Testing

@testable import MediaSource

/// Files that have lost samples are read on by every cursor, as players do.
@Suite struct LossyFileTests {
  private let folder: TemporaryFolder
  private let whole: String
  private let lossy: String

  /// A file of frames in groups of twelve, each in a cluster. The bytes from the third to the fifth group are
  /// overwritten, and the end of a frame within the sixth.
  init() throws {
    folder = try TemporaryFolder()
    (whole, lossy) = (folder.file("whole.mkv"), folder.file("lossy.mkv"))
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc2=size=192x108:rate=25:duration=3.6", "-f", "lavfi", "-i", "sine=r=48000:d=3.6",
      "-c:v", "libx264", "-preset", "veryfast", "-x264-params", "keyint=12:scenecut=0:bframes=2", "-pix_fmt", "yuv420p",
      "-c:a", "aac", whole,
    ])
    let (third, fifth) = (try offset(ofSample: 27), try offset(ofSample: 52))
    try spoil([third..<fifth, try end(ofSample: 63)], as: lossy)
  }

  /// Writes the file with zeros in places.
  private func spoil(_ ranges: [Range<Int>], as path: String) throws {
    var data = try Data(contentsOf: URL(fileURLWithPath: whole))
    for range in ranges { data.replaceSubrange(range, with: Data(count: range.count)) }
    try data.write(to: URL(fileURLWithPath: path))
  }

  private func sample(_ number: Int) throws -> CodedSample {
    let track = try track(whole)
    let first = try #require(try track.firstSample())
    return try (0..<number).reduce(first) { sample, _ in try #require(try track.sample(after: sample)) }
  }

  private func offset(ofSample number: Int) throws -> Int { Int(try sample(number).offset) }

  /// The second half of a frame, whose block has a header of seven bytes.
  private func end(ofSample number: Int) throws -> Range<Int> {
    let sample = try sample(number)
    let start = Int(sample.offset) + 7
    return start + sample.size / 2..<start + sample.size
  }

  private func track(_ path: String, isVideo: Bool = true) throws -> any CodedTrack {
    try CodedClips.track(path, isVideo: isVideo)
  }

  /// The checksums of a file's frames at their times, in order.
  private func frames(_ path: String) throws -> [(time: CMTime, checksum: String)] {
    try FrameCursor(track(path)).frames(in: .wholeTimeline).map { ($0.time, try $0.checksum) }
  }

  @Test func framesThatAreLeft_areThoseOfTheWholeFile() throws {
    let (all, left) = (try frames(whole), try frames(lossy))
    #expect(try all.map(\.checksum) == CodedClips.checksums(whole))
    #expect(all.count == 90 && (40...62).contains(left.count), "\(left.count)")
    for frame in left { #expect(all.contains { $0.time == frame.time && $0.checksum == frame.checksum }) }
    #expect(left.last?.time == all.last?.time)
  }

  @Test(.timeLimit(.minutes(1)), arguments: [CursorDirection.forwards, .backwards])
  func soundOfWhichNothingCanBeDecoded_isAnError(direction: CursorDirection) throws {
    let path = try spoilSound(0..<Int.max)
    let cursor = AudioCursor(try track(path, isVideo: false), direction: direction, gaps: .silence)
    #expect(throws: DecoderError.self) { while try cursor.next() != nil {} }
  }

  @Test func soundBehindMuchDamage_isInItsPlace() throws {
    func samples(_ path: String) throws -> [Int64: Int16] {
      let format = AudioFormatRequest(sampleFormat: .s16)
      let cursor = AudioCursor(try track(path, isVideo: false), format: format)
      var samples: [Int64: Int16] = [:]
      while let chunk = try cursor.next() {
        chunk.bytes.withUnsafeBytes { bytes in
          for (index, value) in bytes.bindMemory(to: Int16.self).enumerated() {
            samples[chunk.position + Int64(index)] = value
          }
        }
      }
      return samples
    }
    let (all, left) = (try samples(whole), try samples(spoilSound(0..<100)))
    #expect((60_000..<75_000).contains(left.count), "\(left.count)")
    // Matroska's times are milliseconds: sound that does not follow other sound is as exact as these.
    let shift = try #require(all.keys.max()) - #require(left.keys.max())
    #expect(abs(shift) <= 24, "\(shift)")
    // A decoder's first packet lacks what the one before adds to it.
    let first = try #require(left.keys.min()) + 1024
    let worst = left.filter { $0.key >= first }.map { abs(Int($0.value) - Int(all[$0.key + shift] ?? .min)) }.max()
    // Noise that the decoder puts in is its own.
    #expect(try #require(worst) < 40)
  }

  /// Writes the file with the payloads of packets of sound overwritten.
  private func spoilSound(_ packets: Range<Int>) throws -> String {
    var data = try Data(contentsOf: URL(fileURLWithPath: whole))
    let sound = try track(whole, isVideo: false)
    var next = try sound.firstSample()
    while let sample = next, sample.index < packets.upperBound {
      let payload = Int(sample.offset) + 7..<Int(sample.offset) + sample.size
      data.replaceSubrange(payload, with: Data(repeating: 0xff, count: payload.count))
      next = try sound.sample(after: sample)
    }
    let path = folder.file("silent.mkv")
    try data.write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test func framesThatAreLeft_areTheSameBackwards() throws {
    let cursor = FrameCursor(try track(lossy), direction: .backwards)
    var times: [CMTime] = []
    while let frame = try cursor.next() { times.append(frame.time) }
    #expect(try times.reversed() == frames(lossy).map(\.time))
  }

  /// In any order, and in one pass over all of them.
  @Test func inPlaceOfALostFrame_theOneBeforeStays() throws {
    let (all, kept) = (try frames(whole), try frames(lossy))
    let expected = try all.map { frame in try #require(kept.last { $0.time <= frame.time }).checksum }
    let cursor = FrameCursor(try track(lossy))
    var generator = SeededGenerator(state: 3)
    for number in all.indices.shuffled(using: &generator) {
      #expect(try cursor.frame(at: all[number].time).checksum == expected[number], "frame \(number)")
    }
    let left = cursor.damage.notes
    #expect(left.count == 1 && left[0].contains(" frames are left out, from 00:00:02."), "\(left)")
    let scheduler = ImageScheduler(
      try track(lossy), all.map { ImageRequest($0.time, toleranceBefore: .zero, toleranceAfter: .zero) })
    while let answer = try scheduler.next() {
      let frame = try answer.frame.get().decoded
      #expect(try frame.checksum == expected[answer.request], "frame \(answer.request)")
    }
    let notes = scheduler.notes(about: "lossy.mkv")
    #expect(notes.count == 2 && notes[0].hasPrefix("lossy.mkv: there is damage; packets are found again at byte "))
  }

  /// However many of them are asked for.
  @Test func lostFrames_areLookedForOnce() throws {
    let all = try frames(whole)
    let kept = try frames(lossy).map(\.time)
    let lost = all.map(\.time).filter { !kept.contains($0) && $0 < all[64].time }
    #expect(lost.count > 20, "\(lost.count)")
    let track = CountingTrack(try track(lossy))
    let cursor = FrameCursor(track)
    _ = try cursor.frame(at: lost[2])
    let reads = track.reads.values.reduce(0, +)
    for time in lost.dropFirst(3) where time < lost[2] + CMTime(value: 10, timescale: 25) {
      _ = try cursor.frame(at: time)
    }
    #expect(track.reads.values.reduce(0, +) == reads, "\(track.reads)")
  }

  /// The first frame that can be decoded is shown in place of lost ones before it.
  @Test func beforeTheFirstFrameThatIsLeft_thatOneIsShown() throws {
    let path = folder.file("late.mkv")
    try spoil([try end(ofSample: 0), try offset(ofSample: 27)..<offset(ofSample: 52)], as: path)
    let (all, left) = (try frames(whole), try frames(path))
    #expect(left[0].time == all[12].time && left[0].checksum == all[12].checksum, "\(left[0].time)")
    #expect(try FrameCursor(track(path)).frame(at: all[0].time).checksum == left[0].checksum)
  }

  /// A file whose tables name all samples has to be whole.
  @Test func damagedSampleOfAMovie_isAnError() throws {
    let path = folder.file("a.mp4")
    try Oracle.make(["-i", whole, "-c", "copy", "-an", path])
    let sample = try #require(try track(path).sample(shownAt: .max))
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    data.replaceSubrange(Int(sample.offset)..<Int(sample.offset) + sample.size, with: Data(count: sample.size))
    try data.write(to: URL(fileURLWithPath: path))
    #expect(throws: DecoderError.self) { try frames(path) }
  }
}
