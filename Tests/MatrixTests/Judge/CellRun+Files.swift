import Foundation
import TestSupport

/// Cells that write a file.
extension CellRun {
  /// Reel reports a stall itself, before it is killed.
  private static let patience = ["--progress", "none", "--stall-timeout", "8s"]

  private static let assetRemux = """
    format: 1
    parameters:
      input: { type: url, required: true }
      output: { type: url, required: true }
    nodes:
      copy: { use: asset.remux, with: { url: $input, output: $output } }

    """

  /// The commands that do the cell's work by hand.
  var commands: [[String]] {
    guard access == .pipe else { return [command] }
    return [["mkfifo", folder.file("pipe")], ["cp", subject.path, folder.file("pipe"), "&"], command]
  }

  private var command: [String] {
    let input = (try? location()) ?? subject.path
    let still = ["--progress", "none"]
    switch operation {
    case .transcode: return run(Built.package + "/Pipelines/transcode.yaml", on: input, to: "out.mp4")
    case .asset: return run(folder.file("asset.yaml"), on: input, to: "out." + assetEnding)
    case .remux: return [Built.reel, "remux", input, folder.file("out." + remuxEnding)] + still
    case .image:
      let times = imageTimes.flatMap { ["--at", "\($0.time)s"] }
      // Without frames, any time is refused.
      return [Built.reel, "image", input] + (times.isEmpty ? ["--at", "1s"] : times) + [
        "-o", folder.file("still-%03d.png"),
      ] + still
    case .sheet:
      return [Built.reel, "sheet", input, "--columns", "3", "--rows", "1", "--plain", "-o", folder.file("sheet.png")]
        + still
    case .waveform: return [Built.reel, "waveform", input, "--size", "3000x1"]
    case .samples: return [Built.reel, "samples", input, "--json"]
    case .probe: return [Built.reel, "probe", input, "--json"]
    case .generator: return ["AVAssetImageGenerator", input] + imageTimes.map { "\($0.time)" }
    }
  }

  private func run(_ description: String, on input: String, to output: String) -> [String] {
    [Built.reel, "run", description, "--set", "input=\(input)", "--set", "output=\(folder.file(output))"]
      + Self.patience
  }

  /// Runs the cell's command.
  func reel(expecting codes: [Int32] = [0]) async throws -> Child.Outcome {
    try await reel(Array(command.dropFirst()), expecting: codes)
  }

  func transcode() async throws -> [String] {
    _ = try await reel()
    let output = folder.file("out.mp4")
    let measurement = try await Measurement(of: output)
    let packets = try await Packets.read(output)
    var found = Comparison.deviations(of: measurement, from: input, isCopy: false)
    for stream in packets.streams where stream.codec_name != (stream.codec_type == "video" ? "h264" : "aac") {
      found.append("a stream of \(stream.codec_name ?? "?")")
    }
    return found + duration(packets, measurement)
  }

  /// Compares the file's duration with its contents.
  private func duration(_ packets: Packets, _ measurement: Measurement) -> [String] {
    guard let said = packets.format.duration.flatMap({ Double($0) }) else { return ["no duration"] }
    let end = max(measurement.end, measurement.audio?.end ?? 0)
    return abs(said - end) > 0.1 ? ["the duration is \(said) s, not \(end)"] : []
  }

  func asset() async throws -> [String] {
    try Self.assetRemux.write(toFile: folder.file("asset.yaml"), atomically: true, encoding: .utf8)
    _ = try await reel()
    return try await copyDeviations(folder.file("out." + assetEnding))
  }

  func remux() async throws -> [String] {
    let codes: [Int32] = canRemux ? [0] : [73]
    let outcome = try await reel(expecting: codes)
    if outcome.code != 0 { return outcome.error.contains("error: ") ? [] : ["no error is shown"] }
    return try await copyDeviations(folder.file("out." + remuxEnding))
  }

  /// A file of the same format, or Matroska if Reel does not write that format.
  private var assetEnding: String {
    ["mpg", "flv", "avi", "flac", "aac", "adts"].contains(subject.ending) ? "mkv" : subject.ending
  }

  /// A movie of the other format, or an audio file.
  private var remuxEnding: String {
    if subject.video == nil {
      switch (subject.ending, subject.audio) {
      case ("wav", _): return "aiff"
      case ("caf", _) where subject.isPCM: return "wav"
      case ("aiff", _): return "wav"
      case ("caf", _), ("aac", _), ("adts", _): return "m4a"
      case ("m4a", _): return "caf"
      default: break
      }
    }
    let needsMP4 = ["vp8", "vp9", "av1"].contains(subject.video) || ["opus", "flac"].contains(subject.audio)
    let suitsMP4 = !["prores", "mpeg2video"].contains(subject.video) && !subject.isPCM
    return needsMP4 || subject.ending == "mov" && suitsMP4 ? "mp4" : "mov"
  }

  /// False for streams that the movie cannot hold: Theora stands in QuickTime files, and is not registered for MP4.
  private var canRemux: Bool {
    (subject.video != "theora" || remuxEnding == "mov") && subject.audio != "vorbis"
  }

  /// Expects the same frames at the same times, the same audio beside them, and the same packets where both files store
  /// them alike.
  private func copyDeviations(_ output: String) async throws -> [String] {
    let measurement = try await Measurement(of: output)
    var found = Comparison.deviations(of: measurement, from: input, isCopy: true)
    let (own, theirs) = (try await Packets.read(output), subject.packets)
    // Media outside of edits may be omitted.
    guard !subject.isEdited else { return found }
    for (kind, stream, original) in [("video", own.video, theirs.video), ("audio", own.audio, theirs.audio)] {
      let isStream = ["ts", "mpg", "avi", "aac", "adts"]
      let changesForm = ["h264", "hevc", "aac", "opus", "mpeg4"].contains(original?.codec_name)
      let isAlike = isStream.contains((output as NSString).pathExtension) == isStream.contains(subject.ending)
      guard isAlike || !changesForm else { continue }
      // PCM has no packets of its own, and may change its byte order.
      guard original?.codec_name?.hasPrefix("pcm") != true else { continue }
      var (hashes, expected) = (own.packets(of: stream).map(\.data_hash), theirs.packets(of: original).map(\.data_hash))
      if let codec = original?.codec_name, ["h264", "hevc"].contains(codec), isStream.contains(subject.ending) {
        hashes = try await Packets.unitHashes(of: output, codec: codec)
        expected = try await Packets.unitHashes(of: subject.path, codec: codec)
      }
      if hashes.count != expected.count {
        found.append("\(hashes.count) of \(expected.count) \(kind) packets")
      } else if let first = hashes.indices.first(where: { hashes[$0] != expected[$0] }) {
        found.append("\(kind) packets differ, from \(first) on")
      }
    }
    return found
  }
}
