public import Foundation

/// The format of compressed media, text or bytes: a name and fields in the syntax of GStreamer's caps.
///
///     "image/x-qoi"
///     "video/x-h264, stream-format=(string)avc, alignment=(string)au"
///     PacketFormat("audio/x-flac, framed=(boolean)true", header: streamInfo)
///
/// An invalid text is an error when the node is set up.
public struct PacketFormat: Sendable, Hashable, ExpressibleByStringLiteral {
  public var caps: String
  /// The decoder's configuration, such as the parameter sets of H.264; GStreamer's `codec_data`.
  public var header: Data?

  public init(_ caps: String, header: Data? = nil) {
    self.caps = caps
    self.header = header
  }

  public init(stringLiteral caps: String) { self.init(caps) }

  /// Lines of text in UTF-8, without markup. A reader of subtitles that names no format may get them with markup.
  public static let text = PacketFormat("text/x-raw, format=(string)utf8")
  /// Lines of text as Pango's markup, which has references for marks of its syntax.
  package static let markup = PacketFormat(TextFormat.caps(TextFormat.markup))
  /// Bytes of an unknown format.
  public static let bytes = PacketFormat("application/octet-stream")
  /// Metadata in a format known to the sender and the reader only.
  public static let metadata = PacketFormat("application/x-reel-metadata")
}
