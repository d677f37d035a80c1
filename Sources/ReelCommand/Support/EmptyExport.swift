import CoreMedia
import MediaEngine
import MediaGraph
internal import MediaSource

/// Exports of files whose output would hold nothing.
enum EmptyExport {
  /// Refuses a graph that reads a local file behind its end, or only media that the file does not have.
  ///
  /// Files that cannot be read, and graphs with mistakes, are left to the run, which says why.
  ///
  /// - Throws: `Diagnostic` with what the file has.
  static func check(_ graph: Graph) async throws {
    guard let nodes = try? graph.bound().expanded().nodes else { return }
    for node in nodes where node.use == AssetRead.type {
      let values = Dictionary(uniqueKeysWithValues: node.arguments.map { ($0.key, $0.value) })
      let wanted = kinds(of: nodes, from: node.name)
      // A file that has anything at all has something of two kinds.
      guard let read = try? AssetRead(arguments: values), read.from != nil || wanted.count == 1,
        let path = read.url.path, InputFile.isRegular(path), let probe = try? await AssetProbe.probe(read.url)
      else { continue }
      if let start = read.from?.time(), probe.duration.isNumeric, probe.duration > .zero, start >= probe.duration {
        throw Diagnostic(
          "there is nothing to write", kind: .usage,
          cause: "'\(read.url.text)' ends at \(probe.duration.clockText), before the part begins")
      }
      guard !wanted.isEmpty, !probe.tracks.isEmpty, !probe.tracks.contains(where: { wanted.contains($0.kind) }) else {
        continue
      }
      let names = [(AssetProbe.Track.Kind.video, "pictures"), (.audio, "sound")]
      throw Diagnostic(
        "there is nothing to write", kind: .input,
        cause: "'\(read.url.text)' has no "
          + names.filter { wanted.contains($0.0) }.map(\.1).joined(separator: " and no "))
    }
  }

  /// Returns the kinds of tracks that are read from a source.
  private static func kinds(of nodes: [GraphNode], from source: String) -> Set<AssetProbe.Track.Kind> {
    let ports = nodes.flatMap(\.inputs).compactMap { link -> String? in
      guard case .node(source, let port, _) = link.source else { return nil }
      return port
    }
    return Set(
      ports.compactMap { port in
        switch port {
        case "video", "coded_video": .video
        case "audio", "coded_audio": .audio
        // Subtitles alone are no output.
        default: nil
        }
      })
  }
}
