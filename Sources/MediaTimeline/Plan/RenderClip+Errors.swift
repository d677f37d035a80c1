package import CoreMedia
internal import MediaGraph
internal import MediaSource

extension RenderClip {
  /// Runs a body; its errors then name the clip's source, its place in the description and the time of the timeline.
  package func naming<Value>(at time: CMTime, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch {
      throw named(error, at: time)
    }
  }

  /// The error with the clip's source, its place and the time.
  package func named(_ error: any Error, at time: CMTime) -> any Error {
    if error is CancellationError { return error }
    // Nested timelines have named the innermost clip.
    if let error = error as? MediaError, error.stage == Self.stage { return error }
    var media = MediaError(error, during: .rendering)
    media.path = source.name(for: media.path)
    media.reason += " (\(place.isEmpty ? "" : "\(place), ")at \(time.rationalText))"
    media.stage = Self.stage
    return media
  }

  private static let stage = "timeline"

  /// Ends of tracks are rounded, and clips that are cut apart leave pieces of a frame or less.
  private static let tolerance = CMTime(value: 1, timescale: 10)

  /// Checks a clip whose first time shows the last frame of its file, or for which its file has no audio.
  ///
  /// - Throws: `MediaError` if all of the clip lies behind the end of the file.
  func checkBeginning() throws {
    let start = map.sourceRange.start
    guard let (_, end) = try exceeded(at: start) else { return }
    throw MediaError(
      .noSample, "it ends at \(end.rationalText), and the clip begins at \(start.rationalText)", family: .rendering,
      help: "let the clip begin earlier, with from, or leave it out")
  }

  /// Checks a frame that is shown at a time behind its end: all of the clip may lie there, and if not, that is noted.
  func check(frameEnd end: ExactTime, at time: ExactTime) throws {
    guard end <= time else { return }
    if ExactTime(map.sourceRange.start) >= end { try checkBeginning() }
    try noteHeldFrame()
  }

  private func noteHeldFrame() throws {
    let last = map.sourceRange.end
    guard let (media, end) = try exceeded(at: last) else { return }
    media.note(
      "'\(media.name)' ends at \(end.rationalText), and the clip at \(last.rationalText): its last frame stays"
        + (place.isEmpty ? "" : " (\(place))"))
  }

  /// Returns the file and its end, if that is before a time of the clip.
  private func exceeded(at time: CMTime) throws -> (media: PlannedMedia, end: CMTime)? {
    // A file whose end is not known may go on.
    guard case .media(let media) = source, try !media.isStill(),
      let end = try? media.end(video: video, audio: audio), time > end + Self.tolerance
    else { return nil }
    return (media, end)
  }
}
