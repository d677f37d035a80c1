import CoreMedia
import Foundation
import MovieFile
import Testing

@testable import GStreamer
@testable import MediaSource

/// Which picture answers a request: found without decoding anything.
@Suite struct ImageToleranceTests {
  private static let second = CMTime(value: 1, timescale: 1)

  private func time(_ frames: Double) -> CMTime { CMTime(value: Int64(frames * 2002), timescale: 60000) }

  /// Key pictures at 0, 12, 24, 36 of 48.
  private func search(_ folder: TemporaryFolder, _ edits: [TrackEdit]? = nil) throws -> FrameSearch {
    let track = try CodedClips.track(CodedClips.frames(.h264Closed, in: folder), isVideo: true)
    return try FrameSearch(edits.map { EditedTrack(track, $0) } ?? track)
  }

  /// The number of the picture in order of presentation, and the actual time.
  private func found(
    _ search: FrameSearch, _ time: CMTime, before: CMTime = .positiveInfinity, after: CMTime = .positiveInfinity
  ) throws -> (Int, CMTime) {
    let request = ImageRequest(time, toleranceBefore: before, toleranceAfter: after)
    let choice = try search.choose(request, held: nil)
    return (try search.track.rank(of: choice.sample.index), choice.actual)
  }

  @Test func infiniteTolerances_takeTheNearestKeyFrame() throws {
    let folder = try TemporaryFolder()
    let search = try search(folder)
    #expect(try found(search, time(13)) == (12, time(12)))
    #expect(try found(search, time(22)) == (24, time(24)))
    #expect(try found(search, time(47)) == (36, time(36)))
    #expect(try found(search, time(0)) == (0, .zero))
  }

  @Test func frameAtHand_isTaken_whenItIsNearer() throws {
    let folder = try TemporaryFolder()
    let search = try search(folder)
    let held = try search.choose(ImageRequest(time(17), toleranceBefore: .zero, toleranceAfter: .zero), held: nil)
    let choice = try search.choose(ImageRequest(time(18)), held: held)
    #expect(choice.sample == held.sample && choice.actual == time(17))
    let other = try search.choose(ImageRequest(time(23)), held: held)
    #expect(other.actual == time(24))
  }

  @Test func zeroTolerances_takeTheExactFrame() throws {
    let folder = try TemporaryFolder()
    let search = try search(folder)
    #expect(try found(search, time(17.5), before: .zero, after: .zero) == (17, time(17.5)))
    #expect(try found(search, time(17), before: .zero, after: .zero) == (17, time(17)))
  }

  @Test func finiteTolerances_reachAKeyFrame_orGiveTheOneAtTheTime() throws {
    let folder = try TemporaryFolder()
    let search = try search(folder)
    // Picture 12 is shown up to the start of 13.
    #expect(try found(search, time(14), before: time(2), after: .zero) == (12, time(12)))
    // It is still shown 2.5 pictures before 15, and has begun earlier.
    #expect(try found(search, time(15), before: time(2.5), after: .zero) == (15, time(15)))
    #expect(try found(search, time(17), before: time(2), after: time(2)) == (17, time(17)))
  }

  @Test func finiteTolerances_takeTheFrameThatBeginsWithin() throws {
    let folder = try TemporaryFolder()
    let search = try search(folder)
    #expect(try found(search, time(13), before: time(0.25), after: time(0.25)) == (13, time(13)))
    // 17 begins too early, and 18 soon enough.
    #expect(try found(search, time(17.75), before: time(0.25), after: time(0.5)) == (18, time(18)))
    // None begins within: the one that is shown.
    #expect(try found(search, time(17.5), before: time(0.25), after: time(0.25)) == (17, time(17)))
    let held = try search.choose(ImageRequest(time(17), toleranceBefore: .zero, toleranceAfter: .zero), held: nil)
    let request = ImageRequest(time(18), toleranceBefore: time(1), toleranceAfter: .zero)
    #expect(try search.choose(request, held: held).actual == time(17))
    let narrow = ImageRequest(time(18), toleranceBefore: time(0.5), toleranceAfter: .zero)
    #expect(try search.choose(narrow, held: held).actual == time(18))
  }

  @Test func oneSidedTolerances_areKept() throws {
    let folder = try TemporaryFolder()
    let search = try search(folder)
    #expect(try found(search, time(13), before: .zero) == (24, time(24)))
    #expect(try found(search, time(23), after: .zero) == (12, time(12)))
    // There is no later key picture: the one at the time itself.
    #expect(try found(search, time(40.25), before: .zero) == (40, time(40.25)))
  }

  @Test func actualTime_isAlwaysWithinTheBounds() throws {
    let folder = try TemporaryFolder()
    let search = try search(folder)
    var generator = SeededGenerator(state: 5)
    for _ in 0..<500 {
      let tolerances: [CMTime] = [
        .zero, .positiveInfinity, CMTime(value: Int64.random(in: 0...60000, using: &generator), timescale: 30000),
        CMTime(value: Int64.random(in: 0...3000, using: &generator), timescale: 30000),
      ]
      let before = try #require(tolerances.randomElement(using: &generator))
      let after = try #require(tolerances.randomElement(using: &generator))
      let time = CMTime(value: Int64.random(in: 0..<48048, using: &generator), timescale: 30000)
      let (number, actual) = try found(search, time, before: before, after: after)
      let (own, next) = (self.time(Double(number)), self.time(Double(number + 1)))
      let isWithin = actual >= time - before && actual <= time + after
      if before.isNumeric, after.isNumeric, before + after > .zero {
        // If no picture begins within, it is the one that is shown.
        #expect(actual == own && (isWithin || own <= time && time < next && (number == 47 || next > time + after)))
      } else {
        // The picture is shown then.
        #expect(isWithin && actual >= own && actual < next)
      }
    }
  }

