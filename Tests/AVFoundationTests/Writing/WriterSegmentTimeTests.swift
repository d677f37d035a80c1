import AVFoundation
import Foundation
import MovieFile
import TestSupport
import Testing

/// The times in segments: those of the samples that the program appends, whenever the session starts.
@Suite struct WriterSegmentTimeTests {
  private struct Written {
    let segments: [(Data, AVAssetSegmentType, AVAssetSegmentReport?)]
    let path: String

    /// The starts of a media type in the reports of the segments.
    func starts(_ type: AVMediaType) -> [Double] {
      segments.dropFirst().compactMap { segment in
        segment.2?.trackReports.first { $0.mediaType == type }?.earliestPresentationTimeStamp.seconds
      }
    }
  }

  /// Writes two seconds of media into segments of a second, and a file of all.
  ///
  /// - Parameter start: The time of the session and of its first samples.
  private func write(
    _ profile: AVFileTypeProfile, _ types: [AVMediaType], from start: CMTime, to path: String
  ) async throws -> Written {
    let receiver = SegmentReceiver()
    let writer = AVAssetWriter(contentType: .mpeg4Movie)
    writer.outputFileTypeProfile = profile
    writer.preferredOutputSegmentInterval = CMTime(value: 1, timescale: 1)
    writer.initialSegmentStartTime = start
    writer.delegate = receiver
    let inputs = types.map {
      AVAssetWriterInput(mediaType: $0, outputSettings: $0 == .video ? WrittenMedia.videoSettings() : WrittenMedia.aac)
    }
    for input in inputs { writer.add(input) }
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: start)
    let first = Int(CMTimeConvertScale(start, timescale: 48_000, method: .default).value)
    for number in 0..<60 {
      for input in inputs {
        let sample =
          input.mediaType == .video
          ? try WrittenMedia.frame(
            number, at: start + CMTime(value: Int64(number), timescale: 30), lasting: CMTime(value: 1, timescale: 30))
          : try WrittenMedia.audio(WrittenMedia.ramp(1600), at: first + number * 1600)
        await input.appendWhenReady(sample)
      }
    }
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    let segments = receiver.segments.values
    try segments.reduce(Data()) { $0 + $1.0 }.write(to: URL(fileURLWithPath: path))
    return Written(segments: segments, path: path)
  }

  private static let sources: [CMTime] = [
    CMTime(value: 10, timescale: 1), CMTime(value: 1000, timescale: 1), CMTime(value: 2001, timescale: 2),
    CMTime(value: 123_456_789_012_345, timescale: 1_000_000_000),
  ]

  /// The priming of audio is before its session, and so is the decoding of frames that are shown in another order.
  @Test(arguments: sources) func times_areThoseOfTheSource_withoutAnEditList(start: CMTime) async throws {
    let folder = try TemporaryFolder()
    let written = try await write(.mpeg4AppleHLS, [.video, .audio], from: start, to: folder.file("whole.mp4"))
    let video = written.starts(.video)
    #expect(video.count == 2 && zip(video, [0, 1]).allSatisfy { abs($0 - start.seconds - $1) < 0.001 }, "\(video)")
    let audio = try #require(written.starts(.audio).first)
    #expect(audio > start.seconds - 0.05 && audio <= start.seconds + 0.001, "\(audio)")
    let boxes = try Oracle.boxes(written.path)
    #expect(!boxes.contains { $0.path.hasSuffix("elst") })
    let decoded = boxes.filter { $0.path == "moof/traf/tfdt" }.prefix(2).compactMap { $0.number("time") }
    let tracks = try Movie(path: written.path).tracks
    #expect(decoded.count == 2 && tracks.count == 2)
    for (time, track) in zip(decoded, tracks) {
      let seconds = Double(time) / Double(try track.samples().timescale)
      #expect(seconds > start.seconds - 0.2 && seconds <= start.seconds + 0.001, "\(seconds)")
    }
    let starts = try Oracle.streams(written.path, "start_time").compactMap { Double($0) }
    #expect(starts.count == 2 && abs(starts[0] - start.seconds) < 0.001 && abs(starts[1] - audio) < 0.001, "\(starts)")
    #expect(try Oracle.frames(written.path).numbers == Array(0..<60))
  }

  /// Without room before the session, an edit list keeps audio and video together.
  @Test func aSessionAtZero_isReportedAtZero() async throws {
    let folder = try TemporaryFolder()
    let written = try await write(.mpeg4AppleHLS, [.video, .audio], from: .zero, to: folder.file("whole.mp4"))
    let video = written.starts(.video)
    #expect(video.count == 2 && zip(video, [0, 1]).allSatisfy { abs($0 - $1) < 0.001 }, "\(video)")
    #expect(written.starts(.audio).first == 0)
    let starts = try Oracle.streams(written.path, "start_time").compactMap { Double($0) }
    #expect(starts.count == 2 && starts.allSatisfy { abs($0) < 0.05 }, "\(starts)")
  }

  /// Files of CMAF have one track, so that a program needs a writer for each, which it starts one after the other.
  @Test func writersOfOneClock_areInStep() async throws {
    let folder = try TemporaryFolder()
    let (early, late) = (CMTime(value: 1000, timescale: 1), CMTime(value: 2001, timescale: 2))
    let video = try await write(.mpeg4CMAFCompliant, [.video], from: early, to: folder.file("video.mp4"))
    let audio = try await write(.mpeg4CMAFCompliant, [.audio], from: late, to: folder.file("audio.mp4"))
    for (written, type, start) in [(video, AVMediaType.video, 1000), (audio, .audio, 1000.5)] {
      let reported = try #require(written.starts(type).first)
      #expect(abs(reported - start) < 0.05, "\(reported)")
      let shown = try #require(Oracle.streams(written.path, "start_time").first.flatMap { Double($0) })
      #expect(abs(shown - start) < 0.05, "\(shown)")
      #expect(!(try Oracle.boxes(written.path).contains { $0.path.hasSuffix("elst") }))
    }
  }
}
