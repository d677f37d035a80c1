internal import MediaSource

/// One of several alternatives, such as the dialogue in one language.
///
/// Source: `AVMediaSelectionOption`.
open class AVMediaSelectionOption: NSObject, NSCopying, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant or behind a lock.
  let media: any SelectableMedia

  init(_ media: any SelectableMedia) { self.media = media }

  /// Returns the same object: an option does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// The kind of the media.
  open var mediaType: AVMediaType { media.mediaType }

  /// The formats of the media: four-character codes as `CMFormatDescription` has them.
  open var mediaSubTypes: [NSNumber] { media.mediaSubTypes.map { NSNumber(value: $0) } }

  /// True if the option has a characteristic, inferred or by a tag. An option that is not auxiliary is main content.
  open func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
    media.characteristics.contains(mediaCharacteristic)
  }

  /// An item for each common key that has a value, and for each language in which it has one; mostly titles for
  /// display.
  open var commonMetadata: [AVMetadataItem] { media.selection.common }

  /// The metadata formats of the option.
  open var availableMetadataFormats: [String] { media.selection.formats.map(\.rawValue) }

  /// Returns the items of a format; none if the option does not have it.
  open func metadata(forFormat format: String) -> [AVMetadataItem] {
    media.selection.items(of: AVMetadataFormat(rawValue: format))
  }

  /// True if the option can be decoded and presented here.
  open var isPlayable: Bool { media.isPlayable }

  /// The language and region of the option; nil if the file does not name them.
  open var locale: Locale? { language?.locale }

  /// The language of the option, a tag of BCP 47; nil if the file does not name it.
  open var extendedLanguageTag: String? { language?.identifier }

  /// The name of the option in the user's language: its title, or else its language.
  open var displayName: String { displayName(languages: Locale.preferredLanguages, locale: .current) }

  /// Returns the name of the option in a language: its title, or else the name of its language.
  open func displayName(with locale: Locale) -> String {
    displayName(languages: [locale.identifier(.bcp47)], locale: locale)
  }

  /// Returns the option of another group that belongs to this one; nil if there is none.
  ///
  /// References in the file come first. Otherwise an audio option is associated with the forced subtitles in its
  /// language, and vice versa; those of the main content come before others.
  open func associatedMediaSelectionOption(in mediaSelectionGroup: AVMediaSelectionGroup) -> AVMediaSelectionOption? {
    let others = mediaSelectionGroup.options.filter { $0 !== self }
    if let named = others.first(where: { media.associatedTrackIDs.contains($0.media.identity.trackID) }) {
      return named
    }
    guard let language else { return nil }
    let fitting = others.filter { other in
      (other.language?.matches(language) ?? false) && isAudible(self, forForcedSubtitles: other)
    }
    return fitting.first { $0.hasMediaCharacteristic(.isMainProgramContent) } ?? fitting.first
  }

  /// Returns a property list that identifies the option in its group, also in other processes.
  open func propertyList() -> Any { identity.propertyList }

  var language: LanguageTag? { media.language.flatMap { LanguageTag($0) } }

  private func displayName(languages: [String], locale: Locale) -> String {
    let titles = AVMetadataItem.metadataItems(from: commonMetadata, filteredByIdentifier: .commonIdentifierTitle)
    let sorted = AVMetadataItem.metadataItems(
      from: titles, filteredAndSortedAccordingToPreferredLanguages: languages)
    let unknown = titles.filter { $0.language == nil }
    if let title = (sorted + unknown).lazy.compactMap(\.stringValue).first(where: { !$0.isEmpty }) { return title }
    return extendedLanguageTag.flatMap { locale.localizedString(forIdentifier: $0) } ?? mediaType.rawValue
  }

  /// True if one of the two is an audio option, and the other holds only forced subtitles.
  private func isAudible(_ one: AVMediaSelectionOption, forForcedSubtitles other: AVMediaSelectionOption) -> Bool {
    func goes(_ audio: AVMediaSelectionOption, with text: AVMediaSelectionOption) -> Bool {
      audio.hasMediaCharacteristic(.audible) && text.hasMediaCharacteristic(.containsOnlyForcedSubtitles)
    }
    return goes(one, with: other) || goes(other, with: one)
  }
}

extension AVMediaSelectionOption {
  /// The properties that distinguish an option from the others of its group.
  struct Identity: Hashable {
    /// The ID of the track; 0 for an option without one.
    var trackID: CMPersistentTrackID = 0
    /// The name of an option without a track.
    var name: String?
    let mediaType: String
    let language: String?

    var propertyList: [String: Any] {
      var list: [String: Any] = [Self.idKey: NSNumber(value: trackID), Self.typeKey: mediaType]
      (list[Self.languageKey], list[Self.nameKey]) = (language, name)
      return list
    }

    init(trackID: CMPersistentTrackID = 0, name: String? = nil, mediaType: AVMediaType, language: String?) {
      (self.trackID, self.name, self.mediaType, self.language) = (trackID, name, mediaType.rawValue, language)
    }

    /// Nil if the list was not made by `propertyList`.
    init?(propertyList: Any) {
      guard let list = propertyList as? [String: Any], let id = list[Self.idKey] as? NSNumber,
        let type = list[Self.typeKey] as? String
      else { return nil }
      self.init(
        trackID: id.int32Value, name: list[Self.nameKey] as? String, mediaType: AVMediaType(type),
        language: list[Self.languageKey] as? String)
    }

    private static let idKey = "MediaSelectionOptionsPersistentID"
    private static let typeKey = "MediaSelectionOptionsMediaType"
    private static let languageKey = "MediaSelectionOptionsExtendedLanguageTag"
    private static let nameKey = "MediaSelectionOptionsName"
  }

  var identity: Identity { media.identity }
}
