import Foundation

// Each field is a number under a key of its own, `key.value` and so on: a missing field or one of another type decodes
// as 0, which is an invalid time, where decoding an object of the wrong class would end the process.

extension NSCoder {
  /// Encodes a time under a key; keyed archives keep every field, also of invalid times.
  public func encode(_ time: CMTime, forKey key: String) {
    encode(time.value, forKey: "\(key).value")
    encode(time.timescale, forKey: "\(key).timescale")
    encode(Int64(time.flags.rawValue), forKey: "\(key).flags")
    encode(time.epoch, forKey: "\(key).epoch")
  }

  /// Encodes a range under a key.
  public func encode(_ timeRange: CMTimeRange, forKey key: String) {
    encode(timeRange.start, forKey: "\(key).start")
    encode(timeRange.duration, forKey: "\(key).duration")
  }

  /// Encodes a mapping under a key.
  public func encode(_ timeMapping: CMTimeMapping, forKey key: String) {
    encode(timeMapping.source, forKey: "\(key).source")
    encode(timeMapping.target, forKey: "\(key).target")
  }

  /// Decodes the time of a key; invalid if there is none.
  public func decodeTime(forKey key: String) -> CMTime {
    CMTime(
      value: decodeInt64(forKey: "\(key).value"), timescale: decodeInt32(forKey: "\(key).timescale"),
      flags: CMTimeFlags(rawValue: UInt32(truncatingIfNeeded: decodeInt64(forKey: "\(key).flags"))),
      epoch: decodeInt64(forKey: "\(key).epoch"))
  }

  /// Decodes the range of a key; invalid if there is none.
  public func decodeTimeRange(forKey key: String) -> CMTimeRange {
    var range = CMTimeRange()
    range.start = decodeTime(forKey: "\(key).start")
    range.duration = decodeTime(forKey: "\(key).duration")
    return range
  }

  /// Decodes the mapping of a key; invalid if there is none.
  public func decodeTimeMapping(forKey key: String) -> CMTimeMapping {
    CMTimeMapping(
      source: decodeTimeRange(forKey: "\(key).source"), target: decodeTimeRange(forKey: "\(key).target"))
  }
}
