/// A writer of a file of compressed or PCM samples: a movie, or an audio file.
///
/// Tracks are added, then get their samples in any order; callers need not know the file's format. Used by one thread
/// at a time.
public protocol MediaWriter: AnyObject {
  /// Adds a track.
  ///
  /// - Returns: The track's number, for `append`.
  /// - Throws: `notStorable` if the format cannot hold it.
  @discardableResult
  func addTrack(_ draft: TrackDraft) throws(MovieError) -> Int

  /// Returns the number of sample descriptions of a track.
  func descriptionCount(ofTrack track: Int) -> Int

  /// Changes a track's properties.
  ///
  /// - Throws: `notStorable` if the format cannot hold it.
  func updateTrack(_ track: Int, _ body: (inout TrackDraft) -> Void) throws(MovieError)

  /// Sets a track's edits; their sources are on the timeline of its samples' presentation times.
  func setSegments(_ segments: [TrackTimeline.Segment]?, ofTrack track: Int)

  /// True if samples are written at the times at which segments show them: these have to be known as the samples come.
  var followsSegments: Bool { get }

  /// Adds consecutive samples of one description; `bytes` are those of all of them.
  ///
  /// - Throws: `notStorable`, `malformed`, `excessive`; write errors.
  func append(_ run: SampleRun, _ bytes: SampleBytes, toTrack track: Int) throws(MovieError)

  /// Ends what is shown of a track at a time on the timeline of its samples' presentation times, whatever durations they were given:
  /// that of a sample which is shown last, but not decoded last, may not be known as it comes.
  func limitPresentation(to end: Int64, ofTrack track: Int)

  /// Holds the sample that is shown last up to a time on the same timeline, if that is later than its end; files without durations of
  /// samples, and those whose samples are written already, do not. Called before `finish`.
  func holdPresentation(to end: Int64, ofTrack track: Int)

  /// Ends a track.
  func finishTrack(_ track: Int) throws(MovieError)

  /// Writes the rest of the file; nothing can be appended afterwards.
  func finish() throws(MovieError)
}

extension MediaWriter {
  public var followsSegments: Bool { false }
  public func limitPresentation(to end: Int64, ofTrack track: Int) {}
  public func holdPresentation(to end: Int64, ofTrack track: Int) {}
}

extension MovieWriter: MediaWriter {}
