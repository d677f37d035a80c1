@testable import MediaSource
import AVFoundation
import Foundation
import Testing

@Suite struct ImageGeneratorTests {
  private func generator(_ folder: TemporaryFolder, options: [String] = []) throws -> AVAssetImageGenerator {
    AVAssetImageGenerator(asset: AVURLAsset(url: try NumberedMovie.make(in: folder, options: options)))
  }

  @Test func defaults() {
    let asset = AVAsset()
    let generator = AVAssetImageGenerator(asset: asset)
    #expect(generator.asset === asset)
    #expect(generator.apertureMode == .cleanAperture && generator.maximumSize == .zero)
    #expect(!generator.appliesPreferredTrackTransform)
    #expect(generator.requestedTimeToleranceBefore == .positiveInfinity)
    #expect(generator.requestedTimeToleranceAfter == .positiveInfinity)
    #expect(AVAssetImageGenerator.Result.succeeded.rawValue == 0)
    #expect(AVAssetImageGenerator.Result.failed.rawValue == 1 && AVAssetImageGenerator.Result.cancelled.rawValue == 2)
  }

  // MARK: One image

  @Test func copyCGImage_withZeroTolerance_isTheExactFrame() throws {
    let folder = try TemporaryFolder()
    let generator = try generator(folder)
    generator.makeExact()
    var actual = CMTime.invalid
    for frame in [17, 3, 29, 0, 18, 19] {
      let image = try generator.copyCGImage(at: NumberedMovie.time(Double(frame) + 0.5), actualTime: &actual)
      #expect(NumberedMovie.number(image) == frame)
      #expect(actual == NumberedMovie.time(Double(frame) + 0.5))
    }
    #expect(NumberedMovie.number(try generator.copyCGImage(at: .zero, actualTime: nil)) == 0)
  }

  @Test func copyCGImage_withInfiniteTolerance_isTheNearestKeyFrame() throws {
    let folder = try TemporaryFolder()
    let generator = try generator(folder)
    var actual = CMTime.invalid
    let image = try generator.copyCGImage(at: NumberedMovie.time(12), actualTime: &actual)
    #expect(NumberedMovie.number(image) == 10 && actual == NumberedMovie.time(10))
  }

  @Test func finiteTolerances_giveTheFrameThatBeginsWithin_atItsOwnTime() throws {
    let folder = try TemporaryFolder()
    let generator = try generator(folder)
    generator.requestedTimeToleranceBefore = NumberedMovie.time(0.3)
    generator.requestedTimeToleranceAfter = NumberedMovie.time(0.3)
    // Frame 10 is a key frame; 1.5 is too far from both of its neighbours.
    for (time, frame) in [(1, 1), (1.2, 1), (1.5, 1), (1.8, 2), (10.2, 10), (11, 11), (29.5, 29)] {
      var actual = CMTime.invalid
      let image = try generator.copyCGImage(at: NumberedMovie.time(time), actualTime: &actual)
      #expect(NumberedMovie.number(image) == frame && actual == NumberedMovie.time(Double(frame)), "\(time)")
    }
  }

  @Test func actualTime_isWithinFiniteAndOneSidedTolerances() throws {
    let folder = try TemporaryFolder()
    let generator = try generator(folder)
    let bounds: [(CMTime, CMTime)] = [
      (.zero, .positiveInfinity), (.positiveInfinity, .zero), (NumberedMovie.time(2), NumberedMovie.time(1)),
      (NumberedMovie.time(0.3), .zero), (.zero, NumberedMovie.time(4)),
    ]
    for (before, after) in bounds {
      generator.requestedTimeToleranceBefore = before
      generator.requestedTimeToleranceAfter = after
      for quarter in 0..<120 {
        let time = NumberedMovie.time(Double(quarter) / 4)
        var actual = CMTime.invalid
        let number = NumberedMovie.number(try generator.copyCGImage(at: time, actualTime: &actual))
        let (own, next) = (NumberedMovie.time(Double(number)), NumberedMovie.time(Double(number) + 1))
        let isWithin = actual >= time - before && actual <= time + after
        if before.isNumeric, after.isNumeric {
          // If no frame begins within, it is the one that is presented.
          #expect(actual == own && (isWithin || number == quarter / 4 && (number == 29 || next > time + after)))
        } else {
          #expect(isWithin && actual >= own && actual < next)
        }
      }
    }
  }

