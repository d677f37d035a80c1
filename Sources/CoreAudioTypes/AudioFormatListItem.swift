/// One of the formats to which a decoder can decode a stream.
///
/// Layered streams, such as high-efficiency AAC, have several: a decoder that does not support the upper layer plays
/// the lower one.
public struct AudioFormatListItem: Hashable, Sendable {
  /// The format.
  public var mASBD: AudioStreamBasicDescription
  /// The layout of the channels in that format.
  public var mChannelLayoutTag: AudioChannelLayoutTag

  /// Creates an item with every field 0.
  public init() {
    self.init(mASBD: AudioStreamBasicDescription(), mChannelLayoutTag: 0)
  }

  /// Creates an item from its fields.
  public init(mASBD: AudioStreamBasicDescription, mChannelLayoutTag: AudioChannelLayoutTag) {
    self.mASBD = mASBD
    self.mChannelLayoutTag = mChannelLayoutTag
  }
}
