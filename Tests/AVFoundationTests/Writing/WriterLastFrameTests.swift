import AVFoundation
import Foundation
import TestSupport
import Testing

/// The last frame of a written movie is shown to the end, also where the encoder reorders frames, so that others are
/// decoded after it.
@Suite struct WriterLastFrameTests {
  private let folder: TemporaryFolder
  private let times: [Int64] = [0, 33, 34, 100, 900, 901, 1500, 1501, 1502, 1700]
  private var ends: [Int64] { Array(times.dropFirst()) + [3000] }

  init() throws { folder = try TemporaryFolder() }

  /// Writes frames at irregular times up to 3 s: by the last one's duration, or by the end of the session.
  private func write(_ codec: AVVideoCodecType, _ type: AVFileType, endsSession: Bool) async throws -> AVURLAsset {
    let url = folder.url("written")
    let writer = try AVAssetWriter(outputURL: url, fileType: type)
    let input = AVAssetWriterInput(
      mediaType: .video, outputSettings: WrittenMedia.videoSettings([AVVideoCodecKey: codec]))
    writer.add(input)
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: .zero)
    for (number, time) in times.enumerated() {
      let start = CMTime(value: time, timescale: 1000)
      let duration = endsSession ? .invalid : CMTime(value: ends[number], timescale: 1000) - start
      try await input.append(contentsOf: [WrittenMedia.frame(number, at: start, lasting: duration)])
    }
    if endsSession { writer.endSession(atSourceTime: CMTime(value: 3, timescale: 1)) }
    input.markAsFinished()
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    let frames = try Oracle.frames(url.path)
    #expect(frames.numbers == Array(0..<10) && frames.times.map { Int64(($0 * 1000).rounded()) } == times)
    return AVURLAsset(url: url)
  }

  /// Expects of an asset that images, and frames that are read, last up to its end.
  private func expectLastFrame(of asset: AVAsset, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let generator = AVAssetImageGenerator(asset: asset)
    generator.makeExact()
    for time in [1701, 1750, 2500, 2990] {
      let image = try generator.copyCGImage(at: CMTime(value: Int64(time), timescale: 1000), actualTime: nil)
      #expect(NumberedMovie.number(image) == 9, "at \(time) ms", sourceLocation: sourceLocation)
    }
    let settings = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
    let read = try AVAssetReader.started(asset, .video, settings).output.all()
    func units(_ times: [CMTime]) -> [Int64] { times.map { Int64(($0.seconds * 1000).rounded()) } }
    #expect(units(read.map { $0.presentationTimeStamp }) == times, sourceLocation: sourceLocation)
    #expect(
      units(read.map { $0.presentationTimeStamp + $0.duration }) == ends,
      sourceLocation: sourceLocation)
  }

  @Test(
    arguments: [
      (AVVideoCodecType.h264, AVFileType.mov), (.hevc, .mov), (.jpeg, .mov), (.h264, .mp4), (.hevc, .mp4),
      (.h264, .matroska), (.hevc, .matroska),
    ], [true, false])
  func lastFrame_isShownToTheEnd(codec: (AVVideoCodecType, AVFileType), endsSession: Bool) async throws {
    let asset = try await write(codec.0, codec.1, endsSession: endsSession)
    #expect(abs(try await asset.load(.duration).seconds - 3) < 0.001)
    try expectLastFrame(of: asset)
  }

  @Test func compositionsAndExports_showTheLastFrameToTheEnd() async throws {
    let asset = try await write(.h264, .mov, endsSession: true)
    let composition = AVMutableComposition()
    let track = try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 1))
    try track.insertTimeRange(
      CMTimeRange(start: .zero, duration: CMTime(value: 3, timescale: 1)), of: asset.track(.video), at: .zero)
    try expectLastFrame(of: composition)
    for (source, preset) in [
      (asset, AVAssetExportPresetHighestQuality), (composition, AVAssetExportPresetHighestQuality),
      (asset, AVAssetExportPresetPassthrough),
    ] as [(AVAsset, String)] {
      let session = try #require(AVAssetExportSession(asset: source, presetName: preset))
      let url = folder.url("\(preset).\(source === asset ? "asset" : "composition").mov")
      try await session.make(url, .mov)
      let exported = AVURLAsset(url: url)
      #expect(abs(exported.duration.seconds - 3) < 0.001, "\(preset): \(exported.duration.seconds)")
      try expectLastFrame(of: exported)
    }
  }

  /// What a file stores is vended as it is.
  @Test func storedSamples_keepTheirDurations() async throws {
    let asset = try await write(.h264, .mov, endsSession: true)
    let samples = try AVAssetReader.started(asset, .video, nil).output.all().filter { $0.numSamples > 0 }
    let stored = try Oracle.text(
      "ffprobe", ["-v", "error", "-show_entries", "packet=dts_time", "-of", "csv=p=0", folder.file("written")]
    ).split(separator: "\n").compactMap { Double($0.filter { $0.isNumber || $0 == "." || $0 == "-" }) }
    let steps = zip(stored, stored.dropFirst()).map { Int64((($1 - $0) * 1000).rounded()) }
    #expect(samples.map { Int64(($0.duration.seconds * 1000).rounded()) }.dropLast() == steps[...])
  }
}
