import Foundation

/// The header of a track's media (ISO/IEC 14496-12, clause 8.4.2, 'mdhd').
public struct MediaHeader: Hashable, Sendable {
  /// The units per second of the media's timeline, which sample times use.
  public let timescale: Int32
  /// The stated duration, in those units; nil if it is stated as unknown.
  public let duration: Int64?
  /// The language; nil if the file does not name it.
  public let language: MediaLanguage?
  /// Nil if the file does not state it.
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
