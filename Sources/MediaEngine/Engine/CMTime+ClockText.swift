public import CoreMedia
internal import MediaSource

extension CMTime {
  /// Hours, minutes, seconds and milliseconds for display: `00:01:12.480`.
  public var clockText: String { positionText }
}
