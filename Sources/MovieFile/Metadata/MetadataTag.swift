/// What metadata are about, whatever the key space: names that people use, and the keys that files have for them.
public enum MetadataTag: String, CaseIterable, Hashable, Sendable {
  case title, artist, albumArtist, album, composer, author, performer, director, producer, publisher
  case comment, description, synopsis, genre, keywords, date, copyright, lyrics, software, grouping
  case track, disc, tempo, compilation, location, make, model, artwork
  case show, season, episode, episodeID, network, mediaKind, contentRating, highDefinition, podcast, gapless
  case sortTitle, sortArtist, sortAlbum, sortAlbumArtist, sortComposer, sortShow

  /// The form of a value.
  public enum Form: Hashable, Sendable {
    case text
    /// A whole number.
    case number
    /// Yes or no.
    case flag
    /// A number, and of how many.
    case numberAndTotal
    /// A date, of which the end may be missing (ISO 8601).
    case date
    /// A place on Earth (ISO 6709).
    case location
    case picture
  }

  public var form: Form {
    switch self {
    case .track, .disc: .numberAndTotal
    case .tempo, .season, .episode, .mediaKind, .contentRating: .number
    case .compilation, .highDefinition, .podcast, .gapless: .flag
    case .date: .date
    case .location: .location
    case .artwork: .picture
    default: .text
    }
  }

  /// The keys of a tag; nil where a key space has none.
  private struct Keys {
    var iTunes: BoxType?
    /// Behind `com.apple.quicktime.`.
    var quickTime: String?
    var userData: BoxType?
    var iso: BoxType?
    var id3: BoxType?
  }

  /// What Apple calls keys of `AVMetadataKeySpace`, 3GPP TS 26.244 and ID3v2.4; iTunes' as iTunes writes them.
  private static let keys: [MetadataTag: Keys] = [
    .title: Keys(iTunes: "©nam", quickTime: "title", userData: "©nam", iso: "titl", id3: "TIT2"),
    .artist: Keys(iTunes: "©ART", quickTime: "artist", userData: "©ART", iso: "perf", id3: "TPE1"),
    .albumArtist: Keys(iTunes: "aART", id3: "TPE2"),
    .album: Keys(iTunes: "©alb", quickTime: "album", userData: "©alb", iso: "albm", id3: "TALB"),
    .composer: Keys(iTunes: "©wrt", quickTime: "composer", userData: "©com", id3: "TCOM"),
    .author: Keys(iTunes: "©aut", quickTime: "author", userData: "©aut", iso: "auth"),
    .performer: Keys(iTunes: "©prf", quickTime: "performer", userData: "©prf", id3: "TPE3"),
    .director: Keys(iTunes: "©dir", quickTime: "director", userData: "©dir"),
    .producer: Keys(iTunes: "©prd", quickTime: "producer", userData: "©prd"),
    .publisher: Keys(iTunes: "©pub", quickTime: "publisher", userData: "©pub", id3: "TPUB"),
    .comment: Keys(iTunes: "©cmt", quickTime: "comment", userData: "©cmt", id3: "COMM"),
    .description: Keys(iTunes: "desc", quickTime: "description", userData: "©des", iso: "dscp", id3: "TIT3"),
    .synopsis: Keys(iTunes: "ldes"),
    .genre: Keys(iTunes: "©gen", quickTime: "genre", userData: "©gen", iso: "gnre", id3: "TCON"),
    .keywords: Keys(iTunes: "keyw", quickTime: "keywords", userData: "©key", iso: "kywd"),
    .date: Keys(iTunes: "©day", quickTime: "creationdate", userData: "©day", iso: "yrrc", id3: "TDRC"),
    .copyright: Keys(iTunes: "cprt", quickTime: "copyright", userData: "©cpy", iso: "cprt", id3: "TCOP"),
    .lyrics: Keys(iTunes: "©lyr", id3: "USLT"),
    .software: Keys(iTunes: "©too", quickTime: "software", userData: "©swr", id3: "TSSE"),
    .grouping: Keys(iTunes: "©grp", id3: "TIT1"),
    .track: Keys(iTunes: "trkn", id3: "TRCK"), .disc: Keys(iTunes: "disk", id3: "TPOS"),
    .tempo: Keys(iTunes: "tmpo", id3: "TBPM"), .compilation: Keys(iTunes: "cpil", id3: "TCMP"),
    .location: Keys(iTunes: "©xyz", quickTime: "location.ISO6709", userData: "©xyz", iso: "loci"),
    .make: Keys(quickTime: "make", userData: "©mak"), .model: Keys(quickTime: "model", userData: "©mod"),
    .artwork: Keys(iTunes: "covr", quickTime: "artwork", id3: "APIC"),
    .show: Keys(iTunes: "tvsh"), .season: Keys(iTunes: "tvsn"), .episode: Keys(iTunes: "tves"),
    .episodeID: Keys(iTunes: "tven"), .network: Keys(iTunes: "tvnn"), .mediaKind: Keys(iTunes: "stik"),
    .contentRating: Keys(iTunes: "rtng"), .highDefinition: Keys(iTunes: "hdvd"), .podcast: Keys(iTunes: "pcst"),
    .gapless: Keys(iTunes: "pgap"),
    .sortTitle: Keys(iTunes: "sonm", id3: "TSOT"), .sortArtist: Keys(iTunes: "soar", id3: "TSOP"),
    .sortAlbum: Keys(iTunes: "soal", id3: "TSOA"), .sortAlbumArtist: Keys(iTunes: "soaa", id3: "TSO2"),
    .sortComposer: Keys(iTunes: "soco", id3: "TSOC"), .sortShow: Keys(iTunes: "sosn"),
  ]