  @Test func theEnd_showsTheLastFrame_ifTolerancesReachIt() throws {
    let folder = try TemporaryFolder()
    let search = try search(folder)
    let end = search.timeline.end
    #expect(try found(search, end) == (47, time(47)))
    #expect(try found(search, end + Self.second) == (47, time(47)))
    #expect(
      try found(search, end, before: CMTime(value: 1, timescale: 30000), after: .zero) == (47, time(47)))
    #expect(throws: DecoderError.self) { try found(search, end, before: .zero, after: .zero) }
    #expect(throws: DecoderError.self) {
      try found(search, end + Self.second, before: time(3), after: .positiveInfinity)
    }
  }

  @Test func beforeTheStart_onlyLaterFramesAreLeft() throws {
    let folder = try TemporaryFolder()
    let search = try search(folder)
    #expect(try found(search, time(-3)) == (0, .zero))
    #expect(throws: DecoderError.self) { try found(search, time(-3), before: .positiveInfinity, after: time(2)) }
  }

  @Test func emptyEdits_showNothing_butTolerancesReachOverThem() throws {
    let folder = try TemporaryFolder()
    // Nothing, pictures 12 to 23, nothing, pictures from 30 on.
    let (piece, gap) = (time(12), time(6))
    let search = try search(
      folder,
      [
        TrackEdit(duration: gap, mediaStart: nil), TrackEdit(duration: piece, mediaStart: try mediaTime(folder, 12)),
        TrackEdit(duration: gap, mediaStart: nil), TrackEdit(duration: piece, mediaStart: try mediaTime(folder, 30)),
      ])
    for moment in [0, 3, 5.5, 18, 20, 23.5] {
      let error = #expect(throws: DecoderError.self) { try found(search, time(moment), before: .zero, after: .zero) }
      #expect(error?.code == .noSample)
    }
    #expect(try found(search, time(6), before: .zero, after: .zero) == (12, time(6)))
    #expect(try found(search, time(17), before: .zero, after: .zero) == (23, time(17)))
    #expect(try found(search, time(24), before: .zero, after: .zero) == (30, time(24)))
    // The key picture 12 starts the first piece.
    #expect(try found(search, time(3)) == (12, time(6)))
    // No key picture is near enough: the last one before the gap.
    #expect(try found(search, time(19), before: time(1.5), after: .zero) == (23, time(17)))
    #expect(try found(search, time(23), before: .zero, after: time(1)) == (30, time(24)))
  }

  @Test func slowAndFrozenEdits_showTheirFrames() throws {
    let folder = try TemporaryFolder()
    let search = try search(
      folder,
      [
        TrackEdit(duration: time(8), mediaStart: try mediaTime(folder, 4), rate: 32768),
        TrackEdit(duration: time(5), mediaStart: try mediaTime(folder, 20), rate: 0),
      ])
    #expect(try found(search, time(3), before: .zero, after: .zero) == (5, time(3)))
    #expect(try found(search, time(10), before: .zero, after: .zero) == (20, time(10)))
  }

  @Test func noTimes_areNone() throws {
    let folder = try TemporaryFolder()
    let search = try search(folder)
    for time in [CMTime.invalid, .indefinite, .positiveInfinity, .negativeInfinity] {
      let error = #expect(throws: DecoderError.self) { try found(search, time) }
      #expect(error?.code == .noSample)
    }
    #expect(throws: DecoderError.self) { try found(search, .zero, before: .invalid) }
    // A tolerance below zero is none.
    #expect(try found(search, time(17), before: time(-3), after: time(-3)) == (17, time(17)))
  }

  /// When a picture is shown in the media of the clip.
  private func mediaTime(_ folder: TemporaryFolder, _ frame: Int64) throws -> Int64 {
    let track = try CodedClips.track(CodedClips.frames(.h264Closed, in: folder), isVideo: true)
    let start = try #require(track.edits.first?.mediaStart)
    return start + frame * 1001 * Int64(track.timescale) / 30000
  }
}

/// A track with other edits. Its samples can be walked, and not found by number.
struct EditedTrack: CodedTrack {
  let track: any CodedTrack
  let edits: [TrackEdit]

  init(_ track: any CodedTrack, _ edits: [TrackEdit]) { (self.track, self.edits) = (track, edits) }

  var timescale: Int32 { track.timescale }
  var formats: [CodedFormat] { track.formats }
  var isReordered: Bool { track.isReordered }
  func length() throws -> TrackLength? { try track.length() }
  func firstSample() throws -> CodedSample? { try track.firstSample() }
  func sample(after sample: CodedSample) throws -> CodedSample? { try track.sample(after: sample) }
  func sample(shownAt time: Int64) throws -> CodedSample? { try track.sample(shownAt: time) }
  func sample(shownAfter time: Int64) throws -> CodedSample? { try track.sample(shownAfter: time) }
  func syncSample(before sample: CodedSample) throws -> CodedSample? { try track.syncSample(before: sample) }
  func syncSample(after sample: CodedSample) throws -> CodedSample? { try track.syncSample(after: sample) }
  func bytes(of sample: CodedSample) throws -> Buffer { try track.bytes(of: sample) }
}
