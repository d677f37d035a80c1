internal import CoreMedia
internal import MediaSource

extension FrameSearch {
  /// Longer holes, of a tenth of a second, are meant to be seen, however long the first frame is.
  private static let longestHole = CMTime(value: 1, timescale: 10)

  /// Returns the times of a first frame that begins late by less than its duration; nil for one that begins with the track or later.
  ///
  /// In Matroska files and transport streams, video often begins some milliseconds behind the audio: a clip from their beginning on
  /// would begin with a frame of the background.
  func lateFirstFrame() throws -> Times? {
    guard !track.isOpen, let first = try times(in: CMTimeRange(start: .zero, end: Self.longestHole)).first,
      first.start > .zero, first.start < first.end - first.start
    else { return nil }
    return first
  }
}
