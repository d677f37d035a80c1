/// What an item says beside its value.
public struct AVMetadataExtraAttributeKey: StringConstant {
  /// The name.
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// Where the value is, if it is not in the item; a string.
  public static let valueURI = AVMetadataExtraAttributeKey("valueURI")
  /// What `valueURI` is relative to; a string.
  public static let baseURI = AVMetadataExtraAttributeKey("baseURI")
  /// What the value is, in words: the description of a comment or of a picture, the owner of private data; a string.
  public static let info = AVMetadataExtraAttributeKey("info")

  // What Apple's items have without names for it.

  /// The type of the value in `dataTypeNamespace`: a number in QuickTime's, a media type in IANA's.
  static let dataType = AVMetadataExtraAttributeKey("dataType")
  /// Who numbers the types.
  static let dataTypeNamespace = AVMetadataExtraAttributeKey("dataTypeNamespace")
}
