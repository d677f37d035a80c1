/// The arrangement of a movie's headers and samples in a file: the strategy behind a `MovieWriter`.
///
///     MovieWriter ─▶ TrackWriter ─▶ OnePieceLayout   ftyp, media, tables in 'moov'
///     samples        decode order ─▶ FragmentLayout  ftyp, 'moov' without samples, 'moof' and media again and again
protocol MovieLayout: AnyObject {
  /// True if the headers are written, so that no track and no sample description can be added.
  var hasHeaders: Bool { get }
  /// Takes note of another track, the last of the movie's.
  func addTrack()
  /// Adds samples of a track whose decode times are certain.
  func place(_ run: SampleRun, _ bytes: SampleBytes, _ track: Int) throws(MovieError)
  /// Takes note that a track has ended.
  func trackEnded() throws(MovieError)
  /// Writes the samples so far as a fragment; nothing where there are no fragments.
  func endFragment() throws(MovieError)
  /// Writes the rest of the file.
  func finish() throws(MovieError)
}

/// A movie while it is written: what a `MovieWriter` and its layout share.
final class WrittenMovie {
  var draft: MovieDraft
  let sink: any ByteSink
  var tracks: [TrackWriter] = []
  /// The number of bytes written.
  var position: Int64 = 0
  var preferences = Preferences()

  /// The caller's wishes; each is read by one of the layouts.
  struct Preferences {
    /// The maximum duration of a chunk.
    var chunkDuration = CMTime(value: 1, timescale: 2)
    /// True if samples are in the file in the order in which they are appended.
    var keepsOrder = false
    /// The number of entries of the fragment index; 0 for none.
    var fragmentIndexCapacity = 0
    /// The number of the first fragment.
    var firstFragmentNumber: UInt32 = 1
    /// The expected duration of all fragments, for the headers before them; nil if unknown.
    var durationHint: CMTime?
  }

  init(_ draft: MovieDraft, to sink: any ByteSink) {
    (self.draft, self.sink) = (draft, sink)
  }

  func append(_ boxes: BoxWriter) throws(MovieError) {
    try sink.append(boxes)
    position += Int64(boxes.count)
  }

  /// Appends a free box of at least 8 bytes.
  func appendFree(_ size: Int) throws(MovieError) {
    var free = BoxWriter()
    free.writeFree(size)
    try append(free)
  }
}
