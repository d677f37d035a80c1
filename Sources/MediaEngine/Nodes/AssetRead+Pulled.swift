internal import MediaSource
import CoreMedia
import MediaGraph

extension AssetRead {
  /// The part of the timeline that is read.
  ///
  /// - Throws: The error of times in frames, of which a file may have any number a second, and of an empty range.
  func range(at node: GraphNode) throws(Diagnostic) -> CMTimeRange {
    func time(_ argument: MediaTime?, _ name: String) throws(Diagnostic) -> CMTime? {
      guard let argument else { return nil }
      if let time = argument.time() { return time }
      throw Diagnostic(
        "'\(name)' of '\(node.name)' counts frames", kind: .usage, at: node.range(ofArgument: name),
        help: "write seconds: a file may have frames of any length")
    }
    let range = CMTimeRange(
      start: try time(from, "from") ?? .zero, end: try time(to, "to") ?? .positiveInfinity)
    guard range.duration > .zero else {
      throw Diagnostic("'\(node.name)' would read nothing", kind: .usage, at: node.range(ofArgument: "to"))
    }
    return range
  }

  func problems(_ node: GraphNode, inputs: [InputSource]) -> [Diagnostic] {
    do throws(Diagnostic) {
      _ = try range(at: node)
      return []
    } catch {
      return [error]
    }
  }
}

extension AssetRead: PullableSource {
  func pulled(_ outputs: [OutputKey], _ node: GraphNode, _ opened: OpenedAssets) throws -> [OutputKey: Maker]? {
    let ports: Set = ["video", "audio", "coded_video", "coded_audio", "samples"]
    guard outputs.allSatisfy({ ports.contains($0.port) }) else { return nil }
    let range = try range(at: node)
    if let file = opened.file(at: url) { return try pulled(outputs, of: file, in: range) }
    guard let path = url.path, InputFile.isRegular(path), let file = try TableSources(path: path) else { return nil }
    let chosen = try tracks(for: outputs, from: file.tracks)
    guard chosen.count == outputs.count, file.gives(outputs, of: self) else { return nil }
    return try file.pulled(chosen, in: range)
  }

  /// The streams of a file that is open, whatever its container; other tracks of it may be of any kind.
  private func pulled(
    _ outputs: [OutputKey], of file: MediaFile, in range: CMTimeRange
  ) throws -> [OutputKey: Maker] {
    let (movie, contents) = (try file.movie(), try file.tracks())
    let chosen = try tracks(for: outputs, from: AssetTrack.all(contents, of: movie))
    var opened: [Int: any CodedTrack] = [:]
    return try outputs.reduce(into: [:]) { result, key in
      guard let id = chosen[key]?.id, let content = contents.first(where: { Int($0.attributes.id) == id }) else {
        throw DecoderError(.noSample, "there is no such track")
      }
      let track: any CodedTrack
      if key.port == "video" || key.port == "audio" {
        track = try opened[id] ?? content.codedTrack()
        opened[id] = track
      } else {
        track = try content.storedTrack()
      }
      let orientation = content.attributes.transform.orientationTag
      result[key] = pulledStream(
        ofPort: key.port, track, in: range, orientation: orientation.flatMap { FrameOrientation(tag: $0) })
    }
  }
}

/// Returns a function that makes the stream of a track anew.
func pulledStream(
  ofPort port: String, _ track: any CodedTrack, in range: CMTimeRange, orientation: FrameOrientation?
) -> PullableSource.Maker {
  switch port {
  case "audio": { .audio(TrackAudio(track, in: range)) }
  case "video": { .frames(TrackFrames(track, in: range, orientation: orientation)) }
  default: { .packets(try TrackPackets(track, in: range)) }
  }
}

extension Diagnostic {
  /// The error of a source that cannot begin or end in the middle.
  init(noPartOf name: String, _ cause: String, at node: GraphNode) {
    self.init(
      "a part of '\(name)' cannot be read", kind: .input, at: node.range(ofArgument: "from"), cause: cause,
      help: "read all of it, or store it in a file first")
  }
}
