import AVFoundation
import Foundation
import Synchronization
import Testing

/// Exports of compositions, with mixes and video compositions: frames by their numbers, audio by its samples.
@Suite(.timeLimit(.minutes(10))) struct ExportCompositionTests {
  private let folder: TemporaryFolder
  private let movie: AVURLAsset

  private static func wait(_ semaphore: DispatchSemaphore) async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        semaphore.wait()
        continuation.resume()
      }
    }
  }

  init() throws {
    folder = try TemporaryFolder()
    movie = AVURLAsset(url: try ExportMedia.movie(in: folder))
  }

  /// A composition of frames of the movie, with their audio: 20 to 29, then 5 to 9.
  private func composition() throws -> AVMutableComposition {
    let composition = AVMutableComposition()
    try composition.insertTimeRange(frames(20, 30), of: movie, at: .zero)
    try composition.insertTimeRange(frames(5, 10), of: movie, at: frames(0, 10).end)
    return composition
  }

  private func session(_ asset: AVAsset, _ preset: String = AVAssetExportPresetHighestQuality) throws
    -> AVAssetExportSession
  {
    try #require(AVAssetExportSession(asset: asset, presetName: preset))
  }

  @Test func cuts_areExportedFrameByFrame_withTheirAudio() async throws {
    let session = try session(composition())
    try await session.make(folder.url("out.mov"), .mov)
    let (numbers, times) = try Oracle.frames(folder.file("out.mov"))
    #expect(numbers == Array(20..<30) + Array(5..<10), "\(numbers)")
    for (index, time) in times.enumerated() { #expect(abs(time - Double(index) / 30) < 1e-4) }
    let samples = try Oracle.samples(folder.file("out.mov"))
    try expectAudio(folder.url("out.mov"), 24_000)
    // Pulses of the first part at 33 600, 38 400, 43 200; of the second at 9 600 and 14 400.
    let expected: [Int] = [1600, 6400, 11_200, 17_600, 22_400]
    let pulses = ExportMedia.pulses(samples)
    #expect(pulses.count == expected.count, "\(pulses)")
    for (own, wanted) in zip(pulses, expected) { #expect(abs(own - wanted) < 60, "\(pulses)") }
    #expect(try Oracle.complaints(folder.file("out.mov")) == [])
  }

  /// Media that an edit does not show take no time between those that it shows: players that go by samples' durations
  /// would stop there.
  @Test(arguments: [0, 2]) func copiedCuts_followEachOtherInTheMedia(_ bFrames: Int) async throws {
    try Oracle.make([
      "-f", "lavfi", "-i", "color=size=128x64:rate=30:duration=1,format=yuv420p,\(NumberedMovie.bars)", "-f", "lavfi",
      "-i", "sine=r=48000:d=1", "-c:v", "libx264", "-bf", "\(bFrames)", "-g", "10", "-c:a", "aac",
      folder.file("source.mp4"),
    ])
    let source = AVURLAsset(url: folder.url("source.mp4"))
    let composition = AVMutableComposition()
    for part in [frames(5, 12), frames(20, 27), frames(0, 6)] {
      try await composition.insertTimeRange(part, of: source, at: .invalid)
    }
    try await session(composition, AVAssetExportPresetPassthrough).make(folder.url("copy.mov"), .mov)
    for type in ["v", "a"] {
      let durations = try Oracle.text(
        "ffprobe",
        ["-v", "error", "-ignore_editlist", "1", "-select_streams", type, "-show_entries", "packet=duration_time"]
          + ["-of", "csv=p=0", folder.file("copy.mov")]
      ).split(separator: "\n").compactMap { Double($0.filter { $0.isNumber || $0 == "." }) }
      #expect(durations.count > 20 && durations.allSatisfy { $0 < 0.2 }, "\(type): \(durations)")
    }
    let (reader, output) = try AVAssetReader.started(folder.url("copy.mov"), .video, [:])
    let samples = output.all()
    #expect(reader.status == .completed)
    let expected = Array(5..<12) + Array(20..<27) + Array(0..<6)
    #expect(try samples.map { try NumberedMovie.number(#require($0.imageBuffer)) } == expected)
    #expect(samples.map(\.presentationTimeStamp) == (0..<20).map { CMTime(value: $0, timescale: 30) })
    guard bFrames == 0 else { return }
    // FFmpeg's own count of frames leaves none out and repeats none.
    try Oracle.make(["-i", folder.file("copy.mov"), "-an", "-c:v", "libx264", "-qp", "0", folder.file("again.mp4")])
    #expect(try Oracle.frames(folder.file("again.mp4")).numbers == expected)
  }

  @Test func partOfAComposition_beginsAtItsFrame() async throws {
    let session = try session(composition())
    session.timeRange = frames(8, 13)
    try await session.make(folder.url("out.mp4"))
    let (numbers, times) = try Oracle.frames(folder.file("out.mp4"))
    #expect(numbers == [28, 29, 5, 6, 7] && times.first == 0)
    try expectAudio(folder.url("out.mp4"), 8000)
  }

  /// The last frame is cut, from 33 ms to 20.
  @Test(arguments: [
    (AVAssetExportPresetHighestQuality, AVFileType.mp4), (AVAssetExportPresetHEVCHighestQuality, .mp4),
    (AVAssetExportPresetAppleProRes422LPCM, .mov),
  ])
  func cutInsideTheLastFrame_endsTheMovieThere(preset: String, type: AVFileType) async throws {
    let end = CMTime(value: 920, timescale: 1000)
    for isPart in [false, true] {
      let composition = AVMutableComposition()
      let track = try composition.add(.video)
      let shown = isPart ? frames(0, 30) : CMTimeRange(start: .zero, end: end)
      try track.insertTimeRange(shown, of: movie.track(.video), at: .zero)
      let session = try session(composition, preset)
      if isPart { session.timeRange = CMTimeRange(start: .zero, end: end) }
      let name = "\(isPart).\(type == .mov ? "mov" : "mp4")"
      try await session.make(folder.url(name), type)
      #expect(try Oracle.frames(folder.file(name)).numbers == Array(0..<28))
      let duration = try Oracle.text(
        "ffprobe", ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", folder.file(name)])
      #expect(abs((Double(duration) ?? 0) - 0.92) < 1e-3, "\(preset), \(isPart): \(duration)")
    }
  }

  @Test func snapshotIsTaken_whenTheExportStarts() async throws {
    let composition = try composition()
    let session = try session(composition)
    session.outputURL = folder.url("out.mp4")
    let isDone = DispatchSemaphore(value: 0)
    session.exportAsynchronously { isDone.signal() }
    composition.removeTimeRange(frames(0, 10))
    await Self.wait(isDone)
    #expect(session.status == .completed, "\(session.error as Any)")
    #expect(try Oracle.frames(folder.file("out.mp4")).numbers.count == 15)
  }

  @Test func slowMotion_keepsItsOwnTimes_andAVideoCompositionMakesThemConstant() async throws {
    let composition = AVMutableComposition()
    try await composition.insertTimeRange(frames(0, 20), of: movie, at: .zero)
    // The second half takes twice as long.
    let (half, twice) = (frames(10, 20), frames(0, 20).duration)
    composition.scaleTimeRange(half, toDuration: twice)
    let own = try session(composition)
    own.audioTimePitchAlgorithm = .varispeed
    try await own.make(folder.url("own.mov"), .mov)
    let (numbers, times) = try Oracle.frames(folder.file("own.mov"))
    #expect(numbers == Array(0..<20), "\(numbers)")
    let (slow, normal) = (times[11] - times[10], times[5] - times[4])
    #expect(abs(slow - 2.0 / 30) < 1e-3 && abs(normal - 1.0 / 30) < 1e-3)
    // The last frame is slow, too.
    #expect(try AVURLAsset(url: folder.url("own.mov")).track(.video).timeRange == frames(0, 30))
    let constant = try session(composition)
    let video = AVMutableVideoComposition(propertiesOf: composition)
    video.frameDuration = CMTime(value: 1, timescale: 30)
    constant.videoComposition = video
    constant.audioTimePitchAlgorithm = .varispeed
    try await constant.make(folder.url("constant.mov"), .mov)
    let rendered = try Oracle.frames(folder.file("constant.mov"))
    var expected = Array(0..<10)
    for number in 10..<20 { expected += [number, number] }
    #expect(rendered.numbers == expected, "\(rendered.numbers)")
    // A tape that goes at half the speed: its pulses are twice as far apart.
    let pulses = ExportMedia.pulses(try Oracle.samples(folder.file("own.mov")))
    #expect(pulses.count == 7)
    for index in 4..<pulses.count - 1 { #expect(abs(pulses[index + 1] - pulses[index] - 9600) < 120, "\(pulses)") }
  }

  @Test func gapsAndOtherSizes_comeOntoACanvas() async throws {
    let composition = AVMutableComposition()
    let track = try composition.add(.video)
    let source = try movie.track(.video)
    try track.insertTimeRange(frames(0, 5), of: source, at: .zero)
    try track.insertTimeRange(frames(10, 15), of: source, at: frames(0, 10).end)
    let session = try session(composition)
    try await session.make(folder.url("out.mov"), .mov)
    let numbers = try Oracle.frames(folder.file("out.mov")).numbers
    let expected = [0, 1, 2, 3, 4, 0, 0, 0, 0, 0, 10, 11, 12, 13, 14]
    #expect(numbers == expected, "\(numbers)")
    let mixed = AVMutableComposition()
    let both = try mixed.add(.video)
    try both.insertTimeRange(frames(0, 5), of: source, at: .zero)
    try both.insertTimeRange(frames(0, 5), of: AVURLAsset.shared.track(.video), at: frames(0, 5).end)
    try await self.session(mixed).make(folder.url("sizes.mov"), .mov)
    #expect(try Oracle.streams(folder.file("sizes.mov"), "width,height,nb_read_frames") == ["128,64,10"])
  }

  @Test func turnedCompositionTrack_isTurned() async throws {
    let (composition, track) = try AVMutableComposition.ofVideo(span(0, 300))
    track.preferredTransform = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 90, ty: 0)
    try await session(composition).make(folder.url("out.mp4"))
    #expect(try Oracle.streams(folder.file("out.mp4"), "width,height,nb_read_frames") == ["90,160,15"])
  }

  @Test(arguments: [
    (CGSize.zero, CGAffineTransform(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0)),
    (CGSize.zero, CGAffineTransform(scaleX: 1e300, y: 1)),
    (CGSize(width: CGFloat.infinity, height: 90), CGAffineTransform(scaleX: 0.5, y: 1)),
  ]) func sizesThatAreNoCanvas_areErrors(_ size: CGSize, _ transform: CGAffineTransform) async throws {
    let (composition, track) = try AVMutableComposition.ofVideo(span(0, 60))
    (composition.naturalSize, track.preferredTransform) = (size, transform)
    let failure = await (try session(composition)).failure(folder.url("out.mp4"))
    #expect(failure?.failureReason?.contains("more than 32768 a side") == true, "\(String(describing: failure))")
  }

  @Test func audioMix_isHeard_alsoOfAFile() async throws {
    try Oracle.make([
      "-f", "lavfi", "-i", "aevalsrc=0.5:s=48000:d=2", "-c:a", "pcm_s16le", folder.file("level.mov"),
    ])
    let asset = AVURLAsset(url: folder.url("level.mov"))
    let parameters = AVMutableAudioMixInputParameters(track: try asset.track(.audio))
    parameters.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0, timeRange: span(0, 1200))
    let mix = AVMutableAudioMix()
    mix.inputParameters = [parameters]
    let session = try session(asset, AVAssetExportPresetAppleProRes422LPCM)
    session.audioMix = mix
    try await session.make(folder.url("out.mov"), .mov)
    let samples = try Oracle.samples(folder.file("out.mov"))
    #expect(samples.count == 96_000)
    for index in stride(from: 0, to: 96_000, by: 4800) {
      let wanted: Double = 16384 * (1 - Double(index) / 96_000)
      let difference = abs(Double(samples[index]) - wanted)
      #expect(difference < 3)
    }
    // Parameters of no track are an error, before anything is written.
    let stray = AVMutableAudioMixInputParameters(track: nil)
    stray.trackID = 77
    mix.inputParameters = [stray]
    let failing = try self.session(asset, AVAssetExportPresetAppleM4A)
    failing.audioMix = mix
    #expect(await failing.failure(folder.url("bad.m4a"), .m4a)?.failureReason?.contains("77") == true)
  }

  @Test func severalAudioTracks_areSummed() async throws {
    try Oracle.make([
      "-f", "lavfi", "-i", "aevalsrc=0.25:s=48000:d=1", "-f", "lavfi", "-i", "aevalsrc=0.125:s=48000:d=1", "-map", "0",
      "-map", "1", "-c:a", "pcm_s16le", "-disposition:a", "default", folder.file("two.mov"),
    ])
    try await session(AVURLAsset(url: folder.url("two.mov")), AVAssetExportPresetAppleProRes422LPCM).make(
      folder.url("out.mov"), .mov)
    let samples = try Oracle.samples(folder.file("out.mov"))
    let difference = abs(Int(samples[24_000]) - 12_288)
    #expect(samples.count == 48_000 && difference < 4, "\(samples[24_000])")
  }

  @Test func timeRangeBehindTheEnd_goesOnRendering() async throws {
    let composition = try composition()
    let video = AVMutableVideoComposition(propertiesOf: composition)
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = frames(0, 60)
    instruction.layerInstructions = [AVMutableVideoCompositionLayerInstruction(assetTrack: composition.tracks[0])]
    video.instructions = [instruction]
    let session = try session(composition)
    session.videoComposition = video
    session.timeRange = frames(0, 25)
    try await session.make(folder.url("out.mov"), .mov)
    let numbers = try Oracle.frames(folder.file("out.mov")).numbers
    #expect(numbers.count == 25 && Array(numbers[..<15]) == Array(20..<30) + Array(5..<10), "\(numbers)")
    // Without a range the movie is not longer than the composition.
    let plain = try self.session(composition)
    plain.videoComposition = video
    try await plain.make(folder.url("plain.mov"), .mov)
    #expect(try Oracle.frames(folder.file("plain.mov")).numbers.count == 15)
  }

  @Test func invalidVideoComposition_isTold_beforeAnythingIsWritten() async throws {
    let composition = try composition()
    let video = AVMutableVideoComposition(propertiesOf: composition)
    video.instructions = []
    let session = try session(composition)
    session.videoComposition = video
    #expect(await session.failure(folder.url("out.mov"), .mov)?.code == .invalidVideoComposition)
    #expect(folder.names == ["in.mp4"])
  }

  @Test func ownCompositor_composesEveryFrame_ofAPartToo() async throws {
    let composition = try composition()
    let times = Mutex<[CMTime]>([])
    let id = composition.tracks[0].trackID
    let video = AVMutableVideoComposition(asset: composition) { request in
      times.withLock { $0.append(request.compositionTime) }
      return try #require(request.sourceFrame(byTrackID: id))
    }
    let session = try session(composition)
    session.videoComposition = video
    session.timeRange = frames(5, 12)
    try await session.make(folder.url("out.mov"), .mov)
    let found = try Oracle.frames(folder.file("out.mov"))
    #expect(found.numbers == [25, 26, 27, 28, 29, 5, 6] && found.times.first == 0, "\(found)")
    #expect(times.withLock { $0 } == (5..<12).map { CMTime(value: $0, timescale: 30) })
    try expectAudio(folder.url("out.mov"), 11_200)
    struct Refusal: Error {}
    let failing = try self.session(composition)
    failing.videoComposition = AVMutableVideoComposition(asset: composition) { _ in throw Refusal() }
    let error = await failing.failure(folder.url("bad.mov"), .mov)
    #expect(error?.failureReason?.contains("Refusal") == true, "\(error as Any)")
    #expect(folder.names == ["in.mp4", "out.mov"])
  }
}
