/// What makes a file of coded samples: a movie, or a file of sound.
///
/// Tracks are added, then get their samples in any order; whoever makes them need not know what kind of file it becomes.
/// Belongs to one thread at a time.
public protocol MediaWriter: AnyObject {
  /// Adds a track.
  ///
  /// - Returns: What `append` calls it.
  /// - Throws: `unfit` if the kind of file cannot hold it.
  @discardableResult
  func addTrack(_ draft: TrackDraft) throws(MovieError) -> Int

  /// How many sample descriptions a track has.
  func descriptionCount(ofTrack track: Int) -> Int

  /// Changes what is known of a track.
  ///
  /// - Throws: `unfit` if the kind of file cannot hold it.
  func updateTrack(_ track: Int, _ body: (inout TrackDraft) -> Void) throws(MovieError)

  /// Says what of a track's media is shown when: sources are on the timeline of its samples' presentation times.
  func setSegments(_ segments: [TrackTimeline.Segment]?, ofTrack track: Int)

  /// Adds samples of one description that follow each other; `bytes` are those of all of them.
  ///
  /// - Throws: `unfit`, `malformed`, `excessive`; what writing throws.
  func append(_ run: SampleRun, _ bytes: SampleBytes, toTrack track: Int) throws(MovieError)

  /// Says that a track gets no more samples.
  func finishTrack(_ track: Int) throws(MovieError)

  /// Writes what is missing; nothing can be appended after this.
  func finish() throws(MovieError)
}

extension MovieWriter: MediaWriter {}
