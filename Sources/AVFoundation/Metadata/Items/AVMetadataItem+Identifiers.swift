internal import MovieFile

extension AVMetadataItem {
  /// Returns the identifier of a key in a key space; nil if the object is no key.
  ///
  /// - Parameter key: A string, a number that encodes four characters, or data.
  public class func identifier(forKey key: Any, keySpace: AVMetadataKeySpace) -> AVMetadataIdentifier? {
    MetadataKey(object: key, in: keySpace.fileKeySpace).map { AVMetadataIdentifier($0, keySpace.fileKeySpace) }
  }

  /// Returns the key space of an identifier; nil if the identifier is malformed.
  public class func keySpace(forIdentifier identifier: AVMetadataIdentifier) -> AVMetadataKeySpace? {
    identifier.parts.map { AVMetadataKeySpace($0.keySpace) }
  }

  /// Returns the key of an identifier, as items of its key space have it; nil if the identifier is malformed.
  public class func key(forIdentifier identifier: AVMetadataIdentifier) -> Any? {
    identifier.parts.map { $0.key.object(in: $0.keySpace) }
  }
}
