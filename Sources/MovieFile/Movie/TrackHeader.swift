import Foundation

/// What a track says of itself (ISO/IEC 14496-12, clause 8.3.2, 'tkhd').
public struct TrackHeader: Hashable, Sendable {
  public let trackID: UInt32
  public let isEnabled: Bool
  public let isInMovie: Bool
  public let isInPreview: Bool
  /// In units of the movie's timescale; nil if the file says that it is not known.
  public let duration: Int64?
  /// Tracks with lower numbers are in front.
  public let layer: Int
  /// Tracks of one group are alternatives; 0 for none.
  public let alternateGroup: Int
  /// 1 for full volume.
  public let volume: FixedPoint
  public let matrix: MovieMatrix
  /// The size to show, before the matrix applies; in pixels.
  public let width: FixedPoint
  public let height: FixedPoint
  /// Nil if the file does not say.
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
