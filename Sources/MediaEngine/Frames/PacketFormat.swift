public import Foundation

/// What coded media, text or bytes are: a name and fields as GStreamer's caps write them.
///
///     "image/x-qoi"
///     "video/x-h264, stream-format=(string)avc, alignment=(string)au"
///     PacketFormat("audio/x-flac, framed=(boolean)true", header: streamInfo)
///
/// A text that describes no format is an error when the node is set up.
public struct PacketFormat: Sendable, Hashable, ExpressibleByStringLiteral {
  public var caps: String
  /// What a decoder needs before the first packet, such as the parameter sets of H.264; GStreamer's `codec_data`.
  public var header: Data?

  public init(_ caps: String, header: Data? = nil) {
    self.caps = caps
    self.header = header
  }

  public init(stringLiteral caps: String) { self.init(caps) }

  /// Lines of text in UTF-8, without markup.
  public static let text = PacketFormat("text/x-raw, format=(string)utf8")
  /// Bytes of no known kind.
  public static let bytes = PacketFormat("application/octet-stream")
  /// Metadata of which only the sender and the reader know the form.
  public static let metadata = PacketFormat("application/x-reel-metadata")
}
