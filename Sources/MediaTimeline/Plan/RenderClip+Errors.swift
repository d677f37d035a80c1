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
    media.reason += " (\(place.isEmpty ? "" : "\(place), ")at \(MediaTime.rational(time.value, time.timescale).text))"
    media.stage = Self.stage
    return media
  }

  private static let stage = "timeline"
}
