import Foundation

/// What a track's media say of themselves (ISO/IEC 14496-12, clause 8.4.2, 'mdhd').
public struct MediaHeader: Hashable, Sendable {
  /// Units a second of the media's timeline, on which samples lie.
  public let timescale: Int32
  /// The length that the file states, in those units; nil if it says that it is not known.
  public let duration: Int64?
  /// The language; nil if the file does not say.
  public let language: MediaLanguage?
  /// Nil if the file does not say.
  public let creationDate: Date?
  public let modificationDate: Date?

  init(_ box: Box, window: ByteWindow) throws(MovieError) {
    var reader = PayloadReader(box, window: window)
    let (version, _) = try reader.versionAndFlags()
    creationDate = Date(movieSeconds: try reader.unsigned(version: version))
    modificationDate = Date(movieSeconds: try reader.unsigned(version: version))
    timescale = try reader.timescale()
    duration = try reader.knownDuration(version: version)
    language = MediaLanguage(code: try reader.u16())
  }
}
