extension CMAttachmentBearerAttachments {
  /// The attachment of one of Core Media's keys; nil removes it.
  public subscript(key: CMSampleBuffer.AttachmentKey) -> Value? {
    get { self[key.rawValue as String] }
    nonmutating set { self[key.rawValue as String] = newValue }
  }
}
