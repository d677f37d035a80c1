internal import MovieFile

extension AVMetadataItem {
  /// The identifier of a key in a key space; nil if the object is no key.
  ///
  /// - Parameter key: A string, a number that stands for four characters, or data.
  public class func identifier(forKey key: Any, keySpace: AVMetadataKeySpace) -> AVMetadataIdentifier? {
    MetadataKey(object: key, in: keySpace.fileKeySpace).map { AVMetadataIdentifier($0, keySpace.fileKeySpace) }
  }

  /// The key space that an identifier names; nil if it is no identifier.
  public class func keySpace(forIdentifier identifier: AVMetadataIdentifier) -> AVMetadataKeySpace? {
    identifier.parts.map { AVMetadataKeySpace($0.keySpace) }
  }

  /// The key that an identifier names, as items of its key space have it; nil if it is no identifier.
  public class func key(forIdentifier identifier: AVMetadataIdentifier) -> Any? {
    identifier.parts.map { $0.key.object(in: $0.keySpace) }
  }
}
