internal import CGStreamer

extension Bin {
  /// Keeps the demuxer that a `parsebin` finds from reading before the bin listens to its errors.
  ///
  ///     typefind: have-type ─▶ parsebin: demuxer to PAUSED ─▶ its errors are passed on ─▶ last handler: reads begin
  ///
  /// parsebin discards the errors of an element that it tries, also for a moment after it has started it: a demuxer with a thread of
  /// its own may have failed on a damaged file by then, and would stand still without a word.
  final func holdDemuxer() {
    guard let finder = element(named: "typefind"), let output = try? finder.pad("src") else { return }
    let hold = output.addProbe(.blockedReads) { _ in .wait }
    let callback:
      @convention(c) (UnsafeMutableRawPointer, guint, UnsafeMutableRawPointer?, UnsafeMutableRawPointer) -> Void = {
        _, _, _, hold in Unmanaged<Probe>.fromOpaque(hold).takeUnretainedValue().remove()
      }
    finder.connect("have-type", unsafeBitCast(callback, to: GCallback.self), hold, isLast: true)
  }
}
