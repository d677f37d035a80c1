import CoreGraphics

extension CMFormatDescription {
  /// The kind of a media, as a four-character code.
  public struct MediaType: FourCharacterCode {
    /// The code.
    public let rawValue: FourCharCode

    /// Creates a kind from its code.
    public init(rawValue: FourCharCode) {
      self.rawValue = rawValue
    }

    /// Pictures.
    public static let video = MediaType(rawValue: kCMMediaType_Video)
    /// Sound.
    public static let audio = MediaType(rawValue: kCMMediaType_Audio)
    /// Several kinds in one stream.
    public static let muxed = MediaType(rawValue: kCMMediaType_Muxed)
    /// Text.
    public static let text = MediaType(rawValue: kCMMediaType_Text)
    /// Closed captions.
    public static let closedCaption = MediaType(rawValue: kCMMediaType_ClosedCaption)
    /// Subtitles.
    public static let subtitle = MediaType(rawValue: kCMMediaType_Subtitle)
    /// Time codes.
    public static let timeCode = MediaType(rawValue: kCMMediaType_TimeCode)
    /// Metadata.
    public static let metadata = MediaType(rawValue: kCMMediaType_Metadata)
    /// Groups of tagged buffers that belong together.
    public static let taggedBufferGroup = MediaType(rawValue: kCMMediaType_TaggedBufferGroup)
  }
}
