/// Carries metadata from one kind of file into another: what has no place there under its own key is said under the key
/// that means the same.
public struct MetadataTranslator: Sendable {
  public let format: MovieFormat
  public let level: MetadataEncoder.Level

  public init(_ format: MovieFormat, level: MetadataEncoder.Level = .movie) {
    self.format = format
    self.level = level
  }

  /// The items as the kind of file can hold them, and those that it cannot.
  ///
  /// Items that it can hold as they are stay as they are. Of several that would say the same, the first stays.
  public func items(_ items: [MetadataItem]) -> (items: [MetadataItem], left: [MetadataItem]) {
    let encoder = MetadataEncoder(format, level: level)
    var (result, left): ([MetadataItem], [MetadataItem]) = ([], [])
    var said: Set<MetadataTag> = []
    func isHeld(_ item: MetadataItem) -> Bool { encoder.refusal(of: item) == nil && encodes(item) }
    for item in items where isHeld(item) { if let tag = item.tag { said.insert(tag) } }
    let kept = said
    for item in items {
      if isHeld(item) {
        result.append(item)
      } else if let tag = item.tag, let translated = translated(item, tag) {
        if !kept.contains(tag) { result.append(translated) }
      } else {
        left.append(item)
      }
    }
    return (result, left)
  }

  private func encodes(_ item: MetadataItem) -> Bool {
    var entries = MetadataEntries()
    return (try? entries.add([item], format: format)) != nil
  }

  private func translated(_ item: MetadataItem, _ tag: MetadataTag) -> MetadataItem? {
    for keySpace in format.metadataKeySpaces {
      guard tag.key(in: keySpace) != nil else { continue }
      var other: MetadataItem?
      if let picture = item.value.image {
        other = try? tag.item(picture: picture, in: keySpace)
      } else if let text = item.tagText {
        other = try? tag.item(text, in: keySpace)
      }
      guard var other else { continue }
      if let language = item.language, language.packed != nil, keySpace != .iTunes { other.language = language }
      return other
    }
    return nil
  }
}
