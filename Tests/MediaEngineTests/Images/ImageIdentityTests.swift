import MediaSourceTesting
@testable import MediaSource
@testable import GStreamer
import CoreMedia
import Foundation
import Testing

@testable import MediaEngine

/// With tolerances of zero, the image is that of the very picture which is shown at the time: whatever the codec and
/// the file, and whatever was asked before.
@Suite struct ImageIdentityTests {
  /// When each picture begins, in its middle, and the last instant before the next one begins; a whole unit before it in a
  /// file that rounds times, since the next one may have begun by its rate.
  private func instants(_ frames: [DecodedFrame], of track: any CodedTrack) -> [(number: Int, time: CMTime)] {
    let scale = track.hasRoundedTimes ? track.timescale : max(track.timescale, 90000)
    return frames.enumerated().flatMap { number, frame in
      let last = frame.duration - CMTime(value: 1, timescale: scale)
      let middle = CMTimeMultiplyByRatio(frame.duration, multiplier: 1, divisor: 2)
      return [(number, frame.time), (number, frame.time + middle), (number, frame.time + last)]
    }
  }

  @Test func kinds_areThoseOfTheNodes() {
    let kinds = Set(CounterClip.kinds.map(\.description))
    #expect(kinds.count >= 20 && kinds.isSuperset(of: ["h264 in mp4", "hevc in ts", "vp9 in webm", "prores in mov"]))
    #expect(Set(CounterClip.kinds.map(\.encoder)) == ["h264", "hevc", "vp8", "vp9", "av1", "prores", "mjpeg"])
  }

  @Test(arguments: CounterClip.kinds)
  func everyInstant_showsItsExactFrame(_ kind: CounterClip.Kind) async throws {
    let folder = try TemporaryFolder()
    let path = try await CounterClip.make(kind, count: 36, in: folder)
    #expect(try CounterClip.oracle(path) == Array(0..<36))
    let track = try CodedClips.track(path, isVideo: true)
    var frames: [DecodedFrame] = []
    for frame in try FrameCursor(track).frames(in: CMTimeRange(start: .zero, end: .positiveInfinity)) {
      frames.append(frame)
    }
    #expect(frames.count == 36)
    let all = instants(frames, of: track)
    let images = TrackImages(track)
    var generator = SeededGenerator(state: 7)
    let orders = [all.shuffled(using: &generator).prefix(Soak.rounds(24, of: 48)).map { $0 }, all, all.reversed()]
    for order in orders.prefix(Soak.rounds(1, of: 3)) {
      for (number, time) in order {
        let request = ImageRequest(time, toleranceBefore: .zero, toleranceAfter: .zero)
        let (image, actual) = try images.image(for: request)
        #expect(CounterClip.number(try ImagePixels(image)) == number, "\(kind) at \(time.positionText)")
        #expect(actual == time)
      }
    }
    // All at once, in any order.
    let mixed = all.shuffled(using: &generator)
    let requests = mixed.map { ImageRequest($0.time, toleranceBefore: .zero, toleranceAfter: .zero) }
    var times: [CMTime] = []
    for (position, image) in try images.images(for: requests) {
      #expect(CounterClip.number(try ImagePixels(image)) == mixed[position].number)
      times.append(requests[position].time)
    }
    #expect(times == all.map(\.time))
  }

  @Test(arguments: [CodedClips.VideoKind.h264Open, .hevcOpen, .hevc10, .h264Pyramid, .h264OneKey, .mpeg4])
  func reorderedAndOpenFrames_areTheirs_oneByOneAndTogether(_ kind: CodedClips.VideoKind) async throws {
    let folder = try TemporaryFolder()
    let path = try CodedClips.frames(kind, in: folder)
    let expected = try CodedClips.checksums(path)
    let track = try CodedClips.track(path, isVideo: true)
    var generator = SeededGenerator(state: 3)
    let numbers = (0..<48).shuffled(using: &generator).prefix(20)
    let requests = numbers.map {
      ImageRequest(
        CMTime(value: Int64($0) * 1001 + 500, timescale: 30000), toleranceBefore: .zero, toleranceAfter: .zero)
    }
    // Decoded when asked for, and ahead on several threads.
    for scheduler in [ImageScheduler(FrameCursor(track), requests), ImageScheduler(track, requests)] {
      var shown: [Int] = []
      while let answer = try scheduler.next() {
        let decoded = try answer.frame.get().decoded
        shown.append(Array(numbers)[answer.request])
        #expect(try decoded.checksum == expected[shown.last ?? 0])
      }
      #expect(shown == numbers.sorted())
    }
  }

  @Test func scheduler_readsNoSampleTwice() async throws {
    let folder = try TemporaryFolder()
    let track = CountingTrack(try CodedClips.track(CodedClips.frames(.h264Closed, in: folder), isVideo: true))
    // Several in each group of 12, unsorted, some of them twice.
    let numbers = [40, 3, 17, 5, 23, 3, 14, 47, 9, 17, 41]
    let requests = numbers.map {
      ImageRequest(CMTime(value: Int64($0) * 1001, timescale: 30000), toleranceBefore: .zero, toleranceAfter: .zero)
    }
    let scheduler = ImageScheduler(FrameCursor(track), requests)
    var order: [Int] = []
    while let answer = try scheduler.next() { order.append(numbers[answer.request]) }
    #expect(order == numbers.sorted())
    // Opening a group looks at its key picture once more; nothing else is read again.
    let twice = track.reads.filter { $0.value > 1 }.keys
    var syncs: Set<Int> = []
    try track.forEachSample { if $0.isSync { syncs.insert($0.index) } }
    #expect(syncs.isSuperset(of: twice), "\(track.reads)")
  }

  @Test func variableFrameRate_showsEachFrameAsLongAsItLasts() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("vfr.mp4")
    // Pictures 0, 1, 2, 5, 6, 9 … of 30 a second.
    try Oracle.make(
      [
        "-f", "lavfi", "-i",
        "testsrc2=size=160x96:rate=30:duration=1,select=lt(mod(n\\,4)\\,3)*not(eq(mod(n\\,7)\\,3))", "-fps_mode",
        "vfr", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "veryfast", "-bf", "2", path,
      ])
    let track = try CodedClips.track(path, isVideo: true)
    var frames: [DecodedFrame] = []
    for frame in try FrameCursor(track).frames(in: CMTimeRange(start: .zero, end: .positiveInfinity)) {
      frames.append(frame)
    }
    #expect(Set(frames.map(\.duration)).count > 1)
    let expected = try CodedClips.checksums(path)
    let requests = instants(frames, of: track).map {
      ImageRequest($0.time, toleranceBefore: .zero, toleranceAfter: .zero)
    }
    let scheduler = ImageScheduler(track, requests)
    while let answer = try scheduler.next() {
      let decoded = try answer.frame.get().decoded
      #expect(try decoded.checksum == expected[answer.request / 3])
    }
  }
}
