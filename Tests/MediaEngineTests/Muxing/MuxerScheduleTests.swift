import GStreamer
import MediaSource
import Testing

@testable import MediaEngine

/// The order in which a muxer writes, and the inputs that wait, without a file, a lock or a thread.
@Suite struct MuxerScheduleTests {
  init() throws { try GStreamerLibrary.start() }

  /// A muxer of frames and audio, which come through threads of their own unless they are said to share one.
  private final class Muxer {
    var schedule = MuxerSchedule(MuxerOptions(format: .movie(.mp4)), [.video, .audio])

    init(threads: [Int]? = [0, 1]) {
      schedule.streamGroups = threads
      schedule.start()
    }

    func bring(_ seconds: Int64, to lane: Int, byteCount: Int = 100) {
      schedule.count(in: lane)
      let sample = HeldSample(Buffer(copying: [UInt8](repeating: 0, count: byteCount)))
      schedule.append(sample, at: seconds * 1_000_000_000, to: lane)
    }

    /// - Returns: True for the first error.
    func fail() -> Bool { schedule.end(with: CancellationError()) }

    /// Does all that can be done now.
    ///
    /// - Returns: A word for each step.
    @discardableResult
    func write() -> [String] {
      var words: [String] = []
      while case let steps = schedule.nextSteps(), !steps.isEmpty {
        schedule.free(steps)
        words += steps.map { step in
          switch step {
          case .begin(let lanes): "begin \(lanes.filter { $0.first != nil }.map(\.lane))"
          case .write(.event, let lane): "event \(lane)"
          case .write(.sample, let lane): "sample \(lane)"
          case .write(.end, let lane): "end \(lane)"
          case .finish: "finish"
          case .close: "close"
          }
        }
      }
      return words
    }
  }

  @Test func fileBegins_onceEveryTrackIsKnown_andFinishesAfterTheLastEnd() {
    let muxer = Muxer()
    muxer.bring(0, to: 0)
    #expect(muxer.write() == [])
    muxer.bring(0, to: 1)
    #expect(muxer.write() == ["begin [0, 1]", "sample 0"])
    muxer.schedule.end(0)
    #expect(muxer.write() == ["end 0", "sample 1"])
    muxer.schedule.end(1)
    #expect(muxer.write() == ["end 1", "finish", "close"])
    #expect(muxer.schedule.isFinished)
  }

  @Test func inputFarAhead_waitsForOneOfAnotherThread() {
    for (threads, waits) in [([0, 1], true), ([0, 0], false), (nil, false)] as [([Int]?, Bool)] {
      let muxer = Muxer(threads: threads)
      muxer.bring(0, to: 0)
      muxer.bring(0, to: 1)
      muxer.write()
      for second in 1...3 { muxer.bring(Int64(second), to: 0, byteCount: 1 << 20) }
      muxer.write()
      #expect(muxer.schedule.mustWait(0) == waits)
      #expect(!muxer.schedule.mustWait(1))
      muxer.bring(3, to: 1)
      muxer.write()
      #expect(!muxer.schedule.mustWait(0))
    }
  }

  /// Neither few bytes nor a short lead are worth waiting for: encoders need seconds of media before their first
  /// sample.
  @Test func inputAheadByFewBytes_goesOn() {
    let muxer = Muxer()
    muxer.bring(0, to: 0)
    muxer.bring(0, to: 1)
    for second in 1...100 { muxer.bring(Int64(second), to: 0) }
    #expect(!muxer.schedule.mustWait(0))
  }

  @Test func inputThatAStarvedProgramFills_isReleased_untilTheOtherBringsSomething() {
    let muxer = Muxer()
    muxer.schedule.setProgramLanes([0, 1])
    muxer.bring(0, to: 0)
    muxer.bring(0, to: 1)
    muxer.write()
    for second in 1...3 { muxer.bring(Int64(second), to: 0, byteCount: 1 << 20) }
    muxer.write()
    muxer.schedule.release(0) { _ in false }
    #expect(muxer.schedule.mustWait(0))
    muxer.schedule.release(0) { $0 == 1 }
    #expect(!muxer.schedule.mustWait(0))
    muxer.bring(1, to: 1)
    muxer.write()
    #expect(muxer.schedule.mustWait(0))
  }

  @Test func fileThatIsCut_endsWithItsSlowestTrack() {
    let muxer = Muxer()
    for second in 0...2 { muxer.bring(Int64(second), to: 0) }
    for second in 0...9 { muxer.bring(Int64(second), to: 1) }
    #expect(
      muxer.write()
        == ["begin [0, 1]", "sample 0", "sample 1", "sample 0", "sample 1", "sample 0"])
    // One more frame is on its way: it still belongs to the file.
    muxer.schedule.cut(after: [4, 10])
    #expect(muxer.write() == [] && !muxer.schedule.isCut)
    muxer.bring(3, to: 0)
    #expect(muxer.write() == ["sample 1", "sample 0", "end 0", "end 1", "finish", "close"])
    #expect(muxer.schedule.isCut && muxer.schedule.refusal != nil)
  }

  @Test func error_writesNothingMore_andClosesWhenEveryInputHasEnded() {
    let muxer = Muxer()
    muxer.bring(0, to: 0)
    muxer.bring(0, to: 1)
    #expect(muxer.fail())
    #expect(!muxer.fail())
    #expect(muxer.schedule.obstacle != nil)
    #expect(muxer.write() == [])
    muxer.schedule.end(0)
    muxer.schedule.end(1)
    #expect(muxer.write() == ["close"])
    #expect(!muxer.schedule.isFinished)
  }
}
