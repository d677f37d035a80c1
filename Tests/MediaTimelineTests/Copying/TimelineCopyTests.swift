import CoreMedia
import Foundation
import MediaEngine
import MediaGraph
import MediaSource
import MediaSourceTesting
import MediaTimeline
import TestSupport
import Testing

/// Timelines of several clips that are copied: cuts hidden by edits, or encoded.
@Suite struct TimelineCopyTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func time(_ frame: Int64) -> MediaTime { .rational(frame * 1001, 30000) }

  /// Another clip of the same codec, whose frames differ from those of `CodedClips`.
  private func other(_ kind: CodedClips.VideoKind, size: String = "160x96") throws -> String {
    let path = folder.file("other.\(size).mp4")
    try Oracle.make(
      ["-f", "lavfi", "-i", "testsrc2=size=\(size):rate=30000/1001:duration=20,hflip,negate", "-frames:v", "48"]
        + ["-pix_fmt", "yuv420p"] + kind.arguments + [path])
    return path
  }

  @Test(arguments: [CodedClips.VideoKind.h264Closed, .hevcClosed, .hevcOpen])
  func cutsOnly_areCopied_andEditsHideTheRest(_ kind: CodedClips.VideoKind) async throws {
    let (a, b) = (try CodedClips.frames(kind, in: folder), try other(kind))
    let path = folder.file("out.mp4")
    let items = [
      CopiedMovie.clip(a, time(7), time(20)), CopiedMovie.clip(b, time(15), time(33)),
      CopiedMovie.clip(a, time(30), time(44)),
    ]
    let report = try await CopiedMovie.write(items, .keep, to: path)
    let (first, second) = (try DecodedLuma(a), try DecodedLuma(b))
    let found = try DecodedLuma(path)
    // 13, 18 and 14 of the clips.
    try #require(found.frames.count == 45)
    let numbers = (found.numbers(in: first), found.numbers(in: second))
    #expect(Array(numbers.0[0..<13]) == Array(7..<20))
    #expect(Array(numbers.1[13..<31]) == Array(15..<33))
    #expect(Array(numbers.0[31...]) == Array(30..<44))
    #expect(report.video[0].encodedCount == 0)
    let stored = Set(try CopiedMovie.packets(a) + CopiedMovie.packets(b))
    // The first of a group that is open, behind another clip, is marked as a beginning.
    let changed = kind == .hevcOpen ? 2 : 0
    #expect(try CopiedMovie.packets(path).filter { !stored.contains($0) }.count == changed)
  }

  @Test func gapOfMoreFramesThanTimelinesHave_isAnError() throws {
    let a = try CodedClips.frames(.h264Closed, in: folder)
    let items: [Timeline.Item] = [
      CopiedMovie.clip(a, time(7), time(20)), .gap(.init { $0.gap = .rational(100_000_000, 1) }),
    ]
    let error = #expect(throws: (any Error).self) { try CopiedMovie.node(items, .encode, of: "out.mp4").plan() }
    #expect(error.map { "\($0)" }?.contains("the timeline has more than 100000000 frames") == true)
  }

  @Test func openGroupsOfH264_areNotJoined() throws {
    let a = try CodedClips.frames(.h264Open, in: folder)
    let items = [CopiedMovie.clip(a, time(7), time(20)), CopiedMovie.clip(a, time(30), time(44))]
    let plan = try CopiedMovie.node(items, .keep, of: "out.mp4").plan()
    #expect(
      plan.video[0].obstacle
        == "its groups of pictures are open: decoders cannot begin with them behind others (items[1])")
  }

  @Test func gapsAndScaledSections_areEdits() async throws {
    let a = try CodedClips.frames(.h264Closed, in: folder)
    let path = folder.file("out.mov")
    // Half and triple speed: 12 frames last 24, and 12 last 4.
    let items: [Timeline.Item] = [
      CopiedMovie.clip(a, time(4), time(16)) { $0.duration = self.time(24) },
      .gap(.init { $0.gap = .milliseconds(500) }),
      CopiedMovie.clip(a, time(20), time(32)) { $0.duration = self.time(4) },
    ]
    let report = try await CopiedMovie.write(items, .keep, to: path)
    #expect(report.video[0].spans.map(\.treatment) == [.copied, .empty, .copied])
    let track = try CodedClips.track(path, isVideo: true)
    let frames = try FrameCursor(track).frames(in: .wholeTimeline)
    #expect(frames.count == 24)
    let slow = (0..<12).map { CMTime(value: Int64($0) * 2002, timescale: 30000) }
    #expect(frames.prefix(12).map(\.time) == slow)
    let start = CMTime(value: 24 * 1001, timescale: 30000) + CMTime(value: 1, timescale: 2)
    let fast = (0..<12).map { start + CMTime(value: Int64($0) * 1001, timescale: 90000) }
    #expect(
      zip(frames.suffix(12).map(\.time), fast).allSatisfy {
        CMTimeAbsoluteValue($0 - $1) < CMTime(value: 1, timescale: 20000)
      })
  }

  @Test func audioOfCuts_isCopied_toTheSample() async throws {
    func noise(_ seed: Int) throws -> String {
      let path = folder.file("noise\(seed).m4a")
      try Oracle.make(
        [
          "-f", "lavfi", "-i", "anoisesrc=duration=2:sample_rate=48000:seed=\(seed):amplitude=0.3", "-c:a", "aac",
          "-aac_pns", "0", path,
        ])
      return path
    }
    let (a, b) = (try noise(1), try noise(2))
    let path = folder.file("out.mp4")
    try await CopiedMovie.write(
      [
        CopiedMovie.clip(a, .milliseconds(300), .milliseconds(800)),
        CopiedMovie.clip(b, .milliseconds(500), .milliseconds(1200)),
      ], .keep, to: path)
    func samples(_ path: String) throws -> [UInt8] {
      try AudioCursor(CodedClips.track(path, isVideo: false)).samples(in: .wholeTimeline).flatMap(\.bytes)
    }
    let (first, second, all) = (try samples(a), try samples(b), try samples(path))
    let size = all.count / 57600
    try #require(all.count == 57600 * size)
    // Not compared inside of the expectation, which would look for the least edit.
    let isFirst = all[..<(24000 * size)] == first[14400 * size..<38400 * size]
    let isSecond = all[(24000 * size)...] == second[24000 * size..<57600 * size]
    #expect(isFirst && isSecond)
  }

  @Test func aDissolve_isRendered_andNothingElse() async throws {
    let (a, b) = (try CodedClips.frames(.h264Closed, in: folder), try other(.h264Closed))
    let path = folder.file("out.mp4")
    let items: [Timeline.Item] = [
      CopiedMovie.clip(a, time(0), time(30)),
      .transition(.init { ($0.transition, $0.duration) = (.crossfade, self.time(6)) }),
      CopiedMovie.clip(b, time(18), time(48)),
    ]
    let report = try await CopiedMovie.write(items, .encode, to: path)
    let video = report.video[0]
    #expect(video.spans.filter { $0.treatment == .rendered }.map(\.sampleCount) == [6])
    #expect(video.spans.first { $0.treatment == .rendered }?.reason == "a dissolve joins two clips")
    // 0 to 23, and from the group of pictures at 24 on.
    let stored = Set(try CopiedMovie.packets(a) + CopiedMovie.packets(b))
    #expect(try CopiedMovie.packets(path).filter(stored.contains).count == video.copiedCount)
    #expect(video.copiedCount + video.encodedCount == 54)
    #expect(video.copiedCount >= 45)
    for ignoresEdits in [false, true] {
      let found = try DecodedLuma(path, ignoresEdits: ignoresEdits)
      try #require(found.frames.count == 54)
      #expect(try Array(found.numbers(in: DecodedLuma(a))[..<24]) == Array(0..<24))
      #expect(try Array(found.numbers(in: DecodedLuma(b))[30...]) == Array(24..<48))
    }
    #expect(try CopiedMovie.hasOrderedTimes(path))
  }

  @Test func clipsOfDifferentParameterSets_shareATrack() async throws {
    let (a, b) = (try CodedClips.frames(.h264Closed, in: folder), try other(.h264NoB))
    let items = [CopiedMovie.clip(a, time(7), time(30)), CopiedMovie.clip(b, time(5), time(40))]
    for type in ["mp4", "mkv", "ts"] {
      let path = folder.file("out.\(type)")
      try await CopiedMovie.write(items, .encode, to: path)
      let found = try DecodedLuma(path)
      try #require(found.frames.count == 58, "\(type)")
      #expect(try Array(found.numbers(in: DecodedLuma(a))[..<23]) == Array(7..<30), "\(type)")
      #expect(try Array(found.numbers(in: DecodedLuma(b))[23...]) == Array(5..<40), "\(type)")
    }
  }

  @Test func thingsThatCannotBeCopied_haveReasons() throws {
    let a = try CodedClips.frames(.h264Closed, in: folder)
    let (large, hevc) = (try other(.h264Closed, size: "192x96"), try CodedClips.frames(.hevcClosed, in: folder))
    func obstacle(_ items: [Timeline.Item]) throws -> String? {
      try CopiedMovie.node(items, .keep, of: "out.mp4").plan().video[0].obstacle
    }
    let clip = CopiedMovie.clip(a, time(0), time(12))
    #expect(
      try obstacle([clip, CopiedMovie.clip(large, time(0), time(12))])
        == "its frames are 192x96 pixels, those of the clips before 160x96 (items[1])")
    #expect(
      try obstacle([clip, CopiedMovie.clip(hevc, time(0), time(12))])
        == "it is HEVC, and the clips before are H.264 (items[1])")
    #expect(
      try obstacle([CopiedMovie.clip(a, time(0), time(12)) { $0.opacity = .constant(Timeline.Opacity(0.5)) }])
        == "its opacity changes it (items[0])")
    // Files without edits show all samples.
    #expect(
      try CopiedMovie.node([CopiedMovie.clip(a, time(7), time(20))], .keep, of: "out.mkv").plan().video[0].obstacle
        == "the cut at 0s is inside a group of pictures, and the file has no edits that hide a part of it")
    #expect(try CopiedMovie.node([clip], .keep, of: "out.mkv").plan().video[0].obstacle == nil)
    // One mode refuses a span that the other renders.
    let plan = try CopiedMovie.node([clip, CopiedMovie.clip(hevc, time(0), time(12))], .encode, of: "out.mp4").plan()
    #expect(plan.video[0].obstacle == nil)
    #expect(plan.video[0].report.spans.map(\.treatment) == [.copied, .rendered])
  }

  @Test func audioAtAnotherSpeed_isNotCopied() throws {
    let sound = try TestSound("a.wav", in: folder, seed: 3, seconds: 1)
    let node = CopiedMovie.node(
      [
        CopiedMovie.clip(sound.location.text, .milliseconds(0), .milliseconds(500)) {
          $0.duration = .milliseconds(1000)
        }
      ],
      .keep, of: "out.mov")
    let plan = try node.plan()
    #expect(plan.audio[0].obstacle == "its audio is played at 1/2 times its speed (items[0])")
    let error = #expect(throws: MediaError.self) { try plan.audio[0].open() }
    #expect(error?.help == "encode the audio of a node 'timeline'")
  }

  @Test func explain_namesEachSpan() throws {
    let a = try CodedClips.frames(.h264Closed, in: folder)
    var graph = Graph()
    let copy = graph.add("copy", CopiedMovie.node([CopiedMovie.clip(a, time(7), time(23))], .encode, of: "out.mp4"))
    graph.connect(copy.video, to: graph.add("null", Null()).input)
    let plan = try GraphPlan(graph)
    let notes = plan.nodes.filter { $0.node.name == "copy" }.flatMap { $0.notes }
    #expect(
      notes.prefix(2) == [
        "video 0s to 1001/6000s: edge re-encoded from '\(a)', 5 samples: it begins inside a group of pictures",
        "video 1001/6000s to 1001/1875s: copied from '\(a)', 11 samples",
      ])
  }
}
