import Foundation

extension NSCoder {
  /// Encodes a time under a key; keyed archives keep every field, also of invalid times.
  public func encode(_ time: CMTime, forKey key: String) {
    encode(time.dictionary, forKey: key)
  }

  /// Encodes a range under a key.
  public func encode(_ timeRange: CMTimeRange, forKey key: String) {
    encode(timeRange.dictionary, forKey: key)
  }

  /// Encodes a mapping under a key.
  public func encode(_ timeMapping: CMTimeMapping, forKey key: String) {
    encode(timeMapping.dictionary, forKey: key)
  }

  /// Decodes the time of a key; invalid if there is none.
  public func decodeTime(forKey key: String) -> CMTime {
    CMTime(dictionary: decodeDictionary(forKey: key)) ?? .invalid
  }

  /// Decodes the range of a key; invalid if there is none.
  public func decodeTimeRange(forKey key: String) -> CMTimeRange {
    CMTimeRange(dictionary: decodeDictionary(forKey: key)) ?? .invalid
  }

  /// Decodes the mapping of a key; invalid if there is none.
  public func decodeTimeMapping(forKey key: String) -> CMTimeMapping {
    CMTimeMapping(dictionary: decodeDictionary(forKey: key)) ?? .invalid
  }

  private func decodeDictionary(forKey key: String) -> NSDictionary? {
    decodeObject(of: [NSDictionary.self, NSNumber.self, NSString.self], forKey: key) as? NSDictionary
  }
}
