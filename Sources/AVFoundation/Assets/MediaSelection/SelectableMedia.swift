/// The media of a media selection option: a track of a file, or a rendition of a playlist.
protocol SelectableMedia: Sendable {
  var identity: AVMediaSelectionOption.Identity { get }
  var mediaType: AVMediaType { get }
  /// Formats, as `CMFormatDescription` has them.
  var mediaSubTypes: [FourCharCode] { get }
  /// Inferred and tagged.
  var characteristics: [AVMediaCharacteristic] { get }
  /// The metadata of the media.
  var selection: MetadataSelection { get }
  var isPlayable: Bool { get }
  /// A tag of BCP 47 or three letters of ISO 639-2; nil if unknown.
  var language: String? { get }
  /// True if the media are presented by default.
  var isDefault: Bool { get }
  /// Tracks associated with these media.
  var associatedTrackIDs: [CMPersistentTrackID] { get }
}

extension AVMediaSelectionGroup {
  /// Makes a group of alternatives for a characteristic; nil for a single video track, which has no alternative.
  convenience init?(_ members: [any SelectableMedia], for characteristic: AVMediaCharacteristic) {
    guard members.count > (characteristic == .visual ? 1 : 0) else { return nil }
    let options = members.map { AVMediaSelectionOption($0) }
    let isLegible = characteristic == .legible
    let chosen = options.first { $0.media.isDefault && !$0.hasMediaCharacteristic(.isAuxiliaryContent) }
    self.init(
      options: options, allowsEmptySelection: isLegible, defaultOption: chosen ?? (isLegible ? nil : options.first))
  }

  static let characteristics: [AVMediaCharacteristic] = [.audible, .legible, .visual]
}
