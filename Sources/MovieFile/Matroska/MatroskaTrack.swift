/// What a Matroska or WebM file says a track is for (RFC 9559, section 5.1.4.1).
public struct MatroskaTrack: Hashable, Sendable {
  /// The number that the file's blocks and other programs know the track by.
  public private(set) var number: UInt64 = 0
  /// What it is called, for people.
  public private(set) var name: String?
  /// The language, a tag of BCP 47; nil if only `language` says it.
  public private(set) var languageTag: String?
  /// Whether the track may be used at all.
  public private(set) var isEnabled = true
  /// Whether it is chosen unless somebody chooses otherwise.
  public private(set) var isDefault = true
  /// Whether its subtitles are to be shown even to those who want none.
  public private(set) var isForced = false
  /// Whether it is made for people who do not hear well.
  public private(set) var isForHearingImpaired = false
  /// Whether it is made for people who do not see well: it tells what is to be seen.
  public private(set) var isForVisuallyImpaired = false
  /// Whether it is in the language of the original.
  public private(set) var isOriginal = false
  /// Whether it talks about the main content.
  public private(set) var isCommentary = false

  /// The tracks that are declared before the media; none if the source is no Matroska.
  ///
  /// - Throws: What reading from the source throws.
  public static func tracks(of source: any ByteSource) throws(MovieError) -> [MatroskaTrack] {
    let window = ByteWindow(source, capacity: 4096)
    var top = EBMLReader(window, in: 0..<source.size, limit: 64)
    guard let header = try top.next(), header.id == 0x1a45_dfa3 else { return [] }
    while let segment = try top.next() {
      guard segment.id == 0x1853_8067 else { continue }
      var parts = EBMLReader(window, in: segment.contents, limit: 64)
      while let part = try parts.next(), part.id != 0x1f43_b675 {
        guard part.id == 0x1654_ae6b, !part.hasUnknownSize else { continue }
        let values = EBMLValues(window: window)
        var tracks: [MatroskaTrack] = []
        for entry in try values.children(of: part) where entry.id == 0xae && tracks.count < MetadataLimit.itemCount {
          tracks.append(try MatroskaTrack(entry, values))
        }
        return tracks
      }
      break
    }
    return []
  }

  private init(_ entry: EBMLElement, _ values: EBMLValues) throws(MovieError) {
    for field in try values.children(of: entry) {
      switch field.id {
      case 0xd7: number = try values.unsigned(field) ?? 0
      case 0x536e: name = try values.text(field)
      case 0x22b59d: languageTag = try values.text(field)
      case 0xb9: isEnabled = try values.unsigned(field) != 0
      case 0x88: isDefault = try values.unsigned(field) != 0
      case 0x55aa: isForced = try values.unsigned(field) == 1
      case 0x55ab: isForHearingImpaired = try values.unsigned(field) == 1
      case 0x55ac, 0x55ad: if try values.unsigned(field) == 1 { isForVisuallyImpaired = true }
      case 0x55ae: isOriginal = try values.unsigned(field) == 1
      case 0x55af: isCommentary = try values.unsigned(field) == 1
      default: break
      }
    }
  }
}
