import AVFoundation
import Foundation

/// AVAssetReader and AVAssetWriter, each in a process of its own, beside other programs that do the same.
struct ReadWrite {
  let folder: String
  private var log: String { "\(folder)/log" }

  func rows(pairs: Int) async throws -> [Row] {
    var rows: [Row] = []
    for (name, size) in [("720p", "1280x720"), ("1080p", "1920x1080")] {
      let clip = try make(
        name,
        ["-f", "lavfi", "-i", "testsrc2=size=\(size):rate=30:duration=10", "-f", "lavfi", "-i", "sine=duration=10"])
      let costs = try await alternatingPairs(pairs) {
        try work(.transcode, clip, "ours.mp4").run(log: log)
      } _: {
        try Command(
          "ffmpeg",
          [
            "-nostdin", "-v", "error", "-y", "-i", clip, "-c:v", "libx264", "-preset", "veryfast", "-profile:v",
            "high", "-b:v", "3000k", "-maxrate", "3000k", "-bufsize", "1800k", "-g", "250", "-c:a", "aac", "-b:a",
            "128k", "\(folder)/theirs.mp4",
          ]
        ).run(log: log)
      }
      rows.append(
        Row("reader to writer, \(name), wall, over ffmpeg", costs.map { $0.first.wall / $0.second.wall }, target: 1.05))
    }
    let hour = "\(folder)/hour.m4a"
    _ = try Command(
      "ffmpeg", ["-nostdin", "-y", "-v", "error", "-f", "lavfi", "-i", "anoisesrc=d=3600", "-c:a", "aac", hour]
    ).run(log: log)
    let decoded = try await alternatingPairs(pairs) {
      try work(.pcm, hour, "none").run(log: log)
    } _: {
      try Command("ffmpeg", ["-nostdin", "-v", "error", "-i", hour, "-f", "null", "-"]).run(log: log)
    }
    rows.append(
      Row(
        "PCM of an hour of AAC, over ffmpeg -f null", decoded.map { $0.first.wall / $0.second.wall }, target: 1 / 0.95))
    let large = try Remux(folder: folder).largeMovie()
    let copied = try await alternatingPairs(pairs) {
      try work(.copy, large, "copy.mp4").run(log: log)
    } _: {
      try? FileManager.default.removeItem(atPath: "\(folder)/copy.mp4")
      return try Command("cp", ["--reflink=never", large, "\(folder)/copy.mp4"]).run(log: log)
    }
    let peaks = copied.map { $0.first.peak / 1024 }
    return rows + [
      Row("pass-through of 500 MB, over cp", copied.map { $0.first.wall / $0.second.wall }, target: 1.2),
      Row("peak memory of the pass-through", peaks, unit: "MB"),
    ]
  }

  /// Makes a clip of H.264 and AAC.
  private func make(_ name: String, _ sources: [String]) throws -> String {
    let clip = "\(folder)/\(name).mp4"
    let coding = ["-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", "-c:a", "aac", clip]
    _ = try Command("ffmpeg", ["-nostdin", "-y", "-v", "error"] + sources + coding).run(log: log)
    return clip
  }

  /// Returns this program, doing some work and nothing else.
  private func work(_ work: Work, _ input: String, _ output: String) throws -> Command {
    let output = "\(folder)/\(output)"
    try? FileManager.default.removeItem(atPath: output)
    return Command(CommandLine.arguments[0], ["--work", work.rawValue, input, output])
  }

  /// The work of a process of its own with a file.
  enum Work: String {
    case transcode, pcm, copy

    func run(_ input: URL, _ output: URL) async throws {
      let asset = AVURLAsset(url: input)
      let reader = try AVAssetReader(asset: asset)
      let writer = self == .pcm ? nil : try AVAssetWriter(outputURL: output, fileType: .mp4)
      var channels: [(output: AVAssetReaderTrackOutput, input: AVAssetWriterInput?)] = []
      for track in asset.tracks {
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: decoded(track.mediaType))
        output.alwaysCopiesSampleData = false
        reader.add(output)
        let input = writer.map { _ in
          AVAssetWriterInput(
            mediaType: track.mediaType, outputSettings: encoded(track.mediaType),
            sourceFormatHint: self == .copy ? (track.formatDescriptions as? [CMFormatDescription])?.first : nil)
        }
        if let input { writer?.add(input) }
        channels.append((output, input))
      }
      guard reader.startReading(), writer?.startWriting() ?? true else {
        throw reader.error ?? writer?.error ?? AVError(.unknown)
      }
      writer?.startSession(atSourceTime: .zero)
      try await withThrowingTaskGroup { group in
        for (output, input) in channels {
          group.addTask {
            if let input {
              try await input.append(contentsOf: output.samples())
              input.markAsFinished()
            } else {
              for try await _ in output.samples() {}
            }
          }
        }
        try await group.waitForAll()
      }
      await writer?.finishWriting()
      if let error = writer?.error ?? reader.error { throw error }
    }

    private func decoded(_ type: AVMediaType) -> [String: Any]? {
      switch (self, type) {
      case (.copy, _): nil
      case (_, .audio): [AVFormatIDKey: kAudioFormatLinearPCM]
      default: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8Planar]
      }
    }

    private func encoded(_ type: AVMediaType) -> [String: Any]? {
      switch (self, type) {
      case (.copy, _): nil
      case (_, .audio): [AVFormatIDKey: kAudioFormatMPEG4AAC, AVEncoderBitRateKey: 128_000]
      default:
        [
          AVVideoCodecKey: AVVideoCodecType.h264,
          AVVideoCompressionPropertiesKey: [
            AVVideoAverageBitRateKey: 3_000_000, AVVideoMaxKeyFrameIntervalKey: 250,
            AVVideoProfileLevelKey: AVVideoProfileLevelH264HighAutoLevel,
          ],
        ]
      }
    }
  }
}
