import CoreMedia
import Dispatch
import Foundation
import MediaEngine
import MediaGraph
import MediaSource
import MediaTimeline
import Synchronization
import TestSupport
import Testing

/// Sources open when they are near, and close behind.
@Suite struct TimelineSourcesTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// The files in the folder that this process has open.
  private func openFiles() -> Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return names.filter {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))?.hasPrefix(folder.path)
        == true
    }.count
  }

  @Test func fiveHundredFiles_areOpenTwoAtATime() throws {
    let sound = try TestSound("0.wav", in: folder, seed: 30, seconds: 0.05, rate: 8000, channels: 1)
    for number in 1..<500 {
      try FileManager.default.copyItem(atPath: folder.file("0.wav"), toPath: folder.file("\(number).wav"))
    }
    var timeline = Timeline()
    (timeline.sampleRate, timeline.channels) = (8000, 1)
    timeline.items = (0..<500).map { number in
      .clip(.init { $0.clip = .location(Location(folder.file("\(number).wav"))) })
    }
    let audio = try TimelineAudio(RenderPlan(timeline))
    #expect(openFiles() == 0)
    var (count, most) = (0, 0)
    while let block = try audio.next(.init()) {
      count += block.frameCount
      most = max(most, openFiles())
    }
    #expect(count == 500 * Int(sound.frameCount))
    // A block of a tenth of a second has two of them, and the next one is ready; a queue may still let go of the last.
    #expect((1...4).contains(most) && openFiles() <= 1, "\(most)")
  }

  @Test func aacIsAligned() throws {
    let sound = try TestSound("a.wav", in: folder, seed: 31, seconds: 2)
    let coded = try sound.converted("a.m4a", ["-c:a", "aac", "-b:a", "256k"], in: folder)
    var timeline = Timeline()
    timeline.items = [
      .clip(
        .init {
          $0.clip = .location(coded.location); $0.from = .milliseconds(500); $0.to = .milliseconds(1500)
        })
    ]
    let samples = try TimelineAudio(RenderPlan(timeline)).samples()
    #expect(samples.count == 96000)
    // The correlation with the source is largest without a shift.
    let scores = (-40...40).map { (shift: Int) -> Double in
      var score = 0.0
      for index in 2000..<40000 {
        let source: Double = sound.value(Int64(index + 24000 + shift), 0)
        score += Double(samples[index * 2]) * source
      }
      return score
    }
    #expect(scores.firstIndex(of: scores.max() ?? 0) == 40)
  }

  /// Opening waits for a server: the token of the plan's files ends it.
  @Test(arguments: [false, true]) func openingASource_canBeCancelled(_ isAudio: Bool) throws {
    let server = try TestServer(folder)
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc2=s=320x240:r=25:d=2", "-c:v", "libx264", "-preset", "ultrafast", "-qp", "4",
      folder.file("a.mp4"),
    ])
    let url = server.url("stall/a.mp4").absoluteString
    let timeline = Timeline {
      ($0.size, $0.frameRate) = (PixelSize(width: 64, height: 48), FrameRate(25))
      $0.items = [.clip(.init { ($0.clip, $0.to) = (.location(Location(url)), .seconds(1)) })]
    }
    let assets = OpenedAssets()
    let plan = try RenderPlan(timeline, opened: assets)
    let ended = DispatchSemaphore(value: 0)
    let error = Mutex<(any Error)?>(nil)
    DispatchQueue.global().async {
      do {
        if isAudio { _ = try TimelineAudio(plan).next(.init()) } else { _ = try TimelineFrames(plan).next(.init()) }
      } catch let thrown {
        error.withLock { $0 = thrown }
      }
      ended.signal()
    }
    while server.requests.isEmpty { sched_yield() }
    assets.cancellation.end()
    // A server has 15 s to give something.
    #expect(ended.wait(timeout: .now() + 13) == .success)
    #expect(error.withLock { $0 } is CancellationError)
  }
}
