/// The decode and presentation times of a sample, and its duration.
public struct CMSampleTimingInfo: Sendable {
  /// The presentation duration of the sample; invalid if unknown.
  public var duration: CMTime
  /// The presentation time of the sample.
  public var presentationTimeStamp: CMTime
  /// The decode time of the sample; invalid if it is not coded, or decoded in presentation order.
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
