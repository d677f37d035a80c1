import CoreGraphics
import Foundation

/// The header of a movie (ISO/IEC 14496-12, clause 8.2.2, 'mvhd').
public struct MovieHeader: Hashable, Sendable {
  /// The units per second of the movie's timeline, which edits use.
  public let timescale: Int32
  /// The stated duration; `indefinite` if it is stated as unknown.
  public let duration: CMTime
  /// The playback rate, 1 for normal.
  public let preferredRate: FixedPoint
  /// The playback volume, 1 for full.
  public let preferredVolume: FixedPoint
  public let matrix: MovieMatrix
  /// Nil if the file does not state it.
  public let creationDate: Date?
  public let modificationDate: Date?
  /// An identifier that no track has; 0xFFFFFFFF if one must be searched for.
  public let nextTrackID: UInt32

  init(_ box: Box, window: ByteWindow) throws(MovieError) {
    var reader = PayloadReader(box, window: window)
    let (version, _) = try reader.versionAndFlags()
    creationDate = Date(movieSeconds: try reader.unsigned(version: version))
    modificationDate = Date(movieSeconds: try reader.unsigned(version: version))
    timescale = try reader.timescale()
    duration = try reader.duration(version: version, timescale: timescale)
    preferredRate = FixedPoint(try reader.i32(), fractionBits: 16)
    preferredVolume = FixedPoint(Int32(try reader.i16()), fractionBits: 8)
    try reader.skip(10)
    matrix = try MovieMatrix(&reader)
    try reader.skip(24)
    nextTrackID = try reader.u32()
  }
}

extension Date {
  /// Dates in movies count seconds from 1904.
  private static let movieEpoch = -2_082_844_800.0
  /// Dates after the year 9999 are damage.
  private static let mostMovieSeconds: UInt64 = 256_000_000_000

  /// Makes a date from seconds since 1904; nil for 0, which means unset.
  init?(movieSeconds: UInt64) {
    // Some writers count from 1970, which cannot be detected.
    guard movieSeconds > 0, movieSeconds < Self.mostMovieSeconds else { return nil }
    self.init(timeIntervalSince1970: Double(movieSeconds) + Self.movieEpoch)
  }

  /// The seconds since 1904; 0 for dates out of range.
  var movieSeconds: UInt64 {
    let seconds = (timeIntervalSince1970 - Self.movieEpoch).rounded()
    return seconds > 0 && seconds < Double(Self.mostMovieSeconds) ? UInt64(seconds) : 0
  }
}

extension PayloadReader {
  /// Reads a timescale: positive and below 2^31, so that times can be rational.
  mutating func timescale() throws(MovieError) -> Int32 {
    let offset = position
    let value = try u32()
    guard value > 0, let timescale = Int32(exactly: value) else {
      throw .malformed("'\(box.type.text)' has a timescale of \(value)", in: box, at: offset)
    }
    return timescale
  }

  /// Reads a duration of 32 or 64 bits; nil if all bits are set, which means unknown.
  mutating func knownDuration(version: UInt8) throws(MovieError) -> Int64? {
    let offset = position
    let value = try unsigned(version: version)
    if value == (version == 1 ? UInt64.max : UInt64(UInt32.max)) { return nil }
    guard value < 1 << 62 else {
      throw .malformed("'\(box.type.text)' has a duration of \(value) units", in: box, at: offset)
    }
    return Int64(value)
  }

  mutating func duration(version: UInt8, timescale: Int32) throws(MovieError) -> CMTime {
    try knownDuration(version: version).map { CMTime(value: $0, timescale: timescale) } ?? .indefinite
  }
}
