/// The track properties of a Matroska or WebM file (RFC 9559, section 5.1.4.1).
public struct MatroskaTrack: Hashable, Sendable {
  /// The track number, which the file's blocks and other programs use.
  public private(set) var number: UInt64 = 0
  /// The name of the track, for people.
  public private(set) var name: String?
  /// The language, a tag of BCP 47; nil if only `language` has it.
  public private(set) var languageTag: String?
  /// True if the track is usable.
  public private(set) var isEnabled = true
  /// True if the track is selected by default.
  public private(set) var isDefault = true
  /// True if its subtitles are shown even if subtitles are off.
  public private(set) var isForced = false
  /// True for hearing-impaired audiences.
  public private(set) var isForHearingImpaired = false
  /// True for visually impaired audiences: an audio description.
  public private(set) var isForVisuallyImpaired = false
  /// True if the track is in the original language.
  public private(set) var isOriginal = false
  /// True for a commentary on the main content.
  public private(set) var isCommentary = false

  /// Returns the tracks that are declared before the media; none if the source is not Matroska.
  ///
  /// - Throws: Read errors of the source.
  public static func tracks(of source: any ByteSource) throws(MovieError) -> [MatroskaTrack] {
    let window = ByteWindow(source, capacity: 4096)
    var top = EBMLReader(window, in: 0..<source.size, limit: 64)
    guard let header = try top.next(), header.id == MatroskaID.header else { return [] }
    while let segment = try top.next() {
      guard segment.id == MatroskaID.segment else { continue }
      var parts = EBMLReader(window, in: segment.contents, limit: 64)
      while let part = try parts.next(), part.id != MatroskaID.cluster {
        guard part.id == MatroskaID.tracks, !part.hasUnknownSize else { continue }
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

  /// The size of a Matroska file, by its headers; nil for other files, and for live ones, which do not state it.
  ///
  /// - Throws: Read errors of the source.
  public static func statedSize(of source: any ByteSource) throws(MovieError) -> Int64? {
    // An element's header has at most twelve bytes; its contents may be missing.
    guard source.size >= 12 else { return nil }
    var top = EBMLReader(ByteWindow(source, capacity: 64), in: 0..<Int64.max, limit: 2)
    guard let header = try top.next(), header.id == MatroskaID.header, header.contents.upperBound <= source.size - 12,
      let segment = try top.next(), segment.id == MatroskaID.segment, !segment.hasUnknownSize
    else { return nil }
    return segment.contents.upperBound
  }

  init(_ entry: EBMLElement, _ values: EBMLValues) throws(MovieError) {
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
