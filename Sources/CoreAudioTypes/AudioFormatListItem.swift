/// One of the formats that a decoder can make of a coded stream.
///
/// Streams in layers, such as high-efficiency AAC, have several: a decoder that does not know the upper layer plays the
/// lower one.
public struct AudioFormatListItem: Hashable, Sendable {
  /// The format.
  public var mASBD: AudioStreamBasicDescription
  /// The places of the channels in that format.
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
