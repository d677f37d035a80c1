/// Alternatives of which one is presented at a time: the same dialogue in several languages, or subtitles of several kinds.
///
/// Source: `AVMediaSelectionGroup`.
open class AVMediaSelectionGroup: NSObject, NSCopying, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant or behind a lock.
  /// The options, in the order of the file.
  public final let options: [AVMediaSelectionOption]

  /// True if no option needs to be presented: subtitles may be turned off, audio and video may not.
  public final let allowsEmptySelection: Bool

  /// The option that is presented by default; nil for none.
  public final let defaultOption: AVMediaSelectionOption?

  init(options: [AVMediaSelectionOption], allowsEmptySelection: Bool, defaultOption: AVMediaSelectionOption?) {
    (self.options, self.allowsEmptySelection) = (options, allowsEmptySelection)
    self.defaultOption = defaultOption
  }

  /// Returns the same object: a group does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Returns the option of a property list; nil if there is none.
  ///
  /// - Parameter plist: A list from an option's `propertyList()`, in this process or another, for the same asset.
  open func mediaSelectionOption(withPropertyList plist: Any) -> AVMediaSelectionOption? {
    guard let wanted = AVMediaSelectionOption.Identity(propertyList: plist) else { return nil }
    return options.first { $0.identity == wanted }
  }

  /// Returns the options that can be decoded and presented here.
  open class func playableMediaSelectionOptions(
    from mediaSelectionOptions: [AVMediaSelectionOption]
  ) -> [AVMediaSelectionOption] {
    mediaSelectionOptions.filter(\.isPlayable)
  }

  /// Returns the options in a language, as `AVMetadataItem.metadataItems(from:with:)` matches languages.
  open class func mediaSelectionOptions(
    from mediaSelectionOptions: [AVMediaSelectionOption], with locale: Locale
  ) -> [AVMediaSelectionOption] {
    guard let wanted = LanguageTag(locale) else { return [] }
    return mediaSelectionOptions.filter { $0.language?.matches(wanted) ?? false }
  }

  /// Returns the options in one of some languages, those in the first language first.
  ///
  /// - Parameter preferredLanguages: Tags of BCP 47, such as those of `Locale.preferredLanguages`.
  open class func mediaSelectionOptions(
    from mediaSelectionOptions: [AVMediaSelectionOption],
    filteredAndSortedAccordingToPreferredLanguages preferredLanguages: [String]
  ) -> [AVMediaSelectionOption] {
    LanguageTag.sorted(mediaSelectionOptions, by: preferredLanguages) { $0.language }
  }

  /// Returns the options that have all of some characteristics.
  open class func mediaSelectionOptions(
    from mediaSelectionOptions: [AVMediaSelectionOption],
    withMediaCharacteristics characteristics: [AVMediaCharacteristic]
  ) -> [AVMediaSelectionOption] {
    mediaSelectionOptions.filter { option in characteristics.allSatisfy { option.hasMediaCharacteristic($0) } }
  }

  /// Returns the options that have none of some characteristics.
  open class func mediaSelectionOptions(
    from mediaSelectionOptions: [AVMediaSelectionOption],
    withoutMediaCharacteristics characteristics: [AVMediaCharacteristic]
  ) -> [AVMediaSelectionOption] {
    mediaSelectionOptions.filter { option in !characteristics.contains { option.hasMediaCharacteristic($0) } }
  }
}
