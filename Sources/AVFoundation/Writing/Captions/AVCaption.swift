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

/// Appends captions to an input of subtitles.
///
/// Source: `AVAssetWriterInputCaptionAdaptor`.
open class AVAssetWriterInputCaptionAdaptor: NSObject, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant.

  /// The input.
  public let assetWriterInput: AVAssetWriterInput

  /// Creates an adaptor of an input of subtitles or text, which has no other adaptor.
  public init(assetWriterInput input: AVAssetWriterInput) {
    precondition(
      [.subtitle, .text].contains(input.mediaType), "An adaptor of captions is for an input of subtitles or text.")
    precondition(input.claim(by: nil), "An input has one adaptor.")
    assetWriterInput = input
    super.init()
  }

  /// Appends a caption; their times ascend.
  ///
  /// - Returns: False if the writer does not write, or fails with this caption.
  open func append(_ caption: AVCaption) -> Bool { assetWriterInput.append(caption.text, at: caption.timeRange) }

  /// Appends the captions of a group as one, a line each; nothing for a group without any.
  ///
  /// - Returns: False if the writer does not write, or fails with these captions.
  open func append(_ captionGroup: AVCaptionGroup) -> Bool {
    guard !captionGroup.captions.isEmpty else { return assetWriterInput.isTakingSamples }
    let text = captionGroup.captions.map(\.text).joined(separator: "\n")
    return assetWriterInput.append(text, at: captionGroup.timeRange)
  }
}
