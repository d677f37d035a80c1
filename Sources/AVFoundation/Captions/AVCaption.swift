/// Text that is shown for a time.
///
/// Files hold the text and the time: the styles and regions of Apple's captions have no place in timed text as it is written here.
///
/// Source: `AVCaption`.
open class AVCaption: NSObject, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant.

  /// The text.
  public let text: String
  /// The time in which it is shown.
  public let timeRange: CMTimeRange

  /// Creates a caption.
  public init(_ text: String, timeRange: CMTimeRange) {
    (self.text, self.timeRange) = (text, timeRange)
    super.init()
  }
}

/// Captions that are shown at the same time.
///
/// Source: `AVCaptionGroup`.
open class AVCaptionGroup: NSObject, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant.

  /// The captions; none for a time without any.
  public let captions: [AVCaption]
  /// The time of the group.
  public let timeRange: CMTimeRange

  /// Creates a group of captions that are shown in its time.
  public init(captions: [AVCaption], timeRange: CMTimeRange) {
    (self.captions, self.timeRange) = (captions, timeRange)
    super.init()
  }

  /// Creates a group for a time in which there are no captions.
  public convenience init(timeRange: CMTimeRange) { self.init(captions: [], timeRange: timeRange) }
}