  /// The guide requests an image at the duration.
  @Test func atTheDuration_isTheLastFrame_butNothingWithZeroTolerance() throws {
    let folder = try TemporaryFolder()
    let generator = try generator(folder)
    let end = generator.asset.duration
    #expect(NumberedMovie.number(try generator.copyCGImage(at: end, actualTime: nil)) == 29)
    generator.makeExact()
    expectNoImage { try generator.copyCGImage(at: end, actualTime: nil) }
  }

  @Test func latestTimeThereIs_isNamedByTheReason() throws {
    let folder = try TemporaryFolder()
    let generator = try generator(folder)
    generator.makeExact()
    let error = #expect(throws: AVError.self) {
      try generator.copyCGImage(at: CMTime(value: .max, timescale: 1), actualTime: nil)
    }
    #expect(error?.failureReason == "nothing is shown at 2562047788015215:30:07.000")
    let none = CMTime(value: 5, timescale: 0, flags: .valid, epoch: 0)
    let other = #expect(throws: AVError.self) { try generator.copyCGImage(at: none, actualTime: nil) }
    #expect(other?.failureReason == "the time is 5/0, which is no time of a track")
  }

  @Test func timesThatAreNone_failWithAReason() throws {
    let folder = try TemporaryFolder()
    let generator = try generator(folder)
    for time in [CMTime.invalid, .indefinite, .positiveInfinity, .negativeInfinity] {
      let error = #expect(throws: AVError.self) { try generator.copyCGImage(at: time, actualTime: nil) }
      #expect(error?.code == .noImageAtTime && error?.failureReason?.contains("no time of a track") == true)
    }
    generator.makeExact()
    for time in [NumberedMovie.time(-1), NumberedMovie.time(300)] {
      expectNoImage { try generator.copyCGImage(at: time, actualTime: nil) }
    }
  }

  @Test func emptyEdit_hasNoImage() async throws {
    let folder = try TemporaryFolder()
    let movie = try NumberedMovie.make(in: folder)
    // The video begins half a second after the audio.
    try Oracle.make(
      [
        "-itsoffset", "0.5", "-i", movie.path, "-f", "lavfi", "-i", "sine=duration=2", "-map", "0:v", "-map", "1:a",
        "-c:v",
        "copy", "-c:a", "aac", folder.file("late.mp4"),
      ])
    let generator = AVAssetImageGenerator(asset: AVURLAsset(url: folder.url("late.mp4")))
    generator.makeExact()
    let times = [0.0, 7, 15, 20].map { NumberedMovie.time($0) }
    let calls = await generator.calls(times)
    #expect(calls.map(\.result) == [.failed, .failed, .succeeded, .succeeded])
    #expect(calls.map(\.number) == [nil, nil, 0, 5])
    for call in calls {
      #expect((call.error == nil) == (call.result == .succeeded))
      if let error = call.error { #expect((error as? AVError)?.code == .noImageAtTime) }
    }
    // After the last frame only the audio continues.
    expectNoImage {
      try generator.copyCGImage(at: NumberedMovie.time(50), actualTime: nil)
    }
  }

  @Test func assetsWithoutVideo_haveNoImages() async throws {
    let folder = try TemporaryFolder()
    try Oracle.make(["-f", "lavfi", "-i", "sine=duration=1", "-c:a", "aac", folder.file("sound.m4a")])
    for asset in [AVURLAsset(url: folder.url("sound.m4a")), AVAsset()] {
      let generator = AVAssetImageGenerator(asset: asset)
      let error = #expect(throws: AVError.self) { try generator.copyCGImage(at: .zero, actualTime: nil) }
      #expect(error?.code == .noImageAtTime && error?.failureReason == "the asset has no video track")
      await #expect(throws: AVError.self) { try await generator.image(at: .zero) }
    }
    let missing = AVAssetImageGenerator(asset: AVURLAsset(url: folder.url("missing.mp4")))
    let error = #expect(throws: AVError.self) { try missing.copyCGImage(at: .zero, actualTime: nil) }
    #expect(error?.code == .invalidSourceMedia)
  }

  // MARK: Tracks

  @Test func firstEnabledVideoTrack_isShown() throws {
    let folder = try TemporaryFolder()
    let movie = try NumberedMovie.make(in: folder)
    try Oracle.make(
      [
        "-f", "lavfi", "-i", "color=white:size=128x64:rate=30:duration=1", "-i", movie.path, "-map", "0", "-map", "1",
        "-c:v:0", "libx264", "-c:v:1", "copy", "-pix_fmt", "yuv420p", "-disposition:v:0", "0", "-disposition:v:1",
        "default", folder.file("two.mp4"),
      ])
    let asset = AVURLAsset(url: folder.url("two.mp4"))
    #expect(asset.tracks(withMediaType: .video).map(\.isEnabled) == [false, true])
    let generator = AVAssetImageGenerator(asset: asset)
    generator.makeExact()
    #expect(NumberedMovie.number(try generator.copyCGImage(at: NumberedMovie.time(21), actualTime: nil)) == 21)
  }

  /// An asset whose tracks change, like those of mutable compositions.
  private final class GrowingAsset: AVAsset, @unchecked Sendable {
    var source: AVAsset?
    override var tracks: [AVAssetTrack] { source?.tracks ?? [] }
  }

  @Test func tracksThatAppearLater_areSeenByTheNextRequest() throws {
    let folder = try TemporaryFolder()
    let asset = GrowingAsset()
    let generator = AVAssetImageGenerator(asset: asset)
    expectNoImage { try generator.copyCGImage(at: .zero, actualTime: nil) }
    asset.source = AVURLAsset(url: try NumberedMovie.make(in: folder))
    generator.makeExact()
    #expect(NumberedMovie.number(try generator.copyCGImage(at: NumberedMovie.time(4), actualTime: nil)) == 4)
  }

  // MARK: Many images

  @Test func callbacksComeInTimeOrder_oneForEachTime() async throws {
    let folder = try TemporaryFolder()
    let generator = try generator(folder)
    generator.makeExact()
    let frames = [20, 3, 3, 29, 11, 0, 20, 7]
    let calls = await generator.calls(frames.map { NumberedMovie.time(Double($0)) })
    #expect(calls.map(\.number) == frames.sorted())
    #expect(calls.map(\.requested) == frames.sorted().map { NumberedMovie.time(Double($0)) })
    #expect(calls.allSatisfy { $0.result == .succeeded && $0.actual == $0.requested })
  }

  @Test func boundaryTimesOfTheGuide_giveFourImages() async throws {
    let folder = try TemporaryFolder()
    let generator = try generator(folder)
    let seconds = generator.asset.duration.seconds
    let times = [
      CMTime.zero, CMTime(seconds: seconds / 3, preferredTimescale: 600),
      CMTime(seconds: seconds * 2 / 3, preferredTimescale: 600), CMTime(seconds: seconds, preferredTimescale: 600),
    ]
    let calls = await generator.calls(times)
    #expect(calls.map(\.result) == Array(repeating: .succeeded, count: 4))
    #expect(calls.map(\.number) == [0, 10, 20, 29])
  }

  @Test func requestsKeepTheSettingsTheyWereMadeWith() async throws {
    let folder = try TemporaryFolder()
    let generator = try generator(folder)
    generator.makeExact()
    generator.maximumSize = CGSize(width: 64, height: 64)
    let calls = await generator.calls((0..<20).map { NumberedMovie.time(Double($0)) }) {
      generator.maximumSize = .zero
      generator.requestedTimeToleranceBefore = .positiveInfinity
      generator.requestedTimeToleranceAfter = .positiveInfinity
    }
    #expect(calls.allSatisfy { $0.image?.width == 64 && $0.image?.height == 32 })
    #expect(calls.map(\.actual) == calls.map(\.requested))
  }

  @Test func waitingForAnImage_worksBesideABatch_andInAHandler() async throws {
    let folder = try TemporaryFolder()
    let generator = try generator(folder)
    generator.makeExact()
    let numbers = Counter()
    let (stream, sink) = AsyncStream<Int>.makeStream()
    generator.generateCGImagesAsynchronously(
      forTimes: (0..<10).map { NSValue(time: NumberedMovie.time(Double($0))) }
    ) { [unowned generator] _, image, _, _, _ in
      if let other = try? generator.copyCGImage(at: NumberedMovie.time(25), actualTime: nil),
        NumberedMovie.number(other) == 25
      {
        numbers.add()
      }
      sink.yield(image.map { NumberedMovie.number($0) } ?? -1)
    }
    #expect(NumberedMovie.number(try generator.copyCGImage(at: NumberedMovie.time(28), actualTime: nil)) == 28)
    var seen: [Int] = []
    for await number in stream {
      seen.append(number)
      if seen.count == 10 { break }
    }
    #expect(seen == Array(0..<10) && numbers.count == 10)
  }

  @Test func foreignValues_fail() async throws {
    let folder = try TemporaryFolder()
    let generator = try generator(folder)
    let (stream, sink) = AsyncStream<AVAssetImageGenerator.Result>.makeStream()
    generator.generateCGImagesAsynchronously(forTimes: [NSNumber(value: 1), NSValue(time: .zero)]) {
      _, _, _, result, _ in
      sink.yield(result)
    }
    var results: [AVAssetImageGenerator.Result] = []
    for await result in stream.prefix(2) { results.append(result) }
    #expect(results == [.failed, .succeeded])
  }

  // MARK: Modern

  @Test func imageAt_givesImageAndTime() async throws {
    let folder = try TemporaryFolder()
    let generator = try generator(folder)
    let (image, time) = try await generator.image(at: NumberedMovie.time(18))
    #expect(NumberedMovie.number(image) == 20 && time == NumberedMovie.time(20))
    generator.makeExact()
    await #expect(throws: AVError.self) { try await generator.image(at: NumberedMovie.time(31)) }
  }

  @Test func imagesFor_givesAnElementForEachTime_inOrder() async throws {
    let folder = try TemporaryFolder()
    let generator = try generator(folder)
    generator.makeExact()
    var numbers: [Int?] = []
    var times: [CMTime] = []
    for await element in generator.images(for: [12, 40, 2, 25].map { NumberedMovie.time($0) }) {
      times.append(element.requestedTime)
      switch element {
      case .success(let requested, let image, let actual):
        #expect(requested == actual)
        #expect(try element.image === image && element.actualTime == actual)
        numbers.append(NumberedMovie.number(image))
      case .failure(_, let error):
        #expect((error as? AVError)?.code == .noImageAtTime)
        #expect(throws: AVError.self) { try element.image }
        numbers.append(nil)
      }
    }
    #expect(numbers == [2, 12, 25, nil])
    #expect(times == [2, 12, 25, 40].map { NumberedMovie.time($0) })
  }

  @Test func generateCGImageAsynchronously_callsBackOnce() async throws {
    let folder = try TemporaryFolder()
    let generator = try generator(folder)
    generator.makeExact()
    let number = await withCheckedContinuation { continuation in
      generator.generateCGImageAsynchronously(for: NumberedMovie.time(9)) { image, actual, error in
        #expect(error == nil && actual == NumberedMovie.time(9))
        continuation.resume(returning: image.map { NumberedMovie.number($0) })
      }
    }
    #expect(number == 9)
  }
}
