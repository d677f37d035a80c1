/// The subject of a metadata item in any key space: a name for people, and the keys of files.
public enum MetadataTag: String, CaseIterable, Hashable, Sendable {
  case title, artist, albumArtist, album, composer, author, performer, director, producer, publisher
  case comment, description, synopsis, genre, keywords, date, copyright, lyrics, software, grouping
  case track, disc, tempo, compilation, location, make, model, artwork
  case show, season, episode, episodeID, network, mediaKind, contentRating, highDefinition, podcast, gapless
  case sortTitle, sortArtist, sortAlbum, sortAlbumArtist, sortComposer, sortShow

  /// The form of a value.
  public enum Form: Hashable, Sendable {
    case text
    /// An integer.
    case number
    /// Yes or no.
    case flag
    /// A number, and a total.
    case numberAndTotal
    /// A date, perhaps truncated at the end (ISO 8601).
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

  /// The equivalent common key; its keys are those of `CommonMetadataKey`.
  var common: CommonMetadataKey? { Self.commonKeys[self] }

  private static let commonKeys: [MetadataTag: CommonMetadataKey] = [
    .title: .title, .artist: .artist, .album: .albumName, .composer: .creator, .author: .author,
    .publisher: .publisher, .description: .description, .genre: .type, .date: .creationDate, .copyright: .copyrights,
    .software: .software, .location: .location, .make: .make, .model: .model, .artwork: .artwork,
  ]

  private static let tagsOfCommonKeys = Dictionary(uniqueKeysWithValues: commonKeys.map { ($0.value, $0.key) })

  /// The keys of a tag; nil for key spaces without one.
  private struct Keys {
    var iTunes: BoxType?
    /// The part after `com.apple.quicktime.`.
    var quickTime: String?
    var userData: BoxType?
    var iso: BoxType?
    var id3: BoxType?
  }

  /// The keys of tags without a common key: Apple's of `AVMetadataKeySpace`, 3GPP TS 26.244 and ID3v2.4; iTunes' as
  /// iTunes writes them.
  private static let keys: [MetadataTag: Keys] = [
    .albumArtist: Keys(iTunes: "aART", id3: "TPE2"),
    .performer: Keys(iTunes: "©prf", quickTime: "performer", userData: "©prf", id3: "TPE3"),
    .director: Keys(iTunes: "©dir", quickTime: "director", userData: "©dir"),
    .producer: Keys(iTunes: "©prd", quickTime: "producer", userData: "©prd"),
    .comment: Keys(iTunes: "©cmt", quickTime: "comment", userData: "©cmt", id3: "COMM"),
    .synopsis: Keys(iTunes: "ldes"),
    .keywords: Keys(iTunes: "keyw", quickTime: "keywords", userData: "©key", iso: "kywd"),
    .lyrics: Keys(iTunes: "©lyr", id3: "USLT"),
    .grouping: Keys(iTunes: "©grp", id3: "TIT1"),
    .track: Keys(iTunes: "trkn", id3: "TRCK"), .disc: Keys(iTunes: "disk", id3: "TPOS"),
    .tempo: Keys(iTunes: "tmpo", id3: "TBPM"), .compilation: Keys(iTunes: "cpil", id3: "TCMP"),
    .show: Keys(iTunes: "tvsh"), .season: Keys(iTunes: "tvsn"), .episode: Keys(iTunes: "tves"),
    .episodeID: Keys(iTunes: "tven"), .network: Keys(iTunes: "tvnn"), .mediaKind: Keys(iTunes: "stik"),
    .contentRating: Keys(iTunes: "rtng"), .highDefinition: Keys(iTunes: "hdvd"), .podcast: Keys(iTunes: "pcst"),
    .gapless: Keys(iTunes: "pgap"),
    .sortTitle: Keys(iTunes: "sonm", id3: "TSOT"), .sortArtist: Keys(iTunes: "soar", id3: "TSOP"),
    .sortAlbum: Keys(iTunes: "soal", id3: "TSOA"), .sortAlbumArtist: Keys(iTunes: "soaa", id3: "TSO2"),
    .sortComposer: Keys(iTunes: "soco", id3: "TSOC"), .sortShow: Keys(iTunes: "sosn"),
  ]

