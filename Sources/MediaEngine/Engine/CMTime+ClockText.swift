public import CoreMedia
internal import MediaSource

extension CMTime {
  /// Hours, minutes, seconds and thousandths, for people: `00:01:12.480`.
  public var clockText: String { positionText }
}
