internal import GStreamer
internal import MediaSource
import MediaGraph
import CoreMedia

/// A graph whose sinks the program pulls, without a run: nothing happens but what the program's calls of its sinks do, on
/// their own threads.
///
///     let reading = try GraphReading(graph, assets)
///     while let frame = try sink.copyNext(isPrivate: true) { … }
///
/// No thread of the cooperative pool is needed, so that a program may wait on any thread. All members may be used on any thread.
package final class GraphReading: Sendable {
  private let pulled: PulledGraph
  private let reading: ReadingCancellation

  /// Opens the files of a graph, as far as they are not open; it may block.
  ///
  /// - Throws: `Diagnostic` for a graph that cannot be pulled, and what is wrong with a file.
  package init(_ graph: Graph, _ assets: OpenedAssets, registry: Registry = .shared) throws {
    try GStreamerLibrary.start()
    reading = assets.cancellation
    do {
      pulled = try PulledGraph(graph, registry: registry, assets)
    } catch let reason as PushReason {
      throw Diagnostic("the graph cannot be pulled", kind: .failure, cause: reason.text)
    }
    pulled.begin()
  }

  deinit { cancel() }

  /// Ends what is being made and what is being read for it, on any thread; sinks then throw `CancellationError`.
  package func cancel() {
    pulled.cancel()
    reading.end()
  }
}
