/// The mapping of a range of one timeline to a range of another.
///
/// Different durations mean another speed: `source.duration / target.duration`. An empty mapping, whose target shows no
/// media, has an invalid source.
/// nothing, has an invalid source.
///
/// Source: `CMTimeMapping`.
public struct CMTimeMapping: BitwiseCopyable, Hashable, Sendable {
  /// The span of the media; its start is invalid in an empty mapping.
  public var source: CMTimeRange
  /// The span of the track or movie.
  public var target: CMTimeRange

  /// Creates an invalid mapping, every field 0.
  public init() {
    self.init(source: .invalid, target: .invalid)
  }

  /// Creates a mapping from its ranges, unchecked; `CMTimeMappingMake` checks the durations' epochs.
  public init(source: CMTimeRange, target: CMTimeRange) {
    self.source = source
    self.target = target
  }

  /// The invalid mapping with all fields 0; other values can be invalid too: test `isValid`.
  public static let invalid = CMTimeMapping()

  /// True if the target is valid; the source may be invalid, in an empty mapping.
  ///
  /// Source: `CMTIMEMAPPING_IS_VALID`.
  public var isValid: Bool { target.isValid }

  /// True if the target is valid and the source does not start at a number.
  ///
  /// Source: `CMTIMEMAPPING_IS_EMPTY`.
  public var isEmpty: Bool { !source.start.isNumeric && target.isValid }
}
