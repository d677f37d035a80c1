/// The key of a further attribute of a metadata item's value.
public struct AVMetadataExtraAttributeKey: StringConstant {
  /// The name.
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// The location of a value outside the item; a string.
  public static let valueURI = AVMetadataExtraAttributeKey("URL")
  /// The base of `valueURI`; a string.
  public static let baseURI = AVMetadataExtraAttributeKey("baseURL")
  /// A description of the value: of a comment or a picture, or the owner of private data; a string.
  public static let info = AVMetadataExtraAttributeKey("info")

  // Attributes of Apple's items without a public name.

  /// The type of the value in `dataTypeNamespace`: a number in QuickTime's, a media type in IANA's.
  static let dataType = AVMetadataExtraAttributeKey("dataType")
  /// The authority that numbers the types.
  static let dataTypeNamespace = AVMetadataExtraAttributeKey("dataTypeNamespace")
}
