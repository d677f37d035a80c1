/// When a sample is decoded and shown, and for how long.
public struct CMSampleTimingInfo: Sendable {
  /// How long the sample is shown; invalid if it is not known.
  public var duration: CMTime
  /// When the sample is shown.
  public var presentationTimeStamp: CMTime
  /// When the sample is decoded; invalid if it is not coded, or decoded in the order in which it is shown.
  public var decodeTimeStamp: CMTime

  /// Creates a timing of invalid times.
  public init() {
    self.init(duration: .invalid, presentationTimeStamp: .invalid, decodeTimeStamp: .invalid)
  }

  /// Creates a timing.
  public init(duration: CMTime, presentationTimeStamp: CMTime, decodeTimeStamp: CMTime) {
    self.duration = duration
    self.presentationTimeStamp = presentationTimeStamp
    self.decodeTimeStamp = decodeTimeStamp
  }

  /// A timing of invalid times.
  public static let invalid = CMSampleTimingInfo()
}

extension CMSampleTimingInfo: Hashable {}

/// A timing of invalid times.
public let kCMTimingInfoInvalid = CMSampleTimingInfo.invalid
