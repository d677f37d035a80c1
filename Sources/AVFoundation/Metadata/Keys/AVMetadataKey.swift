/// The key of a metadata item; its meaning depends on the key space.
///
/// The keys of each format are its members: `.commonKeyTitle`, `.iTunesMetadataKeyAlbum`, `.id3MetadataKeyComments`.
public struct AVMetadataKey: StringConstant {
  /// The key: a word, a reverse-DNS name, or four characters.
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}
