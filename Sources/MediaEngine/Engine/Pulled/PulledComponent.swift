package import CoreMedia
package import MediaGraph
package import MediaSource

/// A source that makes its media when they are asked for, in a module that knows no elements.
///
///     component ─▷ PulledOutput ─┬▷ PulledStream ─▷ …             in a graph that its program pulls
///                                └▷ source element ─▷ …          in a pipeline, on a streaming thread
///
/// Both executors run it by the same streams.
package protocol PulledComponent: Component {
  /// The files that it reads; no node of the graph may write one of them.
  var inputFiles: [Location] { get }

  /// Problems found before the run, such as files that do not exist.
  func preflight(_ node: GraphNode) -> [Diagnostic]

  /// The part of its timeline that it gives; all of it by default. Files that are written begin where it does.
  ///
  /// - Throws: `Diagnostic` for times that make no range.
  func range(of node: GraphNode) throws -> CMTimeRange

  /// Lines for people about the media that it is going to make.
  func explanation(of node: GraphNode) -> [String]

  /// Opens as many files as are needed to know the outputs. Blocks: never called on the cooperative pool.
  ///
  /// - Parameters:
  ///   - outputs: The outputs that are read.
  ///   - opened: The files that the program has opened already.
  /// - Returns: The outputs; without those that the component does not have.
  /// - Throws: `Diagnostic` or `MediaError`.
  func open(_ outputs: [OutputKey], _ node: GraphNode, _ opened: OpenedAssets) throws -> [OutputKey: PulledOutput]
}

extension PulledComponent {
  package func preflight(_ node: GraphNode) -> [Diagnostic] {
    inputFiles.compactMap { InputFile.problem($0, at: node.range) }
  }
  package func explanation(of node: GraphNode) -> [String] { [] }
  package func range(of node: GraphNode) throws -> CMTimeRange { .wholeTimeline }
}

/// A stream of a `PulledComponent`.
package struct PulledOutput: Sendable {
  /// The end of the stream; not numeric if it is not known.
  package let end: CMTime
  /// Units a second in which all of its times are whole; nil if there are none.
  package let timescale: Int32?
  /// Makes the stream anew each time that it is called, on the thread that pulls it.
  package let make: @Sendable () throws -> PulledStream

  /// The function that returns the tags of the stream. It may open sources; pipelines call it once, programs that pull never do.
  package var tags: @Sendable () throws -> StreamTags = { StreamTags() }
  /// The function that returns what people should know of the stream, as far as it has been made. Called on any thread.
  package var notes: @Sendable () -> [String] = { [] }
  /// The track of coded samples, by which pipelines read them; nil for frames and audio.
  let coded: (any CodedTrack)?

  package init(end: CMTime, timescale: Int32? = nil, make: @escaping @Sendable () throws -> PulledStream) {
    (self.end, self.timescale, self.make, coded) = (end, timescale, make, nil)
  }

  /// Creates the stream of a track's coded samples.
  package init(coded track: any CodedTrack, tags: @escaping @Sendable () throws -> StreamTags = { StreamTags() }) {
    (end, timescale, self.tags, coded) = (.invalid, track.timescale, tags, track)
    make = { .packets(try TrackPackets(track, in: .wholeTimeline)) }
  }
}
