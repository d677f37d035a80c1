internal import MovieFile

/// A filter for metadata items that may be shared.
///
/// Source: `AVMetadataItemFilter`.
open class AVMetadataItemFilter: NSObject, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant or behind a lock.
  private let isAccepted: @Sendable (AVMetadataItem) -> Bool

  init(_ isAccepted: @escaping @Sendable (AVMetadataItem) -> Bool) { self.isAccepted = isAccepted }

  /// Returns a filter for sharing media: it removes locations, purchase data and ratings, and all items that only the
  /// program that wrote them understands.
  open class func forSharing() -> AVMetadataItemFilter { AVMetadataItemFilter { !$0.snapshot.isPrivate } }

  func accepts(_ item: AVMetadataItem) -> Bool { isAccepted(item) }
}

extension MetadataItemContent {
  /// True if the item describes people or places rather than the media.
  fileprivate var isPrivate: Bool {
    if commonKey == .location { return true }
    guard let keySpace = keySpace?.fileKeySpace, let key = fileKey else { return false }
    if let codes = Self.privateCodes[keySpace] { return codes.contains(key) }
    guard case .name(let name) = key else { return false }
    switch keySpace {
    case .quickTimeMetadata: return Self.privateNames.contains { name.hasPrefix("com.apple.quicktime.\($0)") }
    // Sound Check and gapless playback data describe the audio.
    case .iTunesFreeForm: return !["iTunSMPB", "iTunNORM"].contains { name == "com.apple.iTunes.\($0)" }
    default: return false
    }
  }

  /// The keys of locations, directions, accounts and purchases; ratings, play counts and owners.
  private static let privateCodes: [MetadataKeySpace: Set<MetadataKey>] = [
    .iTunes: "apID akID ownr purd sfID cnID atID geID plID cmID ©xyz".keys(in: .iTunes),
    .quickTimeUserData: "©xyz loci ©hst".keys(in: .quickTimeUserData),
    .isoUserData: "loci urat".keys(in: .isoUserData),
    .id3: "PRIV UFID OWNE TOWN POPM PCNT GEOB MCDI CNT POP UFI MCI GEO".keys(in: .id3),
  ]

  private static let privateNames = ["location.", "direction.", "collection.user", "rating.user", "content.identifier"]
}

extension String {
  fileprivate func keys(in keySpace: MetadataKeySpace) -> Set<MetadataKey> {
    Set(split(separator: " ").map { keySpace.key(String($0)) })
  }
}