  /// The key of the tag in a key space; nil if it has none.
  public func key(in keySpace: MetadataKeySpace) -> MetadataKey? {
    let keys = Self.keys[self] ?? Keys()
    switch keySpace {
    case .iTunes: return keys.iTunes.map { .code($0) }
    case .quickTimeMetadata: return keys.quickTime.map { .name("com.apple.quicktime.\($0)") }
    case .quickTimeUserData: return keys.userData.map { .code($0) }
    case .isoUserData: return keys.iso.map { .code($0) }
    case .id3: return keys.id3.map { .code($0) }
    default: return nil
    }
  }

  private struct Place: Hashable {
    let keySpace: MetadataKeySpace
    let key: MetadataKey
  }

  private static let tags: [Place: MetadataTag] = {
    var tags: [Place: MetadataTag] = [:]
    for tag in allCases {
      for space in [MetadataKeySpace.iTunes, .quickTimeMetadata, .quickTimeUserData, .isoUserData, .id3] {
        if let key = tag.key(in: space) { tags[Place(keySpace: space, key: key)] = tag }
      }
    }
    // Other keys for the same.
    for (space, key, tag) in [
      (MetadataKeySpace.iTunes, "gnre", .genre), (.quickTimeUserData, "©wrt", .composer), (.id3, "TYER", .date),
      (.id3, "TDAT", .date), (.id3, "GRP1", .grouping), (.id3, "\0TT2", .title), (.id3, "\0TP1", .artist),
      (.id3, "\0TP2", .albumArtist), (.id3, "\0TAL", .album), (.id3, "\0TCM", .composer), (.id3, "\0COM", .comment),
      (.id3, "\0TCO", .genre), (.id3, "\0TYE", .date), (.id3, "\0TRK", .track), (.id3, "\0TPA", .disc),
      (.id3, "\0PIC", .artwork), (.id3, "\0ULT", .lyrics),
    ] as [(MetadataKeySpace, BoxType, MetadataTag)] {
      tags[Place(keySpace: space, key: .code(key))] = tag
    }
    // What ffmpeg writes when it is asked for QuickTime's keys.
    for tag in allCases {
      let place = Place(keySpace: .quickTimeMetadata, key: .name(tag.rawValue))
      if tags[place] == nil { tags[place] = tag }
    }
    return tags
  }()

  /// What a key stands for; nil if for nothing that has a name here.
  public init?(_ keySpace: MetadataKeySpace, _ key: MetadataKey) {
    guard let tag = Self.tags[Place(keySpace: keySpace, key: key)] else { return nil }
    self = tag
  }
}

extension MetadataItem {
  /// What the item is about; nil if that has no name, or the item is one of several kinds under one key, such as a comment
  /// with a description.
  public var tag: MetadataTag? {
    guard let tag = MetadataTag(keySpace, key) else { return nil }
    // Programs keep all kinds of things in comments with descriptions.
    if keySpace == .id3, tag == .comment, let text = attributes[.description]?.description, !text.isEmpty { return nil }
    return tag
  }
}
