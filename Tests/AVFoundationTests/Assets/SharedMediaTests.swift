import AVFoundation
import Testing

/// Properties against ffprobe, on movies by other people's encoders; there are none on most machines.
@Suite struct SharedMediaTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appending(path: "shared/media")

  static let files: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { !$0.hasSuffix(".png") && !$0.hasSuffix(".md") && $0 != "hls" }.sorted()
  }()

  private struct Report: Decodable {
    struct Stream: Decodable {
      let codec_type: String?
      let width: Int?
      let height: Int?
      let sample_aspect_ratio: String?
      let sample_rate: String?
      let channels: Int?
      let nb_read_packets: String?
      let duration: String?
      let avg_frame_rate: String?
      let bit_rate: String?
      let disposition: [String: Int]?
    }
    struct Packet: Decodable {
      let stream_index: Int
      let size: String
    }
    struct Format: Decodable { let duration: String? }
    let streams: [Stream]
    let packets: [Packet]
    let format: Format
  }

  @Test func folder_isThereOrNot() {
    print(Self.files.isEmpty ? "no shared media: 0 files compared" : "\(Self.files.count) files compared with ffprobe")
  }

  @Test(.enabled(if: !files.isEmpty), arguments: files) func properties_areFFprobes(name: String) async throws {
    let url = Self.folder.appending(path: name)
    // Of one of them ffprobe cannot read anything.
    let output = try? Oracle.run(
      "ffprobe",
      ["-v", "quiet"] + (isMovie(name) ? ["-ignore_editlist", "1"] : [])
        + ["-show_streams", "-show_packets", "-show_format", "-of", "json", url.path])
    guard let output else {
      print("\(name): skipped, ffprobe does not read it")
      return
    }
    let report = try JSONDecoder().decode(Report.self, from: output)
    let asset = AVURLAsset(url: url, options: [AVURLAssetPreferPreciseDurationAndTimingKey: true])
    let (tracks, duration) = try await asset.load(.tracks, .duration)
    let kinds = ["video": AVMediaType.video, "audio": .audio]
    let theirs = report.streams.enumerated().filter {
      kinds[$1.codec_type ?? ""] != nil && $1.disposition?["attached_pic"] != 1
    }
    let ours = tracks.filter { $0.mediaType == .video || $0.mediaType == .audio }
    #expect(ours.map(\.mediaType) == theirs.compactMap { kinds[$1.codec_type ?? ""] })
    var lines = ["\(name): \(duration.seconds) s"]
    for (track, (index, stream)) in zip(ours, theirs) {
      let (size, rate, length, formats) = try await track.load(
        .naturalSize, .nominalFrameRate, .totalSampleDataLength, .formatDescriptions)
      let (dataRate, range, transform) = try await track.load(.estimatedDataRate, .timeRange, .preferredTransform)
      let packets = report.packets.filter { $0.stream_index == index }
      let bytes = packets.reduce(0) { $0 + (Int64($1.size) ?? 0) }
      lines.append(
        "  \(track.trackID) \(track.mediaType.rawValue) \(formats.first.map { "\($0.mediaSubType)" } ?? "-") "
          + "\(size.width)x\(size.height) \(rate) fps, \(length) bytes (ffprobe \(bytes)), \(dataRate) b/s, \(range.start.seconds)"
          + "…\(range.end.seconds) s, \(transform == .identity ? "upright" : "turned")")
      // ADTS headers are no part of samples, nor is the frame that describes an MP3.
      if isMovie(name) || name.hasSuffix("webm") { #expect(length == bytes) }
      #expect(abs(Double(length) / Double(max(bytes, 1)) - 1) < 0.07)
      if track.mediaType == .video {
        let ratio = (stream.sample_aspect_ratio ?? "1:1").split(separator: ":").compactMap { Double($0) }
        let stretch = ratio.count == 2 && ratio[0] > 0 && ratio[1] > 0 ? ratio[0] / ratio[1] : 1
        #expect(abs(size.width - Double(stream.width ?? 0) * stretch) < 0.01)
        #expect(size.height == CGFloat(stream.height ?? 0))
        let parts = (stream.avg_frame_rate ?? "0/0").split(separator: "/").compactMap { Double($0) }
        if isMovie(name), parts.count == 2, parts[1] > 0 {
          #expect(abs(Double(rate) / (parts[0] / parts[1]) - 1) < 0.01)
        }
      } else {
        let format = try #require(formats.first?.audioStreamBasicDescription)
        #expect(format.mSampleRate == Double(stream.sample_rate ?? ""))
        #expect(Int(format.mChannelsPerFrame) == stream.channels)
      }
    }
    let theirDuration = try #require(report.format.duration.flatMap { Double($0) })
    // Other programs count from the first picture on, ignore edits when told so, and estimate what they do not count.
    if isMovie(name), !name.contains("edit"), !name.contains("fragmented") {
      #expect(abs(duration.seconds - theirDuration) < 0.1)
    }
    print(lines.joined(separator: "\n"))
  }

  private func isMovie(_ name: String) -> Bool { name.hasSuffix(".mp4") || name.hasSuffix(".3gp") }
}
