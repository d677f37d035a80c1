internal import MovieFile

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
  @discardableResult
  open func append(_ caption: AVCaption) -> Bool {
    assetWriterInput.append(StyledText(caption.text), at: caption.timeRange)
  }

  /// Appends the captions of a group as one, a line each; nothing for a group without any.
  ///
  /// - Returns: False if the writer does not write, or fails with these captions.
  @discardableResult
  open func append(_ captionGroup: AVCaptionGroup) -> Bool {
    guard !captionGroup.captions.isEmpty else { return assetWriterInput.isTakingSamples }
    let text = captionGroup.captions.map(\.text).joined(separator: "\n")
    return assetWriterInput.append(StyledText(text), at: captionGroup.timeRange)
  }
}
