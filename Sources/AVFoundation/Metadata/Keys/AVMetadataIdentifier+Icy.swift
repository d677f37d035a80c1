// Titles that radio servers send within a stream.
extension AVMetadataIdentifier {
  /// The title of what is sent now.
  public static let icyMetadataStreamTitle = AVMetadataIdentifier(.icyMetadataKeyStreamTitle, .icy)
  /// An address about what is sent now.
  public static let icyMetadataStreamURL = AVMetadataIdentifier(.icyMetadataKeyStreamURL, .icy)
}

extension AVMetadataKey {
  /// The title of what is sent now.
  public static let icyMetadataKeyStreamTitle = AVMetadataKey("StreamTitle")
  /// An address about what is sent now.
  public static let icyMetadataKeyStreamURL = AVMetadataKey("StreamUrl")
}
