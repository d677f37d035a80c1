/// Alternatives of which one is presented at a time: the same dialogue in several languages, or subtitles of several kinds.
///
/// Source: `AVMediaSelectionGroup`.
open class AVMediaSelectionGroup: NSObject, NSCopying, @unchecked Sendable {
  /// The options, in the order of the file.
  public final let options: [AVMediaSelectionOption]

  /// Whether none of them may be presented: subtitles may be turned off, sound and pictures may not.
  public final let allowsEmptySelection: Bool

  /// The option that is presented unless somebody chooses; nil for none.
  public final let defaultOption: AVMediaSelectionOption?

  init(options: [AVMediaSelectionOption], allowsEmptySelection: Bool, defaultOption: AVMediaSelectionOption?) {
    (self.options, self.allowsEmptySelection) = (options, allowsEmptySelection)
    self.defaultOption = defaultOption
  }

  /// The same object: a group does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// The option that a property list stands for; nil if none of these does.
  ///
  /// - Parameter plist: What an option's `propertyList()` gave, in this process or another, for the same asset.
  open func mediaSelectionOption(withPropertyList plist: Any) -> AVMediaSelectionOption? {
    guard let wanted = AVMediaSelectionOption.Identity(propertyList: plist) else { return nil }
    return options.first { $0.identity == wanted }
  }

  /// The options that can be decoded and presented here.
  open class func playableMediaSelectionOptions(
    from mediaSelectionOptions: [AVMediaSelectionOption]
  ) -> [AVMediaSelectionOption] {
    mediaSelectionOptions.filter(\.isPlayable)
  }

  /// The options in a language, as `AVMetadataItem.metadataItems(from:with:)` matches languages.
  open class func mediaSelectionOptions(
    from mediaSelectionOptions: [AVMediaSelectionOption], with locale: Locale
  ) -> [AVMediaSelectionOption] {
    guard let wanted = LanguageTag(locale) else { return [] }
    return mediaSelectionOptions.filter { $0.language?.matches(wanted) ?? false }
  }

  /// The options in one of some languages, those in the first language first.
  ///
  /// - Parameter preferredLanguages: Tags of BCP 47, such as those of `Locale.preferredLanguages`.
  open class func mediaSelectionOptions(
    from mediaSelectionOptions: [AVMediaSelectionOption],
    filteredAndSortedAccordingToPreferredLanguages preferredLanguages: [String]
  ) -> [AVMediaSelectionOption] {
    LanguageTag.sorted(mediaSelectionOptions, by: preferredLanguages) { $0.language }
  }

  /// The options that have all of some characteristics.
  open class func mediaSelectionOptions(
    from mediaSelectionOptions: [AVMediaSelectionOption],
    withMediaCharacteristics characteristics: [AVMediaCharacteristic]
  ) -> [AVMediaSelectionOption] {
    mediaSelectionOptions.filter { option in characteristics.allSatisfy { option.hasMediaCharacteristic($0) } }
  }

  /// The options that have none of some characteristics.
  open class func mediaSelectionOptions(
    from mediaSelectionOptions: [AVMediaSelectionOption],
    withoutMediaCharacteristics characteristics: [AVMediaCharacteristic]
  ) -> [AVMediaSelectionOption] {
    mediaSelectionOptions.filter { option in !characteristics.contains { option.hasMediaCharacteristic($0) } }
  }
}
