import Foundation

/// The header of a track (ISO/IEC 14496-12, clause 8.3.2, 'tkhd').
public struct TrackHeader: Hashable, Sendable {
  public let trackID: UInt32
  public let isEnabled: Bool
  public let isInMovie: Bool
  public let isInPreview: Bool
  /// The duration in units of the movie's timescale; nil if it is stated as unknown.
  public let duration: Int64?
  /// The layer; lower numbers are in front.
  public let layer: Int
  /// The group of alternative tracks; 0 for none.
  public let alternateGroup: Int
  /// The playback volume, 1 for full.
  public let volume: FixedPoint
  public let matrix: MovieMatrix
  /// The display size in pixels, before the matrix.
  public let width: FixedPoint
  public let height: FixedPoint
  /// Nil if the file does not state it.
  public let creationDate: Date?
  public let modificationDate: Date?

  init(_ box: Box, window: ByteWindow) throws(MovieError) {
    var reader = PayloadReader(box, window: window)
    let (version, flags) = try reader.versionAndFlags()
    (isEnabled, isInMovie, isInPreview) = (flags & 1 != 0, flags & 2 != 0, flags & 4 != 0)
    creationDate = Date(movieSeconds: try reader.unsigned(version: version))
    modificationDate = Date(movieSeconds: try reader.unsigned(version: version))
    trackID = try reader.u32()
    try reader.skip(4)
    duration = try reader.knownDuration(version: version)
    try reader.skip(8)
    layer = Int(try reader.i16())
    alternateGroup = Int(try reader.i16())
    volume = FixedPoint(Int32(try reader.i16()), fractionBits: 8)
    try reader.skip(2)
    matrix = try MovieMatrix(&reader)
    width = FixedPoint(try reader.i32(), fractionBits: 16)
    height = FixedPoint(try reader.i32(), fractionBits: 16)
  }
}
