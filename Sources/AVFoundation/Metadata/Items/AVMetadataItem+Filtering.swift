internal import MovieFile

extension AVMetadataItem {
  /// Returns the items with a key of a key space, in their order.
  ///
  /// - Parameters:
  ///   - key: A string, a number that encodes four characters, or data; nil for any.
  ///   - keySpace: The key space; nil for any. The common key space matches equivalent keys of all formats.
  public class func metadataItems(
    from metadataItems: [AVMetadataItem], withKey key: Any?, keySpace: AVMetadataKeySpace?
  ) -> [AVMetadataItem] {
    metadataItems.filter { item in
      let content = item.snapshot
      if keySpace == .common, content.keySpace != .common {
        guard let common = content.commonKey else { return false }
        return key.map { MetadataKey(object: $0, in: .common) == .name(common.rawValue) } ?? true
      }
      guard keySpace == nil || content.keySpace == keySpace else { return false }
      guard let key else { return true }
      guard let own = content.fileKey else { return false }
      return MetadataKey(object: key, in: content.keySpace?.fileKeySpace) == own
    }
  }

  /// Returns the items of an identifier, in their order; an identifier of the common key space matches equivalent keys
  /// of all formats.
  public class func metadataItems(
    from metadataItems: [AVMetadataItem], filteredByIdentifier identifier: AVMetadataIdentifier
  ) -> [AVMetadataItem] {
    guard let parts = identifier.parts else { return [] }
    return self.metadataItems(
      from: metadataItems, withKey: parts.key.object(in: parts.keySpace), keySpace: AVMetadataKeySpace(parts.keySpace))
  }

  /// Returns the items in a language, in their order.
  ///
  /// Languages match if all subtags that both have are equal: `en` matches `en-US`, and `en-US` matches `en`, but not
  /// `en-GB`. Items of unknown language never match.
  public class func metadataItems(from metadataItems: [AVMetadataItem], with locale: Locale) -> [AVMetadataItem] {
    guard let wanted = LanguageTag(locale) else { return [] }
    return metadataItems.filter { $0.language?.matches(wanted) ?? false }
  }

  /// Returns the items in one of some languages, those in the first language first.
  ///
  /// - Parameter preferredLanguages: Tags of BCP 47, such as those of `Locale.preferredLanguages`.
  public class func metadataItems(
    from metadataItems: [AVMetadataItem], filteredAndSortedAccordingToPreferredLanguages preferredLanguages: [String]
  ) -> [AVMetadataItem] {
    LanguageTag.sorted(metadataItems, by: preferredLanguages) { $0.language }
  }

  /// Returns the items that a filter accepts, in their order.
  public class func metadataItems(
    from metadataItems: [AVMetadataItem], filteredBy metadataItemFilter: AVMetadataItemFilter
  ) -> [AVMetadataItem] {
    metadataItems.filter { metadataItemFilter.accepts($0) }
  }

  /// The language, if it is known.
  var language: LanguageTag? {
    let content = snapshot
    return content.languageTag.flatMap { LanguageTag($0) } ?? content.locale.flatMap { LanguageTag($0) }
  }
}

extension LanguageTag {
  /// Returns the elements in one of some languages, those in the first language first, else in the order of the list.
  static func sorted<Element>(
    _ elements: [Element], by languages: [String], language: (Element) -> LanguageTag?
  ) -> [Element] {
    let wanted = languages.compactMap { LanguageTag($0) }
    let ranked = elements.enumerated().compactMap { index, element -> (rank: Int, index: Int, element: Element)? in
      guard let own = language(element), let rank = wanted.firstIndex(where: { $0.matches(own) }) else { return nil }
      return (rank, index, element)
    }
    return ranked.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.map(\.element)
  }
}
