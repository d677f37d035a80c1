import CoreMedia
import Foundation
import MediaGraph
import MediaSource
import MediaSourceTesting
import MediaTimeline
import TestSupport
import Testing

extension TimelineFramesTests {
  /// A file of 100 frames in groups of twelve that has lost those of some groups, and the numbers of the frames that
  /// are left.
  private func lossy(in folder: TemporaryFolder) throws -> (path: String, left: [Int]) {
    let (whole, path) = (folder.file("whole.mkv"), folder.file("lossy.mkv"))
    try Oracle.make(["-i", try clips[.fps25].path, "-c", "copy", whole])
    var data = try Data(contentsOf: URL(fileURLWithPath: whole))
    let hole = data.count * 3 / 10..<data.count * 11 / 20
    data.replaceSubrange(hole, with: Data(count: hole.count))
    try data.write(to: URL(fileURLWithPath: path))
    let cursor = FrameCursor(try CodedClips.track(path, isVideo: true))
    var left: [Int] = []
    while let frame = try cursor.next() { left.append(Int((frame.time.seconds * 25).rounded())) }
    return (path, left)
  }

  /// Wherever the clip begins: players show the frame before the lost ones, too.
  @Test func clipThatBeginsAmongLostFrames_showsTheOneBefore() throws {
    let folder = try TemporaryFolder()
    let (path, left) = try lossy(in: folder)
    #expect(left.first == 0 && left.last == 99 && left.count < 90, "\(left)")
    let source = try clips[.fps25]
    for number in 20..<70 {
      let frames = try frames(timeline([clip(path, Int64(number), Int64(number) + 3)]))
      #expect(frames.count == 3)
      for (index, frame) in frames.enumerated() {
        let expected = try #require(left.last { $0 <= number + index })
        #expect(try frame.pixels == source.frames[expected], "frame \(index) of a clip from \(number) on")
      }
    }
  }

  @Test func reversedClipAmongLostFrames_showsTheOneBefore() throws {
    let folder = try TemporaryFolder()
    let (path, left) = try lossy(in: folder)
    let source = try clips[.fps25]
    for (from, to) in [(10, 80), (40, 50)] as [(Int, Int)] {
      let frames = try frames(timeline([clip(path, Int64(from), Int64(to)) { $0.reverse = true }]))
      #expect(frames.count == to - from)
      for (index, frame) in frames.enumerated() {
        let expected = try #require(left.last { $0 < to - index })
        #expect(try frame.pixels == source.frames[expected], "frame \(index) from \(to) to \(from)")
      }
    }
  }
}
