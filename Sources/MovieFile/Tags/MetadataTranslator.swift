/// Translates metadata from one file type to another: an item whose key the target lacks is stored under the equivalent
/// key.
public struct MetadataTranslator: Sendable {
  public let destination: MetadataDestination
  /// True to store items under the target's own keys if it has them, where most programs look, even if they could be
  /// kept unchanged: in iTunes' list of MP4 files and QuickTime's table of keys in QuickTime files. Texts in several
  /// languages are kept.
  public let prefersOwnKeys: Bool

  public init(_ destination: MetadataDestination, prefersOwnKeys: Bool = false) {
    self.destination = destination
    self.prefersOwnKeys = prefersOwnKeys
  }

  public init(_ format: MovieFormat, level: MetadataEncoder.Level = .movie, prefersOwnKeys: Bool = false) {
    self.init(.movie(format, level), prefersOwnKeys: prefersOwnKeys)
  }

  /// Returns the items for the target, and those that it cannot hold.
  ///
  /// Items that the target can hold are kept unchanged. Of several equivalent ones, the first is kept.
  public func items(_ items: [MetadataItem]) -> (items: [MetadataItem], left: [MetadataItem]) {
    var (result, left): ([MetadataItem], [MetadataItem]) = ([], [])
    var translatedTags: Set<MetadataTag> = []
    let own = prefersOwnKeys ? destination.keySpaces[0] : nil
    var stays = Set(items.filter { $0.keySpace == own }.compactMap(\.tag))
    let languages = Dictionary(grouping: items.filter { $0.tag != nil }) { $0.tag }
    for case (let tag?, let items) in languages where Set(items.map(\.language)).count > 1 { stays.insert(tag) }
    for item in items where destination.holds(item) { if let tag = item.tag { translatedTags.insert(tag) } }
    let kept = translatedTags
    for item in items {
      if let own, let tag = item.tag, !stays.contains(tag), let same = sameItem(item, tag, in: own) {
        result.append(same)
      } else if destination.holds(item) {
        result.append(item)
      } else if let tag = item.tag, let translated = translated(item, tag) {
        if !kept.contains(tag) { result.append(translated) }
      } else {
        left.append(item)
      }
    }
    // A 'meta' box holds either keys or a tag.
    if case .movie = destination, result.contains(where: { $0.keySpace == .id3 }),
      result.contains(where: { $0.keySpace.isNamespaceOfKeys })
    {
      left += result.filter { $0.keySpace == .id3 }
      result.removeAll { $0.keySpace == .id3 }
    }
    return (result, left)
  }

  /// Returns an item with the same value under a key of another key space; nil if the value would change.
  private func sameItem(_ item: MetadataItem, _ tag: MetadataTag, in keySpace: MetadataKeySpace) -> MetadataItem? {
    guard item.keySpace != keySpace, tag.key(in: keySpace) != nil else { return nil }
    if let picture = item.value.image {
      guard var other = try? tag.item(picture: picture, in: keySpace) else { return nil }
      other.takeRole(of: item)
      return destination.holds(other) ? other : nil
    }
    guard let text = item.tagText, var other = try? tag.item(text, in: keySpace), other.tagText == text else {
      return nil
    }
    other.takeLanguage(of: item)
    return destination.holds(other) ? other : nil
  }

  private func translated(_ item: MetadataItem, _ tag: MetadataTag) -> MetadataItem? {
    for keySpace in destination.keySpaces {
      guard tag.key(in: keySpace) != nil else { continue }
      var other: MetadataItem?
      if let picture = item.value.image {
        other = try? tag.item(picture: picture, in: keySpace)
      } else if let text = item.tagText {
        other = try? tag.item(text, in: keySpace)
      }
      guard var other else { continue }
      other.takeLanguage(of: item)
      other.takeRole(of: item)
      return destination.holds(other) ? other : nil
    }
    return nil
  }
}

extension MetadataItem {
  /// Takes the language of another item, if the key has languages: programs read none in iTunes' list, and only some
  /// frames of ID3 have one.
  fileprivate mutating func takeLanguage(of other: MetadataItem) {
    guard let language = other.language, language.packed != nil else { return }
    switch keySpace {
    case .quickTimeMetadata, .quickTimeUserData, .isoUserData: self.language = language
    case .id3 where self.language != nil: self.language = language
    default: break
    }
  }

  /// Takes the role of another picture, such as the back cover, and its description, if the key has them: of movies' keys, none has.
  fileprivate mutating func takeRole(of other: MetadataItem) {
    guard value.image != nil, [.id3, .vorbisComment].contains(keySpace) else { return }
    for attribute in [MetadataAttribute.pictureType, .description] {
      if let stated = other.attributes[attribute] { attributes[attribute] = stated }
    }
  }
}
