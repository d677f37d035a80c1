internal import MediaSource
internal import GStreamer
import MediaGraph

/// A source whose streams are known only after it has opened its file.
protocol OpeningNode: ElementNode {
  /// The opened file, whose tracks are all known and blocked, or the reason why it cannot be opened.
  typealias Opened = Result<any OpenedSource, Diagnostic>

  /// Adds the elements that find the tracks, and calls `ready` on any thread when they have.
  func open(_ bin: NodeBin, ready: @escaping @Sendable (Opened) -> Void) throws

  /// Returns the track of each linked output; outputs without one do not exist in the file.
  ///
  /// - Throws: `MediaError` if the file does not tell which track is asked for.
  func tracks(for outputs: [OutputKey], from tracks: [AssetTrack]) throws -> [OutputKey: AssetTrack]

  /// Returns the message for a stream that does not exist.
  func missing(_ output: OutputKey, of node: GraphNode) -> TrackPruning.Missing
}

/// A file that a node has opened: the node's state afterwards.
protocol OpenedSource: Sendable {
  var tracks: [AssetTrack] { get }

  /// Links the tracks to the node's linked ports; they are blocked until the run starts them.
  func build(_ bin: NodeBin) throws
}
