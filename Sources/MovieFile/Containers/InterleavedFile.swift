/// A container whose packets lie interleaved in the file, without a table of all of them: Matroska, MPEG streams, FLV,
/// AVI, Ogg, GIF, LOAS.
///
/// Opening reads headers at most. Packets are found by walking from header to header, with payloads passed over:
///
///     headers ─→ streams
///     cues, index, bisection ─→ place ─→ walker ─→ packets, in the order of the file
///                                          └─→ place: a later walk begins there
///
/// Values of one file may be used from several threads at once; reading blocks.
package protocol InterleavedFile: Sendable {
  /// The source of the bytes.
  var source: any ByteSource { get }
  /// The streams that the headers announce, in the order of the file; descriptions are completed by `describeDisplays()`.
  var streams: [ContainerStream] { get set }
  /// The duration in the headers; nil if they have none.
  var statedDuration: CMTime? { get }
  /// The time of the packets' timeline at which the file begins; zero unless clocks run on, as in MPEG streams.
  var origin: CMTime { get }

  /// Returns a walker over the packets in the order of the file.
  ///
  /// - Parameter place: The place of the first packet, from `PacketWalker.place` or `place(of:atOrBefore:)`; nil for
  ///   the first packet of the file.
  /// - Throws: Read errors of the source.
  func packets(from place: PacketPlace?) throws(MovieError) -> any PacketWalker

  /// Returns a place from which a walk meets a sync sample of a stream at or before a time, found by cues, an index or
  /// bisection; nil if only a walk from the beginning tells.
  ///
  /// - Parameters:
  ///   - stream: The position in `streams`.
  ///   - time: A presentation time in units of the stream's timescale.
  /// - Throws: Read errors of the source.
  func place(of stream: Int, atOrBefore time: Int64) throws(MovieError) -> PacketPlace?
}

extension InterleavedFile {
  package var origin: CMTime { .zero }
}