  /// The names of tags in key spaces of free names, from Hydrogenaudio's tag mapping and Apple's `AudioFile.h`; the
  /// first one is written.
  private static let names: [MetadataKeySpace: [MetadataTag: [String]]] = [
    .ape: [
      .albumArtist: ["Album Artist", "AlbumArtist"], .comment: ["Comment"], .track: ["Track"], .disc: ["Disc"],
      .lyrics: ["Lyrics"], .tempo: ["BPM"], .compilation: ["Compilation"], .grouping: ["Grouping"],
      .director: ["Director"], .producer: ["Producer"], .sortTitle: ["TITLESORT"], .sortArtist: ["ARTISTSORT"],
      .sortAlbum: ["ALBUMSORT"], .sortAlbumArtist: ["ALBUMARTISTSORT"], .sortComposer: ["COMPOSERSORT"],
    ],
    .vorbisComment: [
      .albumArtist: ["ALBUMARTIST", "ALBUM ARTIST", "ALBUM_ARTIST"], .comment: ["COMMENT"],
      .track: ["TRACKNUMBER", "TRACK"], .disc: ["DISCNUMBER", "DISC"], .lyrics: ["LYRICS"], .tempo: ["BPM"],
      .compilation: ["COMPILATION"], .grouping: ["GROUPING"], .director: ["DIRECTOR"], .producer: ["PRODUCER"],
      .sortTitle: ["TITLESORT"], .sortArtist: ["ARTISTSORT"], .sortAlbum: ["ALBUMSORT"],
      .sortAlbumArtist: ["ALBUMARTISTSORT"], .sortComposer: ["COMPOSERSORT"],
    ],
    .matroska: [
      .albumArtist: ["ALBUM_ARTIST", "ALBUM ARTIST"], .comment: ["COMMENT"], .track: ["PART_NUMBER", "TRACK"],
      .disc: ["DISC"], .lyrics: ["LYRICS"], .tempo: ["BPM"], .compilation: ["COMPILATION"], .director: ["DIRECTOR"],
      .producer: ["PRODUCER"],
    ],
    // Tags without a name by Apple have the one of ffmpeg.
    .audioFile: Dictionary(
      uniqueKeysWithValues: allCases.filter { $0.common == nil }.map { tag in
        let own: [MetadataTag: [String]] = [
          .comment: ["comments", "comment"], .track: ["track number", "track"], .episodeID: ["episode_id"],
        ]
        let name = tag.rawValue.map { $0.isUppercase ? "_\($0.lowercased())" : "\($0)" }.joined()
        return (tag, (own[tag] ?? [name]).map { "info-" + $0 })
      }),
  ]

  /// Returns the key of the tag in a key space; nil if it has none.
  public func key(in keySpace: MetadataKeySpace) -> MetadataKey? {
    if let common { return common.key(in: keySpace) }
    let keys = Self.keys[self] ?? Keys()
    switch keySpace {
    case .iTunes: return keys.iTunes.map { .code($0) }
    case .quickTimeMetadata: return keys.quickTime.map { .name("com.apple.quicktime.\($0)") }
    case .quickTimeUserData: return keys.userData.map { .code($0) }
    case .isoUserData: return keys.iso.map { .code($0) }
    case .id3: return keys.id3.map { .code($0) }
    default: return Self.names[keySpace]?[self]?.first.map { .name($0) }
    }
  }

  private struct Place: Hashable {
    let keySpace: MetadataKeySpace
    let key: MetadataKey
  }

  private static let tags: [Place: MetadataTag] = {
    var tags: [Place: MetadataTag] = [:]
    for tag in keys.keys {
      for space in [MetadataKeySpace.iTunes, .quickTimeMetadata, .quickTimeUserData, .isoUserData, .id3] {
        if let key = tag.key(in: space) { tags[Place(keySpace: space, key: key)] = tag }
      }
    }
    for (keySpace, names) in names {
      for (tag, names) in names {
        for name in names { tags[Place(keySpace: keySpace, key: keySpace.canonical(.name(name)))] = tag }
      }
    }
    // Alternative keys.
    for (key, tag) in [("TDAT", .date), ("GRP1", .grouping)] as [(BoxType, MetadataTag)] {
      tags[Place(keySpace: .id3, key: .code(key))] = tag
    }
    for (old, new) in ID3Frame.version3 {
      tags[Place(keySpace: .id3, key: MetadataKeySpace.id3.key(old))] =
        tags[Place(keySpace: .id3, key: MetadataKeySpace.id3.key(new))]
    }
    // The names that ffmpeg writes as QuickTime keys.
    for tag in allCases {
      let place = Place(keySpace: .quickTimeMetadata, key: .name(tag.rawValue))
      if tags[place] == nil { tags[place] = tag }
    }
    return tags
  }()

  /// Makes the tag of a key; nil if it has none.
  public init?(_ keySpace: MetadataKeySpace, _ key: MetadataKey) {
    // A specific tag has precedence over the common key's.
    let common = CommonMetadataKey(key, in: keySpace).flatMap { Self.tagsOfCommonKeys[$0] }
    guard let tag = Self.tags[Place(keySpace: keySpace, key: keySpace.canonical(key))] ?? common else { return nil }
    self = tag
  }
}

extension MetadataItem {
  /// The tag of the item; nil if it has none, or if the key is shared by items of several kinds, such as a comment with
  /// a description.
  public var tag: MetadataTag? {
    guard let tag = MetadataTag(keySpace, key) else { return nil }
    // Programs store unrelated data in comments with descriptions.
    if keySpace == .id3, tag == .comment, let text = attributes[.description]?.description, !text.isEmpty { return nil }
    return tag
  }
}
