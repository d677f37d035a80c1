extension MetadataKey {
  /// True for a key of a key space whose items are not for others: they describe people, places or purchases rather than the media, or only
  /// the program that wrote them understands them.
  public func isPrivate(in keySpace: MetadataKeySpace) -> Bool {
    if CommonMetadataKey(self, in: keySpace) == .location { return true }
    if let codes = Self.privateCodes[keySpace] { return codes.contains(self) }
    if [.quickTimeUserData, .isoUserData].contains(keySpace) { return !isTextOfUserData }
    guard case .name(let name) = self else { return false }
    switch keySpace {
    case .quickTimeMetadata: return Self.privateNames.contains { name.hasPrefix("com.apple.quicktime.\($0)") }
    // Sound Check and gapless playback data describe the audio.
    case .iTunesFreeForm: return !["iTunSMPB", "iTunNORM"].contains { name == "com.apple.iTunes.\($0)" }
    default: return false
    }
  }

  /// The keys of locations, accounts and purchases; ratings, play counts and owners.
  private static let privateCodes: [MetadataKeySpace: Set<MetadataKey>] = [
    .iTunes: "apID akID ownr purd sfID cnID atID geID plID cmID ©xyz".keys(in: .iTunes),
    .id3: "PRIV UFID OWNE TOWN POPM PCNT GEOB MCDI CNT POP UFI MCI GEO".keys(in: .id3),
  ]

  private static let privateNames = ["location.", "direction.", "collection.user", "rating.user", "content.identifier"]

  /// True for a text of user data. Programs put what they like beside the texts: XMP packets, the locations of a ride, serial numbers.
  private var isTextOfUserData: Bool {
    guard case .code(let code) = self else { return false }
    return Self.textCodes.contains(self) || code >> 24 == 0xa9 && !Self.privateTexts.contains(self)
  }

  private static let textCodes =
    "titl auth perf gnre dscp cprt albm yrrc rtng clsf kywd name tnam tagc".keys(in: .quickTimeUserData)
  private static let privateTexts = "©xyz ©hst".keys(in: .quickTimeUserData)
}

extension String {
  fileprivate func keys(in keySpace: MetadataKeySpace) -> Set<MetadataKey> {
    Set(split(separator: " ").map { keySpace.key(String($0)) })
  }
}
